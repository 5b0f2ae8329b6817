"""How much was measured: for how long, and whether every I/O was whole."""

from collections.abc import Iterator

from fioboard.core.figures import format_runtime
from fioboard.findings.check import Check
from fioboard.findings.facts import RunFacts
from fioboard.findings.finding import FINE, Evidence, Finding, Judgement, Unknown, format_quantity
from fioboard.findings.sentences.jobs import NOT_WHOLE, TOO_SHORT
from fioboard.vocabulary.findings import RULES


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


CHECKS = (
    Check("too-short", judge_too_short, (TOO_SHORT,)),
    Check("short-ios", judge_short_ios, (NOT_WHOLE,)),
)
