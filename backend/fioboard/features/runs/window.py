"""Figures of a part of a run, from every stored point and never from buckets of a chart.

A value that fio logged or the agent sampled holds for the time since the one before it, and counts for as much of that
time as lies within the window. Where fio logged no line nothing moved: a rate there is zero. Where the agent has no
sample nothing is known: that time is left out, and `covered_ms` says how much is told of.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from fioboard.features.runs.buckets import Points, read
from fioboard.queries.time_series import SeriesRow
from fioboard.schemas.time_series import FigureName, RunClock, RunWindow, Unit, WindowFigure

Floats = npt.NDArray[np.float64]
RATES: tuple[tuple[FigureName, str, Unit], ...] = (
    ("iops", "iops", "1/s"),
    ("bandwidth", "bw_bytes_per_s", "bytes/s"),
)
# The first of them that was recorded: completion, else whole latency; the kernel's own wait of the drives.
LATENCIES = ("clat_ns", "lat_ns", "await_ns")
# A percentile needs so many I/Os, or it is one of the largest values under another name.
PERCENTILES: tuple[tuple[FigureName, float, int], ...] = (
    ("p50", 50, 20),
    ("p99", 99, 1000),
    ("p99_9", 99.9, 10_000),
)
Span = tuple[int, int]
# More than so many intervals between two lines are a gap; buckets.py cuts what they weigh there.
CUT = 1.5
MATCHED = 0.9
SOURCES = ("fio_log", "status_interval", "samples")
WORDS = {
    "fio_log": "fio's log",
    "status_interval": "fio's status intervals",
    "samples": "the agent's samples",
}

SEVERAL_JOBS = "The log holds lines of several jobs or loops that cannot be told apart (per_job_logs=0)."
SINGLE_IOS = "The log has a line per I/O, whose rates are no rate of the window."
NO_LINE = "Nothing was recorded within this window."
MAXIMA = "fio logged the largest value of each interval (log_max_value=1), which has no mean."
WINDOWED = (
    "The log holds means of about {width:.0f} ms each; percentiles need a line per I/O (log_avg_msec=0)."
)
SAMPLED = "Samples hold means; percentiles need a fio latency log with a line per I/O (write_lat_log, log_avg_msec=0)."
TOO_FEW = "{n} I/Os carry no such percentile: it takes {least}."
UNEVEN = "Not every drive was read for the whole window: a sum would leave some of it out."


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


def window_of(
    rows: Sequence[SeriesRow], clock: RunClock, from_ms: int | None, to_ms: int | None
) -> RunWindow:
    """The figures of a window; without ends, of what fio measured, or of everything where that is not known."""
    recorded = [one for one in read(rows) if len(one.times)]
    measured = next(
        ((one["from_ms"], one["to_ms"]) for one in clock["phases"] if one["name"] == "measured"), None
    )
    low, high = measured or _whole(recorded)
    start = low if from_ms is None else from_ms
    end = max(start + 1, high if to_ms is None else to_ms)
    directions = list(
        dict.fromkeys(one.row["direction"] for one in recorded if one.row["direction"] and one.values.any())
    )
    figures = [
        figure
        for direction in directions
        for figure in _of_direction(
            [one for one in recorded if one.row["direction"] == direction], clock, measured, (start, end)
        )
    ]
    return {
        "from_ms": start,
        "to_ms": end,
        "is_measured_phase": measured == (start, end),
        "figures": [*figures, *_surroundings(recorded, start, end)],
    }


def _whole(recorded: Sequence[Points]) -> tuple[int, int]:
    spans = [(one.times[0] - one.weights[0], one.times[-1]) for one in recorded]
    return max(0, int(min((s[0] for s in spans), default=0))), int(max((s[1] for s in spans), default=1))


def part_of(points: Points, start: int, end: int, measured: Span | None = None) -> Part:
    """What of a series lies within a window. A line per I/O stands at its moment; all else held since the one before,
    and behind a gap for its own interval only."""
    if points.row["is_per_io"]:
        first, last = np.searchsorted(points.times, (start, end))
        count = int(last - first)
        return Part(points, points.values[first:last], np.ones(count), int(first), float(end - start))
    usual = float(np.median(points.weights))
    held = np.where(points.weights < CUT * usual, points.weights, usual)
    begins = points.times - held
    within = np.minimum(points.times, end) - np.maximum(begins, start)
    kept = np.flatnonzero(within > 0)
    ended = float(points.times[-1])
    if measured is not None and measured[1] - ended > CUT * usual:
        # It stood still to the end: fio leaves no more than a part of an interval without its line.
        ended = float(measured[1])
    active = min(end, ended) - max(start, float(begins[0]))
    first = int(kept[0]) if len(kept) else 0
    return Part(points, points.values[kept], within[kept].astype(np.float64), first, max(0.0, active))


def _of_direction(
    all_of: Sequence[Points], clock: RunClock, measured: Span | None, window: Span
) -> list[WindowFigure]:
    direction = all_of[0].row["direction"]
    figures = []
    for name, metric, unit in RATES:
        chosen = _chosen([one for one in all_of if one.row["metric"] == metric])
        if chosen:
            figures.append(_rate(_Frame(name, direction, unit, chosen), window, measured))
    for metric in LATENCIES:
        chosen = _chosen([one for one in all_of if one.row["metric"] == metric])
        if chosen:
            rates = [one for one in all_of if one.row["metric"] == "iops"]
            figures += _latency(_Frame("latency", direction, "ns", chosen), rates, clock, window)
            break
    return figures


def _chosen(series: Sequence[Points]) -> list[Points]:
    """fio's own first; of samples the array, else its drives."""
    for source in SOURCES:
        of_source = [one for one in series if one.row["source"] == source]
        volumes = [one for one in of_source if one.row["name"].startswith("volume:")]
        if of_source:
            return volumes or of_source
    return []


@dataclass(frozen=True, slots=True)
class _Frame:
    """A figure before its value."""

    name: FigureName
    direction: str | None
    unit: Unit
    series: Sequence[Points]

    def out(
        self, value: float | None, n: int, covered: float, of: str, reason: str | None = None
    ) -> WindowFigure:
        """The figure with its value, or why it has none."""
        return {
            "name": self.name,
            "direction": self.direction,
            "unit": self.unit,
            "value": None if value is None else float(value),
            "n": n,
            "covered_ms": round(covered),
            "source": self.series[0].row["source"],
            "of": of,
            "reason": reason,
        }

    @property
    def recorded_by(self) -> str:
        """In words: fio's log, or two of them; the agent's samples of so many drives."""
        source = self.series[0].row["source"]
        number = len(self.series)
        if source == "samples":
            kinds = {one.row["name"].partition(":")[0] for one in self.series}
            what = "drive" if kinds == {"disk"} else "array" if kinds == {"volume"} else "place"
            return f"{WORDS[source]} of {number} {what}{'s' if number != 1 else ''}"
        return WORDS[source] if number == 1 else f"{WORDS[source]} of {number} jobs, added up"


def _rate(frame: _Frame, window: Span, measured: Span | None) -> WindowFigure:
    start, end = window
    parts = [part_of(one, start, end, measured) for one in frame.series]
    n = sum(part.n for part in parts)
    if any(part.points.starts_again for part in parts):
        return frame.out(None, n, 0, frame.recorded_by, SEVERAL_JOBS)
    if any(part.points.row["is_per_io"] for part in parts):
        if frame.name != "iops":
            return frame.out(None, n, 0, frame.recorded_by, SINGLE_IOS)
        return frame.out(
            1000 * n / (end - start), n, end - start, f"lines of {frame.recorded_by}, one per I/O"
        )
    if frame.series[0].row["source"] == "samples":
        return _sampled_rate(frame, parts, n)
    # Jobs that ended earlier add nothing to the rest: every log is held against the time of all.
    active = max(part.active_ms for part in parts)
    if not active:
        return frame.out(None, 0, 0, frame.recorded_by, NO_LINE)
    moved = sum(float(np.dot(part.values, part.held)) for part in parts)
    return frame.out(moved / active, n, active, f"{frame.recorded_by}: mean over time")


def _sampled_rate(frame: _Frame, parts: Sequence[Part], n: int) -> WindowFigure:
    covered = [float(part.held.sum()) for part in parts]
    if not n or not min(covered):
        return frame.out(None, n, 0, frame.recorded_by, NO_LINE)
    if max(covered) - min(covered) > 0.01 * max(covered):
        return frame.out(None, n, min(covered), frame.recorded_by, UNEVEN)
    means = [float(np.dot(part.values, part.held)) / held for part, held in zip(parts, covered, strict=True)]
    added = ", added up" if len(parts) > 1 else ""
    return frame.out(sum(means), n, min(covered), f"{frame.recorded_by}{added}: mean over time")


def _latency(frame: _Frame, rates: Sequence[Points], clock: RunClock, window: Span) -> list[WindowFigure]:
    start, end = window
    parts = [part_of(one, start, end) for one in frame.series]
    n = sum(part.n for part in parts)
    covered = max((part.active_ms for part in parts), default=0)
    values = np.concatenate([part.values for part in parts])
    is_single = all(part.points.row["is_per_io"] for part in parts)
    metric = frame.series[0].row["metric"].removesuffix("_ns")
    what = f"{frame.recorded_by.removesuffix(', added up')} ({metric})"
    if not n:
        return [frame.out(None, 0, 0, what, NO_LINE)]
    if is_single:
        mean = frame.out(values.mean(), n, end - start, f"{what}: mean over {n} I/Os")
    elif clock["logs_hold_maxima"] and frame.series[0].row["source"] == "fio_log":
        mean = frame.out(None, n, covered, what, MAXIMA)
    else:
        weights, by = _weights(parts, rates)
        mean = frame.out(
            float(np.average(values, weights=weights)), n, covered, f"{what}: mean weighted by {by}"
        )
    return [mean, *(_percentile(frame, parts, values, one, what, is_single=is_single) for one in PERCENTILES)]


def _percentile(
    frame: _Frame,
    parts: Sequence[Part],
    values: Floats,
    percentile: tuple[FigureName, float, int],
    what: str,
    *,
    is_single: bool,
) -> WindowFigure:
    name, share, least = percentile
    own = _Frame(name, frame.direction, frame.unit, frame.series)
    if not is_single:
        width = float(np.median(parts[0].points.weights))
        is_sampled = frame.series[0].row["source"] == "samples"
        return own.out(None, len(values), 0, what, SAMPLED if is_sampled else WINDOWED.format(width=width))
    if len(values) < least:
        return own.out(None, len(values), 0, what, TOO_FEW.format(n=len(values), least=least))
    value = float(np.percentile(values, share, method="inverted_cdf"))
    return own.out(value, len(values), 0, f"{what}: {len(values)} I/Os")


def _weights(parts: Sequence[Part], rates: Sequence[Points]) -> tuple[Floats, str]:
    """How much each mean counts: as many I/Os as it is of, where the rates of the same job are known; else its time."""
    counted = [_ios(part, rates) for part in parts]
    known = [one for one in counted if one is not None and one.any()]
    if len(known) == len(parts):
        return np.concatenate(known), "I/Os"
    return np.concatenate([part.held for part in parts]), "time"


def _ios(part: Part, rates: Sequence[Points]) -> Floats | None:
    row = part.points.row
    mate = next(
        (r for r in rates if r.row["source"] == row["source"] and _job(r.row) == _job(row) and len(r.times)),
        None,
    )
    if mate is None or mate.row["is_per_io"]:
        return None
    times = part.points.times[part.first : part.first + part.n]
    if len(times) != part.n:
        return None
    # The rate that stands nearest: both logs write their lines within a few milliseconds of each other.
    at = np.clip(np.searchsorted(mate.times, times), 1, max(1, len(mate.times) - 1))
    if len(mate.times) == 1:
        at = np.zeros(part.n, dtype=np.int64)
    else:
        at = np.where(times - mate.times[at - 1] < mate.times[at] - times, at - 1, at)
    is_near = np.abs(mate.times[at] - times) <= 0.5 * float(np.median(mate.weights))
    # At its end one of the logs may have a line more.
    return mate.values[at] * part.held if is_near.mean() >= MATCHED else None


def _job(row: SeriesRow) -> str:
    """`x_clat.1.log` and `x_iops.1.log` are of one job; samples of one subject."""
    return re.sub(r"_(bw|iops|lat|clat|slat)(\.\d+)?\.log$", r"_\2", row["name"])


def _surroundings(recorded: Sequence[Points], start: int, end: int) -> list[WindowFigure]:
    """The hottest drive and the busiest place of the CPU: what is looked for behind a change."""
    wanted: tuple[tuple[FigureName, str, Unit, str, Callable[[Part], float]], ...] = (
        ("temperature", "temperature_c", "°C", "disk:", lambda part: float(part.values.max())),
        (
            "cpu_busy",
            "cpu_busy_pct",
            "%",
            "node:",
            lambda part: float(np.average(part.values, weights=part.held)),
        ),
    )
    figures = []
    for name, metric, unit, kind, value in wanted:
        series = [o for o in recorded if o.row["metric"] == metric and o.row["name"].startswith(kind)]
        parts = [part for one in series if (part := part_of(one, start, end)).n]
        if not parts:
            continue
        most = max(parts, key=value)
        place = most.name.removeprefix(kind)
        word = f"highest of {place}" if name == "temperature" else f"mean of node {place}"
        of = f"{WORDS['samples']}: {word}" + (f", of {len(series)}" if len(series) > 1 else "")
        frame = _Frame(name, None, unit, [most.points])
        figures.append(frame.out(value(most), most.n, float(most.held.sum()), of))
    return figures
