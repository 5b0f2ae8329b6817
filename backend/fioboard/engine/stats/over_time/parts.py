"""What of a series lies within a window, and how much of each value's time."""

from dataclasses import dataclass

import numpy as np

from fioboard.engine.stats.over_time.points import CUT, Floats, Points

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Part:
    """One series within a window: its values, how much of each one's time lies in it (ms), and where they stand."""

    points: Points
    values: Floats
    held: Floats
    first: int
    active_ms: float
    """How much of the window lies between the series' begin and its end."""

    @property
    def name(self) -> str:
        """File, job or subject."""
        return self.points.row["name"]

    @property
    def n(self) -> int:
        """Its points within the window."""
        return len(self.values)


def cut_part(points: Points, start: int, end: int, measured: Span | None = None) -> Part:
    """Cut a series to a window.

    A line per I/O stands at its moment; every other value held since the one before, and behind a gap for its own
    interval only. A sample of the agent that straddles the begin or end of what fio measured mixes fio's load with the
    idle time beside it, so it is left out where whole samples remain.
    """
    if points.row["is_per_io"]:
        first, last = np.searchsorted(points.times, (start, end))
        count = int(last - first)
        return Part(points, points.values[first:last], np.ones(count), int(first), float(end - start))
    usual = float(np.median(points.weights))
    held = np.where(points.weights < CUT * usual, points.weights, usual)
    begins = points.times - held
    within = np.minimum(points.times, end) - np.maximum(begins, start)
    kept = np.flatnonzero(within > 0)
    if measured is not None and points.row["source"] == "samples":
        mixed = np.zeros(len(kept), np.bool_)
        for edge in measured:
            mixed |= (begins[kept] < edge) & (points.times[kept] > edge)
        kept = kept[~mixed] if not mixed.all() else kept
    ended = float(points.times[-1])
    if measured is not None and measured[1] - ended > CUT * usual:
        # It stood still to the end: fio leaves no more than a part of an interval without its line.
        ended = float(measured[1])
    active = min(end, ended) - max(start, float(begins[0]))
    first = int(kept[0]) if len(kept) else 0
    return Part(points, points.values[kept], within[kept].astype(np.float64), first, max(0.0, active))
