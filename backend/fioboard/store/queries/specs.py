"""Datasheet cards: those that people added, and all that count; and what of a run they are held against."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict
from uuid import UUID

import numpy as np
import orjson

from fioboard.core.driver import Driver
from fioboard.core.toml_card import CardRefused
from fioboard.engine.answers.upload import ManifestBatch
from fioboard.engine.hardware.datasheets.card import Card
from fioboard.engine.hardware.datasheets.in_force import CardInForce, RatingContext, StepsBefore, merge_cards
from fioboard.engine.hardware.datasheets.match import names
from fioboard.engine.hardware.datasheets.read import check_card
from fioboard.engine.words.datasheet_runs import FILLED_TWICE_STEP, PAST_CACHE_STEP, RANDOM_STEP
from fioboard.engine.words.limits import MAX_HOST_RUNS, MAX_TESTS_OF_RUN
from fioboard.store.queries import configurations, reparse_queue

# Databases of one process whose cards are kept: its own, and a standby.
MAX_COPIES = 4


class SpecCardRow(TypedDict):
    """One version of a person's card."""

    id: str
    version: int
    document: str
    made_by: str
    made_at: datetime
    superseded_by: int | None


class RatingRow(TypedDict):
    """What of a run is compared with datasheets, as JSON text."""

    id: UUID
    rating_basis: str | None
    labels: str
    is_doubted: bool
    """Whether its verdict is that the figure is not to be trusted."""
    limit: str | None
    """The sentence of its verdict where that is a limit."""
    is_overwritten: bool
    is_filled_twice: bool
    past_cache_bytes: int
    """As `StepsBefore` has them."""


def read_earlier_steps(row: RatingRow) -> StepsBefore:
    """Return what was written before the run."""
    return StepsBefore(row["is_overwritten"], row["is_filled_twice"], row["past_cache_bytes"])


_COLUMNS = ", ".join(SpecCardRow.__annotations__)


async def list_own_cards(driver: Driver) -> list[SpecCardRow]:
    """List people's cards in force, the newest first."""
    rows: list[SpecCardRow] = await driver.fetch(
        f"select {_COLUMNS} from spec_card where superseded_by is null order by made_at desc, id"
    )
    return rows


async def list_every_version(driver: Driver) -> list[tuple[CardInForce, bool]]:
    """List every version of people's cards that can be read, the newest first, and whether it is in force."""
    rows: list[SpecCardRow] = await driver.fetch(
        f"select {_COLUMNS} from spec_card order by made_at desc, id, version desc"
    )
    return [(own, row["superseded_by"] is None) for row in rows if (own := read_row(row)) is not None]


async def list_versions(driver: Driver, card_id: str) -> list[SpecCardRow]:
    """List every version of one person's card, the newest first; empty for a card of the release alone."""
    rows: list[SpecCardRow] = await driver.fetch(
        f"select {_COLUMNS} from spec_card where id = $1 order by version desc", card_id
    )
    return rows


async def list_cards_in_force(driver: Driver) -> list[CardInForce]:
    """List every card that counts: people's own, newest first, then those of the release."""
    return merge_cards([own for row in await list_own_cards(driver) if (own := read_row(row)) is not None])


def read_row(row: SpecCardRow) -> CardInForce | None:
    """None for a card that an older version took and this one does not: it counts no more, and stays in its table."""
    try:
        return CardInForce(check_card(orjson.loads(row["document"])), "person", row["version"])
    except CardRefused:
        return None


class CardsStateRow(TypedDict):
    """The state of the table of cards: another one has other cards."""

    place: str
    """The database, and since when it runs."""
    state: str


@dataclass(slots=True)
class _Copy:
    """The cards in force as this process read them last, and of which state of their table."""

    state: str
    cards: Sequence[CardInForce]


# By database: a standby's is another one.
_copies: dict[str, _Copy] = {}
CARDS_STATE = """
select place, place || ' ' || count(*) || ' ' || coalesce(max(made_at)::text, '') as state
from spec_card right join (select current_database() || pg_postmaster_start_time() as place) p on true
group by place
"""
"""Which cards there are, as one text. An upload that was read beside remembered cards is stored in that state alone."""


async def get_cards(driver: Driver) -> Sequence[CardInForce]:
    """Return every card that counts, read again only when a card was added since. Cards are never edited or deleted."""
    return await get_cards_at_state(driver, await driver.fetchrow(CARDS_STATE))


async def get_cards_at_state(driver: Driver, row: CardsStateRow) -> Sequence[CardInForce]:
    """Return the cards of a state that was just read: this process's copy, or read again."""
    return (await _get_copy(driver, row)).cards


async def _get_copy(driver: Driver, row: CardsStateRow) -> _Copy:
    """Return this process's copy of the cards, read again where the state differs."""
    copy = _copies.get(row["place"])
    if copy is None or copy.state != row["state"]:
        copy = _Copy(row["state"], await list_cards_in_force(driver))
        if len(_copies) >= MAX_COPIES:
            _copies.clear()
        _copies[row["place"]] = copy
    return copy


async def add_card(driver: Driver, card: Card, made_by: str) -> SpecCardRow:
    """The new version of a card; the one before stays, superseded. Within a transaction.

    Runs on drives of its models, and of those of the card whose place it takes, are due to be read again.
    """
    # Two that add the same card at once would take the same number.
    await driver.execute("select pg_advisory_xact_lock(hashtext('spec_card'))")
    concerned = [card, *(one.card for one in await list_cards_in_force(driver) if one.card.id == card.id)]
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
    await reparse_queue.add_of_configurations(driver, await _find_configurations(driver, concerned))
    return row


async def _find_configurations(driver: Driver, cards: Sequence[Card]) -> list[UUID]:
    """Find the configurations with a drive that one of the cards may be of."""
    table = await configurations.load_configurations(driver)
    column = table.columns.get("drive.model")
    if column is None:
        return []
    of_cards = [
        code
        for code, value in enumerate(column.values, start=1)
        if any(
            names(card, str(model))
            for card in cards
            for model in (value if isinstance(value, tuple) else (value,))
        )
    ]
    return [table.ids[row] for row in np.flatnonzero(np.isin(table.codes("drive.model"), of_cards))]


_STEPS = f"""
select coalesce(bool_or(p.job_names @> '{{{{{RANDOM_STEP}}}}}'), false) as is_overwritten,
    coalesce(bool_or(p.job_names @> '{{{{{FILLED_TWICE_STEP}}}}}'), false) as is_filled_twice,
    coalesce(sum((
        select sum((test -> 'conditions' ->> 'written_bytes')::bigint)
        from jsonb_array_elements(coalesce(p.rating_basis -> 'tests', '[]')) test
    )) filter (
        where p.job_names @> '{{{{{PAST_CACHE_STEP}}}}}' and (p.batch ->> 'step')::int = {{step}} - 1
    ), 0)::bigint as past_cache_bytes
from run p
where p.batch_id = {{batch}} and p.host_id = {{host}} and p.deleted_at is null
    and p.batch ->> 'role' = 'precondition' and p.outcome = 'complete' and (p.batch ->> 'step')::int < {{step}}
"""
"""What `StepsBefore` tells, of a run's batch on its host."""
_OF_ROW = _STEPS.format(batch="r.batch_id", host="r.host_id", step="(r.batch ->> 'step')::int")


async def read_arrival(
    driver: Driver, agent_host_id: str, batch: ManifestBatch | None
) -> tuple[str | None, RatingContext, str]:
    """Return the name of the host whose upload is on its way in, None of a new one; what the upload is compared with;
    and the state of the table of cards that these are of.
    """
    row = await driver.fetchrow(
        f"select (select name from host where agent_host_id = $1) as host_name, s.* from ({CARDS_STATE}) s",
        agent_host_id,
    )
    host_name: str | None = row["host_name"]
    copy = await _get_copy(driver, row)
    if batch is None:
        return host_name, RatingContext(copy.cards), copy.state
    host = "(select id from host where agent_host_id = $1)"
    question = _STEPS.format(batch="$2", host=host, step="$3")
    row = await driver.fetchrow(question, agent_host_id, batch.id, batch.step)
    return host_name, RatingContext(copy.cards, StepsBefore(**row)), copy.state


async def get_rating_context(driver: Driver, run_id: UUID) -> RatingContext:
    """Return what a stored run is compared with."""
    cards = await get_cards(driver)
    row = await driver.fetchrow(
        f"select steps.* from run r cross join lateral ({_OF_ROW}) steps where r.id = $1", run_id
    )
    return RatingContext(cards, StepsBefore(**row) if row else StepsBefore())


async def get_rating_rows(driver: Driver, run_ids: Sequence[UUID]) -> dict[UUID, RatingRow]:
    """Return what of each run is compared with datasheets; runs that do not exist or were deleted are left out."""
    rows: list[RatingRow] = await driver.fetch(
        f"""
        select r.id, r.rating_basis, r.labels, r.verdict_kind is not distinct from 'trust' as is_doubted,
            case when r.verdict_kind = 'limit' then r.verdict ->> 'sentence' end as "limit", steps.*
        from run r cross join lateral ({_OF_ROW}) steps
        where r.id = any($1::uuid[]) and r.deleted_at is null
        """,
        list(run_ids),
    )
    return {row["id"]: row for row in rows}


class HostFigureRow(TypedDict):
    """Runs of one host that measured one thing on drives of one model with one verdict beside their datasheet."""

    runs: int
    newest: UUID
    newest_position: int
    newest_at: datetime
    """When that run started, or came in."""
    best: UUID | None
    """Of the runs that can be trusted the one with the highest share; None where no share means anything."""
    best_position: int | None
    best_at: datetime | None


async def list_host_figures(driver: Driver, host_id: UUID, most: int) -> list[HostFigureRow]:
    """List what a host measured beside datasheets, the newest first. Empty for a host that is unknown or has none."""
    rows: list[HostFigureRow] = await driver.fetch(
        """
        with newest as materialized (
            select id, configuration_id, sorted_at, verdict_kind from run
            where host_id = $1 and deleted_at is null order by sorted_at desc, id desc limit $3
        ), told as (
            select r.id, s.position, r.sorted_at, s.rw, s.direction, s.bs_bytes, s.rated_verdict,
                c.factors ->> 'drive.model' as model, c.factors ->> 'drive.capacity' as capacity,
                case when r.verdict_kind is distinct from 'trust' then s.rated_share end as share
            from newest r join configuration c on c.id = r.configuration_id
            join result s on s.run_id = r.id and s.position < $4
            where s.rated_verdict is not null
        )
        select count(distinct id)::int as runs,
            (array_agg(id order by sorted_at desc, id desc, position))[1] as newest,
            (array_agg(position order by sorted_at desc, id desc, position))[1] as newest_position,
            max(sorted_at) as newest_at,
            (array_agg(id order by share desc, id desc, position) filter (where share is not null))[1] as best,
            (array_agg(position order by share desc, id desc, position) filter (where share is not null))[1]
                as best_position,
            (array_agg(sorted_at order by share desc, id desc, position) filter (where share is not null))[1] as best_at
        from told group by model, capacity, rw, direction, bs_bytes, rated_verdict
        order by newest_at desc, newest desc, newest_position limit $2
        """,
        *(host_id, most, MAX_HOST_RUNS, MAX_TESTS_OF_RUN),
    )
    return rows
