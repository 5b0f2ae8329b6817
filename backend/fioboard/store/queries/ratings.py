"""Runs beside the datasheets of their drives: held against the cards in force at every reading."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

import orjson

from fioboard.core.driver import Driver
from fioboard.engine.answers.rating import RatingOut
from fioboard.engine.hardware.datasheets.in_force import CardInForce
from fioboard.engine.rating import build_rating, prepared, rate, read_basis, read_stated
from fioboard.engine.rating.compare import NOTHING_READ, Rated
from fioboard.store.queries import specs


@dataclass(frozen=True, slots=True)
class RatedRun:
    """A run beside its datasheets. `is_doubted`: it cannot be trusted, so nothing of it may judge."""

    rated: Rated
    is_doubted: bool

    def serialize(self) -> RatingOut:
        """Return the rating as the API shows it."""
        return build_rating(self.rated, is_doubted=self.is_doubted)


async def rate_runs(driver: Driver, run_ids: Sequence[UUID]) -> dict[UUID, RatedRun]:
    """Rate each run by one query, in their order; those that do not exist or were deleted are left out."""
    rows = await specs.get_rating_rows(driver, run_ids)
    cards = await specs.get_cards(driver)
    return {run_id: _rate(rows[run_id], cards) for run_id in run_ids if run_id in rows}


def _rate(row: specs.RatingRow, cards: Sequence[CardInForce]) -> RatedRun:
    """Compare a run with the datasheets in force."""
    if row["rating_basis"] is None:
        return RatedRun(NOTHING_READ, row["is_doubted"])
    basis = prepared(read_basis(row["rating_basis"]), specs.read_earlier_steps(row))
    return RatedRun(rate(basis, read_stated(orjson.loads(row["labels"])), cards), row["is_doubted"])
