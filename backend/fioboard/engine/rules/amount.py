"""How much was measured: for how long, and whether every I/O was whole."""

from collections.abc import Iterator

from fioboard.core.figures import format_figure, format_runtime
from fioboard.core.quantity import format_figures
from fioboard.engine.rules.facts import RunFacts
from fioboard.engine.rules.finding import FINE, Evidence, Finding, Judgement, Unknown, format_quantity
from fioboard.engine.rules.rule import RULES, Rule, repeat_job
from fioboard.engine.rules.sentences.jobs import MISSED, MISSED_UNSTATED, NOT_WHOLE, TOO_SHORT

_UNITS = {"iops": "IOPS", "bw": "bytes/s", "lat": "ns"}
_NAMES = {"iops": "IOPS", "bw": "bandwidth", "lat": "latency"}
SLOPE, DEVIATION = "slope", "deviation"
CRITERIA = tuple(f"{kind} of the {name}" for name in _NAMES.values() for kind in (SLOPE, DEVIATION))
"""What the sentence says that fio looked at."""


def judge_too_short(facts: RunFacts) -> Iterator[Judgement]:
    """Judge the shortest result that has too few I/Os to make up for it."""
    if not facts.is_fio or not facts.results:
        return
    thresholds = RULES["too-short"].thresholds
    times = [(r.runtime_ms, r.total_ios or 0) for r in facts.results if r.runtime_ms]
    short = [time for time, ios in times if time < thresholds["least ms"] and ios < thresholds["enough I/Os"]]
    if short:
        yield Finding(
            "too-short",
            "info",
            TOO_SHORT(time=format_runtime(min(short))),
            (Evidence("run time", min(short), "ms", "result"),),
            options=("time_based", "runtime=60"),
        )
    else:
        yield FINE if len(times) == len(facts.results) else Unknown("runtime")


def judge_short_ios(facts: RunFacts) -> Iterator[Judgement]:
    """Judge the I/Os that fio counted as cut short or dropped. The last I/O of a file may be short without harm: a
    few do not count.
    """
    if not facts.is_fio or not facts.results:
        return
    thresholds = RULES["short-ios"].thresholds
    is_all = True
    for result in facts.results:
        short, dropped, total = result.short_ios, result.drop_ios, result.total_ios
        if short is None or dropped is None or not total:
            is_all = False
            continue
        if short + dropped < thresholds["count"] or short + dropped <= thresholds["share"] * total:
            continue
        yield Finding(
            "short-ios",
            "warning",
            NOT_WHOLE(
                short=format_quantity(short), dropped=format_quantity(dropped), total=format_quantity(total)
            ),
            (
                Evidence("cut short", short, None, "result"),
                Evidence("dropped", dropped, None, "result"),
                Evidence("I/Os", total, None, "result"),
            ),
            direction=result.direction,
        )
        return
    yield FINE if is_all else Unknown("whole I/Os")


def judge_steady_state(facts: RunFacts) -> Iterator[Judgement]:
    """Judge whether every job with a steadystate criterion of fio's met it; runs without one have nothing to judge."""
    judged = [(r, r.steady_state) for r in facts.results if r.steady_state is not None]
    if not facts.is_fio or not judged:
        return
    missed = next(((r, state) for r, state in judged if state.is_attained is False), None)
    if missed is None:
        yield FINE if all(state.is_attained for _, state in judged) else Unknown("runtime")
        return
    result, state = missed
    time = format_runtime(result.runtime_ms or 0)
    reached = state.reached_value
    unit = "%" if state.is_share else _UNITS.get(state.metric or "", "")
    if reached is None or state.limit is None or state.metric not in _UNITS:
        yield Finding(
            "steady-state-missed",
            "warning",
            MISSED_UNSTATED(time=time),
            (Evidence("reached", state.reached, None, "result"),),
        )
        return
    yield Finding(
        "steady-state-missed",
        "warning",
        MISSED(
            time=time,
            what=f"{SLOPE if state.is_slope else DEVIATION} of the {_NAMES[state.metric]}",
            reached=_format_criterion(abs(reached), unit),
            limit=_format_criterion(state.limit, unit),
        ),
        (Evidence("reached", abs(reached), unit, "result"),),
        direction=result.direction,
        options=("runtime",),
    )


def _format_criterion(value: float, unit: str) -> str:
    """Format a limit as small as people set them: `0.005 %`, `12.9k IOPS`."""
    return f"{format_figures(value)} %" if unit == "%" else format_figure(value, unit)


DECLARED = (
    Rule(
        "too-short",
        "run time too short",
        "trust",
        "A result of less than 5 s and of fewer than 100,000 I/Os.",
        "a first guess: drives' caches take seconds to fill",
        ("run time",),
        repeat_job(
            "for a minute",
            "If the result changes, the short run measured a cache or noise.",
            "If it does not change, the short result holds.",
            expects="rate_changes",
        ),
        {"least ms": 5000, "enough I/Os": 100_000},
        depends_on_speed=True,
        judge=judge_too_short,
        templates=(TOO_SHORT,),
    ),
    Rule(
        "steady-state-missed",
        "fio steady-state criterion",
        "trust",
        "The job has a steadystate criterion, and fio ended it before that was met.",
        "fio HOWTO: steadystate, steadystate_duration",
        ("reached",),
        repeat_job(
            "for four times as long",
            "If fio ends it early, the criterion was met and the result is sustained.",
            "If it is never met, something other than the job changes.",
        ),
        judge=judge_steady_state,
        templates=(MISSED, MISSED_UNSTATED),
    ),
    Rule(
        "short-ios",
        "short or dropped requests",
        "trust",
        "At least 10 I/Os, and over 0.01 % of them, were cut short or dropped.",
        "fio HOWTO: issued rwts, short, dropped",
        ("cut short", "dropped", "I/Os"),
        None,
        {"count": 10, "share": 1e-4},
        judge=judge_short_ios,
        templates=(NOT_WHOLE,),
    ),
)
