"""What the page Today needs beside changes and events: newest runs, counts, and the last word of agents."""

from collections.abc import Sequence
from datetime import datetime
from typing import TypedDict
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.core.ids import floor_uuid7
from fioboard.core.run_state import Direction
from fioboard.queries.drive_conditions import HOST_IS_KEPT, IS_THERE, OWN
from fioboard.vocabulary.ratings import RatingVerdict


class NewestRow(TypedDict):
    """A run with the result that moved most."""

    id: UUID
    host_id: UUID
    host_name: str
    title: str | None
    at: datetime
    is_dated: bool
    verdict: str | None
    """JSON of schemas.answer.VerdictBrief."""
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
    waiting: int


async def newest_runs(driver: Driver, limit: int) -> list[NewestRow]:
    """Read the runs that came last, the newest first, whenever they were measured."""
    rows: list[NewestRow] = await driver.fetch(
        """
        with newest as materialized (
            select id, host_id, title, sorted_at, started_at, verdict, bw_bytes_per_s, headline_position from run
            where deleted_at is null order by id desc limit $1
        )
        select n.id, n.host_id, h.name as host_name, n.title, n.sorted_at as at, n.started_at is not null as is_dated,
            n.verdict::text as verdict, o.options::text as options, s.direction, s.iops,
            s.bw_bytes_per_s::float8 as bw_bytes_per_s, s.rated_share, s.rated_verdict
        from newest n join host h on h.id = n.host_id
        -- The headline result leaves out what measured memory and no drive.
        left join result s on s.run_id = n.id and s.position = coalesce(n.headline_position, 0)
            and (s.bw_bytes_per_s is null or s.bw_bytes_per_s <= n.bw_bytes_per_s)
        left join workload o on o.id = s.workload_id
        order by n.id desc
        """,
        limit,
    )
    return rows


async def counts(driver: Driver, since: datetime) -> CountsRow:
    """All of them by one statement."""
    row: CountsRow = await driver.fetchrow(
        f"""
        select l.links, l.degraded_links, (select count(*)::int from expectation) as expectations,
            (select count(*)::int from run where deleted_at is null and id >= $2) as runs,
            (select count(*)::int from (
                select distinct digest, host_id, workload_id, direction from watch_series where last_at >= $1
            ) w) as watched
        from (
            select count(d.link_class)::int as links, count(*) filter (where {OWN["link"]})::int as degraded_links
            from drive d join host_state s on s.host_id = d.host_id
            where {IS_THERE} and {HOST_IS_KEPT.format(h="s")}
        ) l
        """,
        since,
        floor_uuid7(since),
    )
    return row


async def last_words(driver: Driver, host_ids: Sequence[UUID]) -> dict[UUID, WordRow]:
    """Of the agents of some hosts; those that never spoke are absent."""
    rows: list[WordRow] = await driver.fetch(
        "select host_id, reported_at, waiting from agent_report where host_id = any($1::uuid[])",
        list(host_ids),
    )
    return {row["host_id"]: row for row in rows}
