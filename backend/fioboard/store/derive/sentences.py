"""What is said of what was read around a result."""

from fioboard.core.sentence import Template

# claims
MERGED_CELLS = Template(
    "A table with merged cells or with headings over several rows is not compared: {tables}."
)
CELLS_WITHOUT_UNIT = Template("No unit or heading says what these cells mean: {places}{more}.")

# device_samples
RUN_OF_SAMPLES_UNKNOWN = Template("{detail} Which of the {runs} runs it belongs to is unknown.")

# host_clock
CLOCK_CORRECTED = Template("corrected: the host's clock was {ahead} {direction} and showed {moment} UTC")

# outputs
LABEL_OF_OTHER_TYPE = Template(
    "{key} needs a value of type {type}; this label has another type, so the detected value is used."
)
LAST_INVOCATION = Template("The output contains {invocations} invocations; this run is the last one.")

# pasted
MANY_FACTS = Template("The text states {facts} facts; the first {most} were read.")
TEXT_CONTRADICTS = Template("The text contradicts itself about one run, so neither value is used: {facts}.")
# job_starts
LOOSE = Template(
    "Its jobs ran one after the other, and {seconds} s went by of which fio does not say between which of them: "
    "from version 3.36 on it states when each started."
)
