"""What charts refuse."""

from fioboard.core.sentence import Template

# service
NO_KEY = Template("{parameter}: {key} is not known{hint}")
TOO_MANY_RESULTS = Template(
    "More than {most} results match; say which workload, e.g. rw=randread&bs=4k, or which hosts."
)
