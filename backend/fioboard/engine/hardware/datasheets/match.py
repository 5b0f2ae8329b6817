"""Which cards a drive has: by the model string it reports and its capacity, never by a part of a name."""

from collections.abc import Iterable
from dataclasses import dataclass

from fioboard.engine.hardware.datasheets.card import Card, Match, bare

# Drives report a little more than they are sold as (800 GB: 800,166,076,416 bytes), a terabyte of 1,024 GB 2.4 % more;
# the nearest sizes that are both sold, 960 GB and 1 TB, are 4 % apart.
CAPACITY_TOLERANCE = 0.03


@dataclass(frozen=True, slots=True)
class Drive:
    """What a drive tells of itself. None: not known."""

    model: str
    capacity_bytes: int | None = None
    interface: str | None = None
    """SATA, SAS or NVMe; None when unknown."""


def names(card: Card, model: str) -> bool:
    """Whether the card may be of drives that report this model, whatever their capacity."""
    return bare(model) in card.bare_models


def matches_drive(card: Card, drive: Drive) -> bool:
    """Tell whether the card is of such a drive: model, interface and capacity, as far as both are known."""
    if not names(card, drive.model):
        return False
    if card.interface and drive.interface and card.interface.lower() != drive.interface.lower():
        return False
    if card.capacity_bytes is not None and not _has_capacity(card.capacity_bytes, drive.capacity_bytes):
        return False
    return any(_is_named(match, drive) for match in card.match)


def _is_named(match: Match, drive: Drive) -> bool:
    is_capacity_known = drive.capacity_bytes is not None
    return bare(match.model) == bare(drive.model) and (
        not is_capacity_known or _has_capacity(match.capacity_bytes, drive.capacity_bytes)
    )


def _has_capacity(sold: int, reported: int | None) -> bool:
    return reported is not None and abs(reported - sold) <= CAPACITY_TOLERANCE * sold


def find_reported_model(cards: Iterable[Card], name: str, capacity_bytes: int | None) -> str:
    """Return what a drive reports that people call so: `Samsung SSD 990 PRO` of 2 TB. The name where no card tells."""
    models = {
        match.model
        for card in cards
        if bare(name) == card.bare_name and capacity_bytes is not None
        for match in card.match
        if _has_capacity(match.capacity_bytes, capacity_bytes)
    }
    return models.pop() if len(models) == 1 else name
