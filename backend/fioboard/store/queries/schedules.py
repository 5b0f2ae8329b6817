"""Schedules: requests that are made again and again."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.core.ids import uuid7
from fioboard.engine.answers.request import Wanted
from fioboard.engine.words.requests import AWAY_AFTER_S, RequestState
from fioboard.store.queries.requests import WantedRow


class ScheduleRow(WantedRow):
    """A schedule with its host and the last request that it made."""

    cron: str
    zone: str
    jitter_s: int
    only_when_idle: bool
    is_expected: bool
    next_at: datetime
    paused_at: datetime | None
    created_at: datetime
    created_by: str
    others: str | None
    """Hosts that start together with its own, JSON as in `hosts` of the answer; None = it measures alone."""
    last_request_id: UUID | None
    last_group_id: UUID | None
    last_state: RequestState | None
    last_reason: str | None
    last_host_names: list[str] | None
    """Of several hosts that then started together, those whose request ended like that; None = all of them."""


class ScheduleHostRow(TypedDict):
    """A host of a schedule when it is due, and where it measures."""

    host_id: UUID
    host_name: str
    target: str
    is_away: bool
    offers: str | None
    """JSON; None = the host's agent never polled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """When a schedule is due; as the columns of `schedule`."""

    cron: str
    zone: str
    jitter_s: int
    only_when_idle: bool
    is_expected: bool
    is_paused: bool
    next_at: datetime


# Of several hosts' requests, one that did not end well tells most.
_SELECT = """
select c.id, c.host_id, h.name as host_name, c.kind, c.name, c.run_id, c.target, c.parameters, c.priority, c.cron,
    c.zone, c.jitter_s, c.only_when_idle, c.is_expected, c.next_at, c.paused_at, c.created_at, c.created_by,
    o.others::text as others, l.id as last_request_id, l.group_id as last_group_id, l.state as last_state,
    l.reason as last_reason, n.names as last_host_names
from schedule c join host h on h.id = c.host_id
    left join lateral (
        select jsonb_agg(
            jsonb_build_object('host', jsonb_build_object('id', m.id, 'name', m.name), 'target', s.target)
            order by m.name
        ) as others
        from schedule_host s join host m on m.id = s.host_id where s.schedule_id = c.id
    ) o on true
    left join lateral (
        select id, group_id, state, reason from request where schedule_id = c.id
        order by coalesce(group_id, id) desc, state = 'done', id limit 1
    ) l on true
    left join lateral (
        select array_agg(m.name order by m.name) filter (where q.is_alike) as names from (
            select host_id, (state, reason) is not distinct from (l.state, l.reason) as is_alike
            from request where group_id = l.group_id
        ) q join host m on m.id = q.host_id having not bool_and(q.is_alike)
    ) n on true
"""
_IS_OF_HOST = """
    (c.host_id = {host} or exists (select from schedule_host s where s.schedule_id = c.id and s.host_id = {host}))
"""


async def list_schedules(driver: Driver, host_name: str | None, limit: int) -> list[ScheduleRow]:
    """List schedules, the next one due first. None: of any host."""
    rows: list[ScheduleRow] = await driver.fetch(
        f"""
        {_SELECT} where $1::text is null or {_IS_OF_HOST.format(host="(select id from host where name = $1)")}
        order by c.paused_at is not null, c.next_at, c.id limit $2
        """,
        *(host_name, limit),
    )
    return rows


async def count_schedules(driver: Driver, host_id: UUID) -> int:
    """Count the schedules of a host, alone or with others."""
    return int(
        await driver.fetchval(
            f"select count(*) from schedule c where {_IS_OF_HOST.format(host='$1')}", host_id
        )
    )


async def get_schedule(driver: Driver, schedule_id: UUID) -> ScheduleRow | None:
    """Return a schedule, locked until the transaction ends; None when there is none."""
    row: ScheduleRow | None = await driver.fetchrow(f"{_SELECT} where c.id = $1 for update of c", schedule_id)
    return row


async def lock_due(driver: Driver) -> ScheduleRow | None:
    """Return a schedule that is due and that no other process handles, locked; None when there is none."""
    row: ScheduleRow | None = await driver.fetchrow(
        f"""
        {_SELECT} where c.paused_at is null and c.next_at <= now()
        order by c.next_at limit 1 for update of c skip locked
        """
    )
    return row


async def list_hosts(driver: Driver, schedule_id: UUID) -> list[ScheduleHostRow]:
    """List the hosts of a schedule, its own first, then by name."""
    rows: list[ScheduleHostRow] = await driver.fetch(
        f"""
        select m.host_id, h.name as host_name, m.target, s.offers::text as offers,
            coalesce(s.seen_at < now() - interval '{AWAY_AFTER_S} s', true) as is_away
        from (
            select true as is_own, host_id, target from schedule where id = $1
            union all
            select false, host_id, target from schedule_host where schedule_id = $1
        ) m join host h on h.id = m.host_id left join serving_host s on s.host_id = m.host_id
        order by m.is_own desc, h.name
        """,
        schedule_id,
    )
    return rows


async def put_others(driver: Driver, schedule_id: UUID, others: Sequence[tuple[UUID, str]]) -> None:
    """Set which hosts start together with a schedule's own, each with its target."""
    await driver.execute("delete from schedule_host where schedule_id = $1", schedule_id)
    for host_id, target in others:
        await driver.execute(
            "insert into schedule_host (id, schedule_id, host_id, target) values ($1, $2, $3, $4)",
            *(uuid7(), schedule_id, host_id, target),
        )


async def add_schedule(driver: Driver, host_id: UUID, wanted: Wanted, timing: Timing, by: str) -> UUID:
    """Add a schedule of one host; return its id."""
    schedule_id = uuid7()
    await driver.execute(
        """
        insert into schedule (id, host_id, kind, name, run_id, target, parameters, priority, cron, zone, jitter_s,
            only_when_idle, is_expected, next_at, paused_at, created_at, created_by)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, case when $15 then now() end, now(), $16)
        """,
        *(schedule_id, host_id, wanted.kind, wanted.name, wanted.run_id, wanted.target),
        *(wanted.parameters.model_dump_json(exclude_none=True), wanted.priority, timing.cron, timing.zone),
        *(timing.jitter_s, timing.only_when_idle, timing.is_expected, timing.next_at, timing.is_paused, by),
    )
    return schedule_id


async def update_schedule(
    driver: Driver, schedule_id: UUID, host_id: UUID, wanted: Wanted, timing: Timing
) -> None:
    """Change what a schedule measures, on which host, and when it is due."""
    await driver.execute(
        """
        update schedule set kind = $2, name = $3, run_id = $4, target = $5, parameters = $6, priority = $7, cron = $8,
            zone = $9, jitter_s = $10, only_when_idle = $11, is_expected = $12, next_at = $13,
            paused_at = case when $14 then coalesce(paused_at, now()) end, host_id = $15
        where id = $1
        """,
        *(schedule_id, wanted.kind, wanted.name, wanted.run_id, wanted.target),
        *(wanted.parameters.model_dump_json(exclude_none=True), wanted.priority, timing.cron, timing.zone),
        *(
            timing.jitter_s,
            timing.only_when_idle,
            timing.is_expected,
            timing.next_at,
            timing.is_paused,
            host_id,
        ),
    )


async def set_next(driver: Driver, schedule_id: UUID, next_at: datetime) -> None:
    """Set when a schedule is due next."""
    await driver.execute("update schedule set next_at = $2 where id = $1", *(schedule_id, next_at))


async def pause(driver: Driver, schedule_id: UUID) -> None:
    """Pause a schedule."""
    await driver.execute("update schedule set paused_at = now() where id = $1", schedule_id)


async def remove_schedule(driver: Driver, schedule_id: UUID) -> None:
    """Remove a schedule; the requests that it made stay."""
    await driver.execute("delete from schedule where id = $1", schedule_id)
