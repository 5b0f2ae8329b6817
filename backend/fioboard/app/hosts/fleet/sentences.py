"""What the list of drives says."""

from fioboard.core.sentence import Template

GENERATION = Template("Gen{now} of Gen{can}")
