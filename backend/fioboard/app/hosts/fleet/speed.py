"""How much of its rating each drive reached alone, and how many drives do what they promise."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple
from uuid import UUID

from fioboard.engine.hardware.datasheets.in_force import CardInForce, find_cards
from fioboard.engine.hardware.datasheets.match import Drive
from fioboard.engine.rules.reached import FULL
from fioboard.store.queries.drive_models import GroupRow

AS_RATED = FULL
"""A drive that reaches so much of its rating does what it promises."""


class DriveShare(NamedTuple):
    """The most of its rating that a drive reached: of several workloads, each beside its own figure, the best."""

    share: float
    is_least: bool
    """Whether it can do more than was measured."""
    has_source: bool
    """Whether every rate of its datasheet names the maker's word, or a source of the person who added the card."""

    @property
    def is_judged(self) -> bool:
        """Whether the drive is known to keep its promise or not: the least that it reaches proves only the first, and a
        figure without source is nobody's promise."""
        return self.has_source and (self.share >= AS_RATED or not self.is_least)

    @property
    def is_as_rated(self) -> bool:
        """Whether it does what was promised."""
        return self.has_source and self.share >= AS_RATED


def find_best_shares(
    rows: Iterable[GroupRow], cards: Sequence[CardInForce]
) -> dict[str, dict[UUID, DriveShare]]:
    """Find the best share by model and drive."""
    best: dict[str, dict[UUID, DriveShare]] = {}
    for row in rows:
        of_model = best.setdefault(row["model"], {})
        has_source = any(share is not None for share in row["rated"]) and _is_sourced(row, cards)
        for drive, share, is_least in zip(row["drives"], row["rated"], row["is_least"], strict=True):
            if share is not None:
                own = DriveShare(share, is_least, has_source)
                of_model[drive] = max(own, of_model.get(drive, own))
    return best


def find_common_tests(rows: Iterable[GroupRow]) -> dict[str, GroupRow]:
    """Find by model the one test, at one capacity, under which most of its drives stand beside their rating: only
    shares of one test stand on one line.
    """
    most: dict[str, GroupRow] = {}
    for row in rows:
        before = most.get(row["model"])
        if _rated_count(row) > (0 if before is None else _rated_count(before)):
            most[row["model"]] = row
    return most


def _rated_count(row: GroupRow) -> int:
    return sum(share is not None for share in row["rated"])


def _is_sourced(row: GroupRow, cards: Sequence[CardInForce]) -> bool:
    """Whether the card that counts most names its sources, each of which may judge."""
    first = next(iter(find_cards(Drive(row["model"], row["size_bytes"]), cards)), None)
    if first is None:
        return False
    sources = [first.card.find_source(rating) for rating in first.card.rating if rating.metric != "lat_ns"]
    return all(
        source is not None and (first.origin == "person" or source.kind == "maker") for source in sources
    )
