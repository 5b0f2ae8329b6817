"""What datasheets refuse."""

from fioboard.core.sentence import Template

# routes
CARD_REFUSED = Template("This datasheet file cannot be used: {reason}")
