"""Words and limits of requests to measure: what may be asked of a host, and where a request stands."""

from typing import Literal

RequestKind = Literal["suite", "job", "repeat"]
"""A suite or a job file that the host lists, or a stored run again."""
RequestState = Literal["queued", "offered", "running", "done", "failed", "refused", "cancelled", "expired"]
ReportedState = Literal["running", "done", "failed", "refused", "cancelled"]
"""What a host's agent says of a request."""
TargetKind = Literal["folder", "device"]

OPEN_STATES: tuple[RequestState, ...] = ("queued", "offered", "running")

# How long an offer belongs to the agent that it was made to, and after what silence a host is away.
LEASE_S = 60
AWAY_AFTER_S = 60
# A host that polls and no longer mentions what it began has lost it, with its state folder.
FORGOTTEN_AFTER_S = 600
MAX_WAIT_S = 25
# Of fio's own limits, those that a typing error should not pass.
MAX_QUEUE_DEPTH = 65_536
MAX_JOBS = 1_024
MAX_RUNTIME_S = 604_800
MAX_REQUEST_REPEATS = 100
MAX_PRIORITY = 9
DEFAULT_EXPIRY_S = 86_400
MAX_EXPIRY_S = 2_592_000
MAX_OPEN_REQUESTS_PER_HOST = 100
MAX_REQUESTS_PER_PAGE = 200
# Runs of one request that its answer names: a suite of three modes and ten repeats has fewer.
MAX_REQUEST_RUNS = 500
MAX_POLL_SAMPLES = 300
MAX_POLL_CHECKS = 64
MAX_POLL_REPORTS = 100
MAX_OFFERS = 200
MAX_TARGET_CHARACTERS = 4_096
MAX_REASON_CHARACTERS = 500
# Live samples of one request that are kept: ten minutes at one a second.
LIVE_WINDOW_S = 600
MAX_SCHEDULES = 500
MAX_SERVING_HOSTS = 2_000
MAX_SCHEDULES_PER_HOST = 50
MAX_CRON_CHARACTERS = 100
MAX_JITTER_S = 3_600
# Later than this a time is not caught up with: the service was stopped.
LATEST_START_S = 3_600
# Of a schedule that alerts: so long after its latest start, its run is missing.
ALERT_AFTER_MINUTES = 30
MAX_GROUP_HOSTS = 64
# Of a suite that hosts start together, which has four workloads at most.
MAX_GROUP_REPEATS = 25
MAX_GROUP_STEPS = 100
# Of the answer about a group, each what one host measured in one step: for each, the host's log is read.
MAX_GROUP_PARTS = 128
# Hosts of a group start so long after the last of them is ready: each polls once a second until then.
START_AHEAD_S = 4.0
# The first host of a group that waits holds its queue no longer than this.
GATHER_S = 600
