"""What is said of a change."""

from fioboard.core.sentence import Template

# descriptions
LEVELS = Template("Level before: {before}, after: {after} (medians).")

# words
FELL = Template("{metric} fell by {size}{sure} for {workload} on {host}")
ROSE = Template("{metric} rose by {size}{sure} for {workload} on {host}")
SINCE = Template("{headline} on {date} ({before} before, {after} after). {changed}")
SIZE = Template("{metric} {size}")
TITLE = Template("{metric} {size} since {date}: {workload}")
EVIDENCE = Template("{interval}{before} before, {after} after. {changed}")
EVIDENCE_FROM = Template("{interval}{before} before, {after} from this one on. {changed}")
INTERVAL = Template("95 % CI {ends}")
ONE_SIDED = Template(" Recorded on one side only: {settings}.")
UNRECORDED = Template(" (not recorded: {settings})")
