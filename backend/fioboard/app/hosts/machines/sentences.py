"""What a host's page says."""

from fioboard.core.sentence import Template

# answer
MORE_WORSE = Template("{tests} on this host got worse.")
BEST = Template("Best: {result}{of}")
ONLY = Template("{result}{of}{workload}.")
BEST_SINCE = Template("{best}, since {change}.")
BEFORE = Template("Before: {range}.")
BEFORE_AND_AFTER = Template("{before} before, {after} after{interval}")
NOT_RECORDED = Template("; {settings} not recorded")
OF_LIMIT = Template(", {share} of its limit ({limit})")
NEWEST_UNRELIABLE = Template("Newest run: {result} (unreliable).")
BELOW_BEST = Template("Latest: {result}, {less} below the best.")
OF_RATING = Template(", {share} of its rating")
OPEN_ISSUES = Template("{issues} on this host.")

# hardware_routes
NO_JSON = Template("This is not JSON: {error}")
INVENTORY_NOT_STORED = Template("The inventory cannot be stored: {detail}")

# routes
NO_SERIES = Template("This host has no series {series}.")

# timeline
OTHER_UNIT = Template("another unit of the same model, {where}")
