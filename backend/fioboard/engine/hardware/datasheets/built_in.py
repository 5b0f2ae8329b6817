"""The cards that come with a release."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType

from fioboard.engine.hardware.datasheets.card import Card, strip_title
from fioboard.engine.hardware.datasheets.read import read_card

_HEAD = re.compile(
    r'^id = "(?P<id>[\w.-]+)"\ntitle = "(?P<title>[^"\\\n]+)"\nclass = "(?P<class>[\w-]+)"$', re.MULTILINE
)
FOLDER = Path(__file__).parent / "cards"


def card_files() -> list[Path]:
    """One file per card, in a folder for each class of drive."""
    return sorted(FOLDER.glob("*/*.toml"))


@cache
def built_in_cards() -> Mapping[str, Card]:
    """Every card by its id, in the order of ids."""
    cards = [read_card(path.read_bytes()) for path in card_files()]
    return MappingProxyType({card.id: card for card in sorted(cards, key=lambda card: card.id)})


@cache
def list_names() -> Sequence[tuple[str, str]]:
    """Return the name and class of every card, in the order of ids, from the heads of their files.

    Reading whole cards takes twenty times as long.
    """
    names: dict[str, tuple[str, str]] = {}
    for path in card_files():
        head = _HEAD.search(path.read_text(encoding="utf-8"))
        if head is None:
            card = read_card(path.read_bytes())
            names[card.id] = (card.name, card.drive_class)
        else:
            names[head["id"]] = (strip_title(head["title"]), head["class"])
    return [names[key] for key in sorted(names)]
