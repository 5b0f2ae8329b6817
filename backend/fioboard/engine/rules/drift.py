"""How a run went on, by the agent's samples of what its drives moved."""

from collections.abc import Iterator, Sequence
from itertools import accumulate

from fioboard.core.figures import format_bandwidth, format_bytes, format_runtime
from fioboard.engine.rules.facts import RunFacts, derive_once
from fioboard.engine.rules.finding import FINE, Evidence, Finding, Judgement, Unknown, format_share
from fioboard.engine.rules.rule import RULES, Rule, repeat_job
from fioboard.engine.rules.sentences.drives import FELL, TREND, UNSTEADY

FALL, RISE = "fell", "rose"
# Longer series are looked at in so many equal steps.
MAX_POINTS = 900


@derive_once
def _sum_throughput(facts: RunFacts, direction: str) -> tuple[Sequence[float], Sequence[float]]:
    """Return times in s and what all drives of the run moved together, bytes/s, from when the load was on to when it
    ended; empty when a drive was not sampled.
    """
    wanted = {f"disk:{member.disk}" for member in facts.path.members} if facts.path else set()
    lines = [
        series
        for series in (facts.samples.series if facts.samples else ())
        if series.subject in wanted and series.metric == "bw_bytes_per_s" and series.direction == direction
    ]
    if not wanted or len(lines) < len(wanted):
        return [], []
    steps = zip(lines[0].times_ms, *(s.values for s in lines), strict=True)
    read = [step for step in steps if None not in step] if any(not s.is_whole for s in lines) else list(steps)
    if not read:
        return [], []
    times, sums = [step[0] / 1000 for step in read], [sum(step[1:]) for step in read]
    # A step that fio filled in part belongs to its beginning or end.
    least = sorted(sums)[len(sums) // 2] / 10
    loaded = [i for i, value in enumerate(sums) if value >= least]
    within = slice(loaded[0] + 1, loaded[-1])
    times, sums = times[within], sums[within]
    step = max(1, len(sums) // MAX_POINTS)
    if step == 1:
        return times, sums
    starts = range(0, len(sums) - step + 1, step)
    return [times[i] for i in starts], [sum(sums[i : i + step]) / step for i in starts]


def _list_long_directions(
    facts: RunFacts, rule: str
) -> Iterator[tuple[str, Sequence[float], Sequence[float]]]:
    """List each direction that lasted long enough, with its times and values."""
    least = RULES[rule].thresholds["least s"]
    for direction in facts.directions():
        times, values = _sum_throughput(facts, direction)
        if len(values) >= 10 and times[-1] - times[0] >= least:
            yield direction, times, values


def judge_cliff(facts: RunFacts) -> Iterator[Judgement]:
    """Judge whether throughput stepped down once between two steady parts."""
    if facts.path is None or not facts.path.members:
        return
    if facts.samples is None:
        yield Unknown("samples")
        return
    findings: list[Judgement] = []
    is_long = False
    thresholds = RULES["cliff"].thresholds
    for direction, times, values in _list_long_directions(facts, "cliff"):
        if len(values) < thresholds["least points"]:
            continue
        is_long = True
        cut = _find_best_cut(values)
        high, low = _compute_mean(values[:cut]), _compute_mean(values[cut:])
        parts = (times[cut] - times[0], times[-1] - times[cut])
        if min(parts) < thresholds["least s"] or low > (1 - thresholds["drop"]) * high:
            continue
        if max(_compute_spread(values[:cut]), _compute_spread(values[cut:])) > thresholds["spread"]:
            continue
        moved = high * parts[0]
        heat = _find_hottest(facts, times[cut])
        findings.append(
            Finding(
                "cliff",
                "info",
                FELL(after=format_runtime(1e3 * parts[0]), moved=format_bytes(moved), direction=direction,
                     high=format_bandwidth(high), low=format_bandwidth(low)),
                (
                    Evidence("before", round(high), "bytes/s", "samples"),
                    Evidence("after", round(low), "bytes/s", "samples"),
                    Evidence("at", round(parts[0], 1), "s", "samples"),
                    Evidence("moved until then", round(moved), "bytes", "samples"),
                    Evidence("hottest before", heat[0], "°C", "samples"),
                    Evidence("hottest after", heat[1], "°C", "samples"),
                ),
                "likely",
                direction=direction,
            )
        )  # fmt: skip
    if findings or is_long:
        yield from findings or [FINE]


def judge_not_steady(facts: RunFacts) -> Iterator[Judgement]:
    """Judge whether throughput was steady over five windows of the last five sixths, as SNIA looks at five rounds."""
    if facts.path is None or not facts.path.members:
        return
    if facts.samples is None:
        yield Unknown("samples")
        return
    thresholds = RULES["not-steady"].thresholds
    findings: list[Judgement] = []
    is_long = False
    for direction, _, values in _list_long_directions(facts, "not-steady"):
        is_long = True
        window = len(values) // 6
        last = [
            _compute_mean(values[len(values) - (5 - i) * window : len(values) - (4 - i) * window])
            for i in range(5)
        ]
        mean = _compute_mean(last)
        extent = (max(last) - min(last)) / mean
        # Least squares over the five: the rise from the first to the last.
        trend = 4 * sum((i - 2) * value for i, value in enumerate(last)) / 10 / mean
        if extent <= thresholds["range"] and abs(trend) <= thresholds["trend"]:
            continue
        is_trend = abs(trend) > thresholds["trend"]
        findings.append(
            Finding(
                "not-steady",
                "info",
                TREND(direction=direction, way=RISE if trend > 0 else FALL, trend=format_share(abs(trend)))
                if is_trend
                else UNSTEADY(direction=direction, range=format_share(extent)),
                (
                    Evidence("range", round(100 * extent, 1), "%", "samples"),
                    Evidence("trend", round(100 * trend, 1), "%", "samples"),
                    Evidence("mean", round(mean), "bytes/s", "samples"),
                ),
                direction=direction,
            )
        )
    if findings and any(isinstance(one, Finding) for one in judge_cliff(facts)):
        return  # One step says more.
    if findings or is_long:
        yield from findings or [FINE]


def _compute_mean(values: Sequence[float]) -> float:
    """Return the arithmetic mean."""
    return sum(values) / len(values)


def _compute_spread(values: Sequence[float]) -> float:
    """Return the standard deviation over the mean."""
    mean = _compute_mean(values)
    return float((sum((v - mean) ** 2 for v in values) / len(values)) ** 0.5) / mean if mean else 0.0


def _find_best_cut(values: Sequence[float]) -> int:
    """Find where two constants fit best: the least sum of squares is the largest weighted sum of squared means."""
    total, sums = sum(values), list(accumulate(values))
    n = len(values)
    return max(
        range(1, n), key=lambda cut: sums[cut - 1] ** 2 / cut + (total - sums[cut - 1]) ** 2 / (n - cut)
    )


def _find_hottest(facts: RunFacts, cut_s: float) -> tuple[float | None, float | None]:
    """Return the temperature of the hottest drive before and after the cut, °C; None where none was sampled."""
    disks = {f"disk:{member.disk}" for member in facts.path.members} if facts.path else set()
    seen = [
        (t / 1000, v)
        for series in (facts.samples.series if facts.samples else ())
        if series.metric == "temperature_c" and series.subject in disks
        for t, v in zip(series.times_ms, series.values, strict=True)
        if v is not None
    ]
    return (
        max((v for t, v in seen if t < cut_s), default=None),
        max((v for t, v in seen if t >= cut_s), default=None),
    )


DECLARED = (
    Rule(
        "cliff",
        "bandwidth step",
        "trust",
        "The drives' bandwidth fell once by at least 30 %, was steady before and after (each at least 5 s, spread "
        "under 15 %), and did not come back.",
        "two segments by least squares over the agent's samples, one a second",
        ("before", "after", "at", "moved until then", "hottest before", "hottest after"),
        repeat_job(
            "after the drive was idle for ten minutes",
            "If it falls after the same number of bytes, the drive's cache was full.",
            "If it falls at the same temperature instead, heat was the cause.",
        ),
        {"drop": 0.30, "spread": 0.15, "least points": 30, "least s": 5},
        hidden_by="temperatures",
        judge=judge_cliff,
        templates=(FELL,),
    ),
    Rule(
        "not-steady",
        "unsteady bandwidth",
        "trust",
        "Over the last five sixths of a run of at least 50 s, five windows differ by more than 20 % of their mean, or "
        "their trend is more than 10 % of it.",
        "SNIA Solid State Storage Performance Test Specification: five rounds, range 20 %, slope 10 %",
        ("range", "trend", "mean"),
        repeat_job(
            "for four times as long",
            "If it becomes steady, that is the sustained result.",
            "If it never does, something other than the job changes.",
        ),
        {"range": 0.20, "trend": 0.10, "least s": 50},
        judge=judge_not_steady,
        templates=(UNSTEADY, TREND),
    ),
)
