"""Latency of a window: its mean, and percentiles where single I/Os were logged."""

import re
from collections.abc import Sequence

import numpy as np

from fioboard.engine.answers.time_series import FigureName, RunClock, WindowFigure
from fioboard.engine.stats import sentences
from fioboard.engine.stats.over_time.frame import NO_LINE, Frame
from fioboard.engine.stats.over_time.parts import Part, Span, cut_part
from fioboard.engine.stats.over_time.points import Floats, Points, Recorded

# The first of them that was recorded: completion, else whole latency; the kernel's own wait of the drives.
LATENCIES = ("clat_ns", "lat_ns", "await_ns")
# A percentile needs so many I/Os, or it is one of the largest values under another name.
PERCENTILES: tuple[tuple[FigureName, float, int], ...] = (
    ("p50", 50, 20),
    ("p99", 99, 1000),
    ("p99_9", 99.9, 10_000),
)
MATCHED = 0.9
MAXIMA = "fio logged the largest value of each interval (log_max_value=1), which has no mean."
SAMPLED = "Samples hold means; percentiles need a fio latency log with a line per I/O (write_lat_log, log_avg_msec=0)."


def compute_latency(
    frame: Frame, rates: Sequence[Points], clock: RunClock, window: Span
) -> list[WindowFigure]:
    """Compute the mean latency of a window and its percentiles, each null where what was recorded does not carry
    it.
    """
    start, end = window
    parts = [cut_part(one, start, end) for one in frame.series]
    n = sum(part.n for part in parts)
    covered = max((part.active_ms for part in parts), default=0)
    values = np.concatenate([part.values for part in parts])
    is_single = all(part.points.row["is_per_io"] for part in parts)
    metric = frame.series[0].row["metric"].removesuffix("_ns")
    what = f"{frame.recorded_by.removesuffix(', added up')} ({metric})"
    reason = next((one.reason for one in frame.series if one.reason), None)
    if reason is not None or not n:
        return [frame.build_figure(None, n, 0, what, reason or NO_LINE)]
    if is_single:
        mean = frame.build_figure(values.mean(), n, end - start, sentences.MEAN_OVER_IOS(what=what, ios=n))
    elif clock["logs_hold_maxima"] and frame.series[0].row["source"] == "fio_log":
        mean = frame.build_figure(None, n, covered, what, MAXIMA)
    else:
        weights, by = _weights(parts, rates)
        mean = frame.build_figure(
            float(np.average(values, weights=weights)), n, covered, sentences.WEIGHTED_BY(what=what, by=by)
        )
    return [mean, *(_percentile(frame, parts, values, one, what, is_single=is_single) for one in PERCENTILES)]


def _percentile(
    frame: Frame,
    parts: Sequence[Part],
    values: Floats,
    percentile: tuple[FigureName, float, int],
    what: str,
    *,
    is_single: bool,
) -> WindowFigure:
    name, share, least = percentile
    own = Frame(name, frame.subject, frame.unit, frame.series)
    if not is_single:
        width = float(np.median(parts[0].points.weights))
        is_sampled = frame.series[0].row["source"] == "samples"
        return own.build_figure(
            None, len(values), 0, what, SAMPLED if is_sampled else sentences.WINDOWED(width=f"{width:.0f}")
        )
    if len(values) < least:
        return own.build_figure(
            None, len(values), 0, what, sentences.TOO_FEW_IOS(ios=len(values), least=least)
        )
    value = float(np.percentile(values, share, method="inverted_cdf"))
    return own.build_figure(value, len(values), 0, f"{what}: {len(values)} I/Os")


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


def _job(row: Recorded) -> str:
    """`x_clat.1.log` and `x_iops.1.log` are of one job; samples of one subject."""
    return re.sub(r"_(bw|iops|lat|clat|slat)(\.\d+)?\.log$", r"_\2", row["name"])
