"""Runs beside the datasheets of their drives: held against the cards in force at every reading."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

import orjson

from fioboard.core.driver import Driver
from fioboard.core.errors import HostNotFound, RunNotFound
from fioboard.queries import specs as queries
from fioboard.queries.hosts import get_host
from fioboard.rating import figure_out, prepared, rate, rating_out, read_basis, stated_of
from fioboard.rating.hold import NOTHING_READ, Rated
from fioboard.schemas.rating import HostRatedOut, HostRatingsOut, RatedRunOut, RatingOut
from fioboard.specs.in_force import CardInForce

MAX_FIGURES = 100
"""Of one host; each is one model, pattern, block size and verdict."""


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
    return rating_out(_rated(row, cards), is_doubted=row["is_doubted"])


def _rated(row: queries.RatingRow, cards: Sequence[CardInForce]) -> Rated:
    if row["rating_basis"] is None:
        return NOTHING_READ
    basis = prepared(read_basis(row["rating_basis"]), queries.steps_before(row))
    return rate(basis, stated_of(orjson.loads(row["labels"])), cards)


async def host_ratings(driver: Driver, host_id: UUID) -> HostRatingsOut:
    """What a host measured beside the datasheets of its drives: the newest and the best run of each figure.

    Raises HostNotFound.
    """
    rows = await queries.figures_of_host(driver, host_id, MAX_FIGURES + 1)
    if not rows and await get_host(driver, host_id) is None:
        raise HostNotFound
    runs = {run for row in rows for run in (row["newest"], row["best"]) if run is not None}
    stored = await queries.ratings_of(driver, list(runs))
    cards = await queries.current_cards(driver)
    rated = {run: (_rated(row, cards), row["is_doubted"]) for run, row in stored.items()}
    items: list[HostRatedOut] = []
    for row in rows[:MAX_FIGURES]:
        latest = _run(rated, row["newest"], row["newest_position"], row["newest_at"])
        if latest is None:
            continue
        items.append(
            {
                "models": list(rated[row["newest"]][0].models),
                "runs": row["runs"],
                "latest": latest,
                "best": _run(rated, row["best"], row["best_position"], row["best_at"]),
            }
        )
    return {"items": items, "is_whole": len(rows) <= MAX_FIGURES}


def _run(
    rated: Mapping[UUID, tuple[Rated, bool]], run: UUID | None, position: int | None, at: datetime | None
) -> RatedRunOut | None:
    """None where the run has no such figure any more: a card was superseded since it was read."""
    if run is None or at is None or run not in rated:
        return None
    of_run, is_doubted = rated[run]
    held = next(
        (one for one in of_run.held if one.tested.position == position and one.metric != "lat_ns"), None
    )
    if held is None:
        return None
    return {"run_id": run, "at": at, "figure": figure_out(held, is_doubted=is_doubted)}
