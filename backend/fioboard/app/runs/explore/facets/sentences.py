"""What the list of filters refuses."""

from fioboard.core.sentence import Template

# routes
NO_FACTOR = Template("keys: there is no factor {key}{hint}")
