"""What the first page says."""

from fioboard.core.sentence import Template

# sentence
NO_CHANGE_SINCE = Template("No performance changes since {since} UTC")
LAST_RUN_UNRELIABLE = Template("The last run on {host} is unreliable")
RUNS_UNRELIABLE = Template("{n} {of} runs of the last batch on {host} {verb} unreliable")
OPEN_HEADLINE = Template("{headline}: still open")
STILL_OPEN = Template("{n} {which} {things} still open")
NO_CHANGE_IN = Template("{runs}; no change in {tests}.")
CHECK = Template("Check {what}")
MEASURE_AGAIN = Template("Measure {host} again")

# What is wrong with one, and with several. `where`: a host, or "on" and hosts.
WARNING = Template("drive {where} reports a critical warning")
WARNING_SEVERAL = Template("drives {where} report a critical warning")
ARRAY = Template("host {where} has a degraded array")
ARRAY_SEVERAL = Template("hosts {where} have a degraded array")
MISSING = Template("drive {where} is missing")
MISSING_SEVERAL = Template("drives {where} are missing")
LINK = Template("link {where} is degraded")
LINK_SEVERAL = Template("links {where} are degraded")
OVERDUE = Template("expected run {where} is missing")
OVERDUE_SEVERAL = Template("expected runs {where} are missing")
WAITING = Template("host {where} has pending uploads")
WAITING_SEVERAL = Template("hosts {where} have pending uploads")
REFUSED = Template("host {where} had uploads rejected")
REFUSED_SEVERAL = Template("hosts {where} had uploads rejected")
WORN = Template("drive {where} is worn")
WORN_SEVERAL = Template("drives {where} are worn")
HOT = Template("drive {where} is hot")
HOT_SEVERAL = Template("drives {where} are hot")
