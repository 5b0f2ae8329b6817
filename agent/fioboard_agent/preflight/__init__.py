"""What is looked at just before fio starts: is the host in a state whose figures can be believed? Linux only.

check.py says what one answer is, activity.py watches the host for a moment, host.py and target.py hold the checks,
catalogue.py lists them. Nothing here changes anything.
"""
