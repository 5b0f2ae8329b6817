"""The queue of each host: requests to measure, from the moment that somebody asks to the host's last word.

Whatever an agent says is stored in one transaction that first locks the host's row of `serving_host`. So two polls of
one host never get two requests, and a poll that is repeated after a lost answer changes nothing.
"""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import TypedDict
from uuid import UUID

import orjson

from fioboard.core.driver import Driver
from fioboard.core.ids import uuid7
from fioboard.engine.answers.request import ReportIn, RunningIn, Wanted
from fioboard.engine.hardware.inventory.surroundings import read_preflight
from fioboard.engine.words.requests import (
    AWAY_AFTER_S,
    FORGOTTEN_AFTER_S,
    LEASE_S,
    LIVE_WINDOW_S,
    MAX_REQUEST_RUNS,
    OPEN_STATES,
    RequestKind,
    RequestState,
)

# PostgreSQL's NOTIFY: the payload is a host whose queue changed, or a request whose live samples did.
CHANNEL = "fioboard_request"
IS_OPEN = "state in ('queued', 'offered', 'running')"
# A group begins when all of its hosts poll and none is busy; then it goes before what else waits for them.
CAN_BEGIN = f"""not exists (
    select from request o left join serving_host s on s.host_id = o.host_id
    where o.group_id = request.group_id and o.id <> request.id and o.state = 'queued'
        and (coalesce(s.seen_at < now() - interval '{AWAY_AFTER_S} s', true) or exists (
            select from request b where b.host_id = o.host_id
                and (b.state = 'running' or b.state = 'offered' and b.lease_until > now())
        ))
)"""
HAS_BEGUN = "exists (select from request_group g where g.id = request.group_id and g.begun_at is not null)"
_NOT_STARTED = "Nobody started it in time: the host was away or busy."


class _AskedRow(TypedDict):
    """What is to be measured."""

    id: UUID
    kind: RequestKind
    name: str | None
    run_id: UUID | None
    target: str
    parameters: str


class OfferedRow(_AskedRow):
    """A request as its host gets it."""

    group_id: UUID | None


class WantedRow(_AskedRow):
    """What a request or a schedule is to measure, on which host."""

    host_id: UUID
    host_name: str
    priority: int


class RequestRow(WantedRow):
    """A request with its host and what arrived of it."""

    state: RequestState
    reason: str | None
    schedule_id: UUID | None
    created_at: datetime
    created_by: str
    expires_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    cancel_asked_at: datetime | None
    host_seen_at: datetime | None
    is_host_away: bool
    progress: str | None
    batch_id: UUID | None
    run_ids: list[UUID]
    group_id: UUID | None
    group_hosts: int
    """How many start together; 0 of one that starts alone."""
    group_names: list[str]
    """Of the first five, by name."""


SELECT_REQUESTS = f"""
select r.id, r.host_id, h.name as host_name, r.kind, r.name, r.run_id, r.target, r.parameters, r.priority, r.state,
    r.reason, r.schedule_id, r.group_id, r.created_at, r.created_by, r.expires_at, r.started_at, r.ended_at,
    r.cancel_asked_at, s.seen_at as host_seen_at,
    coalesce(s.seen_at < now() - interval '{AWAY_AFTER_S} s', true) as is_host_away,
    r.progress, arrived.batch_id, coalesce(arrived.run_ids, '{{}}') as run_ids,
    coalesce(g.hosts, 0) as group_hosts, coalesce(g.names, '{{}}') as group_names
from request r join host h on h.id = r.host_id left join serving_host s on s.host_id = r.host_id
    left join lateral (
        select array_agg(a.id order by a.id) as run_ids, (array_agg(a.batch_id))[1] as batch_id from (
            select id, batch_id from run where batch_id = r.id and deleted_at is null
            union
            select n.id, n.batch_id from upload u join run n on n.upload_id = u.id
            where u.upload_key = r.id and n.deleted_at is null
            limit {MAX_REQUEST_RUNS}
        ) a
    ) arrived on r.started_at is not null
    left join lateral (
        select count(*) as hosts, (array_agg(m.name order by m.name))[1:5] as names
        from request o join host m on m.id = o.host_id where o.group_id = r.group_id
    ) g on r.group_id is not null
"""


async def get_request(driver: Driver, request_id: UUID) -> RequestRow | None:
    """Return a request; None when there is none."""
    row: RequestRow | None = await driver.fetchrow(f"{SELECT_REQUESTS} where r.id = $1", request_id)
    return row


async def list_requests(
    driver: Driver,
    host_name: str | None,
    schedule_id: UUID | None,
    states: Collection[RequestState] | None,
    *,
    before: UUID | None,
    limit: int,
) -> list[RequestRow]:
    """List requests, the newest first. None: of any host and schedule, in any state, from the newest on."""
    # Open requests are few, and have an index of their own.
    only_open = f"and r.{IS_OPEN}" if states and set(states) <= set(OPEN_STATES) else ""
    rows: list[RequestRow] = await driver.fetch(
        f"""
        {SELECT_REQUESTS}
        where ($1::text is null or r.host_id = (select id from host where name = $1))
            and ($2::text[] is null or r.state = any($2))
            and ($3::uuid is null or r.id < $3)
            and ($4::uuid is null or r.schedule_id = $4) {only_open}
        order by r.id desc limit $5
        """,
        *(host_name, states and list(states), before, schedule_id, limit),
    )
    return rows


async def add_request(
    driver: Driver,
    host_id: UUID,
    wanted: Wanted,
    *,
    expires_at: datetime,
    by: str,
    schedule_id: UUID | None = None,
    group_id: UUID | None = None,
    target: str | None = None,
) -> UUID:
    """Put a request into its host's queue, and wake the host's poll when the transaction commits.

    `target`: of this host, in place of the one that is wanted.
    """
    request_id = uuid7()
    await driver.execute(
        """
        insert into request (id, host_id, kind, name, run_id, target, parameters, priority, state, created_at,
            created_by, expires_at, schedule_id, group_id)
        values ($1, $2, $3, $4, $5, $6, $7, $8, 'queued', now(), $9, $10, $11, $12)
        """,
        *(request_id, host_id, wanted.kind, wanted.name, wanted.run_id, target or wanted.target),
        *(wanted.parameters.model_dump_json(exclude_none=True), wanted.priority, by, expires_at, schedule_id),
        group_id,
    )
    await notify(driver, host_id)
    return request_id


async def close_request(driver: Driver, request_id: UUID, state: RequestState, reason: str) -> None:
    """End a request that its host has not heard of, since it is not to be started."""
    await driver.execute(
        "update request set state = $2, reason = $3, ended_at = now() where id = $1",
        *(request_id, state, reason),
    )


async def add_skipped_request(driver: Driver, schedule_id: UUID, reason: str) -> None:
    """Add a request that says why its schedule could not be run, with what the schedule holds, sound or not."""
    await driver.execute(
        """
        insert into request (id, host_id, kind, name, run_id, target, parameters, priority, state, reason, created_at,
            created_by, expires_at, ended_at, schedule_id)
        select $1, host_id, kind, name, run_id, target, parameters, priority, 'expired', $3, now(), created_by, now(),
            now(), id
        from schedule where id = $2
        """,
        *(uuid7(), schedule_id, reason),
    )


async def notify(driver: Driver, subject_id: UUID) -> None:
    """Wake who waits for a host or request, in all processes of the service, when the transaction commits."""
    await driver.execute("select pg_notify($1, $2)", CHANNEL, str(subject_id))


async def has_repeat(driver: Driver, host_id: UUID, run_id: UUID) -> bool:
    """Return whether a host has begun, or was offered, a request that repeats a run."""
    return bool(
        await driver.fetchval(
            """
            select exists (
                select from request where host_id = $1 and run_id = $2 and state in ('offered', 'running')
            )
            """,
            *(host_id, run_id),
        )
    )


async def count_open_requests(driver: Driver, host_id: UUID) -> int:
    """Count the requests of a host that have not ended."""
    return int(
        await driver.fetchval(
            "select count(*) from request where host_id = $1 and state in ('queued', 'offered', 'running')",
            host_id,
        )
    )


async def cancel_request(driver: Driver, request_id: UUID) -> bool:
    """Cancel a request that nobody was offered, or ask its host to end it. False: it had ended, or there is none."""
    host_id: UUID | None = await driver.fetchval(
        """
        update request set cancel_asked_at = coalesce(cancel_asked_at, now()),
            state = case state when 'queued' then 'cancelled' else state end,
            ended_at = case state when 'queued' then now() end
        where id = $1 and state in ('queued', 'offered', 'running') returning host_id
        """,
        request_id,
    )
    if host_id is None:
        return False
    await notify(driver, host_id)
    await notify(driver, request_id)
    return True


async def put_report(driver: Driver, host_id: UUID, report: ReportIn) -> bool:
    """Store what the agent says of a request of its host. False: it is known already, or there is no such request.

    The agent's last word counts, whatever the service took to be so meanwhile: it knows what its fio did.
    """
    if report.state == "running":
        return await _start(driver, host_id, report.request_id)
    ended = await driver.fetchval(
        """
        update request set state = $3, started_at = case $3 when 'refused' then null else
                coalesce(started_at, now()) end, ended_at = now(), reported_at = now(), progress = null,
            reason = case when $3 = 'cancelled' and cancel_asked_at is not null then coalesce(reason, $4) else $4 end
        where id = $1 and host_id = $2 and reported_at is null returning true
        """,
        *(report.request_id, host_id, report.state, report.reason),
    )
    if ended:
        await driver.execute("delete from live_sample where request_id = $1", report.request_id)
        await notify(driver, report.request_id)
    return bool(ended)


async def _start(driver: Driver, host_id: UUID, request_id: UUID) -> bool:
    """Note that a request runs. False: it did already, or its end is known."""
    return bool(
        await driver.fetchval(
            """
            update request set state = 'running', started_at = coalesce(started_at, now()), seen_at = now(),
                ended_at = null, reason = case when cancel_asked_at is null then null else reason end
            where id = $1 and host_id = $2 and state <> 'running' and reported_at is null returning true
            """,
            *(request_id, host_id),
        )
    )


async def put_progress(driver: Driver, host_id: UUID, running: RunningIn) -> None:
    """Store how far a request is and its newest live samples; older ones leave the window."""
    request_id = running.request_id
    await _start(driver, host_id, request_id)
    progress = running.model_dump(exclude={"request_id", "samples", "is_ready", "start"})
    stored = orjson.dumps(progress | {"checks": read_preflight(running.checks)}).decode()
    if not await driver.fetchval(
        """
        update request set progress = $3, seen_at = now() where id = $1 and host_id = $2 and state = 'running'
        returning true
        """,
        *(request_id, host_id, stored),
    ):
        return
    if running.samples:
        await driver.execute(
            """
            insert into live_sample (request_id, at, sample)
            select $1, s.at, s.sample from unnest($2::timestamptz[], $3::jsonb[]) as s (at, sample)
            on conflict do nothing
            """,
            *(request_id, [one["at"] for one in running.samples]),
            [orjson.dumps(one, option=orjson.OPT_UTC_Z).decode() for one in running.samples],
        )
        await driver.execute(
            "delete from live_sample where request_id = $1 and at < $2::timestamptz - make_interval(secs => $3)",
            *(request_id, running.samples[-1]["at"], LIVE_WINDOW_S),
        )
    await notify(driver, request_id)


async def close_silent(driver: Driver, reason: str, forgotten: str) -> None:
    """End running requests of which no agent has said anything for ten minutes; `forgotten`: the reason of those whose
    host polls all the same. A group that has not started ends by its own limit. Whatever its agent says later counts.
    """
    rows = await driver.fetch(
        f"""
        update request set ended_at = now(), progress = null,
            state = case when cancel_asked_at is null then 'failed' else 'cancelled' end,
            reason = case when cancel_asked_at is not null then reason when lost.is_polling then $2 else $1 end
        from (
            select r.id, coalesce(s.seen_at >= now() - interval '{AWAY_AFTER_S} s', false) as is_polling
            from request r left join request_group g on g.id = r.group_id
                left join serving_host s on s.host_id = r.host_id
            where r.{IS_OPEN} and r.state = 'running' and r.seen_at < now() - interval '{FORGOTTEN_AFTER_S} s'
                and (g.id is null or g.start_at is not null or r.cancel_asked_at is not null)
            for update of r skip locked
        ) lost where request.id = lost.id returning request.id
        """,
        *(reason, forgotten),
    )
    ids = [row["id"] for row in rows]
    if ids:
        await driver.execute("delete from live_sample where request_id = any($1::uuid[])", ids)
    for request_id in ids:
        await notify(driver, request_id)


async def list_cancelled(driver: Driver, host_id: UUID) -> list[UUID]:
    """List the requests of a host that it has, or may have, begun, and that were cancelled since."""
    return [
        row["id"]
        for row in await driver.fetch(
            """
            select id from request
            where host_id = $1 and state in ('offered', 'running') and cancel_asked_at is not null
            """,
            host_id,
        )
    ]


async def assign_request(driver: Driver, host_id: UUID) -> OfferedRow | None:
    """Offer the host its next request for 60 s; None while it has one, or there is none.

    The row of `serving_host` is locked, by `put_host` in the same transaction or here.
    """
    await driver.execute("select from serving_host where host_id = $1 for update", host_id)
    row: OfferedRow | None = await driver.fetchrow(
        f"""
        update request set state = 'offered', offered_at = now(), lease_until = now() + interval '{LEASE_S} s'
        where id = (
            select id from request
            where host_id = $1 and cancel_asked_at is null and expires_at > now()
                and (state = 'queued' or state = 'offered' and lease_until <= now())
                and {CAN_BEGIN}
                and not exists (
                    select from request o where o.host_id = $1
                        and (o.state = 'running' or o.state = 'offered' and o.lease_until > now())
                )
            order by state = 'offered' desc, {HAS_BEGUN} desc, priority desc, id limit 1
            for update skip locked
        ) returning id, kind, name, target, run_id, parameters, group_id
        """,
        host_id,
    )
    return row


async def expire_requests(driver: Driver) -> int:
    """End what was not started in time, and what was cancelled before its host took the offer; return how many."""
    rows: Sequence[object] = await driver.fetch(
        """
        update request set ended_at = now(),
            state = case when cancel_asked_at is null then 'expired' else 'cancelled' end,
            reason = case when cancel_asked_at is null then $1 end
        where (state = 'queued' and expires_at <= now())
            or (state = 'offered' and lease_until <= now() and (expires_at <= now() or cancel_asked_at is not null))
        returning id
        """,
        _NOT_STARTED,
    )
    return len(rows)
