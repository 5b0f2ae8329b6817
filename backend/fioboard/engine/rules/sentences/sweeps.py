"""Sentences about the steps of a sweep."""

from fioboard.core.sentence import Template

# knee
WITH_P99 = Template("{what:text} saturate at QD {knee:figure}: {rate:text}, p99 {latency:text}.")
WITH_MEAN = Template("{what:text} saturate at QD {knee:figure}: {rate:text}, mean latency {latency:text}.")
RATE_ALONE = Template("{what:text} saturate at QD {knee:figure}: {rate:text}.")
BEYOND = Template("QD {deeper:figure} gave {change:text}, and mean latency rose {rise:figure}.")
BEYOND_P99 = Template(
    "QD {deeper:figure} gave {change:text}, mean latency rose {rise:figure}, and p99 went from {before:text} to "
    "{after:text}."
)
NOISY = Template(
    "{what:text} are too noisy for a knee: {runs:count} at QD {depth:figure} range from {low:text} to {high:text}."
)

# search
UNDER_LIMIT = Template("{what:text}: {rate:text} under p99 {limit:text} at {place:text} ({sure:text}).")
NEVER_REACHED = Template(
    "The limit was not reached at the highest depth tried ({place:text}, p99 {latency:text})."
)
EXCEEDED = Template(
    "{what:text}: p99 {limit:text} is already exceeded at {place:text}: {latency:text} ({sure:text})."
)
REACHED = Template(
    "{what:text}: {wanted:text} reached at {place:text}: {rate:text}{latency:text} ({sure:text})."
)
NOT_REACHED = Template(
    "{what:text}: {wanted:text} not reached: at most {rate:text} at {place:text} ({sure:text})."
)
NEEDED = Template(
    "{count:figure} targets like this would reach it, unless something they share is the limit."
)

# sweep
SATURATED = Template(
    "{what:text} saturate at QD {knee:figure}: QD {deeper:figure} gave {change:text}, and mean latency rose "
    "{rise:figure}."
)
BOUND = Template(
    "{what:text} are latency-bound at QD {shallow:figure}: each took {latency:text}, and QD {deeper:figure} gave "
    "{times:figure} times the rate."
)
COLLAPSED = Template(
    "{what:text} get slower with depth: QD {deep:figure} gave {rate:text}, {less:figure} less than QD {best:figure}."
)

# width
KNEE = Template(
    "From {narrow:figure} to {wide:figure} drives, {what:text} gained only {gain:text}, {share:figure} of one "
    "drive: probably a shared component limits them to about {most:text}."
)

# knee
REPEAT_KNEE = Template("Repeat the steps around the knee until each has {runs} runs")
BEST_UP_TO = Template("Best with p99 up to {latency}")
KNEE_NEEDS = Template("{runs} will give the knee of {what} a confidence interval.")
CPU_OF_FIO = Template("fio's own, {share} of one CPU")
