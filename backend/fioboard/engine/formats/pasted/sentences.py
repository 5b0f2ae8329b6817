"""What was read from a pasted text."""

from fioboard.core.sentence import Template

# device_samples
MEAN_OF_REPORTS = Template("mean of {reports} reports")
SAMPLES = Template(
    "{program}, {reports}{since}: {parts}. The time is unknown, and so is the part of the run that it covers."
)
