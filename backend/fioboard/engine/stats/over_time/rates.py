"""IOPS and bandwidth of a window: what moved over its time."""

from collections.abc import Sequence

import numpy as np

from fioboard.engine.answers.time_series import FigureName, Unit, WindowFigure
from fioboard.engine.stats import sentences
from fioboard.engine.stats.over_time.frame import NO_LINE, Frame
from fioboard.engine.stats.over_time.parts import Part, Span, cut_part

RATES: tuple[tuple[FigureName, str, Unit], ...] = (
    ("iops", "iops", "1/s"),
    ("bandwidth", "bw_bytes_per_s", "bytes/s"),
)
SINGLE_IOS = "The log has a line per I/O, whose rates are no rate of the window."
UNEVEN = "Not every drive was read for the whole window: a sum would leave some of it out."


def compute_rate(frame: Frame, window: Span, measured: Span | None) -> WindowFigure:
    """Compute a rate over a window; null where what was recorded does not carry one."""
    start, end = window
    parts = [cut_part(one, start, end, measured) for one in frame.series]
    n = sum(part.n for part in parts)
    reason = next((one.reason for one in frame.series if one.reason), None)
    if reason is not None:
        return frame.build_figure(None, n, 0, frame.recorded_by, reason)
    if any(part.points.row["is_per_io"] for part in parts):
        if frame.name != "iops":
            return frame.build_figure(None, n, 0, frame.recorded_by, SINGLE_IOS)
        return frame.build_figure(
            1000 * n / (end - start), n, end - start, sentences.LINE_PER_IO(log=frame.recorded_by)
        )
    if frame.series[0].row["source"] == "samples":
        return _sampled(frame, parts, n)
    # Jobs that ended earlier add nothing to the rest: every log is held against the time of all.
    active = max(part.active_ms for part in parts)
    if not active:
        return frame.build_figure(None, 0, 0, frame.recorded_by, NO_LINE)
    moved = sum(float(np.dot(part.values, part.held)) for part in parts)
    return frame.build_figure(moved / active, n, active, sentences.MEAN_OVER_TIME(log=frame.recorded_by))


def _sampled(frame: Frame, parts: Sequence[Part], n: int) -> WindowFigure:
    covered = [float(part.held.sum()) for part in parts]
    if not n or not min(covered):
        return frame.build_figure(None, n, 0, frame.recorded_by, NO_LINE)
    if max(covered) - min(covered) > 0.01 * max(covered):
        return frame.build_figure(None, n, min(covered), frame.recorded_by, UNEVEN)
    means = [float(np.dot(part.values, part.held)) / held for part, held in zip(parts, covered, strict=True)]
    added = ", added up" if len(parts) > 1 else ""
    return frame.build_figure(
        sum(means), n, min(covered), sentences.SUM_OVER_TIME(log=frame.recorded_by, added=added)
    )
