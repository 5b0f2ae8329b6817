"""Series to buckets: as many as a chart can draw, each with smallest, mean and largest value. A gap stays a gap."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
import numpy.typing as npt

from fioboard.derive.series import unpack
from fioboard.queries.time_series import SeriesRow
from fioboard.schemas.time_series import BucketPoint, RunSeries, TimeSeriesOut, Unit

UNITS: tuple[tuple[str, Unit], ...] = (
    ("_bytes_per_s", "bytes/s"),
    ("_ns", "ns"),
    ("_c", "°C"),
    ("_pct", "%"),
    ("iops", "1/s"),
)

# Threads that write one log pass each other by so much.
MAX_BACK_MS = 1000


@dataclass(frozen=True, slots=True)
class Points:
    """One series with times in ms from the start of the run; `weights`: for how long each value holds, ms."""

    row: SeriesRow
    times: npt.NDArray[np.int64]
    values: npt.NDArray[np.float64]
    weights: npt.NDArray[np.float64]
    starts_again: bool
    """Its times went back: lines of several jobs or loops behind each other."""


def unit_of(metric: str) -> Unit:
    """The unit a metric's name ends in; empty for counts (queue depth) and what is not known."""
    return next((unit for suffix, unit in UNITS if metric.endswith(suffix)), "")


def read(rows: Sequence[SeriesRow]) -> list[Points]:
    """Series of a run from their rows, all on one clock."""
    unpacked = [(row, *unpack(row["points"])) for row in rows]
    start = rows[0]["started_at"] if rows else None
    epochs = [times[0] for row, times, _ in unpacked if row["is_epoch"] and len(times)]
    zero = _epoch_zero(start, epochs)
    points = []
    for row, times, values in unpacked:
        offset = row["offset_ms"]
        placed = times + offset if offset is not None else times - zero if row["is_epoch"] else times
        order = np.argsort(placed, kind="stable")
        weights = _weights(row, placed[order])
        starts_again = bool((np.diff(times) < -MAX_BACK_MS).any())
        points.append(Points(row, placed[order], values[order], weights, starts_again=starts_again))
    return points


def _epoch_zero(started_at: datetime | None, epochs: Sequence[np.int64]) -> int:
    """Unix ms of the run's start, for logs that count from 1970. Without a start, or with one that the logs contradict
    (another clock), the first of them is the start."""
    first = int(min(epochs, default=0))
    if started_at is None:
        return first
    stated = round(started_at.timestamp() * 1000)
    return stated if 0 <= first - stated <= 24 * 3600 * 1000 else first


def _weights(row: SeriesRow, times: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """A windowed value holds since the one before it; one per I/O counts once."""
    if row["is_per_io"] or len(times) < 2:
        return np.ones(len(times))
    steps = np.diff(times).astype(np.float64)
    # The first has none before it; after a gap a value holds for its own window only, not for the gap.
    usual = float(np.median(steps[steps > 0])) if (steps > 0).any() else 1.0
    held = np.concatenate(([usual], np.where(steps > 0, steps, usual)))
    clipped: npt.NDArray[np.float64] = np.minimum(held, 1.5 * usual)
    return clipped


def bucketed(points: Sequence[Points], from_ms: int | None, to_ms: int | None, buckets: int) -> RunSeries:
    """All series over a range; by default of everything there is."""
    ends = [(int(p.times[0]), int(p.times[-1])) for p in points if len(p.times)]
    low = max(0, min((e[0] for e in ends), default=0)) if from_ms is None else from_ms
    high = max((e[1] for e in ends), default=low) + 1 if to_ms is None else to_ms
    high = max(high, low + 1)
    width = round_width(high - low, buckets)
    return {
        "from_ms": low,
        "to_ms": high,
        "bucket_ms": width,
        "series": [_series(p, low, high, width) for p in points],
    }


def round_width(span_ms: int, buckets: int) -> int:
    """The smallest of 1, 2, 5, 10, 20 … ms of which `buckets` cover a span: values taken every second then stand at
    their own second, not up to a bucket before it."""
    least = max(1, -(-span_ms // buckets))
    decade: int = 10 ** (len(str(least)) - 1)
    return next(step * decade for step in (1, 2, 5, 10) if step * decade >= least)


def _series(points: Points, low: int, high: int, width: int) -> TimeSeriesOut:
    row = points.row
    first, last = np.searchsorted(points.times, (low, high))
    times, values = points.times[first:last], points.values[first:last]
    weights = points.weights[first:last]
    shown: list[BucketPoint] = []
    if len(times):
        numbers, starts = np.unique((times - low) // width, return_index=True)
        least, most = np.minimum.reduceat(values, starts), np.maximum.reduceat(values, starts)
        held = np.add.reduceat(weights, starts)
        mean = np.add.reduceat(values * weights, starts) / held
        counts = np.diff(np.append(starts, len(times)))
        shown = [
            {
                "t_ms": int(low + number * width),
                "min": float(least[i]),
                # Rounding of a sum must not put the mean outside what was measured.
                "mean": float(min(max(mean[i], least[i]), most[i])),
                "max": float(most[i]),
                "n": int(counts[i]),
            }
            for i, number in enumerate(numbers)
        ]
    return {
        "key": f"{row['position']}",
        "source": row["source"],
        "subject": row["name"],
        "metric": row["metric"],
        "direction": row["direction"],
        "unit": unit_of(row["metric"]),
        "points": shown,
    }
