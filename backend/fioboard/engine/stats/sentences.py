"""What is said of a difference between two sides."""

from fioboard.core.sentence import Template

# answer
NO_WORKLOAD_OF_BOTH = Template("Nothing can be compared: no workload was measured on both sides.")
NO_FIGURE_OF_BOTH = Template("Nothing can be compared: no figure was measured above zero on both sides.")
OF_WORKLOAD = Template("{workload}: {sentence}")
LARGEST = Template("{workload}: {metric} {change} ({interval}).")
GIVES = Template("{new} gives {now} where {base} gave {before}: {times}.")
HAS = Template("{new} has {now} {metric} where {base} had {before}: {times}.")
PROVEN = Template("{new} {claim} ({interval}).")
FASTER = Template("is {size} {faster} than {base}")
MORE = Template("has {size} {more} {metric} than {base}")
OTHERS = Template("{head}: {verdicts}.")
SIDE_MIXED = Template("One side mixes different configurations, so the difference cannot be attributed.")
SEVERAL_DIFFER = Template("{effect} {several} settings differ.")
ONE_UNRELIABLE = Template("One side is unreliable: {doubt}.")
QUALITY_DIFFERS = Template("Data quality differs between the sides: {doubts}.")
NOT_SIGNIFICANT_YET = Template("Not significant yet ({statistics}).")
TOO_FEW = Template("n = {base} and {new}{chance}: too few for an interval")
DETECTABLE = Template("; a difference of about {difference} would have been detected")
NO_DIFFERENCE = Template("No significant difference in {metric} ({runs}{detectable}).")
TIMES_AS_FAST = Template("is {factor} as fast as {base}")
TIMES_THE_METRIC = Template("has {factor} the {metric} of {base}")
FEWER_RUNS = Template("fewer than {least} runs per side")
NOT_TESTED = Template("{workloads} workloads, {reason}: differences are not statistically tested.")
IDENTICAL = Template("{workloads} with identical repeats")
IDENTICAL_AND_SHORT = Template("{identical} and {short} with fewer than {least} runs on a side")
DETECTABLE_IN_EACH = Template(": one of about {difference} would have been detected in each")
NO_DIFFERENCE_OF_ALL = Template("No significant difference in {metric} of {workloads} workloads{detectable}.")

# frame
ADDED_UP = Template("{log} of {jobs} jobs, added up")

# latencies
MEAN_OVER_IOS = Template("{what}: mean over {ios} I/Os")
WEIGHTED_BY = Template("{what}: mean weighted by {by}")

# rates
LINE_PER_IO = Template("lines of {log}, one per I/O")
MEAN_OVER_TIME = Template("{log}: mean over time")
SUM_OVER_TIME = Template("{log}{added}: mean over time")

# window
MEAN_OF_NODE = Template("mean of node {node}")

# stand_out
NEEDS_DRIVES = Template("needs {least} measured drives; {measured} measured")
NEEDS_REPEATS = Template("needs {least} repeats, has {measured}")

# wording
BOOTSTRAP = Template(
    "The bootstrap interval (BCa, {resamples} resamples of the runs) is shown for information only"
)
HOLDS = Template(
    "{bootstrap}: with so few runs, it was measured to cover the true value about {times} times in 100, not 95."
)
TIMES_AS_MUCH = Template("{times} times as much")
RANGE_AS_MUCH = Template("{first} to {last} times as much")
# percentiles of a window of time
WINDOWED = Template(
    "The log holds means of about {width} ms each; percentiles need a line per I/O (log_avg_msec=0)."
)
TOO_FEW_IOS = Template("{ios} I/Os are too few for this percentile: it needs {least}.")
OF_THINGS = Template("{source} of {things}")
