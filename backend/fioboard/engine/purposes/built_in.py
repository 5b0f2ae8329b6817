"""The purposes that come with a release."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from fioboard.engine.purposes.card import Purpose

FOLDER = Path(__file__).parent / "cards"


@cache
def load_purposes() -> Mapping[str, Purpose]:
    """Load every built-in purpose by its id, in the order of ids."""
    cards = [
        Purpose.model_validate(tomllib.loads(path.read_text())) for path in sorted(FOLDER.glob("*.toml"))
    ]
    return MappingProxyType({card.id: card for card in cards})
