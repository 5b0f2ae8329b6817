"""Series of workloads run as one batch: which steps, in which order, how often, and how to go on after an interruption.

How one run is made is benchmark/bench.py's; a step is one run.
"""
