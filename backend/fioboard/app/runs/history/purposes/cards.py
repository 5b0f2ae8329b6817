"""The purposes that this service answers for: those of the release and the operator's own."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

import structlog

from fioboard.core.config import settings
from fioboard.engine.purposes.built_in import load_purposes
from fioboard.engine.purposes.card import Purpose
from fioboard.engine.purposes.own_cards import read_own_purposes

log = structlog.get_logger()


def load_known_purposes() -> Mapping[str, Purpose]:
    """Load every purpose by its id: the built-in ones, then those of `FIOBOARD_PURPOSE_CARDS`."""
    folder = settings().purpose_cards
    return load_purposes() if folder is None else _load_with_own(folder)


@cache
def _load_with_own(folder: Path) -> Mapping[str, Purpose]:
    """Load them once a process. `fioboard serve` refuses bad cards; one that turned bad since is left out."""
    own = read_own_purposes(folder)
    for refusal in own.refusals:
        log.warning("a purpose of your own is left out", refusal=refusal)
    return MappingProxyType({**load_purposes(), **{purpose.id: purpose for purpose in own.purposes}})
