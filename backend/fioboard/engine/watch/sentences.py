"""What is said of a change."""

from fioboard.core.sentence import Template

# descriptions
LEVELS = Template("Level before: {before}, after: {after} (medians).")

# words
SINCE = Template("{headline} since {date}; {before} before, {after} after. {changed}")
TITLE = Template("{metric} {size} since {date}: {workload}")
EVIDENCE = Template("{interval}{before} before, {after} after. {changed}")
INTERVAL = Template("95 % CI {ends}")
ONE_SIDED = Template(" Recorded on one side only: {settings}.")
UNRECORDED = Template(" (not recorded: {settings})")
