"""What a host measured, run by run, for the series of its page."""

from collections.abc import Sequence
from datetime import datetime
from typing import TypedDict
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.core.run_state import Direction
from fioboard.engine.words.limits import MAX_TESTS_OF_RUN
from fioboard.engine.words.ratings import RatingVerdict
from fioboard.store.queries.drive_conditions import IS_THERE, LINKS_KNOWN, OWN


class SeriesResultRow(TypedDict):
    """One result of a run, with what names its series."""

    run_id: UUID
    configuration_id: UUID
    digest: str
    """Of the configurations that make one watched series; the configuration itself where none is made yet."""
    at: datetime
    is_dated: bool
    """Whether the run has a start of its own; else `at` is when it was received."""
    target: str | None
    is_doubted: bool
    workload_id: UUID
    direction: Direction
    iops: float | None
    bw_bytes_per_s: float | None
    rated_share: float | None
    rated_verdict: RatingVerdict | None


class RunBriefRow(TypedDict):
    """What a table says of a run beside its figure."""

    id: UUID
    verdict: str | None
    """JSON of answers.answer.VerdictBrief."""
    inventory_id: UUID | None


class DriveCounts(TypedDict):
    """The drives of a host in counts."""

    drives: int
    missing: int
    links: int
    """Whose state is known."""
    degraded: int


async def list_results(driver: Driver, host_id: UUID, most: int) -> list[SeriesResultRow]:
    """List the first results of a host's newest runs, at most so many runs; the oldest first."""
    rows: list[SeriesResultRow] = await driver.fetch(
        """
        with newest as materialized (
            select id, configuration_id, sorted_at, started_at, target, verdict_kind from run
            where host_id = $1 and deleted_at is null order by sorted_at desc, id desc limit $2
        )
        select r.id as run_id, r.configuration_id, coalesce(encode(c.watch_digest, 'hex'), c.id::text) as digest,
            r.sorted_at as at, r.started_at is not null as is_dated, r.target,
            r.verdict_kind is not distinct from 'trust' as is_doubted, s.workload_id, s.direction, s.iops,
            s.bw_bytes_per_s::float8 as bw_bytes_per_s, s.rated_share, s.rated_verdict
        from newest r join configuration c on c.id = r.configuration_id
        join result s on s.run_id = r.id and s.position < $3
        order by r.sorted_at, r.id, s.position
        """,
        *(host_id, most, MAX_TESTS_OF_RUN),
    )
    return rows


async def get_briefs(driver: Driver, run_ids: Sequence[UUID]) -> dict[UUID, RunBriefRow]:
    """Return verdicts and inventories of some runs, by id."""
    rows: list[RunBriefRow] = await driver.fetch(
        "select id, verdict::text as verdict, inventory_id from run where id = any($1::uuid[])", list(run_ids)
    )
    return {row["id"]: row for row in rows}


async def run_that_tells_most(driver: Driver, host_id: UUID) -> UUID | None:
    """A host's newest run with an inventory, else its newest; None without runs."""
    run_id: UUID | None = await driver.fetchval(
        """
        select coalesce(
            (select id from run where host_id = $1 and deleted_at is null and inventory_id is not null
             order by sorted_at desc, id desc limit 1),
            (select id from run where host_id = $1 and deleted_at is null
             order by sorted_at desc, id desc limit 1))
        """,
        host_id,
    )
    return run_id


async def get_factors(driver: Driver, host_id: UUID, keys: Sequence[str]) -> str | None:
    """Return JSON of some factors of the newest run that has an inventory, else of the newest; None without runs."""
    factors: str | None = await driver.fetchval(
        """
        select (select jsonb_object_agg(k, c.factors -> k) from unnest($2::text[]) k where c.factors ? k)::text
        from configuration c where c.id = coalesce(
            (select configuration_id from run where host_id = $1 and deleted_at is null and inventory_id is not null
             order by sorted_at desc, id desc limit 1),
            (select configuration_id from run where host_id = $1 and deleted_at is null
             order by sorted_at desc, id desc limit 1))
        """,
        *(host_id, list(keys)),
    )
    return factors


async def count_drives(driver: Driver, host_id: UUID) -> DriveCounts:
    """Count a host's drives and those with problems; zeros for a host without inventory."""
    row: DriveCounts = await driver.fetchrow(
        f"""
        select count(*)::int as drives, count(*) filter (where {OWN["missing"]})::int as missing,
            {LINKS_KNOWN}::int as links, count(*) filter (where {OWN["link"]})::int as degraded
        from drive d join host_state s on s.host_id = d.host_id where d.host_id = $1 and {IS_THERE}
        """,
        host_id,
    )
    return row
