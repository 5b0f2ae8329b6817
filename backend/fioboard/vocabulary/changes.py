"""Changes of watched series: the states in a change's life, and how much is watched."""

from typing import Literal, get_args

ChangeState = Literal["new", "acknowledged", "expected", "fixed"]
# new: nobody has looked; acknowledged: somebody is at it; expected: explained, with its cause; fixed: it is over.
STATES: tuple[ChangeState, ...] = get_args(ChangeState)
OPEN_STATES: tuple[ChangeState, ...] = ("new", "acknowledged")

# Of a state so many are counted: counting a hundred thousand takes longer than the page that shows the count.
MAX_COUNTED_CHANGES = 1_000
# Latency of the slow ones is watched beside the metric that speaks for the workload.
TAIL_METRIC = "clat_p99_ns"
# The newest runs of a series are watched; 500 nights are sixteen months.
MAX_WATCHED_RUNS = 500
# Fewer cannot tell a step from noise.
MIN_WATCHED_RUNS = 6
