"""Sentences about the drives of a pool, alone and together."""

from fioboard.core.sentence import Template

FULL = Template(
    "{hop:text} is full: its {count:figure} drives {verb:closed} {together:figure} together, {share:figure} of their "
    "{alone:figure} alone; it carries {ceiling:figure}."
)
LOST = Template(
    "{hop:text}: the {count:figure} drives {verb:closed} {together:figure} together, {share:figure} of the "
    "{expected:figure} expected. No known link above them is full."
)
TOGETHER = Template(
    "All {count:figure} drives {verb:closed} {together:figure} together, {share:figure} of their {alone:figure} alone."
)
ALONE = Template("{count:figure} drives were measured alone, none together.")
SLOW = Template(
    "{drive:name}{place:text} {verb:closed} {rate:figure} alone, {share:figure} of the {median:figure} of its "
    "{peers:figure} peers.{link:text}"
)
LINK = Template(" Its link is {link:link}, theirs {theirs:link}.")
PLACE = Template(" in {slot:text}")
UNEVEN = Template(
    "{first:name} {verb:closed} {low:figure} alone and {second:name} {high:figure}. With two drives of a model it is "
    "unclear which one is unusual."
)
BELOW_RATED = Template(
    "{drive:name}{place:text} {verb:closed} {rate:figure} alone, {share:figure} of its datasheet."
)
NONE_SLOW = Template("No drive is slower than its peers.")
LEFT_OUT = Template("Only {judged:text} is judged here, not: {others:text}.")
# What a set of drives shares.
NODE = Template("NUMA node {node:figure}")
ALL = Template("All drives")
