"""What is said of a change."""

from fioboard.core.sentence import Template

# descriptions
LEVELS = Template("Level before: {before}, after: {after} (medians).")

# words
SINCE = Template("{headline} since {date}; n = {before} before, {after} after. {changed}")
ONE_SIDED = Template(" Recorded on one side only: {settings}.")
UNRECORDED = Template(" (not recorded: {settings})")
