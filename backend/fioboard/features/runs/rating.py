"""A run beside the datasheets of its drives: held against the cards in force at every reading."""

from uuid import UUID

import orjson

from fioboard.core.driver import Driver
from fioboard.core.errors import RunNotFound
from fioboard.queries import specs as queries
from fioboard.rating import prepared, rate, rating_out, read_basis, stated_of
from fioboard.rating.hold import NOTHING_READ
from fioboard.schemas.rating import RatingOut


async def rating(driver: Driver, run_id: UUID) -> RatingOut:
    """Per figure of the run what its drives are rated. Raises RunNotFound."""
    row = await queries.rating_of(driver, run_id)
    if row is None:
        raise RunNotFound
    if row["rating_basis"] is None:
        return rating_out(NOTHING_READ)
    basis = prepared(read_basis(row["rating_basis"]), queries.steps_before(row))
    cards = await queries.cards_in_force(driver)
    rated = rate(basis, stated_of(orjson.loads(row["labels"])), cards)
    return rating_out(rated, is_doubted=row["is_doubted"])
