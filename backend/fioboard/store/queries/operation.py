"""What whoever runs the service watches: background work that waits, and which revision the tables have."""

from typing import TypedDict

from fioboard.core.driver import Driver

# Each counts a queue that is short, or empty, unless somebody is behind.
_WAITING = """
select 'watch' as work, count(*) as waiting, null::float8 as oldest_s from watch_due
union all
select 'read_again', count(*), extract(epoch from now() - min(due_since))::float8 from upload_due
union all
select 'reparse', coalesce(sum(uploads_total - uploads_done), 0), extract(epoch from now() - min(requested_at))::float8
from reparse where finished_at is null
union all
select 'tell', count(*), extract(epoch from now() - min(next_at))::float8
from notification_delivery where state = 'waiting' and next_at <= now()
"""


class WaitingRow(TypedDict):
    """What waits of one background work."""

    work: str
    waiting: int
    oldest_s: float | None
    """How long the oldest waits; None: nothing does, or it is not noted."""


async def list_waiting(driver: Driver) -> list[WaitingRow]:
    """List every background work, also those that wait for nothing."""
    rows: list[WaitingRow] = await driver.fetch(_WAITING)
    return rows


async def get_revision(driver: Driver) -> str | None:
    """Return the revision of the tables."""
    revision: str | None = await driver.fetchval("select version_num from alembic_version")
    return revision
