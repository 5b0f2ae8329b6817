"""The words of a run and a result that tables, rows and answers share."""

from typing import Literal

RunState = Literal["understood", "not_understood"]
"""Whether a reader understood the output."""
Outcome = Literal["complete", "interrupted", "failed"]
Direction = Literal["read", "write", "trim", "mixed"]
"""fio's data direction; mixed: a source that gives one figure for several."""
LatencyKind = Literal["slat", "clat", "lat"]
