"""Requests of several hosts that start together: the moment of their start, and what each host measured.

Whoever changes several requests of a group first locks the group's row, so that two polls never wait for each other.
"""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import TypedDict
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.core.ids import uuid7
from fioboard.engine.answers.request_start import FioStartIn
from fioboard.engine.words.requests import AWAY_AFTER_S, GATHER_S
from fioboard.store.queries.requests import IS_OPEN, SELECT_REQUESTS, RequestRow, notify

# Who was heard of within these seconds hears of a start in time.
HEARD_S = 10
# Of an older agent, which names no step: it never starts fio before the moment; clocks are measured to less than this.
EARLY_S = 2


class GroupRow(TypedDict):
    """A group: when its first host began, and when all start."""

    id: UUID
    created_at: datetime
    begun_at: datetime | None
    start_at: datetime | None


class StartRow(TypedDict):
    """How a host of a group started a step."""

    request_id: UUID
    step: int
    ready_at: datetime
    start_at: datetime | None
    fio_started_at: datetime | None
    clock_ahead_us: int | None
    clock_uncertainty_us: int | None


class EndedRow(TypedDict):
    """A request of a group that ended before the start."""

    host_name: str
    state: str
    reason: str | None


class MeasuredRunRow(TypedDict):
    """What a host of a group measured."""

    id: UUID
    request_id: UUID
    step: int
    """Of its suite, from 1; of a job 1."""
    workload: str | None
    """What the suite calls the step; None of a job."""
    repeat: int | None
    path: str | None
    clock: str | None
    verdict: str | None
    """Of its own run, a sentence."""
    outcome: str


class MeasuredResultRow(TypedDict):
    """A result of such a run, with its latency bins where fio printed them."""

    run_id: UUID
    direction: str
    workload_id: UUID
    options: str
    iops: float | None
    bw_bytes_per_s: int | None
    runtime_ms: int | None
    bins: bytes | None


async def add_group(driver: Driver) -> UUID:
    """Add a group without requests and return its id."""
    group_id = uuid7()
    await driver.execute("insert into request_group (id, created_at) values ($1, now())", group_id)
    return group_id


async def get_group(driver: Driver, group_id: UUID) -> GroupRow | None:
    """Return a group; None when there is none."""
    row: GroupRow | None = await driver.fetchrow("select * from request_group where id = $1", group_id)
    return row


async def list_members(driver: Driver, group_id: UUID) -> list[RequestRow]:
    """List the requests of a group by host name."""
    rows: list[RequestRow] = await driver.fetch(
        f"{SELECT_REQUESTS} where r.group_id = $1 order by h.name, r.id", group_id
    )
    return rows


async def count_members(driver: Driver, group_id: UUID) -> int:
    """Count the requests of a group; 0 when there is no such group."""
    return int(await driver.fetchval("select count(*) from request where group_id = $1", group_id))


async def find_last_step(driver: Driver, group_id: UUID) -> int:
    """Return the last step that a host of a group was ready for; 1 before the first."""
    return int(
        await driver.fetchval(
            """
            select coalesce(max(s.step), 1) from request_start s join request r on r.id = s.request_id
            where r.group_id = $1
            """,
            group_id,
        )
    )


async def list_starts(driver: Driver, group_id: UUID, steps: range) -> dict[tuple[UUID, int], StartRow]:
    """Return how each host of a group started these steps, by request and step."""
    rows: list[StartRow] = await driver.fetch(
        """
        select s.* from request_start s join request r on r.id = s.request_id
        where r.group_id = $1 and s.step >= $2 and s.step < $3
        """,
        *(group_id, steps.start, steps.stop),
    )
    return {(row["request_id"], row["step"]): row for row in rows}


async def lock_groups(driver: Driver, request_ids: Collection[UUID]) -> list[UUID]:
    """Lock the groups of these requests until the transaction ends, and return their ids."""
    rows: Sequence[GroupRow] = await driver.fetch(
        """
        select id from request_group
        where id in (select group_id from request where id = any($1::uuid[]))
        order by id for update
        """,
        list(request_ids),
    )
    return [row["id"] for row in rows]


async def lock_group(driver: Driver, group_id: UUID) -> None:
    """Lock a group until the transaction ends."""
    await driver.execute("select from request_group where id = $1 for update", group_id)


async def is_late(driver: Driver, group_id: UUID) -> bool:
    """Return whether a group that began has not started in time."""
    return bool(
        await driver.fetchval(
            f"""
            select start_at is null and begun_at < now() - interval '{GATHER_S} s' from request_group where id = $1
            """,
            group_id,
        )
    )


async def record_offer(driver: Driver, group_id: UUID, host_id: UUID) -> None:
    """Note that a host of the group was offered its request, and wake the others."""
    await driver.execute(
        "update request_group set begun_at = coalesce(begun_at, now()) where id = $1", group_id
    )
    for row in await driver.fetch(
        "select host_id from request where group_id = $1 and host_id <> $2 and state = 'queued'",
        *(group_id, host_id),
    ):
        await notify(driver, row["host_id"])


async def put_ready(driver: Driver, host_id: UUID, request_id: UUID, step: int, start_at: datetime) -> None:
    """Note that a host waits for the common start of a step; the last one sets the moment, by the service's clock.

    The first step waits for all hosts. A later one goes on without those that ended, were not seen for a minute or
    let another host wait for ten; who is ready after the start learns when it was.
    """
    group_id: UUID | None = await driver.fetchval(
        """
        insert into request_start (request_id, step, ready_at, start_at)
        select r.id, $3, clock_timestamp(), (
            select max(o.start_at) from request_start o join request m on m.id = o.request_id
            where m.group_id = r.group_id and o.step = $3
        ) from request r
        where r.id = $1 and r.host_id = $2 and r.state = 'running' and r.cancel_asked_at is null
            and r.group_id is not null
        on conflict (request_id, step) do update set ready_at = request_start.ready_at
        returning (select group_id from request where id = request_id)
        """,
        *(request_id, host_id, step),
    )
    if group_id is None:
        return
    moment: datetime | None = await driver.fetchval(
        f"""
        update request_start set start_at = $3
        where step = $2 and start_at is null and request_id in (select id from request where group_id = $1)
            and not exists (
                select from request r join request_group g on g.id = r.group_id
                    left join request_start s on s.request_id = r.id and s.step = $2
                where r.group_id = $1
                    and (s.step is null or r.state <> 'running' or r.cancel_asked_at is not null
                        or r.seen_at < now() - interval '{HEARD_S} s')
                    and (g.start_at is null or r.ended_at is null
                        and r.seen_at >= now() - interval '{AWAY_AFTER_S} s'
                        and not exists (
                            select from request_start w join request m on m.id = w.request_id
                            where m.group_id = $1 and w.step = $2
                                and w.ready_at < now() - interval '{GATHER_S} s'
                        ))
            )
        returning start_at
        """,
        *(group_id, step, start_at),
    )
    if moment is not None:
        await driver.execute(
            "update request_group set start_at = coalesce(start_at, $2) where id = $1", *(group_id, moment)
        )


async def remove_ready(driver: Driver, host_id: UUID, request_id: UUID) -> None:
    """Note that a host no longer waits for the start of a step that none has been named for."""
    await driver.execute(
        """
        delete from request_start where request_id = $1 and start_at is null
            and exists (select from request r where r.id = request_id and r.host_id = $2)
        """,
        *(request_id, host_id),
    )


async def find_start(driver: Driver, host_id: UUID, request_id: UUID, step: int) -> datetime | None:
    """Return when a request of this host starts a step; None while it is not known, or once it has started."""
    moment: datetime | None = await driver.fetchval(
        """
        select s.start_at from request r join request_start s on s.request_id = r.id
        where r.id = $1 and r.host_id = $2 and s.step = $3 and s.fio_started_at is null and r.state = 'running'
        """,
        *(request_id, host_id, step),
    )
    return moment


async def put_start(driver: Driver, host_id: UUID, request_id: UUID, start: FioStartIn) -> None:
    """Store when a host of a group started fio. What is stored stays: the agent sends it until the next step starts.

    An older agent names no step: then it is of the last one whose common start was before it.
    """
    await driver.execute(
        f"""
        update request_start set fio_started_at = 'epoch'::timestamptz + $3 * interval '1 microsecond',
            clock_ahead_us = $4, clock_uncertainty_us = $5
        where fio_started_at is null and (request_id, step) = (
            select s.request_id, s.step from request_start s join request r on r.id = s.request_id
            where r.id = $1 and r.host_id = $2 and case when $6::int is null
                then s.start_at - interval '{EARLY_S} s' <= 'epoch'::timestamptz + $3 * interval '1 microsecond'
                else s.start_at is not null and s.step = $6
            end
            order by s.step desc limit 1
        )
        """,
        *(request_id, host_id, start.at_us, start.clock_ahead_us, start.clock_uncertainty_us, start.step),
    )


async def cancel_group(driver: Driver, group_id: UUID, reason: str | None = None) -> int:
    """Cancel what of a group has not ended, and return how many requests that were."""
    rows = await driver.fetch(
        """
        update request set cancel_asked_at = coalesce(cancel_asked_at, now()), reason = $2,
            state = case state when 'queued' then 'cancelled' else state end,
            ended_at = case state when 'queued' then now() end
        where group_id = $1 and state in ('queued', 'offered', 'running') and cancel_asked_at is null
        returning id, host_id
        """,
        *(group_id, reason),
    )
    for row in rows:
        await notify(driver, row["host_id"])
        await notify(driver, row["id"])
    return len(rows)


async def find_broken(driver: Driver, group_id: UUID) -> EndedRow | None:
    """Return the first request of a group that ended before the start while others have not; None when none did."""
    row: EndedRow | None = await driver.fetchrow(
        """
        select h.name as host_name, r.state, r.reason from request r join host h on h.id = r.host_id
            join request_group g on g.id = r.group_id
        where r.group_id = $1 and g.start_at is null and r.ended_at is not null and exists (
            select from request o where o.group_id = $1 and o.ended_at is null and o.cancel_asked_at is null
        )
        order by r.ended_at, r.id limit 1
        """,
        group_id,
    )
    return row


async def list_unstarted(driver: Driver) -> list[UUID]:
    """List the groups that did not start in time, or of which a request ended before, and that are not cancelled."""
    # Open requests are few, and have an index of their own.
    return [
        row["id"]
        for row in await driver.fetch(
            f"""
            select distinct g.id from request o join request_group g on g.id = o.group_id
            where o.{IS_OPEN} and o.cancel_asked_at is null and g.start_at is null and (
                g.begun_at < now() - interval '{GATHER_S} s'
                or exists (select from request e where e.group_id = g.id and e.ended_at is not null)
            )
            order by g.id
            """
        )
    ]


async def list_unready(driver: Driver, group_id: UUID) -> list[str]:
    """List the names of a group's hosts that do not wait for its start."""
    return [
        row["name"]
        for row in await driver.fetch(
            f"""
            select h.name from request r join host h on h.id = r.host_id
            where r.group_id = $1 and (
                not exists (select from request_start s where s.request_id = r.id)
                or r.seen_at < now() - interval '{HEARD_S} s'
            )
            order by h.name
            """,
            group_id,
        )
    ]


async def list_runs(
    driver: Driver, requests: Sequence[RequestRow], steps: range
) -> dict[UUID, MeasuredRunRow]:
    """Return the runs of requests that are of these steps, by id, with their paths and clocks as JSON."""
    owners = {run_id: row["id"] for row in requests for run_id in row["run_ids"]}
    rows: list[MeasuredRunRow] = await driver.fetch(
        """
        select * from (
            select r.id, a.request_id, coalesce((r.batch ->> 'step')::int, 1) as step,
                u.manifest #>> '{batch,workload}' as workload, (u.manifest #>> '{batch,repeat}')::int as repeat,
                r.path::text as path, r.clock::text as clock,
                r.verdict ->> 'sentence' as verdict, r.outcome
            from unnest($1::uuid[], $2::uuid[]) as a (run_id, request_id) join run r on r.id = a.run_id
                join upload u on u.id = r.upload_id
            where r.deleted_at is null
        ) r where step >= $3 and step < $4
        order by r.id
        """,
        *(list(owners), list(owners.values()), steps.start, steps.stop),
    )
    return {row["id"]: row for row in rows}


async def list_results(driver: Driver, run_ids: Collection[UUID]) -> list[MeasuredResultRow]:
    """List the results of runs, with their completion latencies' bins."""
    rows: list[MeasuredResultRow] = await driver.fetch(
        """
        select s.run_id, s.direction, s.workload_id, w.options::text as options, s.iops, s.bw_bytes_per_s,
            s.runtime_ms, b.bins
        from result s join workload w on w.id = s.workload_id
            left join histogram b on b.result_id = s.id and b.kind = 'clat'
        where s.run_id = any($1::uuid[]) order by s.run_id, s.position
        """,
        list(run_ids),
    )
    return rows
