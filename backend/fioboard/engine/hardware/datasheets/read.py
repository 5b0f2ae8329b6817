"""Reading a datasheet's card from its file."""

from collections.abc import Mapping

from fioboard.core.toml_card import read_toml_card, validate_card
from fioboard.engine.hardware.datasheets.card import Card
from fioboard.engine.words.limits import MAX_CARD_BYTES


def read_card(raw: bytes) -> Card:
    """The card of one TOML file. Raises CardRefused."""
    return read_toml_card(raw, Card, MAX_CARD_BYTES)


def check_card(document: Mapping[str, object]) -> Card:
    """The card of a document that was read already. Raises CardRefused with the first three faults."""
    return validate_card(document, Card)
