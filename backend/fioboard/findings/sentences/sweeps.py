"""Sentences about the steps of a sweep."""

from fioboard.core.sentence import Template

# knee
WITH_P99 = Template("{what:text} saturate at QD {knee:figure}: {rate:text}, p99 {latency:text}.")
WITH_MEAN = Template("{what:text} saturate at QD {knee:figure}: {rate:text}, mean latency {latency:text}.")
RATE_ALONE = Template("{what:text} saturate at QD {knee:figure}: {rate:text}.")
BEYOND = Template("QD {deeper:figure} gave {change:text}, and each I/O waited {waited:text}.")
BEYOND_P99 = Template(
    "QD {deeper:figure} gave {change:text}, each I/O waited {waited:text}, p99 {before:text} → {after:text}."
)
NOISY = Template(
    "{what:text} are too noisy for a knee: {runs:count} at QD {depth:figure} range from {low:text} to {high:text}."
)
ONCE = Template("Each point was measured once; treat differences between points with caution.")

# sweep
SATURATED = Template(
    "{what:text} saturate at QD {knee:figure}: QD {deeper:figure} gave {change:text}, and each I/O waited "
    "{waited:text}."
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
    "From {narrow:figure} to {wide:figure} drives {what:text} gained {gain:text}, {share:figure} of what one drive "
    "gives: something that they share carries about {most:text}."
)
