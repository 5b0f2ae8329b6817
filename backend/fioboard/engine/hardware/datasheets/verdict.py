"""Whether a run's figure may be called a share of what is rated, and whether that may colour anything."""

from dataclasses import dataclass
from typing import Literal

from fioboard.engine.hardware.datasheets.card import Card, Rating, Source
from fioboard.engine.hardware.datasheets.conditions import Condition, RunConditions, compare_conditions
from fioboard.engine.words.ratings import RatingVerdict

Verdict = RatingVerdict
Origin = Literal["built_in", "person"]


@dataclass(frozen=True, slots=True)
class Compared:
    """One figure of a run beside one of a card."""

    rating: Rating
    source: Source | None
    measured: float
    rated: float
    """Of everything measured together: an array's is not one drive's. In the base unit of the metric."""
    verdict: Verdict
    conditions: tuple[Condition, ...]
    may_judge: bool
    """Whether the share may colour a verdict or become a finding."""

    @property
    def share(self) -> float:
        """Measured over rated, 1.0 is all of it; of a latency less is better."""
        return self.measured / self.rated

    @property
    def differs(self) -> tuple[Condition, ...]:
        """What keeps the two from being the same test, unknown conditions among it."""
        return tuple(condition for condition in self.conditions if condition.effect not in {"same", "note"})


def compare(
    card: Card,
    rating: Rating,
    run: RunConditions,
    measured: float,
    *,
    rated: float | None = None,
    origin: Origin = "built_in",
) -> Compared | None:
    """A run's figure, in the base unit of the rating's metric, beside one of a card.

    `rated`: what is rated of everything measured together, where it is not one drive. None where nothing can be said:
    a write to a client drive whose SLC cache is unknown may be as fast as the cache or as slow as what lies behind.
    """
    is_silent = (
        card.drive_class == "client"
        and rating.is_write
        and rating.metric != "lat_ns"
        and card.slc_cache_bytes is None
    )
    if is_silent or rating.metric == "slc_cache_bytes" or measured <= 0:
        return None
    conditions = compare_conditions(card, rating, run)
    verdict = _verdict(conditions)
    source = card.find_source(rating)
    may_judge = (
        verdict == "comparable" and source is not None and (origin == "person" or source.kind == "maker")
    )
    return Compared(rating, source, measured, rated or rating.value, verdict, conditions, may_judge)


def _verdict(conditions: tuple[Condition, ...]) -> Verdict:
    """What differs is certain; what is unknown might; only then does an easier test make a lower bound."""
    effects = {condition.effect for condition in conditions}
    if "differs" in effects:
        return "not_comparable"
    if "unknown" in effects:
        return "conditions_unknown"
    return "at_least" if "easier" in effects else "comparable"
