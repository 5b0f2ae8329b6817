"""What a batch says of its sweep: where it stops gaining, how sure that is, its best points, and what to do next."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from statistics import fmean

from fioboard.core.block_size import block_size
from fioboard.core.figures import format_latency, format_latency_tick, format_things
from fioboard.core.sentence import Sentence
from fioboard.engine.answers.batch import BatchFigure, BatchNext, KneeOut
from fioboard.engine.rules.history.past import Measured
from fioboard.engine.rules.history.sweep import Point, Sweep, compare_beyond_knee, judge_saturation
from fioboard.engine.rules.rule import RULES
from fioboard.engine.rules.sentences.sweeps import (
    BEST_UP_TO,
    BEYOND,
    BEYOND_P99,
    KNEE_NEEDS,
    NOISY,
    RATE_ALONE,
    REPEAT_KNEE,
    WITH_MEAN,
    WITH_P99,
)
from fioboard.engine.rules.verdict import Verdict
from fioboard.engine.words.limits import MIN_REPEATS

# Limits that people set themselves: 1, 2 and 5 of each decade.
_LIMITS_NS = tuple(step * 10**decade for decade in range(2, 13) for step in (1, 2, 5))
READS = frozenset({"read", "randread"})


def judge_knee(sweep: Sweep) -> Verdict | None:
    """Judge the knee in one sentence; None where more depth still pays, or where noise could have made it."""
    knee = sweep.knee
    if judge_noise(sweep) is not None:
        return None
    finding, beyond = judge_saturation(sweep, knee), compare_beyond_knee(sweep, knee)
    if finding is None or beyond is None:
        return None
    change, rise = beyond.change, beyond.rise
    behind = BEYOND(deeper=beyond.deeper.in_flight, change=change, rise=rise)
    before, after = (format_latency(p99) if p99 else None for p99 in (knee.p99_ns, beyond.deeper.p99_ns))
    if before and after and before != after:
        behind = BEYOND_P99(
            deeper=beyond.deeper.in_flight, change=change, rise=rise, before=before, after=after
        )
    return Verdict("limit", _describe_knee(sweep), finding, (behind,))


def judge_noise(sweep: Sweep) -> Verdict | None:
    """Judge the point whose repeats differ most, among the knee and the points next to it; None where they agree.

    Half the range is compared with the mean: two runs show that much, and an interval needs three.
    """
    noisiest = max(_list_near_knee(sweep), key=lambda point: point.spread)
    if noisiest.spread <= RULES["saturated-depth"].thresholds["noise"]:
        return None
    low, high = (sweep.of.spoken(rate) for rate in noisiest.range)
    what, runs = sweep.of.what, f"{noisiest.runs} runs"
    sentence = NOISY(what=what, runs=runs, depth=noisiest.in_flight, low=low, high=high)
    return Verdict("none", sentence, None)


def get_deeper(sweep: Sweep) -> Point | None:
    """Return the point that the sentence of the knee compares it with; None where no knee is named."""
    beyond = compare_beyond_knee(sweep, sweep.knee) if judge_knee(sweep) else None
    return beyond.deeper if beyond else None


def _list_near_knee(sweep: Sweep) -> Sequence[Point]:
    place = sweep.points.index(sweep.knee)
    return sweep.points[max(0, place - 1) : place + 2]


def _describe_knee(sweep: Sweep) -> Sentence:
    """Describe the knee with its rate, depth and tail latency."""
    knee, one = sweep.knee, sweep.of
    rate = one.spoken(knee.rate)
    if knee.p99_ns:
        return WITH_P99(what=one.what, knee=knee.in_flight, rate=rate, latency=format_latency(knee.p99_ns))
    if knee.latency_ns:
        return WITH_MEAN(
            what=one.what, knee=knee.in_flight, rate=rate, latency=format_latency(knee.latency_ns)
        )
    return RATE_ALONE(what=one.what, knee=knee.in_flight, rate=rate)


def build_knee(sweep: Sweep) -> KneeOut:
    """Build the point that a chart marks."""
    return {
        "run_ids": list(sweep.knee.run_ids),
        "direction": sweep.of.direction,
        "in_flight": sweep.knee.in_flight,
        "p99_ns": sweep.knee.p99_ns,
    }


def describe_confidence(points: Sequence[Point]) -> str:
    """Describe how sure the figures of a sweep are, by the runs of each point."""
    least, most = min(point.runs for point in points), max(point.runs for point in points)
    runs = "one run" if most == 1 else f"{most} runs" if least == most else f"{least} to {most} runs"
    return f"{runs} per step" + (", no confidence interval" if least < MIN_REPEATS else "")


def suggest_repeats(sweep: Sweep) -> BatchNext | None:
    """Suggest the repeats that give the knee an interval; None where it has them."""
    around = _list_near_knee(sweep)
    missing = sum(max(0, MIN_REPEATS - point.runs) for point in around)
    if not missing:
        return None
    one = sweep.of
    return {
        "title": REPEAT_KNEE(runs=MIN_REPEATS),
        "detail": KNEE_NEEDS(runs=format_things(missing, "more run"), what=one.what),
        "options": _list_grid_options(one, sweep, around) if one.rw in READS else [],
        "command": None,
    }


def _list_grid_options(one: Measured, sweep: Sweep, points: Iterable[Point]) -> list[str]:
    """List the options of the agent's sweep that measures these points again; empty where they cannot be named."""
    if one.bs_bytes is None or one.rw is None:
        return []
    other = (one.numjobs if sweep.axis == "iodepth" else one.iodepth) or 1
    along = ",".join(str(point.in_flight // other) for point in points)
    depth, jobs = (along, str(other)) if sweep.axis == "iodepth" else (str(other), along)
    grid = {"rw": one.rw, "bs": block_size(one.bs_bytes), "iodepth": depth, "numjobs": jobs}
    return [*(f"--{option} {value}" for option, value in grid.items()), f"--repeat {MIN_REPEATS}"]


def list_figures(
    sweep: Sweep, measured: Sequence[Measured], p99_limit_ns: float | None = None
) -> list[BatchFigure]:
    """List the best points of the sweep under the limit that it was given, else under two round ones, then the most
    bandwidth of the whole batch."""
    limits = _choose_limits(sweep) if p99_limit_ns is None else [p99_limit_ns]
    best = [_build_best_figure(sweep, limit) for limit in limits]
    return [*(figure for figure in best if figure), *_find_most_bandwidth(sweep, measured)]


def _choose_limits(sweep: Sweep) -> Iterator[int]:
    """Choose the round limit that the knee just keeps, then the next lower one that a lesser point keeps."""
    knee = sweep.knee
    if not knee.p99_ns:
        return
    first = next((limit for limit in _LIMITS_NS if limit >= knee.p99_ns), None)
    if first is None:
        return
    yield first
    best = _find_best(sweep, first)
    for lower in reversed([limit for limit in _LIMITS_NS if limit < first]):
        point = _find_best(sweep, lower)
        if point is not None and point is not best:
            yield lower
        if point is not best:
            return


def _find_best(sweep: Sweep, limit_ns: float) -> Point | None:
    """Find the fastest point whose 99th percentile keeps a limit; None where none does."""
    kept = [point for point in sweep.points if point.p99_ns and point.p99_ns <= limit_ns]
    return max(kept, key=lambda point: point.rate, default=None)


def _build_best_figure(sweep: Sweep, limit_ns: float) -> BatchFigure | None:
    """Build the figure of the fastest point under a latency limit; None where there is none."""
    point = _find_best(sweep, limit_ns)
    if point is None:
        return None
    return {
        "name": BEST_UP_TO(latency=format_latency_tick(limit_ns)),
        "value": point.rate,
        "unit": sweep.of.unit,
        "detail": f"{sweep.of.what}, QD {point.in_flight}",
        "p99_limit_ns": limit_ns,
    }


def _find_most_bandwidth(sweep: Sweep, measured: Sequence[Measured]) -> Iterator[BatchFigure]:
    """Return the highest mean bandwidth of comparable results in the sweep's direction and on its target."""
    alike: dict[object, list[Measured]] = defaultdict(list)
    for one in measured:
        if (one.direction, one.target) == (sweep.of.direction, sweep.of.target) and one.bw_bytes_per_s:
            alike[frozenset(one.setting.items())].append(one)
    bandwidths = [
        (fmean(bw for one in group if (bw := one.bw_bytes_per_s)), group[0]) for group in alike.values()
    ]
    if bandwidths:
        most, one = max(bandwidths, key=lambda pair: pair[0])
        yield {
            "name": "Highest bandwidth",
            "value": most,
            "unit": "bytes/s",
            "detail": f"{one.what}, QD {one.in_flight}",
            "p99_limit_ns": None,
        }
