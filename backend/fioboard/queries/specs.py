"""Datasheet cards: those that people added, and all that count; and what of a run they are held against."""

from datetime import datetime
from typing import TypedDict
from uuid import UUID

import orjson

from fioboard.core.driver import Driver
from fioboard.specs.card import Card
from fioboard.specs.in_force import CardInForce, in_force
from fioboard.specs.read import CardRefused, check_card
from fioboard.vocabulary.datasheet_runs import FILLED_TWICE_STEP, PAST_CACHE_STEP, RANDOM_STEP


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

    rating_basis: str | None
    labels: str
    is_doubted: bool
    """Whether its verdict is that the figure is not to be trusted."""
    is_preconditioned: bool
    """Whether a step of its batch before it, on its host, overwrote the range in random order: a sequential pass alone
    brings no drive to the state that random writes end in."""
    is_filled_twice: bool
    """Whether such a step wrote the range twice in sequence."""
    past_cache_basis: str | None
    """Of the step right before it, when that wrote past the drive's cache."""


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
    row: RatingRow | None = await driver.fetchrow(
        """
        with step as materialized (
            select p.job_names, p.rating_basis, (r.batch ->> 'step')::int - (p.batch ->> 'step')::int as steps_ago
            from run r join run p on p.batch_id = r.batch_id and p.host_id = r.host_id
            where r.id = $1 and p.deleted_at is null and p.batch ->> 'role' = 'precondition'
                and p.outcome = 'complete' and (p.batch ->> 'step')::int < (r.batch ->> 'step')::int
        )
        select r.rating_basis, r.labels, r.verdict_kind is not distinct from 'trust' as is_doubted,
            exists (select from step where job_names @> array[$2]) as is_preconditioned,
            exists (select from step where job_names @> array[$3]) as is_filled_twice,
            (select rating_basis from step where job_names @> array[$4] and steps_ago = 1 limit 1) as past_cache_basis
        from run r where r.id = $1 and r.deleted_at is null
        """,
        *(run_id, RANDOM_STEP, FILLED_TWICE_STEP, PAST_CACHE_STEP),
    )
    return row
