"""The words of a run and a result that tables, rows and answers share."""

from typing import Literal

RunState = Literal["understood", "not_understood"]
"""Whether a reader understood the output."""
Outcome = Literal["complete", "partial", "interrupted", "failed", "not_understood"]
"""How the tool ended, and whether its output was read; partial: it tells of results that it does not hold."""
RemarkClass = Literal["wrong_figure", "missing", "note"]
"""What a reader's remark means for the figures: one may be wrong, something is missing, neither."""
Direction = Literal["read", "write", "trim", "mixed"]
"""fio's data direction; mixed: a source that gives one figure for several."""
LatencyKind = Literal["slat", "clat", "lat", "sync_lat"]
# What fio's steadystate criterion looks at, and how.
SteadyMetric = Literal["iops", "bw", "lat"]
SteadyKind = Literal["slope", "deviation"]
