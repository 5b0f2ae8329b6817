"""What every route refuses alike."""

from fioboard.core.sentence import Template

# queries
NO_LIMIT_NUMBER = Template("limit={given} is not one number from 1 to {most}.")
LIMIT_NUMBER = Template("a number from 1 to {most}")
NEITHER_LIMIT = Template("limit={given} is neither a number of rows nor a limit, which are {limits}{hint}")

# upload
NO_LABEL_KEY = Template("label keys are 1 to 64 of a-z 0-9 _ . -, not {key}")
