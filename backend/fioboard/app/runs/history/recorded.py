"""Stored series of a run to points on its one clock."""

from collections.abc import Sequence
from datetime import datetime

import numpy as np

from fioboard.engine.stats.over_time import Points, build_points
from fioboard.store.derive.series import unpack
from fioboard.store.queries.time_series import SeriesRow


def read(rows: Sequence[SeriesRow]) -> list[Points]:
    """Series of a run from their rows, all on one clock."""
    unpacked = [(row, *unpack(row["points"])) for row in rows]
    start = rows[0]["started_at"] if rows else None
    zero = _find_epoch_zero(start, [times[0] for row, times, _ in unpacked if row["is_epoch"] and len(times)])
    return [build_points(row, times, values, _find_offset(row, zero)) for row, times, values in unpacked]


def _find_offset(row: SeriesRow, epoch_zero: int) -> int:
    stored = row["offset_ms"]
    if stored is not None:
        return stored
    return -epoch_zero if row["is_epoch"] else 0


def _find_epoch_zero(started_at: datetime | None, epochs: Sequence[np.int64]) -> int:
    """Find the Unix ms of the run's start, for logs that count from 1970. Without a start, or with one that the
    logs contradict (another clock), the first of them is the start.
    """
    first = int(min(epochs, default=0))
    if started_at is None:
        return first
    stated = round(started_at.timestamp() * 1000)
    return stated if 0 <= first - stated <= 24 * 3600 * 1000 else first
