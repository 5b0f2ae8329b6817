"""Watched series as people see them: of a run or host, one, and the newest result of each."""

from datetime import datetime
from typing import TypedDict
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.core.run_state import Direction
from fioboard.engine.words.changes import OPEN_STATES
from fioboard.store.queries.hosts import match_name
from fioboard.store.queries.parameters import Parameters


class LatestRow(TypedDict):
    """A series and its newest result."""

    id: UUID
    host_name: str
    options: str
    """Of the workload, JSON."""
    direction: Direction
    metric: str
    run_count: int
    last_at: datetime
    last_value: float
    open_changes: int
    """Changes that are new or acknowledged."""


async def list_latest(driver: Driver, days: int, limit: int) -> list[LatestRow]:
    """List series with a run in the last days, those with the newest run first."""
    rows: list[LatestRow] = await driver.fetch(
        """
        with newest as materialized (
            select * from watch_series where last_at > now() - make_interval(days => $1)
            order by last_at desc, id limit $2
        )
        select n.id, h.name as host_name, o.options::text as options, n.direction, n.metric, n.run_count, n.last_at,
            n.last_value, coalesce(c.changes, 0) as open_changes
        from newest n join host h on h.id = n.host_id join workload o on o.id = n.workload_id
        left join (
            select series_id, count(*)::int as changes from change
            where gone_at is null and state = any($3::text[]) group by series_id
        ) c on c.series_id = n.id
        order by n.last_at desc, n.id
        """,
        *(days, limit, list(OPEN_STATES)),
    )
    return rows


Place = tuple[datetime, UUID]
"""Of the last series of a page: its newest run's moment, and its id."""


class SeriesHeadRow(TypedDict):
    """A series with what names it."""

    id: UUID
    digest: bytes
    host_id: UUID
    host_name: str
    workload_id: UUID
    options: str
    """Of the workload, JSON."""
    direction: Direction
    metric: str
    run_count: int
    doubted_count: int
    first_at: datetime
    last_at: datetime
    last_value: float
    changes: int
    open_changes: int


_HEAD = """
select w.id, w.digest, w.host_id, h.name as host_name, w.workload_id, o.options::text as options, w.direction,
    w.metric, w.run_count, w.doubted_count, w.first_at, w.last_at, w.last_value, n.changes, n.open_changes
from watch_series w join host h on h.id = w.host_id join workload o on o.id = w.workload_id
cross join lateral (
    select count(*)::int as changes, (count(*) filter (where state = any($1::text[])))::int as open_changes
    from change where series_id = w.id and gone_at is null
) n
"""
_OF_RUN = """exists (
    select from run r join configuration c on c.id = r.configuration_id join result s on s.run_id = r.id
    where r.id = {run} and r.host_id = w.host_id and c.watch_digest = w.digest
        and s.workload_id = w.workload_id and s.direction = w.direction)
"""


async def list_series(
    driver: Driver, host: str | None, run_id: UUID | None, limit: int, after: Place | None
) -> list[SeriesHeadRow]:
    """Series, those with the newest runs first: of a host by its name, of those that a run belongs to, or all."""
    given = Parameters()
    given.add(list(OPEN_STATES), "text[]")
    conditions = ["true"]
    if host is not None:
        conditions.append(match_name("w.host_id", given.add(host, "text")))
    if run_id is not None:
        conditions.append(_OF_RUN.format(run=given.add(run_id, "uuid")))
    if after is not None:
        conditions.append(
            f"(w.last_at, w.id) < ({given.add(after[0], 'timestamptz')}, {given.add(after[1], 'uuid')})"
        )
    rows: list[SeriesHeadRow] = await driver.fetch(
        f"""
        {_HEAD} where {" and ".join(conditions)}
        order by w.last_at desc, w.id desc limit {given.add(limit, "int")}
        """,
        *given.values,
    )
    return rows


async def find_series(driver: Driver, series_id: UUID) -> SeriesHeadRow | None:
    """One series, or None."""
    row: SeriesHeadRow | None = await driver.fetchrow(
        f"{_HEAD} where w.id = $2", list(OPEN_STATES), series_id
    )
    return row
