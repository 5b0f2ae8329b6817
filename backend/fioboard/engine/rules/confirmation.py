"""Whether runs with the change of an experiment bear a finding out, beside runs without it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fioboard.core.quantity import format_figures
from fioboard.core.sentence import Sentence
from fioboard.engine.rules.sentences.verdicts import (
    CONFIRMED,
    FOR_A_PERSON,
    NO_FIGURE,
    NO_INTERVAL,
    NOT_ALIKE,
    NOT_SHOWN,
    REFUTED,
    WAITING,
)
from fioboard.engine.stats import Ratio, floats, ratio
from fioboard.engine.words.confirmations import MIN_EFFECT, Outcome
from fioboard.engine.words.findings import Expectation
from fioboard.engine.words.limits import MIN_REPEATS

RATE, LATENCY = "rate", "median latency"
EXPECTED: Mapping[Expectation, str] = {
    "rate_rises": "rises",
    "rate_falls": "falls",
    "rate_changes": "changes",
    "latency_falls": "falls",
}


@dataclass(frozen=True, slots=True)
class Trial:
    """One run of a confirmation."""

    is_changed: bool
    is_as_asked: bool
    """Complete, on the host and target of the run that is asked about."""
    workloads: tuple[str, ...]
    """What it measured, in which directions."""
    rate: float | None
    """Bytes per second, all results together; None when one is unknown."""
    latency: float | None
    """Median, ns; None when unknown, or of several results."""


@dataclass(frozen=True, slots=True)
class Confirmation:
    """What one batch of trials shows."""

    outcome: Outcome
    sentence: Sentence
    base: tuple[float, ...]
    """Bytes per second or ns, in the order of the runs."""
    changed: tuple[float, ...]
    ratio: Ratio | None


def confirm(expects: Expectation | None, asked: tuple[str, ...], trials: Sequence[Trial]) -> Confirmation:
    """Judges trials of one finding, in the order of their time. `asked`: what the run measured that is asked about."""
    measure = LATENCY if expects == "latency_falls" else RATE
    sides = [[one for one in trials if one.is_changed is side] for side in (False, True)]
    figures = [[one.latency if measure == LATENCY else one.rate for one in side] for side in sides]
    base, changed = (tuple(value for value in side if value is not None) for side in figures)
    if not sides[1]:
        return Confirmation("waiting", WAITING(base=len(sides[0])), base, changed, None)
    if not _are_alike(asked, sides[0], sides[1]):
        return Confirmation("not_alike", NOT_ALIKE(), base, changed, None)
    seen = ratio(floats(base), floats(changed))
    if seen is None or len(base) < len(sides[0]) or len(changed) < len(sides[1]):
        return Confirmation("not_shown", NO_FIGURE(measure=measure), base, changed, None)
    words = {
        "measure": measure,
        "ratio": format_figures(seen.value),
        "base": len(base),
        "changed": len(changed),
    }
    if expects is None:
        return Confirmation("for_a_person", FOR_A_PERSON(**words), base, changed, seen)
    if seen.low is None or seen.high is None:
        return Confirmation("not_shown", NO_INTERVAL(**words, least=MIN_REPEATS), base, changed, seen)
    outcome = _judge_outcome(expects, seen.low, seen.high)
    words |= {"low": format_figures(seen.low), "high": format_figures(seen.high)}
    sentence = {
        "confirmed": CONFIRMED(**words),
        "refuted": REFUTED(**words, expected=EXPECTED[expects]),
        "not_shown": NOT_SHOWN(**words),
    }[outcome]
    return Confirmation(outcome, sentence, base, changed, seen)


def _are_alike(asked: tuple[str, ...], base: Sequence[Trial], changed: Sequence[Trial]) -> bool:
    return (
        all(one.is_as_asked for one in (*base, *changed))
        and {one.workloads for one in base} == {asked}
        and len({one.workloads for one in changed}) == 1
    )


def _judge_outcome(expects: Expectation, low: float, high: float) -> Outcome:
    """Judge an experiment by the 95 % interval of changed over base."""
    if expects == "rate_changes":
        if low > 1 / MIN_EFFECT and high < MIN_EFFECT:
            return "refuted"
        return "confirmed" if low > 1 or high < 1 else "not_shown"
    if expects in {"rate_falls", "latency_falls"}:
        low, high = 1 / high, 1 / low
    if high < MIN_EFFECT:
        return "refuted"
    return "confirmed" if low > 1 else "not_shown"
