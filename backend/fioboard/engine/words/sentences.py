"""What comparisons and charts say beside their figures, by the place it stands in. A share says it again: the service's
words as they are, the arguments as far as they may be shown (app/sharing/redaction/templates.py)."""

from fioboard.core.sentence import Template

# Notes of a comparison.
NO_RUN = Template("No run matches this side.")
CUT_SHORT = Template("{runs:count} interrupted: results cover the part that ran.")
FAILED = Template("{runs:count} ended with an error.")
NOT_UNDERSTOOD = Template("{runs:count} not parsed yet, so not compared.")
IO_ERRORS = Template("fio reported I/O errors in {runs:count}.")
OTHER_JOBS = Template(
    "No workload was measured on both sides: they measured different directions or different jobs."
)
NEAREST = Template("No workload was measured on both sides; the nearest differ in {options:options}.")
NEAREST_IGNORING = Template(
    "No workload was measured on both sides; the nearest differ in {options:options}: add {address:query} to "
    "compare them anyway."
)
SPREAD = Template(
    "Runs span {days:figure} days ({dates:dates}, UTC); other changes in that time may be included."
)
OTHER_WEEK = Template(
    "The sides are from different weeks: base {base:dates}, new {new:dates} (UTC). Other changes in that time may be "
    "included."
)
# What a share leaves out with the times of its runs.
DATED_NOTES = (SPREAD, OTHER_WEEK)
NOTES = (
    *(NO_RUN, CUT_SHORT, FAILED, NOT_UNDERSTOOD, IO_ERRORS, OTHER_JOBS, NEAREST, NEAREST_IGNORING),
    *DATED_NOTES,
)

# Doubts about the runs of a side: a second possible cause of a difference.
PAGE_CACHE = "served by the page cache"
DOUBT = Template("{doubt:closed} ({runs:figure} of {of:count} of {side:closed})")
DOUBT_OF_BOTH = Template(
    "{doubt:closed} ({runs:figure} of {of:count} of {side:closed} and {others:figure} of {all:count} of {other:closed})"
)
# The longer one first: the shorter would read a part of it.
OF_DOUBTS = (DOUBT_OF_BOTH, DOUBT)

# What held each side back.
SAME_LIMIT = Template("Same bottleneck on both sides: {limit:closed}.")
LIMIT_OF = Template("Bottleneck of {side:closed}: {limit:closed}.")
NO_LIMIT = Template("Bottleneck of {side:closed}: unknown.")
WORTH = Template("This is a lower bound of the gain: new reached that limit.")
COSTS = Template("This is a lower bound of the loss: base had reached that limit.")

# Why there is no ratio or interval.
NOT_MEASURED = Template("Not measured on the {side:closed} side.")
NO_RATIO = Template("A run measured zero: no ratio.")
FEW_RUNS = Template("Fewer than {least:figure} runs on a side.")
NO_NOISE = Template("All repeats are identical; no variance to test against.")
EQUAL_RESAMPLES = Template("All repeats are identical; every resample is the same.")
TOO_MANY_TO_ANSWER = Template(
    "Too many runs and metrics to resample at once: ask for one workload (/compare/bootstrap)."
)
TOO_MANY_TO_SHARE = Template(
    "Not computed: this link compares more runs and metrics than are resampled when a link is made."
)
OF_RATIOS = (
    NOT_MEASURED,
    NO_RATIO,
    FEW_RUNS,
    NO_NOISE,
    EQUAL_RESAMPLES,
    TOO_MANY_TO_ANSWER,
    TOO_MANY_TO_SHARE,
)

# Why a side's circumstances are unknown.
NO_CEILING = Template("Not every link between target and CPU is known.")
NO_TEMPERATURE = Template("No drive temperatures (sampled by the agent).")
NO_FIO_CPU = Template("CPU usage not in the output.")
NO_HOST_CPU = Template("No host CPU samples (taken by the agent).")
OF_CIRCUMSTANCES = (NO_CEILING, NO_TEMPERATURE, NO_FIO_CPU, NO_HOST_CPU)

# Why a chart's point has no mean or interval.
MIXED_KINDS = Template("several kinds of runs: {options:options} differ")
NOT_AVERAGED = Template("percentiles are not averaged; the median of the values is shown")
FEW_OF_RUNS = Template("{runs:figure} of at least {least:figure} runs")
OF_MEANS = Template("of the runs' means: results of one run are one repeat")
OF_POINTS = (MIXED_KINDS, NOT_AVERAGED, FEW_OF_RUNS, OF_MEANS)

# Whether a facet of two machines is the same.
SAME = Template("Same {facet:closed}.")
SAME_AS_KNOWN = Template("Same {facet:closed} as far as known; unknown on both: {lacking:parts}.")
DIFFERENT = Template("Different {facet:closed}: {changed:parts}.")
CANNOT_TELL = Template("The {facet:closed} cannot be compared; unknown: {lacking:parts}.")
OF_FACETS = (SAME, SAME_AS_KNOWN, DIFFERENT, CANNOT_TELL)

# Whether two machines have the very same drives and memory modules.
OTHER_UNITS = Template("Other units: {changed:parts}.")
SAME_UNITS = Template("The very same {same:parts}.")
SAME_UNITS_AS_KNOWN = Template(
    "The very same {same:parts} as far as known; unknown on both: {lacking:parts}."
)
CANNOT_TELL_UNITS = Template(
    "Cannot tell whether these are the same units; serials unknown: {lacking:parts}."
)
OF_UNITS = (OTHER_UNITS, SAME_UNITS, SAME_UNITS_AS_KNOWN, CANNOT_TELL_UNITS)
