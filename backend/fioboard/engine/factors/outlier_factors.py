"""What else is different about one of many: facts that it has and none of the others does.

A fact counts only where most of the others agree on another value. Where each has its own (every drive in its own
slot), being alone with it says nothing; a false cause is worse than none.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fioboard.engine.factors.implied import find_cause
from fioboard.engine.words.factors import FACTORS
from fioboard.engine.words.factors.subject import Scalar

# Share of the others that must agree on one value, of those of which it is known; and that it must be known of.
AGREEING, KNOWN = 0.5, 0.5
# Numbers that drift: they differ when they are this far beyond every other.
DRIFTING: Mapping[str, float] = {"temperature_c": 10.0, "used_pct": 10.0}
# Their own words, since they are no factors.
DRIFTING_TITLES: Mapping[str, tuple[str, str]] = {
    "temperature_c": ("Temperature", "°C"),
    "used_pct": ("Endurance used", "%"),
}
# Groups of factors that say what was measured, not with what.
NOT_OF_MACHINE = frozenset({"Run", "Job"})

Facts = Mapping[str, Scalar | None]


@dataclass(frozen=True, slots=True)
class Apart:
    """One fact that only this one has."""

    key: str
    value: Scalar
    usual: Scalar
    """What most of the others have; of a drifting number the highest or lowest of them."""
    others: int
    """Of how many others it is known."""


def apart(one: Facts, others: Sequence[Facts]) -> list[Apart]:
    """In the registry's order; what follows from another difference is left out."""
    alone: list[Apart] = []
    for key, value in one.items():
        if value is None or (key in FACTORS and FACTORS[key].group in NOT_OF_MACHINE):
            continue
        known = [theirs for other in others if (theirs := other.get(key)) is not None]
        if not known or len(known) < KNOWN * len(others):
            continue
        usual = _usual(key, value, known)
        if usual is not None:
            alone.append(Apart(key, value, usual, len(known)))
    keys = frozenset(difference.key for difference in alone)
    order = {key: place for place, key in enumerate(FACTORS)}
    kept = [difference for difference in alone if find_cause(difference.key, keys) is None]
    return sorted(kept, key=lambda difference: order.get(difference.key, len(order)))


def _usual(key: str, value: Scalar, known: Sequence[Scalar]) -> Scalar | None:
    """The others' value that this one stands apart from; None when it does not."""
    if key in DRIFTING:
        numbers = [n for n in known if isinstance(n, int | float)]
        if not numbers or not isinstance(value, int | float):
            return None
        low, high = min(numbers), max(numbers)
        if value >= high + DRIFTING[key]:
            return high
        return low if value <= low - DRIFTING[key] else None
    if value in known:
        return None
    common, times = Counter(known).most_common(1)[0]
    return common if times >= AGREEING * len(known) else None
