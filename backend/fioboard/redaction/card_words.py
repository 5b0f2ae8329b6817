"""What a person wrote into a datasheet card: looked for in the finished document like a run's title or note."""

from collections.abc import Iterator
from functools import cache

from fioboard.rating.out import STATED
from fioboard.schemas.rating import RatingOut
from fioboard.specs.built_in import built_in_cards
from fioboard.specs.card import Card


def of_rating(rating: RatingOut | None) -> Iterator[str]:
    """The words that a run's rating repeats of people's cards."""
    for one in rating["figures"] if rating else ():
        card, source = one["card"], one["source"]
        if card is not None and card["origin"] == "person":
            yield from (card["id"], card["title"])
            if source is not None:
                yield from (source["title"], source["address"])
            if one["claim"] not in _usual_claims():
                yield one["claim"]


def of_card(card: Card) -> Iterator[str]:
    """All that a person wrote into one."""
    yield from (card.id, card.title, *card.notes)
    for source in card.source:
        yield from (source.title, source.address)
    for rating in card.rating:
        yield from (word for word in (rating.line, rating.claim) if word and word not in _usual_claims())


@cache
def _usual_claims() -> frozenset[str]:
    """How makers word a figure ("up to"): nobody is known by that."""
    cards = built_in_cards().values()
    return frozenset({STATED, *(rating.claim for card in cards for rating in card.rating)})
