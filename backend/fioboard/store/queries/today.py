"""What the page Today needs beside changes and events: newest runs, counts, and the last word of agents."""

from collections.abc import Sequence
from datetime import datetime
from typing import TypedDict
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.core.ids import floor_uuid7
from fioboard.core.run_state import Direction
from fioboard.engine.words.ratings import RatingVerdict
from fioboard.store.queries.drive_conditions import HOST_IS_KEPT, IS_THERE, LINKS_KNOWN, OWN


class NewestRow(TypedDict):
    """A run with the result that moved most; of a batch the run with the most IOPS."""

    id: UUID
    batch_id: UUID | None
    batch_name: str | None
    """As people call it, else as the agent did."""
    batch_started_at: datetime | None
    """When the first of its runs started."""
    batch_runs: int
    """Number of the batch's runs; 0 = it is of no batch."""
    unreliable_runs: int
    """Number of unreliable runs, of the batch or 1 for the run itself."""
    unreliable_verdict: str | None
    """Verdict of the first of them, JSON of answers.answer.VerdictBrief."""
    host_id: UUID
    host_name: str
    title: str | None
    at: datetime
    is_dated: bool
    verdict: str | None
    """JSON of answers.answer.VerdictBrief."""
    options: str | None
    """Of the workload, JSON; None without results."""
    direction: Direction | None
    iops: float | None
    bw_bytes_per_s: float | None
    rated_share: float | None
    rated_verdict: RatingVerdict | None


class CountsRow(TypedDict):
    """What there is, and what came since a moment."""

    links: int
    degraded_links: int
    expectations: int
    runs: int
    watched: int
    """Tests of watched series with a run since then."""


class WordRow(TypedDict):
    """The last word of a host's agent."""

    host_id: UUID
    reported_at: datetime
    waiting: int | None


# Batches are found among so many runs that came last.
MAX_LOOKED_AT = 200


async def list_newest_runs(driver: Driver, limit: int) -> list[NewestRow]:
    """Read the runs that came last, a batch as one, the newest first, whenever they were measured."""
    rows: list[NewestRow] = await driver.fetch(
        """
        with recent as materialized (
            select id, host_id, title, sorted_at, started_at, verdict, bw_bytes_per_s, headline_position, batch_id,
                batch ->> 'name' as batch_name, coalesce(batch_id, id) as entry
            from run where deleted_at is null order by id desc limit $2
        ),
        newest as materialized (
            select entry, last_id, last_at from (
                select distinct on (entry) entry, id as last_id, sorted_at as last_at from recent
                order by entry, id desc
            ) e order by last_id desc limit $1
        ),
        measured as (
            select distinct on (e.entry) e.last_id, e.last_at, n.*, o.options::text as options, s.direction, s.iops,
                s.bw_bytes_per_s::float8 as largest_bw, s.rated_share, s.rated_verdict
            from newest e join recent n on n.entry = e.entry
            -- The headline result leaves out what measured memory and no drive.
            left join result s on s.run_id = n.id and s.position = coalesce(n.headline_position, 0)
                and (s.bw_bytes_per_s is null or s.bw_bytes_per_s <= n.bw_bytes_per_s)
            left join workload o on o.id = s.workload_id
            order by e.entry, s.iops desc nulls last, n.id desc
        )
        select m.id, m.host_id, h.name as host_name, m.title, m.last_at as at, m.started_at is not null as is_dated,
            m.verdict::text as verdict, m.options, m.direction, m.iops, m.largest_bw as bw_bytes_per_s, m.rated_share,
            m.rated_verdict, m.batch_id, coalesce(t.title, m.batch_name, 'batch') as batch_name,
            b.runs as batch_runs, b.started_at as batch_started_at,
            u.n::int as unreliable_runs, u.verdict as unreliable_verdict
        from measured m join host h on h.id = m.host_id left join batch t on t.id = m.batch_id
        cross join lateral (
            select count(*)::int as runs, min(r.started_at) as started_at from run r
            where r.batch_id = m.batch_id and r.deleted_at is null
        ) b
        cross join lateral (
            select count(*) as n, (array_agg(r.verdict::text order by r.id))[1] as verdict from run r
            where (r.batch_id = m.batch_id or r.id = m.id) and r.deleted_at is null and r.verdict_kind = 'trust'
        ) u
        order by m.last_id desc
        """,
        limit,
        MAX_LOOKED_AT,
    )
    return rows


async def count_all(driver: Driver, since: datetime) -> CountsRow:
    """Count everything that the page shows, by one statement."""
    row: CountsRow = await driver.fetchrow(
        f"""
        select l.links, l.degraded_links, (select count(*)::int from expectation) as expectations,
            (select count(*)::int from run where deleted_at is null and id >= $2) as runs,
            (select count(*)::int from (
                select distinct digest, host_id, workload_id, direction from watch_series where last_at >= $1
            ) w) as watched
        from (
            select {LINKS_KNOWN}::int as links, count(*) filter (where {OWN["link"]})::int as degraded_links
            from drive d join host_state s on s.host_id = d.host_id
            where {IS_THERE} and {HOST_IS_KEPT.format(h="s")}
        ) l
        """,
        since,
        floor_uuid7(since),
    )
    return row


async def get_last_reports(driver: Driver, host_ids: Sequence[UUID]) -> dict[UUID, WordRow]:
    """Return when the agents of some hosts last reported or polled; those that never did are absent."""
    rows: list[WordRow] = await driver.fetch(
        """
        select coalesce(a.host_id, s.host_id) as host_id, greatest(a.reported_at, s.seen_at) as reported_at, a.waiting
        from agent_report a full join serving_host s on s.host_id = a.host_id
        where coalesce(a.host_id, s.host_id) = any($1::uuid[])
        """,
        list(host_ids),
    )
    return {row["host_id"]: row for row in rows}
