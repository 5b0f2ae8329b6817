"""A figure beside comparable runs or a pinned reference: what a verdict says where no limit and no rating is known."""

from collections.abc import Sequence
from statistics import median

from fioboard.core.figures import format_percent
from fioboard.engine.answers.answer import VerdictOut
from fioboard.engine.rules.history.past import Measured, Past, group_rates_by_run
from fioboard.engine.rules.sentences.history import (
    BESIDE_ONE,
    BESIDE_REFERENCE,
    BESIDE_RUNS,
    EQUAL_ONE,
    EQUAL_REFERENCE,
    EQUAL_RUNS,
)
from fioboard.engine.rules.yardstick import Yardstick
from fioboard.engine.words.verdicts import ComparedWith

# Nearer than this a sentence says "within": runs do not repeat more exactly.
SAME = 0.005
# What comparable runs and references come after.
BETTER_KNOWN: frozenset[ComparedWith | None] = frozenset({"limit", "rating"})


def compare_with_runs(past: Past) -> Yardstick | None:
    """Compare the run's largest result with the median of the comparable runs of its host; None without one."""
    known = [
        (one, others)
        for one in past.judged
        if (others := group_rates_by_run(other for other in past.alike(one) if other.run_id != one.run_id))
    ]
    if not known:
        return None
    one, others = max(known, key=lambda pair: pair[0].bw_bytes_per_s or 0)
    ratio = (one.rate or 0) / median(others.values())
    words = _describe(one, ratio)
    is_same = abs(ratio - 1) <= SAME
    if len(others) == 1:
        return Yardstick("history", (EQUAL_ONE if is_same else BESIDE_ONE)(**words))
    return Yardstick(
        "history", (EQUAL_RUNS if is_same else BESIDE_RUNS)(**words, runs=f"{len(others)} comparable runs")
    )


def compare_with_reference(name: str, pairs: Sequence[tuple[Measured, Measured]]) -> Yardstick | None:
    """Compare the run's largest result with the median of a pinned reference. `pairs`: each result of the run beside
    one of the reference with the same workload; None where none has a rate.
    """
    known = [(one, other) for one, other in pairs if one.rate and other.rate and one.unit == other.unit]
    if not known:
        return None
    first = max((one for one, _ in known), key=lambda one: one.bw_bytes_per_s or 0)
    ratio = (first.rate or 0) / median(other.rate or 0 for one, other in known if one == first)
    template = EQUAL_REFERENCE if abs(ratio - 1) <= SAME else BESIDE_REFERENCE
    return Yardstick("reference_set", template(**_describe(first, ratio), name=name))


def needs_yardstick(verdict: VerdictOut) -> bool:
    """Whether comparable runs or a reference say more than the run alone does."""
    return verdict["kind"] == "none" and verdict.get("compared_with") not in BETTER_KNOWN


def put_yardstick_first(verdict: VerdictOut, compared: Yardstick) -> VerdictOut:
    """Put a comparison first, and behind it what the run alone showed."""
    return {
        **verdict,
        "sentence": compared.sentence,
        "compared_with": compared.compared_with,
        "text": [verdict["sentence"], *verdict["text"]],
    }


def _describe(one: Measured, ratio: float) -> dict[str, str]:
    """Describe a figure and how far it lies from another one."""
    by = abs(ratio - 1)
    return {
        "what": one.what[:1].upper() + one.what[1:],
        "measured": one.spoken(one.rate or 0),
        "by": format_percent(100 * (SAME if by <= SAME else by)),
        "way": "above" if ratio > 1 else "below",
    }
