"""What a person wrote into a datasheet card: looked for in the finished document like a run's title or note."""

from collections.abc import Iterator
from functools import cache

from fioboard.engine.answers.rating import RatingOut
from fioboard.engine.hardware.datasheets.built_in import built_in_cards
from fioboard.engine.hardware.datasheets.card import Card
from fioboard.engine.rating.out import STATED


def list_rating_words(rating: RatingOut | None) -> Iterator[str]:
    """List the words that a run's rating repeats of people's cards."""
    for one in rating["figures"] if rating else ():
        card, source = one["card"], one["source"]
        if card is not None and card["origin"] == "person":
            yield from (card["id"], card["title"])
            if source is not None:
                yield from (source["title"], source["address"])
            if one["claim"] not in _list_usual_claims():
                yield one["claim"]


def list_card_words(card: Card) -> Iterator[str]:
    """List all that a person wrote into a card."""
    yield from (card.id, card.title, *card.notes)
    for source in card.source:
        yield from (source.title, source.address)
    for rating in card.rating:
        yield from (word for word in (rating.line, rating.claim) if word and word not in _list_usual_claims())


@cache
def _list_usual_claims() -> frozenset[str]:
    """List how makers word a figure ("up to"): nobody is known by that."""
    cards = built_in_cards().values()
    return frozenset({STATED, *(rating.claim for card in cards for rating in card.rating)})
