"""What the run history and a run's page say and refuse."""

from fioboard.core.sentence import Template

# batch_changes
BATCH_TOO_LARGE = Template("The batch has more than {most} runs: delete them in parts, in the run history.")

# changes
TOO_MANY_RUNS = Template("More than {most} runs match; narrow the filter.")
CHANGED_SINCE = Template("{fields} changed again since")

# confirmation_plan
NO_FINDING = Template("This run has no finding {finding}; it has: {findings}.")

# editing
NO_LABEL_KEY = Template("The label key {key} is not valid: 1 to 64 of a-z 0-9 _ . -")
TAG_LENGTH = Template("A run has at most 64 tags of 1 to {most} characters.")
LABEL_OF_OTHER_TYPE = Template("The label {key} takes a value of type {type}.")

# experiment
CONDITIONS_WAIT = Template("Still to be measured, of the conditions of {thing}: {waiting}.")

# export
TOO_MANY_EXPORT_COLUMNS = Template("An export has at most {most} columns.")
TOO_MANY_TO_EXPORT = Template("More than {most} runs match; one file as {form} holds no more. {instead}")
TOO_MANY_RESULTS_TO_EXPORT = Template("{results} results match; one file as {form} holds {most}. {instead}")

# grouping
METRIC_WANTED = Template("{name} is a factor; choose a metric, such as iops.")
FACTOR_WANTED = Template("Runs are grouped by a factor; {metric} is a metric.")
NEWEST_OF = Template("{what} of the newest {most} of {runs} runs; narrow the filter to cover all.")

# host_group
MEMBER_ENDED = Template("It {state}{reason}.")
RUN_OUTCOME = Template("Its run is {outcome}{reason}.")

# level
FROM_RUN_ON = Template("{moved} from this run on{workload}: median {before} → {after}.")
SINCE = Template("{moved} since {date}{workload}: {evidence}")
OF_WORKLOAD = Template(", {workload}")

# listing
NO_COLUMN = Template("{parameter}: there is no factor or metric {key}{hint}")
TOO_MANY_COLUMNS = Template("A list has at most {most} columns.")
FOLDED_BY_TIME = Template("Batches collapse only when sorted by time, not by {key}.")
TOO_MANY_TO_SORT = Template(
    "Sorting {runs} runs by {key} would read them all; narrow the filter to {most} runs, or sort by {keys}."
)

# neighbour_routes
NO_NEIGHBOURS = Template("Neighbouring runs are known when sorted by {keys}.")

# routes
NO_PURPOSE = Template("There is no such purpose. Known: {known}.")

# support
TOO_MANY_ATTACHMENTS = Template("A run has at most {most} documents for support.")
ATTACHMENT_UNREAD = Template("The document cannot be read: {reason}")
# repeat_command
OVERWRITES = Template(
    "It overwrites {path}: the agent starts it only with --confirm-destroy and the drive's serial number."
)
# a table of an export
BESIDE_DATASHEETS = Template("\nCompared with the drives' ratings\n\n{table}\n{marks}\n")

# repeats
TOGETHER = Template("{targets:text} together")
