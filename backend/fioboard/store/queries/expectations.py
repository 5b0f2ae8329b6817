"""What is expected of hosts, and when their runs began."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import NamedTuple, TypedDict
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.engine.words.limits import MAX_TESTS_OF_RUN

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
    schedule_id: UUID | None
    scheduled: str | None
    """What the schedule measures, as "quick on /srv/bench", "quick on 3 hosts"; None = a person expects it."""
    cron: str | None
    next_at: datetime | None
    """Of the schedule, as `cron`; None = a person expects it."""
    weekdays: list[int] | None
    by: time | None
    """As `weekdays`: None = the schedule says when."""
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
    schedule_id: UUID | None
    weekdays: Sequence[int] | None
    by: time | None
    zone: str
    grace_minutes: int
    created_by: str


_SELECT = """
select e.id, e.host_id, h.name as host_name, e.workload_id, o.options::text as options, e.schedule_id,
    coalesce(c.name, 'run again') || ' on ' || coalesce(
        (select count(*) + 1 || ' hosts' from schedule_host s where s.schedule_id = c.id having count(*) > 0), c.target
    ) as scheduled, c.cron, c.next_at, e.weekdays, e.by, e.zone,
    e.grace_minutes, e.created_at, e.created_by
from expectation e join host h on h.id = e.host_id left join workload o on o.id = e.workload_id
    left join schedule c on c.id = e.schedule_id
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
        insert into expectation (id, host_id, workload_id, weekdays, by, zone, grace_minutes, created_at, created_by,
            schedule_id)
        values ($1, $2, $3, $4::smallint[], $5, $6, $7, now(), $8, $9)
        """,
        *(new.id, new.host_id, new.workload_id, new.weekdays and list(new.weekdays), new.by, new.zone),
        *(new.grace_minutes, new.created_by, new.schedule_id),
    )
    row: ExpectationRow = await driver.fetchrow(f"{_SELECT} where e.id = $1", new.id)
    return row


async def remove(driver: Driver, expectation_id: UUID) -> bool:
    """Remove one, and have its schedule expect nothing any more. False: there is none."""
    done = await driver.fetchval(
        """
        with gone as (delete from expectation where id = $1 returning id, schedule_id), changed as (
            update schedule set is_expected = false where id in (select schedule_id from gone)
        )
        select id from gone
        """,
        expectation_id,
    )
    return done is not None


async def remove_scheduled(driver: Driver, schedule_id: UUID) -> None:
    """Remove the expectation of a schedule, where it has one."""
    await driver.execute("delete from expectation where schedule_id = $1", schedule_id)


async def list_scheduled_starts(
    driver: Driver, schedule_ids: Sequence[UUID], since: datetime
) -> dict[UUID, list[datetime]]:
    """Return, of each schedule, when its requests that were not refused, cancelled or failed began.

    Requests of several hosts count as one, and only where none of them failed: their total is what is expected.
    """
    rows = await driver.fetch(
        """
        select schedule_id, array_agg(started_at order by started_at) as starts from (
            select schedule_id, min(started_at) as started_at from request
            where schedule_id = any($1) and created_at > $2
            group by schedule_id, coalesce(group_id, id)
            having bool_and(started_at is not null and state in ('running', 'done'))
        ) r where started_at > $2 group by schedule_id
        """,
        *(list(schedule_ids), since),
    )
    return {row["schedule_id"]: list(row["starts"]) for row in rows}


class Asked(NamedTuple):
    """Whose starts are asked for: of a host's runs, of one workload or of any."""

    host_id: UUID
    workload_id: UUID | None
    since: datetime


async def list_starts(driver: Driver, asked: Sequence[Asked]) -> list[list[datetime]]:
    """Return, of each asked for, when its newest runs began, ascending; those without a start are left out. One
    statement.

    The runs of a host are found once, however many of its workloads are asked for: a workload has far more runs on
    all hosts than a host has since `since`, and must never be where the search begins.
    """
    rows = await driver.fetch(
        """
        with asked as materialized (
            select * from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) with ordinality
                as a(host_id, workload_id, since, place)
        ), began as materialized (
            select h.host_id, r.id, r.sorted_at
            from (select host_id, min(since) as since from asked group by host_id) h
            join run r on r.host_id = h.host_id and r.sorted_at > h.since
            where r.deleted_at is null and r.started_at is not null
        ), tested as materialized (
            select distinct b.host_id, s.workload_id, b.id, b.sorted_at from began b cross join lateral (
                select workload_id from result where run_id = b.id and workload_id = any($2) offset 0
            ) s
            union all
            select host_id, null, id, sorted_at from began
            where host_id in (select host_id from asked where workload_id is null)
        ), listed as (
            select a.place, t.sorted_at,
                row_number() over (partition by a.place order by t.sorted_at desc, t.id desc) as n
            from asked a join tested t on t.host_id = a.host_id and t.sorted_at > a.since
                and t.workload_id is not distinct from a.workload_id
        )
        select coalesce(array_agg(l.sorted_at order by l.sorted_at) filter (where l.n <= $4), '{}') as starts
        from asked a left join listed l on l.place = a.place group by a.place order by a.place
        """,
        [one.host_id for one in asked],
        [one.workload_id for one in asked],
        [one.since for one in asked],
        MAX_STARTS,
    )
    return [list(row["starts"]) for row in rows]


async def list_starts_by_workload(
    driver: Driver, host_id: UUID, since: datetime, most: int
) -> list[StartsRow]:
    """List a host's workloads, those with the most runs first, and when these began."""
    rows: list[StartsRow] = await driver.fetch(
        """
        with newest as materialized (
            select id, sorted_at from run
            where host_id = $1 and deleted_at is null and started_at is not null and sorted_at > $2
            order by sorted_at desc, id desc limit $3
        ), tested as (
            select distinct s.workload_id, n.id, n.sorted_at
            from newest n join result s on s.run_id = n.id and s.position < $5
        )
        select t.workload_id, o.options::text as options, array_agg(t.sorted_at order by t.sorted_at) as starts
        from tested t join workload o on o.id = t.workload_id
        group by t.workload_id, o.options order by count(*) desc, t.workload_id limit $4
        """,
        *(host_id, since, MAX_STARTS, most, MAX_TESTS_OF_RUN),
    )
    return rows


async def is_workload(driver: Driver, workload_id: UUID) -> bool:
    """Whether there is such a workload."""
    return await driver.fetchval("select id from workload where id = $1", workload_id) is not None


async def is_host(driver: Driver, host_id: UUID) -> bool:
    """Whether there is such a host."""
    return await driver.fetchval("select id from host where id = $1", host_id) is not None
