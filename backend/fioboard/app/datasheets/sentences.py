"""What datasheets refuse."""

from fioboard.core.sentence import Template

# routes
CARD_REFUSED = Template("This card cannot be taken: {reason}")
