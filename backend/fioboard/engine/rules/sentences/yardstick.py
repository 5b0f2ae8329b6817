"""Sentences that compare a run with the limit nearest to it."""

from fioboard.core.sentence import Template

# yardstick
RATED = Template("{measured:figure} {what:closed}, {share:figure} of the {rated:figure} {source:closed}.")
OF_PATH = Template("{measured:figure} {what:closed}, {share:figure} of the {carrier:closed}.")
OF_PATH_NEAR_CPU = Template(
    "{measured:figure} {what:closed}, {share:figure} of the {carrier:closed}; nearest known limit: fio CPU, "
    "{used:figure} used."
)
BOUND = Template("{measured:figure} {what:closed} at QD 1: latency-bound, {latency:figure} per I/O.")
DEEPER = Template(
    "{measured:figure} {what:closed} at QD 1: latency-bound, {latency:figure} per I/O. A deeper queue is worth trying."
)
SYNCED = Template(
    "{measured:figure} {what:closed} at QD 1: latency-bound, {latency:figure} per write with its sync. Only a faster "
    "sync or more writers at once can raise it."
)
WAITING = Template(
    "{measured:figure} {what:closed} at QD {depth:depth}: half of the I/Os took at least {typical:figure}, the "
    "fastest 1 % at most {fastest:figure}. Most of that is probably waiting: a deeper queue adds latency."
)
OPEN = Template(
    "{measured:figure} {what:closed} at QD {depth:depth}, {latency:figure} per I/O. To see whether this is the limit, "
    "double the queue depth: at the limit only the latency rises."
)
BUFFERED = Template(
    "{measured:figure} {what:closed} through the page cache. To measure the drive, run the job with direct=1."
)
CHOOSE = Template("{measured:figure} {what:closed}. Choose the drive to compare this with its datasheet.")
REPEAT = Template("{measured:figure} {what:closed}. Run it again: one run cannot show how much results vary.")
LATENCY_ALONE = Template(
    "{measured:figure} per {what:closed} on average. The output has no IOPS and no bandwidth."
)
LOGGED = Template(
    "{entries:figure} entries of {what:closed} log, mean {measured:figure}. Import the output of its job for a result."
)
HISTOGRAM = Template("A histogram log of {entries:figure} I/Os. Import the output of its job for a result.")
NO_FIGURE = Template("The output has no IOPS, bandwidth or latency.")
ONLY_MEMORY = Template("Memory or the page cache was measured, not the drive.")

# reference_sets
BELOW_LOWEST = Template("below the lowest ({low})")
ABOVE_HIGHEST = Template("above the highest ({high})")
BETWEEN = Template("between the lowest ({low}) and the highest ({high})")

# stated
ABOVE_MOST = Template("{by:figure} above the highest")
TIMES_MOST = Template("{times:figure} times the highest")
BELOW_LEAST = Template("{by:figure} below the lowest")
OF_MOST = Template("{share:figure} of the most")
OVER_LEAST = Template("{by:figure} above the least")
OF_VALUE = Template("{share:figure} of the figure")
WITHIN = Template("within the range")
ABOVE_VALUE = Template("{by:figure} above the figure")
