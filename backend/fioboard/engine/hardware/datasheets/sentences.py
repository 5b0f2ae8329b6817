"""What is said of a datasheet's card."""

from fioboard.core.sentence import Template

# card
ASSUMED_WITHOUT_VALUE = Template("{field} is assumed, and has no value")
SOURCE_TWICE = Template("two sources have the key {key}")
NO_SOURCE = Template("no source has the key {key}")

# job
FORMAT_DRIVE = Template("Format the drive to blocks of {size} bytes.")
ASSUMED = Template("; not printed, and assumed here: {options}")
BY_HAND = Template("; by hand first: {sentence}")

# numbers
AMBIGUOUS = Template("{text} may be {as_fraction} or {as_whole}")
