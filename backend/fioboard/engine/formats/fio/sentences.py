"""Why an output is not read."""

from fioboard.core.sentence import Template

# reader
TOO_LARGE = Template("{size}, more than {most}.")
COMPRESSED = Template("Compressed with {name}: unpack it first.")

# refusal
SEEN = Template("{sentence}: {size}, {lines}; first line: {shown}.")
FIGURES_UNREAD = Template(" It looks as if {lines} held figures; none of them became a result.")
CAN_READ = Template(" Supported: fio's JSON, text, terse lines and logs, {tools}. {own_format}")
