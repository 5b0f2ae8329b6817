"""Reading and editing runs and their results. JSON columns come as text and are passed on as they are."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.vocabulary.columns import selected
from fioboard.vocabulary.results import RESULT

_RESULTS = f"""
select id, run_id, workload_id, {selected(RESULT)}
from result where run_id = any($1::uuid[]) order by run_id, position
"""


async def results_of(driver: Driver, run_ids: Sequence[UUID]) -> list[Any]:
    """The results of some runs, in order of run and position."""
    rows: list[Any] = await driver.fetch(_RESULTS, list(run_ids))
    return rows


async def get_run(driver: Driver, run_id: UUID) -> Any:
    """One run whole, or None when there is none or it was deleted."""
    return await driver.fetchrow(
        """
        select r.*, h.name as host_name, c.factors, i.body || coalesce(u.collected, '{}') as inventory
        from run r join host h on h.id = r.host_id join configuration c on c.id = r.configuration_id
        join upload u on u.id = r.upload_id left join inventory i on i.id = r.inventory_id
        where r.id = $1 and r.deleted_at is null
        """,
        run_id,
    )


async def documents_of(driver: Driver, upload_id: UUID) -> list[Any]:
    """The original files of an upload (name, kind, sha256, size_bytes), in order; without their bytes."""
    rows: list[Any] = await driver.fetch(
        """
        select f.name, f.kind, d.sha256, d.size_bytes, d.media_kind
        from upload_file f join document d on d.id = f.document_id where f.upload_id = $1 order by f.position
        """,
        upload_id,
    )
    return rows


async def document_body(driver: Driver, upload_id: UUID, name: str | None) -> Any:
    """One original file (name, sha256, body_zstd): the named one, else the tool's output; None when absent."""
    return await driver.fetchrow(
        """
        select f.name, d.sha256, d.body_zstd
        from upload_file f join document d on d.id = f.document_id
        where f.upload_id = $1 and ($2::text is null or f.name = $2)
        order by f.kind <> 'fio_output', f.position limit 1
        """,
        *(upload_id, name),
    )


async def job_results_of(driver: Driver, run_id: UUID) -> list[Any]:
    """The unmerged clones of a run's results."""
    rows: list[Any] = await driver.fetch(
        """
        select j.* from job_result j join result r on r.id = j.result_id
        where r.run_id = $1 order by r.position, j.position
        """,
        run_id,
    )
    return rows


async def histogram(driver: Driver, result_id: UUID, kind: str) -> Any:
    """The stored bins (n, bins) of one latency of a result of a run not deleted; None when there are none."""
    return await driver.fetchrow(
        """
        select g.n, g.bins from histogram g join result s on s.id = g.result_id join run r on r.id = s.run_id
        where g.result_id = $1 and g.kind = $2 and r.deleted_at is null
        """,
        *(result_id, kind),
    )


async def histograms_of(driver: Driver, run_id: UUID) -> list[Any]:
    """All bins of a run (position of the result, kind, n, bins), in order."""
    rows: list[Any] = await driver.fetch(
        """
        select s.position, g.kind, g.n, g.bins from histogram g join result s on s.id = g.result_id
        where s.run_id = $1 order by s.position, g.kind
        """,
        run_id,
    )
    return rows


EDITABLE = {"title": "text", "note": "text", "labels": "jsonb", "tags": "text[]"}


async def edit_run(driver: Driver, run_id: UUID, changes: Mapping[str, Any]) -> bool:
    """Changes the named columns (keys of EDITABLE). False when there is no such run."""
    names = list(changes)
    assignments = ", ".join(f"{name} = ${i}::{EDITABLE[name]}" for i, name in enumerate(names, 2))
    statement = f"update run set {assignments} where id = $1 and deleted_at is null returning id"
    return await driver.fetchval(statement, run_id, *changes.values()) is not None


async def set_configuration(driver: Driver, run_id: UUID, new_id: UUID, sha256: bytes, factors: str) -> None:
    """Moves a run to the configuration with these factors, made when missing; keeps both counters right."""
    await driver.execute(
        """
        insert into configuration (id, content_sha256, factors, run_count, first_seen_at, last_seen_at)
        values ($1, $2, $3::jsonb, 0, now(), now()) on conflict (content_sha256) do nothing
        """,
        *(new_id, sha256, factors),
    )
    await driver.execute(
        """
        with old as (select id, configuration_id from run where id = $1 for update),
        moved as (
            update run set configuration_id = (select id from configuration where content_sha256 = $2) where id = $1
        ), less as (
            update configuration set run_count = run_count - 1
            where id = (select configuration_id from old) and content_sha256 <> $2
        )
        update configuration set run_count = run_count + 1
        where content_sha256 = $2 and id <> (select configuration_id from old)
        """,
        *(run_id, sha256),
    )


async def set_overridden(driver: Driver, run_id: UUID, overridden: str | None) -> None:
    """Notes which factors a run's labels override, with what was detected; None when they override none."""
    await driver.execute("update run set overridden = $2::jsonb where id = $1", run_id, overridden)


async def set_deleted(driver: Driver, run_id: UUID, *, deleted: bool) -> bool:
    """Deletes a run (restorable) or restores it, and keeps the counter right. False when nothing was to change."""
    condition = "deleted_at is null" if deleted else "deleted_at > now() - interval '30 days'"
    return (
        await driver.fetchval(
            f"""
            with changed as (
                update run set deleted_at = case when $2 then now() end
                where id = $1 and {condition} returning id, configuration_id
            ), counted as (
                update configuration set run_count = run_count + case when $2 then -1 else 1 end
                where id = (select configuration_id from changed)
            )
            select id from changed
            """,
            *(run_id, deleted),
        )
        is not None
    )
