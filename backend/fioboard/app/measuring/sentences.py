"""What asking a host for a measurement refuses."""

from fioboard.core.sentence import Template

# answers
NOT_ALLOWED = Template("{value} is not allowed")

# queue
QUEUE_FULL = Template("{most} requests are waiting for this host; cancel some or let it catch up.")

TOO_MANY_REPEATS = Template("A suite that several hosts start together is repeated at most {most} times.")
TOO_MANY_STEPS = Template("A sweep that several hosts start together has at most {most} steps.")
NOT_SERVING = Template("{host} accepts no requests: `fioboard-agent serve` has never run there.")
NOT_LISTED = Template("{what} is not in serve.toml on {host}.")
NO_REPEATS = Template("serve.toml on {host} does not allow repeating runs (may_repeat).")
OLD_AGENT = Template("The agent on {host} is too old to start together with other hosts: update it.")

# groups
BROKEN = Template("Not started: {host} {ended}; the hosts of this request start together or not at all.")
BECAUSE = Template("{state} ({reason})")
UNREADY = Template("Not started: {hosts} not ready within {seconds} s.")

# poll_routes
REQUEST_REFUSED = Template("This version of the service rejects the request ({why}).")

# schedule_routes
TOO_MANY_SCHEDULES = Template("A host can have at most {most} schedules.")

# times
NO_CRON = Template("{cron} is not a cron expression: {error}.")
NEVER_DUE = Template("{cron} is never due.")

# work
SILENT = Template(
    "The host did not return within {minutes} min. If it comes back, what it reports and uploads counts."
)
FORGOTTEN = Template(
    "The host no longer knows this request: its agent was reinstalled, or lost its state folder."
)
SCHEDULE_REFUSED = Template(
    "Skipped: this version of the service rejects the schedule ({why}). Edit the schedule."
)
MISSED_ONCE = Template("Skipped: the service could run no schedules on {at} ({zone}).")
MISSED = Template("Skipped {count} times, {first} to {last} ({zone}): the service could run no schedules.")
SKIPPED = Template("Skipped: {why}.")
SKIPPED_TOGETHER = Template("Skipped: {why}; the hosts of this schedule start together or not at all.")
HOST_AWAY = Template("{host} was away")
HOST_BUSY = Template("{host} was busy with another request")
OUTSIDE_HOURS = Template("{host} was outside its hours ({hours} by its clock)")
