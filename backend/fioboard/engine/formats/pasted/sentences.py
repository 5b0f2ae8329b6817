"""What was read from a pasted text."""

from fioboard.core.sentence import Template

# device_samples
MEAN_OF_REPORTS = Template("mean of {reports} reports")
SAMPLES = Template(
    "{program}, {reports}{since}: {parts}. No time is known: nothing tells which part of the run it shows."
)
