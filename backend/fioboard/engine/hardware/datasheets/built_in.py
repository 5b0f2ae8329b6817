"""The cards that come with a release."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from fioboard.engine.hardware.datasheets.card import Card
from fioboard.engine.hardware.datasheets.read import read_card

FOLDER = Path(__file__).parent / "cards"


def card_files() -> list[Path]:
    """One file per card, in a folder for each class of drive."""
    return sorted(FOLDER.glob("*/*.toml"))


@cache
def built_in_cards() -> Mapping[str, Card]:
    """Every card by its id, in the order of ids."""
    cards = [read_card(path.read_bytes()) for path in card_files()]
    return MappingProxyType({card.id: card for card in sorted(cards, key=lambda card: card.id)})
