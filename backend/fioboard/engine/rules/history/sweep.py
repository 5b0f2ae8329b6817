"""A depth sweep: the alike results that differ in their depth, or in their jobs, and where more stops paying."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median
from uuid import UUID

from fioboard.core.figures import format_latency
from fioboard.core.quantity import format_figures
from fioboard.engine.rules.depth import SYNCHRONOUS
from fioboard.engine.rules.finding import FINE, Evidence, Finding, Judgement, format_share
from fioboard.engine.rules.history.past import ALIKE_ONLY, Measured, Past, group_rates_by_run
from fioboard.engine.rules.rule import RULES, Experiment, Rule
from fioboard.engine.rules.sentences.sweeps import BOUND, COLLAPSED, SATURATED

# A sweep moves along one of these.
AXES = ("iodepth", "numjobs")


@dataclass(frozen=True, slots=True)
class Point:
    """All comparable results with as many in flight.

    Rate and mean latency are means over runs, as every page and chart prints them; of p99 the median, since no mean of
    percentiles is one.
    """

    in_flight: int
    rate: float
    range: tuple[float, float]
    """The lowest and the highest rate of its runs."""
    runs: int
    latency_ns: float | None
    """None = not measured in any."""
    p99_ns: float | None
    """Of the completion latency; None = not measured in any."""
    cpu_pct: float | None
    run_ids: tuple[UUID, ...]

    @property
    def spread(self) -> float:
        """Half the range of its runs, as a share of their mean."""
        return (self.range[1] - self.range[0]) / 2 / self.rate


@dataclass(frozen=True, slots=True)
class Sweep:
    """Points of one sweep, the shallowest first, at least two."""

    of: Measured
    axis: str
    points: Sequence[Point]

    def find_point(self, measured: Measured) -> Point:
        """Find the point that a result of the sweep is in."""
        return next(point for point in self.points if point.in_flight == measured.in_flight)

    def find_deeper(self, point: Point, steps: float) -> Point | None:
        """Find the next point at least so many times as deep."""
        return next((p for p in self.points if p.in_flight >= steps * point.in_flight), None)

    @property
    def best(self) -> Point:
        """The point with the highest rate."""
        return max(self.points, key=lambda point: point.rate)

    @property
    def knee(self) -> Point:
        """The shallowest point that is as good as the best."""
        return self.points[_find_knee([point.rate for point in self.points])]


def _find_knee(rates: Sequence[float]) -> int:
    """Return the place of the first rate, the shallowest first, that is as good as the best."""
    least = RULES["saturated-depth"].thresholds["knee"] * max(rates)
    return next(place for place, rate in enumerate(rates) if rate >= least)


def find_saturation(measured: Sequence[tuple[float, float]]) -> float | None:
    """Return from how many in flight on more brought no more; None where it did, or where nothing deeper was
    measured.

    `measured`: as many in flight and the rate, the shallowest first.
    """
    if not measured:
        return None
    limits = RULES["saturated-depth"].thresholds
    knee, rate = measured[_find_knee([rate for _, rate in measured])]
    deeper = next((more for depth, more in measured if depth >= limits["steps"] * knee), None)
    return None if deeper is None or deeper >= (1 + limits["gain"]) * rate else knee


def find_sweep(past: Past, measured: Measured) -> Sweep | None:
    """Find the sweep that a result is part of, along the axis with more points; None where it is part of none."""
    sweeps: list[Sweep] = []
    for axis in AXES:
        # Depth means nothing to an engine that waits for each I/O.
        if axis == "iodepth" and measured.setting.get("ioengine") in SYNCHRONOUS:
            continue
        depths: dict[int, list[Measured]] = defaultdict(list)
        for one in past.alike(measured, (axis,)):
            depths[one.in_flight].append(one)
        if len(depths) > 1:
            sweeps.append(
                Sweep(measured, axis, [_build_point(depth, depths[depth]) for depth in sorted(depths)])
            )
    return max(sweeps, key=lambda sweep: len(sweep.points), default=None)


def _build_point(in_flight: int, members: Sequence[Measured]) -> Point:
    """Build a point of a sweep from the results at one depth."""
    rates = group_rates_by_run(members)
    latencies = [one.lat_mean_ns for one in members if one.lat_mean_ns]
    tails = [one.p99_ns for one in members if one.p99_ns]
    busy = [one.cpu_pct for one in members if one.cpu_pct is not None]
    return Point(
        in_flight,
        fmean(rates.values()),
        (min(rates.values()), max(rates.values())),
        len(rates),
        fmean(latencies) if latencies else None,
        median(tails) if tails else None,
        max(busy, default=None),
        tuple(rates),
    )


@dataclass(frozen=True, slots=True)
class Beyond:
    """What more depth than the knee brought."""

    deeper: Point
    change: str
    rise: str
    """Of the mean latency."""


def compare_beyond_knee(sweep: Sweep, point: Point) -> Beyond | None:
    """Compare a point at the knee or beyond it with a deeper one; None where more depth paid."""
    limits = RULES["saturated-depth"].thresholds
    knee = sweep.knee
    deeper = (
        point
        if point.in_flight >= limits["steps"] * knee.in_flight
        else sweep.find_deeper(knee, limits["steps"])
    )
    if point.in_flight < knee.in_flight or deeper is None or deeper.rate >= (1 + limits["gain"]) * knee.rate:
        return None
    ratio = deeper.in_flight / knee.in_flight
    rise = format_share(ratio * knee.rate / deeper.rate - 1)
    if knee.latency_ns and deeper.latency_ns:
        # What was asked for was not in flight: then this is no sweep of the depth.
        if deeper.latency_ns / knee.latency_ns <= limits["waiting"] * ratio:
            return None
        rise = format_share(deeper.latency_ns / knee.latency_ns - 1)
    return Beyond(deeper, _format_change(deeper.rate / knee.rate - 1), rise)


def judge_saturation(sweep: Sweep, point: Point) -> Finding | None:
    """Judge what more depth brought, for a point at the knee or beyond it; None where it paid."""
    beyond = compare_beyond_knee(sweep, point)
    if beyond is None:
        return None
    knee, deeper, one = sweep.knee, beyond.deeper, sweep.of
    sentence = SATURATED(
        what=one.what,
        knee=knee.in_flight,
        deeper=deeper.in_flight,
        change=beyond.change,
        rise=beyond.rise,
    )
    return Finding(
        "saturated-depth",
        "info",
        sentence,
        (
            Evidence("knee", knee.in_flight, None, "result"),
            Evidence("rate at the knee", knee.rate, one.unit, "result"),
            Evidence("in flight", deeper.in_flight, None, "result"),
            Evidence("rate", deeper.rate, one.unit, "result"),
        ),
        "likely",
        (f"{sweep.axis}={_get_setting(sweep, knee)}",),
        share=point.rate / sweep.best.rate,
        direction=one.direction,
        headline=sentence,
    )


def judge_latency_bound(sweep: Sweep, point: Point) -> Finding | None:
    """Judge whether more in flight gave as much more; None where it did not, or more jobs brought more CPU that was
    short.
    """
    limits = RULES["latency-bound"].thresholds
    deeper = sweep.find_deeper(point, limits["steps"])
    if deeper is None or (sweep.axis == "numjobs" and (point.cpu_pct or 0) >= limits["busy"]):
        return None
    ratio, grown = deeper.in_flight / point.in_flight, deeper.rate / point.rate
    if not limits["growth"] * ratio <= grown <= limits["most"] * ratio:
        return None
    one = sweep.of
    operations = 1.0 if not one.by_bytes else one.bs_bytes
    took = point.latency_ns or (point.in_flight / point.rate * 1e9 * operations if operations else None)
    if took is None:
        return None
    sentence = BOUND(
        what=one.what,
        shallow=point.in_flight,
        latency=format_latency(took),
        deeper=deeper.in_flight,
        times=format_figures(grown),
    )
    return Finding(
        "latency-bound",
        "info",
        sentence,
        (
            Evidence("in flight", point.in_flight, None, "result"),
            Evidence("rate", point.rate, one.unit, "result"),
            Evidence("latency", round(took), "ns", "result" if point.latency_ns else "computed"),
            Evidence("deeper in flight", deeper.in_flight, None, "result"),
            Evidence("deeper rate", deeper.rate, one.unit, "result"),
        ),
        "likely",
        direction=one.direction,
        headline=sentence,
    )


def collapse(sweep: Sweep, point: Point) -> Finding | None:
    """That a point well beyond the best lost much of its rate; None where it did not."""
    limits = RULES["depth-collapse"].thresholds
    best, one = sweep.best, sweep.of
    is_repeated = min(point.runs, best.runs) >= limits["repeats"]
    share = point.rate / best.rate
    is_deep = point.in_flight >= limits["steps"] * best.in_flight
    if not is_deep or share >= limits["share" if is_repeated else "share of one run"]:
        return None
    sentence = COLLAPSED(
        what=one.what,
        deep=point.in_flight,
        rate=one.spoken(point.rate),
        less=format_share(1 - share),
        best=best.in_flight,
    )
    return Finding(
        "depth-collapse",
        "info",
        sentence,
        (
            Evidence("rate", point.rate, one.unit, "result"),
            Evidence("best rate", best.rate, one.unit, "result"),
            Evidence("in flight", point.in_flight, None, "result"),
            Evidence("best in flight", best.in_flight, None, "result"),
        ),
        "likely",
        (f"{sweep.axis}={_get_setting(sweep, best)}",),
        share=share,
        direction=one.direction,
        headline=sentence,
    )


def _get_setting(sweep: Sweep, point: Point) -> int:
    """Return what the job option along the axis is at a point."""
    other = (sweep.of.numjobs if sweep.axis == "iodepth" else sweep.of.iodepth) or 1
    return point.in_flight // other


def _format_change(by: float) -> str:
    """Format a relative change: `12 % more`, or "as much"."""
    return "as much" if abs(by) < 0.005 else f"{format_share(abs(by))} {'more' if by > 0 else 'less'}"


RULES_OF_SWEEPS: Mapping[str, Callable[[Sweep, Point], Finding | None]] = {
    "depth-collapse": collapse,
    "saturated-depth": judge_saturation,
    "latency-bound": judge_latency_bound,
}
"""What loses comes before what merely gains nothing."""


def judge_sweeps(past: Past) -> Mapping[str, Sequence[Judgement]]:
    """Judge every sweep that a result of the run is part of, by rule; nothing where it is part of none."""
    by_rule: dict[str, list[Judgement]] = defaultdict(list)
    texts: set[str] = set()
    for measured in past.judged:
        sweep = find_sweep(past, measured)
        for rule, judge in RULES_OF_SWEEPS.items() if sweep else ():
            finding = judge(sweep, sweep.find_point(measured)) if sweep else None
            if finding is None:
                by_rule[rule].append(FINE)
            elif finding.text not in texts:
                texts.add(finding.text)
                by_rule[rule].append(finding)
    return by_rule


DECLARED = (
    Rule(
        "depth-collapse",
        "throughput loss at high queue depth",
        "limit",
        "With at least twice as many in flight as at the best depth, the rate is below 85 % of the best; of single "
        "runs below 80 %.",
        f"{ALIKE_ONLY}; measured on a FreeBSD box: 128,345 IOPS of 16 threads, 94,188 of 96",
        ("rate", "best rate", "in flight", "best in flight"),
        Experiment(
            "Run the same job at the queue depth that was fastest",
            "The rate rises again.",
            "If it stays low, something else has changed in between.",
        ),
        {"steps": 2, "share": 0.85, "share of one run": 0.80, "repeats": 2},
        scope="history",
    ),
    Rule(
        "saturated-depth",
        "queue depth saturation",
        "limit",
        "The knee is the least depth with at least 97 % of the best rate. At the knee or beyond, at least twice the "
        "depth gained less than 10 % while the mean latency grew by more than 80 % of the depth's ratio. A batch names "
        "no knee where repeats at it or next to it differ by more than ± 25 %.",
        f"{ALIKE_ONLY}; Little's law; measured on a FreeBSD box: the knee of 1 to 96 threads is at 16",
        ("knee", "rate at the knee", "in flight", "rate"),
        Experiment(
            "Run the same job at the depth of the knee",
            "The rate is the same and each I/O takes less time: use it for latency figures.",
            "If the rate falls, the knee is at a higher depth.",
        ),
        {"steps": 2, "knee": 0.97, "gain": 0.10, "waiting": 0.8, "noise": 0.25},
        scope="history",
    ),
    Rule(
        "latency-bound",
        "queue too shallow",
        "limit",
        "With k times as many in flight, k at least 2, the rate grew to at least 0.8 × k of it; not with jobs that "
        "used up their CPU.",
        f"{ALIKE_ONLY}; Little's law: in flight = rate × latency",
        ("in flight", "rate", "latency", "deeper in flight", "deeper rate"),
        Experiment(
            "Run the same job at depths 1, 2, 4, 8, 16, 32 and 64",
            "The rate grows with the depth up to the knee.",
            "If it does not grow, the latency of one I/O is not the limit.",
        ),
        {"steps": 2, "growth": 0.8, "most": 1.25, "busy": 85},
        "More jobs also bring more CPU: then the CPU may have been the limit as well.",
        scope="history",
    ),
)
