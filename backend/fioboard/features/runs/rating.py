"""Runs beside the datasheets of their drives: held against the cards in force at every reading."""

from collections.abc import Sequence
from uuid import UUID

import orjson

from fioboard.core.driver import Driver
from fioboard.core.errors import RunNotFound
from fioboard.queries import specs as queries
from fioboard.rating import prepared, rate, rating_out, read_basis, stated_of
from fioboard.rating.hold import NOTHING_READ
from fioboard.schemas.rating import RatingOut
from fioboard.specs.in_force import CardInForce


async def rating(driver: Driver, run_id: UUID) -> RatingOut:
    """Per figure of the run what its drives are rated. Raises RunNotFound."""
    told = await ratings(driver, [run_id])
    if run_id not in told:
        raise RunNotFound
    return told[run_id]


async def ratings(driver: Driver, run_ids: Sequence[UUID]) -> dict[UUID, RatingOut]:
    """The same of many runs by one query, in their order; those that do not exist are left out."""
    rows = await queries.ratings_of(driver, run_ids)
    cards = await queries.current_cards(driver)
    return {run_id: _rating(rows[run_id], cards) for run_id in run_ids if run_id in rows}


def _rating(row: queries.RatingRow, cards: Sequence[CardInForce]) -> RatingOut:
    if row["rating_basis"] is None:
        return rating_out(NOTHING_READ)
    basis = prepared(read_basis(row["rating_basis"]), queries.steps_before(row))
    rated = rate(basis, stated_of(orjson.loads(row["labels"])), cards)
    return rating_out(rated, is_doubted=row["is_doubted"])
