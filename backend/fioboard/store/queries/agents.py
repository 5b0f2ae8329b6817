"""What agents say of themselves."""

from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict
from uuid import UUID

from fioboard.core.driver import Driver


class AgentRow(TypedDict):
    """The last word of a host's agent; None for what one that only polls does not say."""

    reported_at: datetime
    agent_version: str
    waiting: int | None
    waiting_since: datetime | None
    refused: int | None
    error: str | None
    error_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What an agent says; as the columns of `agent_report`."""

    agent_version: str
    waiting: int
    waiting_since: datetime | None
    refused: int
    error: str | None
    error_at: datetime | None


async def find_host(driver: Driver, agent_host_id: str) -> UUID | None:
    """Find the host with this agent's own id; None for one that uploaded nothing yet."""
    host_id: UUID | None = await driver.fetchval(
        """
        select coalesce(
            (select id from host where agent_host_id = $1),
            (select host_id from host_agent where agent_host_id = $1 and origin <> 'split' limit 1)
        )
        """,
        agent_host_id,
    )
    return host_id


async def put(driver: Driver, host_id: UUID, report: Report) -> None:
    """Keeps the last word."""
    await driver.execute(
        """
        insert into agent_report (host_id, reported_at, agent_version, waiting, waiting_since, refused, error, error_at)
        values ($1, now(), $2, $3, $4, $5, $6, $7)
        on conflict (host_id) do update set reported_at = excluded.reported_at,
            agent_version = excluded.agent_version, waiting = excluded.waiting,
            waiting_since = excluded.waiting_since, refused = excluded.refused, error = excluded.error,
            error_at = excluded.error_at
        """,
        *(host_id, report.agent_version, report.waiting, report.waiting_since, report.refused),
        *(report.error, report.error_at),
    )


async def get_last_report(driver: Driver, host_id: UUID) -> AgentRow | None:
    """Return when a host's agent last reported or polled, and its last report; None when it never did either."""
    row: AgentRow | None = await driver.fetchrow(
        """
        select greatest(a.reported_at, s.seen_at) as reported_at,
            case when a.host_id is null or s.seen_at > a.reported_at then s.agent_version
                else a.agent_version end as agent_version,
            a.waiting, a.waiting_since, a.refused, a.error, a.error_at
        from agent_report a full join serving_host s on s.host_id = a.host_id
        where coalesce(a.host_id, s.host_id) = $1
        """,
        host_id,
    )
    return row
