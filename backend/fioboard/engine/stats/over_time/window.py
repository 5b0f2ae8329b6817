"""Figures of a part of a run, from every stored point and never from buckets of a chart.

A value that fio logged or the agent sampled holds for the time since the one before it, and counts for as much of that
time as lies within the window. Where fio logged no line nothing moved: a rate there is zero. Where the agent has no
sample nothing is known: that time is left out, and `covered_ms` says how much is told of.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from fioboard.engine.answers.time_series import ClockJob, FigureName, RunClock, RunWindow, Unit, WindowFigure
from fioboard.engine.stats import sentences
from fioboard.engine.stats.over_time.frame import WORDS, Frame, Of, chosen
from fioboard.engine.stats.over_time.jobs import find_job
from fioboard.engine.stats.over_time.latencies import LATENCIES, compute_latency
from fioboard.engine.stats.over_time.parts import Part, Span, cut_part
from fioboard.engine.stats.over_time.points import Points
from fioboard.engine.stats.over_time.rates import RATES, compute_rate


def compute_window(
    series: Sequence[Points],
    clock: RunClock,
    from_ms: int | None,
    to_ms: int | None,
    directions: Sequence[str] | None = None,
) -> RunWindow:
    """Compute the figures of a window; without ends, of what fio measured, or of everything where that is not known.

    `directions`: those that fio reports results of. A drive's samples of another direction are other programs' I/O and
    no figure of the run. None or empty: unknown, every direction counts.
    """
    recorded = [one for one in series if len(one.times) and _is_of_run(one, directions)]
    parts = [one for one in clock["phases"] if one["name"] == "measured"]
    measured = (parts[0]["from_ms"], max(one["to_ms"] for one in parts)) if parts else None
    low, high = measured or _whole(recorded)
    start = low if from_ms is None else from_ms
    end = max(start + 1, high if to_ms is None else to_ms)
    figures = [
        figure
        for share in _shares(recorded, clock, measured)
        for direction in _directions(share.series)
        for figure in _compute_figures(share, direction, clock, (start, end))
    ]
    return {
        "from_ms": start,
        "to_ms": end,
        "is_measured_phase": measured == (start, end),
        "figures": [*figures, *_surroundings(recorded, (start, end), measured)],
    }


def _is_of_run(one: Points, directions: Sequence[str] | None) -> bool:
    direction = one.row["direction"]
    return not directions or direction is None or one.row["source"] != "samples" or direction in directions


@dataclass(frozen=True, slots=True)
class Share:
    """What figures are made of together: everything, or what one job recorded."""

    series: Sequence[Points]
    measured: Span | None
    job: str | None = None
    group: int | None = None


def _shares(recorded: Sequence[Points], clock: RunClock, measured: Span | None) -> list[Share]:
    """All that ran together, then each job where there are several; jobs that ran one after the other never meet."""
    jobs = clock["jobs"]
    of_fio = [one for one in recorded if one.row["source"] != "samples"]
    whole = Share(recorded, measured)
    if len(jobs) < 2 or not of_fio:
        return [whole]
    owned: dict[int, list[Points]] = {}
    for one in of_fio:
        job = find_job(one.row["source"], one.row["name"], jobs)
        owned.setdefault(-1 if job is None else jobs.index(job), []).append(one)
    own = [
        Share(owned[place], _get_span(job) or measured, job["name"], job["group"])
        for place, job in enumerate(jobs)
        if place in owned
    ]
    return [whole, *own] if _ran_together(clock) else own


def _ran_together(clock: RunClock) -> bool:
    """Whether all jobs ran at one time, and it is known: by a start in common, or by spans that share a moment. Within
    a group `wait_for` and `startdelay` have jobs run one after the other, too."""
    if clock["log_offset_ms"] is not None:
        return True
    spans = [_get_span(job) for job in clock["jobs"]]
    known = [span for span in spans if span is not None]
    return len(known) == len(spans) and max(begin for begin, _ in known) < min(end for _, end in known)


def _get_span(job: ClockJob) -> Span | None:
    begin, end = job["from_ms"], job["to_ms"]
    return None if begin is None or end is None else (begin, end)


def _directions(series: Sequence[Points]) -> list[str]:
    return list(dict.fromkeys(d for one in series if (d := one.row["direction"]) and one.values.any()))


def _whole(recorded: Sequence[Points]) -> tuple[int, int]:
    spans = [(one.times[0] - one.weights[0], one.times[-1]) for one in recorded]
    return max(0, int(min((s[0] for s in spans), default=0))), int(max((s[1] for s in spans), default=1))


def _compute_figures(share: Share, direction: str, clock: RunClock, window: Span) -> list[WindowFigure]:
    all_of = [one for one in share.series if one.row["direction"] == direction]
    of = Of(direction, share.job, share.group)
    figures = []
    for name, metric, unit in RATES:
        recorded = chosen([one for one in all_of if one.row["metric"] == metric])
        if recorded:
            figures.append(compute_rate(Frame(name, of, unit, recorded), window, share.measured))
    for metric in LATENCIES:
        recorded = chosen([one for one in all_of if one.row["metric"] == metric])
        if recorded:
            rates = [one for one in all_of if one.row["metric"] == "iops"]
            figures += compute_latency(Frame("latency", of, "ns", recorded), rates, clock, window)
            break
    return figures


def _surroundings(recorded: Sequence[Points], window: Span, measured: Span | None) -> list[WindowFigure]:
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
        parts = [part for one in series if (part := cut_part(one, *window, measured)).n]
        if not parts:
            continue
        most = max(parts, key=value)
        place = most.name.removeprefix(kind)
        word = f"highest of {place}" if name == "temperature" else sentences.MEAN_OF_NODE(node=place)
        of = f"{WORDS['samples']}: {word}" + (f", of {len(series)}" if len(series) > 1 else "")
        frame = Frame(name, Of(), unit, [most.points])
        figures.append(frame.build_figure(value(most), most.n, float(most.held.sum()), of))
    return figures
