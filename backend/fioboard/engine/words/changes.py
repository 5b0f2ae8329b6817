"""Changes of watched series: the states in a change's life, and how much is watched."""

from typing import Literal, get_args

ChangeState = Literal["new", "acknowledged", "expected", "fixed"]
# new: nobody has looked; acknowledged: somebody is at it; expected: explained, with its cause; fixed: it is over.
STATES: tuple[ChangeState, ...] = get_args(ChangeState)
OPEN_STATES: tuple[ChangeState, ...] = ("new", "acknowledged")

# Of a state so many are counted: counting a hundred thousand takes longer than the page that shows the count.
MAX_COUNTED_CHANGES = 1_000
# Latency of the slow I/Os and syncs is watched beside the metric that speaks for the workload.
TAIL_METRICS = ("clat_p99_ns", "sync_lat_p99_ns")
# The newest runs of a series are watched; 500 nights are sixteen months.
MAX_WATCHED_RUNS = 500
# Runs that a step needs on each side: four bad nights in a row are four bad nights.
MIN_SIDE = 5
# A test is monitored once a step in it could be found.
MIN_WATCHED_RUNS = 2 * MIN_SIDE
