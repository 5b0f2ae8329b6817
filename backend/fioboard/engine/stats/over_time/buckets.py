"""Series to buckets: as many as a chart can draw, each with smallest, mean and largest value. A gap stays a gap."""

from collections.abc import Sequence

import numpy as np

from fioboard.engine.answers.time_series import BucketPoint, RunSeries, TimeSeriesOut, Unit
from fioboard.engine.stats.over_time.points import Points

UNITS: tuple[tuple[str, Unit], ...] = (
    ("_bytes_per_s", "bytes/s"),
    ("_ns", "ns"),
    ("_c", "°C"),
    ("_w", "W"),
    ("_pct", "%"),
    ("iops", "1/s"),
)


def get_unit(metric: str) -> Unit:
    """Return the unit a metric's name ends in; empty for counts (queue depth) and what is not known."""
    return next((unit for suffix, unit in UNITS if metric.endswith(suffix)), "")


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
    if len(times) and points.reason is None:
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
        "unit": get_unit(row["metric"]),
        "points": shown,
        "reason": points.reason,
    }
