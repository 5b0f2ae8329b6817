"""What filters refuse."""

from fioboard.core.sentence import Template

# language
TOO_MANY_VALUES = Template("A filter can have at most {most} values.")
NO_FILTER = Template("There is no filter {key}{hint}")
NO_SUCH_VALUE = Template("{filter} cannot be {value}; known: {known}{hint}")

# table
NO_RUN_HAS = Template("No run has {filter}")
NO_RUN_HAS_VALUE = Template("No run has {filter}={value}{hint}")

# values
TEXT_LENGTH = Template("at most {most} characters, none of them NUL")
