"""Remarks on documents around an output."""

from fioboard.core.sentence import Template

# layers
SAID_WITHIN = Template("line {line} within the document{more}: {message}")
