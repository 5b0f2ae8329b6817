"""What a request measures while it runs, and the link that it reads through."""

from datetime import datetime
from typing import TypedDict
from uuid import UUID

from fioboard.core.driver import Driver


async def list_live_samples(driver: Driver, request_id: UUID, after: datetime | None) -> list[str]:
    """List the live samples of a request as JSON, the oldest first. None: all that are kept."""
    return [
        row["sample"]
        for row in await driver.fetch(
            """
            select sample from live_sample
            where request_id = $1 and ($2::timestamptz is null or at > $2) order by at
            """,
            *(request_id, after),
        )
    ]


async def list_step_samples(driver: Driver, request_id: UUID, most: int) -> list[str]:
    """List the newest live samples of the step that runs as JSON, the oldest first."""
    rows = await driver.fetch(
        """
        select sample from (
            select at, sample, first_value(sample -> 'step') over (order by at desc) as newest_step
            from live_sample where request_id = $1 order by at desc limit $2
        ) newest where sample -> 'step' = newest_step order by at
        """,
        *(request_id, most),
    )
    return [row["sample"] for row in rows]


class HostSampleRow(TypedDict):
    """A live sample of a host of a group."""

    host_id: UUID
    at_s: float
    """By the service's clock, Unix s."""
    sample: str
    """JSON."""


async def list_group_samples(
    driver: Driver, group_id: UUID, after: datetime | None, margin_s: float
) -> list[HostSampleRow]:
    """List the live samples of a group's hosts, the oldest first, from a margin before a moment on.

    A host whose clock was not compared with the service's has none: nobody knows what it measured at the same time.
    """
    rows: list[HostSampleRow] = await driver.fetch(
        """
        select r.host_id, extract(epoch from l.at)::float8 - c.ahead_s as at_s, l.sample
        from request r
            cross join lateral (
                select s.clock_ahead_us / 1e6::float8 as ahead_s from request_start s
                where s.request_id = r.id and s.clock_ahead_us is not null order by s.step desc limit 1
            ) c
            join live_sample l on l.request_id = r.id
                and ($2::timestamptz is null or l.at > $2 + make_interval(secs => c.ahead_s - $3))
        where r.group_id = $1 order by l.at
        """,
        *(group_id, after, margin_s),
    )
    return rows


async def find_read_link(driver: Driver, host_id: UUID, target: str) -> tuple[str, float] | None:
    """Return the narrowest link that reads of a target go through: its name, bytes per second.

    As the newest judged run there found it, among the host's newest 50. None: no link is known.
    """
    row = await driver.fetchrow(
        """
        with newest as (
            select id, target from run where host_id = $1 and deleted_at is null
            order by sorted_at desc, id desc limit 50
        ), of_target as (
            select r.answer from newest n join run r on r.id = n.id
            where (n.target = $2 or starts_with(n.target, rtrim($2, '/') || '/')) and r.answer is not null
            order by r.sorted_at desc, r.id desc limit 1
        )
        select c ->> 'label' as label, (c ->> 'high')::float8 as high
        from of_target, jsonb_array_elements(answer -> 'ceilings') c
        where c ->> 'stage' in ('drive_links', 'shared_links', 'sockets', 'network') and c ->> 'unit' = 'bytes/s'
          and c ->> 'direction' = 'read' and c ->> 'state' in ('room', 'touched') and c ->> 'high' is not null
        order by high limit 1
        """,
        *(host_id, target),
    )
    return None if row is None else (row["label"], row["high"])


async def find_run_request(driver: Driver, run_id: UUID) -> UUID | None:
    """Return the request that made a run; None when none did."""
    request_id: UUID | None = await driver.fetchval(
        """
        select q.id from run r join upload u on u.id = r.upload_id
            join request q on q.id in (r.batch_id, u.upload_key)
        where r.id = $1 limit 1
        """,
        run_id,
    )
    return request_id
