"""Series as the arithmetic over time takes them: no row, no database."""

from typing import Any, cast

import numpy as np

from fioboard.engine.stats.over_time import Points, Recorded, build_points

CLOCK: Any = {
    "zero": "samples",
    "zero_at_ms": 1_700_000_000_000,
    "basis": "stated",
    "log_offset_ms": 5000,
    "reason": None,
    "phases": [
        {"name": "before", "from_ms": 0, "to_ms": 5000},
        {"name": "measured", "from_ms": 5000, "to_ms": 15_000},
    ],
    "jobs": [],
    "logs_hold_maxima": False,
}
"""Fio began to measure at 0:05 for ten seconds, as it states."""


def recorded(times: list[int], values: list[float], *, offset_ms: int = 0, **columns: Any) -> Points:
    """Samples of a drive, unless something else is said."""
    row = {
        "source": "samples",
        "name": "disk:nvme0n1",
        "metric": "iops",
        "direction": "read",
        "position": 0,
        "is_per_io": False,
    }
    every = cast(Recorded, row | columns)
    return build_points(every, np.array(times, dtype=np.int64), np.array(values, dtype=np.float64), offset_ms)
