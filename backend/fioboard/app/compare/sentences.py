"""What comparisons say beside their figures, and what they refuse."""

from fioboard.core.sentence import Template

# changed
MEASURE_WITH = Template("Measure with {setting} and everything else as on base ({known}).")

# choices
PREVIOUS_CONFIGURATION = Template("Previous configuration of {host}")
SAME_WORKLOAD = Template("Same workload on {host}")

# conditions
NO_CONDITION = Template("{text} is not a condition like worse:clat_p99_ns>5%; verdicts are {verdicts}.")
NO_CONDITION_METRIC = Template("There is no metric {metric}, such as iops or clat_p99_ns.")

# differs
SEVERAL_SETTINGS = Template("{settings} settings differ at once.")

# exports
VERDICTS_REST = Template("Verdicts rest on the 95 % interval. {bootstrap}")

# job_command
JOB_WITHOUT = Template(" It leaves out {options}, which may name files or programs.")

# left_out
WITHOUT_RESULT = Template("{runs} without a result to compare")
NOT_MEASURED_BY = Template("of {direction}s, not measured by {other}")
MORE_OPTIONS = Template(" and {more}")

# missing
RUNS_WANTED = Template("{more} of {side}, same setup: {workload}.{remarks}")

# against
BATCH_TOO_LARGE = Template("This batch has more than {most} runs.")
REFERENCE_DELETED = Template(
    "The runs of the reference “{name}” with this workload are deleted: there is nothing to compare with."
)
IS_REFERENCE = Template("This is the reference “{name}”.")
AGAINST_BASELINE = Template("Against the baseline “{name}”: {sentence}")

# brief
TOO_MANY_REFERENCE_RESULTS = Template(
    "These runs and their references have more than {most} results; ask for fewer."
)

# pinning
TOO_MANY_TO_PIN = Template(
    "The filter matches more than {most} runs; narrow it, for example by started_at or rw."
)
TOO_MANY_REFERENCES = Template("At most {most} references can be in use at once; remove one.")

# separation
AS_BEFORE = Template("{change}; everything else as in the file before.")
THEN_RUN = Template(", then run {file} at least {least} times")
CHANGE_BY_HAND = Template(
    "No job file sets this: change it by hand and leave everything else as it is{again}."
)
IN_TURNS = Template("Run it at least {least} times, alternating with the others.")
PUT_TARGET = Template("Replace {placeholder} with the drive or the file.")
FILES_WITHOUT = Template("The files leave out {options}, which may name files or programs.")

# service
TOO_MANY_WORKLOADS = Template(
    "These sides have {workloads} workloads in common, and a comparison takes at most {most}; narrow both sides, "
    "for example by rw, bs or q."
)

# sides
TOO_MANY_RESULTS = Template("These sides have more than {most} results; narrow them, e.g. by rw and bs.")
TOO_MANY_RUNS = Template("{filter} matches more than {most} runs; narrow it, for example by started_at.")
NO_RUN = Template("There is no run {run}.")
ON_BOTH_SIDES = Template("Run {run} is on both sides; a run cannot be compared with itself.")

# spec
TOO_MANY_SIDES = Template("At most {most} new sides are compared with one base.")
TOO_MANY_METRICS = Template("At most {most} metrics are compared at once.")
EMPTY_SIDE = Template("{side} is empty: write a filter such as `bios.nps=1&host=jupiter` or `run=ID&run=ID`.")
NO_COMPARED_METRIC = Template(
    "metric={metric} is not a metric that can be compared, such as iops or clat_p99_ns."
)
NO_MATCH_OPTION = Template("{parameter}={key} is not a job option that results are matched by{hint}")

# suggestions
LAST_AGAINST_BEFORE = Template("{host}: last {name} vs. the one before")
# exports
FOLLOWS = Template("Follows from these changes: {changes}.")
# a reference of which runs were deleted
RUNS_DELETED = Template("{runs} of the reference with this workload {verb} deleted.")
