"""Statements on enrolled hosts: which agents have a token, when they were heard, and which codes are still good."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from typing_extensions import TypedDict

from fioboard.core.driver import Driver
from fioboard.engine.answers.host_ref import HostRef

EnrolledState = Literal["enrolled", "pending", "stale"]


class EnrolledHostStateRow(TypedDict):
    """A host whose agents have a token, and what is known of them."""

    host: HostRef
    state: EnrolledState
    enrolled_at: datetime
    last_seen_at: datetime | None
    agent_version: str | None
    waiting: int | None
    run_count: int


class OpenCodeRow(TypedDict):
    """A code that hosts may still use."""

    id: UUID
    expires_at: datetime
    hosts: int
    hosts_enrolled: int
    host_pattern: str | None


async def list_enrolled_states(driver: Driver, stale_days: int, limit: int) -> list[EnrolledHostStateRow]:
    """List the hosts with a valid token of their own: the stale ones first, then the pending, each by name.

    Stale: its agent was not heard for so many days. Pending: it has not sent a run yet.
    """
    rows = await driver.fetch(
        """
        with enrolled as (
            select t.host_id, min(t.created_at) as enrolled_at,
                greatest(max(t.last_used_at), max(a.reported_at)) as last_seen_at,
                coalesce(max(a.agent_version), max(s.agent_version)) as agent_version, max(a.waiting) as waiting
            from api_token t left join agent_report a on a.host_id = t.host_id
                left join serving_host s on s.host_id = t.host_id
            where t.host_id is not null and t.revoked_at is null
                and (t.expires_at is null or t.expires_at > now())
            group by t.host_id
        )
        select h.id, h.name, e.enrolled_at, e.last_seen_at, e.agent_version, e.waiting,
            case when coalesce(e.last_seen_at, e.enrolled_at) < now() - make_interval(days => $1) then 'stale'
                when c.runs = 0 then 'pending' else 'enrolled' end as state,
            c.runs
        from enrolled e join host h on h.id = e.host_id
            cross join lateral (
                select count(*) as runs from run r where r.host_id = h.id and r.deleted_at is null
            ) c
        order by case when coalesce(e.last_seen_at, e.enrolled_at) < now() - make_interval(days => $1) then 0
                when c.runs = 0 then 1 else 2 end, h.name, h.id
        limit $2
        """,
        *(stale_days, limit),
    )
    return [
        {
            "host": HostRef(id=row["id"], name=row["name"]),
            "state": row["state"],
            "enrolled_at": row["enrolled_at"],
            "last_seen_at": row["last_seen_at"],
            "agent_version": row["agent_version"],
            "waiting": row["waiting"],
            "run_count": row["runs"],
        }
        for row in rows
    ]


async def list_open_codes(driver: Driver, limit: int) -> list[OpenCodeRow]:
    """List the codes that are good for more hosts, the first to expire first."""
    rows: list[OpenCodeRow] = await driver.fetch(
        """
        select id, expires_at, hosts, hosts_enrolled, host_pattern from one_time_code
        where purpose = 'enrolment' and expires_at > now() and hosts_enrolled < hosts
        order by expires_at, id limit $1
        """,
        limit,
    )
    return rows
