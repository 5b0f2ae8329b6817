"""Deleted runs, as long as they can be restored."""

from datetime import datetime
from typing import TypedDict
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.queries.runs.run import RESTORABLE


class DeletedRow(TypedDict):
    """A run that was deleted."""

    id: UUID
    title: str | None
    target: str | None
    host_name: str
    started_at: datetime | None
    uploaded_at: datetime
    deleted_at: datetime
    deleted_by: str | None
    """None where nobody noted it."""


async def deleted_runs(driver: Driver, limit: int) -> list[DeletedRow]:
    """The last deleted ones, newest deletion first."""
    rows: list[DeletedRow] = await driver.fetch(
        f"""
        select r.id, r.title, r.target, h.name as host_name, r.started_at, r.uploaded_at, r.deleted_at,
            (select e.actor_name from run_edit e where e.run_id = r.id and e.after @> '{{"is_deleted": true}}'
                order by e.edited_at desc, e.id desc limit 1) as deleted_by
        from run r join host h on h.id = r.host_id
        where r.deleted_at > now() - {RESTORABLE}
        order by r.deleted_at desc, r.id desc limit $1
        """,
        limit,
    )
    return rows
