"""Deleted runs, as long as they can be restored."""

from datetime import datetime
from typing import TypedDict
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.store.queries.runs.run import RESTORABLE

# Deletions that are looked through: what is older waits until newer ones were restored or are forgotten.
MAX_LOOKED_AT = 10_000


class DeletedRow(TypedDict):
    """A run that was deleted, or the runs of a batch that were deleted in one step."""

    id: UUID
    title: str | None
    target: str | None
    host_name: str
    started_at: datetime | None
    uploaded_at: datetime
    deleted_at: datetime
    deleted_by: str | None
    """None where nobody noted it."""
    edit_id: UUID | None
    """The edit that deleted it; None where nobody noted it."""
    batch_name: str | None
    runs: int


async def list_deleted_runs(driver: Driver, limit: int) -> list[DeletedRow]:
    """List the last deletions, newest first. Runs of a batch that were deleted at one moment are one of them: the
    first.
    """
    rows: list[DeletedRow] = await driver.fetch(
        f"""
        with looked_at as materialized (
            select r.id, r.batch_id, r.deleted_at from run r where r.deleted_at > now() - {RESTORABLE}
            order by r.deleted_at desc, r.id desc limit {MAX_LOOKED_AT}
        ), deletion as (
            select (array_agg(id order by id desc))[1] as id, (array_agg(id order by id))[1] as first_id,
                deleted_at, count(*)::int as runs
            from looked_at group by deleted_at, coalesce(batch_id, id)
            order by deleted_at desc, 1 desc limit $1
        )
        select r.id, r.title, r.target, h.name as host_name, r.started_at, r.uploaded_at, r.deleted_at,
            e.actor_name as deleted_by, e.edit_id, d.runs,
            coalesce((select t.title from batch t where t.id = r.batch_id), r.batch ->> 'name') as batch_name
        from deletion d join run r on r.id = d.first_id join host h on h.id = r.host_id
        left join lateral (
            select e.edit_id, e.actor_name from run_edit e
            where e.run_id = r.id and e.after @> '{{"is_deleted": true}}'
            order by e.edited_at desc, e.id desc limit 1
        ) e on true
        order by d.deleted_at desc, d.id desc
        """,
        limit,
    )
    return rows
