"""Why an upload was left as it was."""

from fioboard.core.sentence import Template

# service
OTHER_RUNS = Template("The output is now read as {read}; before, it was {before}.")

# work
INTERNAL_ERROR = Template("Internal error ({kind}); see the service's log.")
