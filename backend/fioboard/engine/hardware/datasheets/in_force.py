"""Cards that count: those of the release, and a person's own, which win."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache

from fioboard.engine.hardware.datasheets.built_in import built_in_cards
from fioboard.engine.hardware.datasheets.card import Card, bare
from fioboard.engine.hardware.datasheets.match import Drive, matches_drive
from fioboard.engine.hardware.datasheets.verdict import Origin


@dataclass(frozen=True, slots=True)
class CardInForce:
    """A card, who brought it, and its version: 1 of a release's."""

    card: Card
    origin: Origin = "built_in"
    version: int = 1


@cache
def _list_release_cards() -> tuple[CardInForce, ...]:
    return tuple(CardInForce(card) for card in built_in_cards().values())


def merge_cards(own: Sequence[CardInForce] = ()) -> list[CardInForce]:
    """List a person's cards, newest first as they came, then those of the release that none of them has the id of."""
    if not own:
        return list(_list_release_cards())
    ids = {one.card.id for one in own}
    return [*own, *(one for one in _list_release_cards() if one.card.id not in ids)]


@dataclass(frozen=True, slots=True)
class StepsBefore:
    """What steps of a run's batch wrote before it, on its host: they tell the state of the drive."""

    is_overwritten: bool = False
    """The range once in random order: one in sequence brings no drive to the state that random writes end in."""
    is_filled_twice: bool = False
    """The range twice in sequence."""
    past_cache_bytes: int = 0
    """By the step right before, when that wrote past the drive's cache; with another in between it has emptied."""


@dataclass(frozen=True, slots=True)
class RatingContext:
    """What a run is held against that its upload does not bring."""

    cards: Sequence[CardInForce] = field(default_factory=merge_cards)
    steps: StepsBefore = field(default_factory=StepsBefore)


def find_cards(drive: Drive, cards: Iterable[CardInForce]) -> list[CardInForce]:
    """Find the cards of a drive, what counts most first: a person's own, then those of its capacity, then of its
    series.
    """
    model = bare(drive.model)
    own = (one for one in cards if model in one.card.bare_models and matches_drive(one.card, drive))
    return sorted(own, key=lambda one: (one.origin != "person", one.card.capacity_bytes is None))
