"""What is expected of hosts, and when their runs began."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import NamedTuple, TypedDict
from uuid import UUID

from fioboard.core.driver import Driver

# A row of missed nights longer than this is told as at least as long.
HORIZON = timedelta(days=60)
# A host that makes more runs than this in the horizon is looked at as far back as they reach.
MAX_STARTS = 5_000


class ExpectationRow(TypedDict):
    """An expectation with what names it."""

    id: UUID
    host_id: UUID
    host_name: str
    workload_id: UUID | None
    options: str | None
    """Of the workload, JSON; None = any workload."""
    weekdays: list[int]
    by: time
    zone: str
    grace_minutes: int
    created_at: datetime
    created_by: str


class StartsRow(TypedDict):
    """A workload of a host and when its runs began."""

    workload_id: UUID
    options: str
    starts: list[datetime]


@dataclass(frozen=True, slots=True, kw_only=True)
class NewExpectation:
    """An expectation to be stored; as the columns of `expectation`."""

    id: UUID
    host_id: UUID
    workload_id: UUID | None
    weekdays: Sequence[int]
    by: time
    zone: str
    grace_minutes: int
    created_by: str


_SELECT = """
select e.id, e.host_id, h.name as host_name, e.workload_id, o.options::text as options, e.weekdays, e.by, e.zone,
    e.grace_minutes, e.created_at, e.created_by
from expectation e join host h on h.id = e.host_id left join workload o on o.id = e.workload_id
"""


async def list_expectations(driver: Driver, host_id: UUID | None = None) -> list[ExpectationRow]:
    """Of one host or of all, by host and time of day."""
    rows: list[ExpectationRow] = await driver.fetch(
        f"{_SELECT} where $1::uuid is null or e.host_id = $1 order by h.name, e.by, e.id", host_id
    )
    return rows


async def count_expectations(driver: Driver, host_id: UUID) -> int:
    """How many a host has."""
    return int(await driver.fetchval("select count(*) from expectation where host_id = $1", host_id))


async def add(driver: Driver, new: NewExpectation) -> ExpectationRow:
    """Stores one; its deadlines count from now."""
    await driver.execute(
        """
        insert into expectation (id, host_id, workload_id, weekdays, by, zone, grace_minutes, created_at, created_by)
        values ($1, $2, $3, $4::smallint[], $5, $6, $7, now(), $8)
        """,
        *(new.id, new.host_id, new.workload_id, list(new.weekdays), new.by, new.zone),
        *(new.grace_minutes, new.created_by),
    )
    row: ExpectationRow = await driver.fetchrow(f"{_SELECT} where e.id = $1", new.id)
    return row


async def remove(driver: Driver, expectation_id: UUID) -> bool:
    """Whether it was there."""
    done = await driver.fetchval("delete from expectation where id = $1 returning id", expectation_id)
    return done is not None


class Asked(NamedTuple):
    """Whose starts are asked for: of a host's runs, of one workload or of any."""

    host_id: UUID
    workload_id: UUID | None
    since: datetime


async def starts(driver: Driver, asked: Sequence[Asked]) -> list[list[datetime]]:
    """Of each asked for, when its newest runs began, ascending; those without a start are left out. One statement."""
    rows = await driver.fetch(
        """
        select array(
            select r.sorted_at from run r
            where r.host_id = a.host_id and r.deleted_at is null and r.started_at is not null and r.sorted_at > a.since
                and (a.workload_id is null
                    or exists (select from result s where s.run_id = r.id and s.workload_id = a.workload_id))
            order by r.sorted_at desc, r.id desc limit $4
        ) as starts
        from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) with ordinality
            as a(host_id, workload_id, since, place)
        order by a.place
        """,
        [one.host_id for one in asked],
        [one.workload_id for one in asked],
        [one.since for one in asked],
        MAX_STARTS,
    )
    return [list(reversed(row["starts"])) for row in rows]


async def starts_by_workload(driver: Driver, host_id: UUID, since: datetime, most: int) -> list[StartsRow]:
    """A host's workloads, those with the most runs first, and when these began."""
    rows: list[StartsRow] = await driver.fetch(
        """
        with newest as materialized (
            select id, sorted_at from run
            where host_id = $1 and deleted_at is null and started_at is not null and sorted_at > $2
            order by sorted_at desc, id desc limit $3
        ), tested as (
            select distinct s.workload_id, n.id, n.sorted_at from newest n join result s on s.run_id = n.id
        )
        select t.workload_id, o.options::text as options, array_agg(t.sorted_at order by t.sorted_at) as starts
        from tested t join workload o on o.id = t.workload_id
        group by t.workload_id, o.options order by count(*) desc, t.workload_id limit $4
        """,
        *(host_id, since, MAX_STARTS, most),
    )
    return rows


async def is_workload(driver: Driver, workload_id: UUID) -> bool:
    """Whether there is such a workload."""
    return await driver.fetchval("select id from workload where id = $1", workload_id) is not None


async def is_host(driver: Driver, host_id: UUID) -> bool:
    """Whether there is such a host."""
    return await driver.fetchval("select id from host where id = $1", host_id) is not None
