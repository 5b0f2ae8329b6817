"""What exchanging figures of other labs refuses."""

from fioboard.core.sentence import Template

# export
TOO_MANY_CELLS = Template("more than {most} cells: name fewer models")

# taking one in
OTHER_KEY = Template("its key is {key}, not {trusted}")
CLAIMED_MAKER = Template("the file names {name} as its publisher")
KEY_NOT_TRUSTED = Template(
    "its key {key} {state}; {maker}. Ask the lab for the fingerprint of its key and, if it is the same, repeat "
    "with --trust {key}"
)

# pasting
TABLE_REFUSED = Template("This table cannot be a reference set: {reason}.")
FIGURE_REFUSED = Template("Figure {number}: {reason}.")
