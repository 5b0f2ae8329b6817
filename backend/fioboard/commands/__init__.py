"""The verbs of `fioboard`, one file per group. Reads settings, calls the rooms below, prints, sets the exit code.

Heavy libraries are imported inside the functions that need them, so that `fioboard --help` and the supervisor stay
small and quick.
"""
