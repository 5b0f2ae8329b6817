"""Datasheet cards: those that people added, and all that count; and what of a run they are held against."""

from collections.abc import Sequence
from datetime import datetime
from typing import TypedDict
from uuid import UUID

import orjson

from fioboard.core.driver import Driver
from fioboard.specs.card import Card
from fioboard.specs.in_force import CardInForce, in_force
from fioboard.specs.read import CardRefused, check_card


class SpecCardRow(TypedDict):
    """One version of a person's card."""

    id: str
    version: int
    document: str
    made_by: str
    made_at: datetime
    superseded_by: int | None


class RatingRow(TypedDict):
    """What of a run is held against datasheets, as JSON text."""

    id: UUID
    rating_basis: str | None
    labels: str
    is_doubted: bool
    """Whether its verdict is that the figure is not to be trusted."""
    is_preconditioned: bool
    """Whether a step of its batch before it, on its host, overwrote the range in random order: a sequential pass alone
    brings no drive to the state that random writes end in."""


_COLUMNS = ", ".join(SpecCardRow.__annotations__)


async def own_cards(driver: Driver) -> list[SpecCardRow]:
    """People's cards in force, the newest first."""
    rows: list[SpecCardRow] = await driver.fetch(
        f"select {_COLUMNS} from spec_card where superseded_by is null order by made_at desc, id"
    )
    return rows


async def cards_in_force(driver: Driver) -> list[CardInForce]:
    """Every card that counts: people's own, newest first, then those of the release."""
    return in_force([own for row in await own_cards(driver) if (own := _read(row)) is not None])


def _read(row: SpecCardRow) -> CardInForce | None:
    """None for a card that an older version took and this one does not: it counts no more, and stays in its table."""
    try:
        return CardInForce(check_card(orjson.loads(row["document"])), "person", row["version"])
    except CardRefused:
        return None


async def add_card(driver: Driver, card: Card, made_by: str) -> SpecCardRow:
    """The new version of a card; the one before stays, superseded. Within a transaction."""
    # Two that add the same card at once would take the same number.
    await driver.execute("select pg_advisory_xact_lock(hashtext('spec_card'))")
    row: SpecCardRow = await driver.fetchrow(
        f"""
        with new as (
            insert into spec_card (id, version, document, origin, made_by, made_at)
            select $1, coalesce(max(version), 0) + 1, $2::jsonb, 'person', $3, now() from spec_card where id = $1
            returning {_COLUMNS}
        ), old as (
            update spec_card set superseded_by = (select version from new) where id = $1 and superseded_by is null
        )
        select {_COLUMNS} from new
        """,
        *(card.id, card.model_dump_json(by_alias=True, exclude_none=True), made_by),
    )
    return row


async def rating_of(driver: Driver, run_id: UUID) -> RatingRow | None:
    """What of a run is held against datasheets; None when there is no such run or it was deleted."""
    return next(iter(await ratings_of(driver, [run_id])), None)


async def ratings_of(driver: Driver, run_ids: Sequence[UUID]) -> list[RatingRow]:
    """The same of many runs, those that there are, in any order."""
    rows: list[RatingRow] = await driver.fetch(
        """
        select r.id, r.rating_basis, r.labels, r.verdict_kind is not distinct from 'trust' as is_doubted, exists (
            select from run p
            where p.batch_id = r.batch_id and p.host_id = r.host_id and p.deleted_at is null
                and p.batch ->> 'role' = 'precondition' and p.job_names @> '{precondition-random}'
                and p.outcome = 'complete'
                and (p.batch ->> 'step')::int < (r.batch ->> 'step')::int
        ) as is_preconditioned
        from run r where r.id = any($1::uuid[]) and r.deleted_at is null
        """,
        list(run_ids),
    )
    return rows
