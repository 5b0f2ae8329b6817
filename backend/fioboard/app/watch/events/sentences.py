"""What is open on a host."""

from fioboard.core.sentence import Template

# agent_routes
OTHER_HOST = Template("{caller} belongs to another host.")

# conditions
REFUSED_UPLOADS = Template("{uploads} in {days} days, the newest as {error}")
RUNS_MISSING = Template("{runs} missing, expected by {time} {zone}")
SCHEDULED_MISSING = Template("{runs} missing, schedule: {words}, {zone}")
LINK_BELOW = Template("{now}, both ends support {capable}")
ENDURANCE_USED = Template("{percent} % of its rated endurance used")
OWN_WARNING = Template("warning threshold {limit} °C")
NO_OWN_LIMIT = Template("no limit reported; {limit} °C is assumed")

# expectation_routes
TOO_MANY_EXPECTATIONS = Template("A host can have at most {most} missing-run alerts.")
