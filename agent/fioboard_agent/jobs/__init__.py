"""What fio would do if it were started: jobs and their targets, read from a job file or arguments.

Reads fio's two notations strictly enough to know every target. Does not look at the host's disks
(that is `safety`), and never starts anything.
"""
