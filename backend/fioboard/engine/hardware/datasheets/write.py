"""Writing a card's file: what `read_card` takes again, as the same card."""

from collections.abc import Iterable

import tomli_w

from fioboard.engine.hardware.datasheets.card import Card, Rating


def card_toml(card: Card) -> str:
    """The card as TOML. What was not printed is not there."""
    document = card.model_dump(by_alias=True, exclude_none=True, exclude_defaults=True)
    return tomli_w.dumps({"schema": card.schema_version, **document})


def ratings_toml(ratings: Iterable[Rating]) -> str:
    """Figures as a card's file has them."""
    return tomli_w.dumps(
        {"rating": [rating.model_dump(exclude_none=True, exclude_defaults=True) for rating in ratings]}
    )
