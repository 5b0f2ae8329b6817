"""Writing a card's file: what `read_card` takes again, as the same card."""

import tomli_w

from fioboard.specs.card import Card


def card_toml(card: Card) -> str:
    """The card as TOML. What was not printed is not there."""
    document = card.model_dump(by_alias=True, exclude_none=True, exclude_defaults=True)
    return tomli_w.dumps({"schema": card.schema_version, **document})
