"""Samples of the host while fio runs: disks, temperatures, processors, links. A process of its own, at low priority.

plan.py says what to read, process.py starts the process and talks to it, recorder.py runs inside it and only reads and
keeps counters, series.py makes figures of them once fio has ended. moment.py is what is read before and after instead.
"""
