"""Reading and editing runs and their results. JSON columns come as text and are passed on as they are."""

from collections.abc import Mapping, Sequence
from typing import TypedDict
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.core.run_state import LatencyKind
from fioboard.engine.words.columns import selected
from fioboard.engine.words.results import RESULT
from fioboard.store.queries.batches import BATCH_TITLE
from fioboard.store.queries.derived import MORE_TARGET_NAMES
from fioboard.store.queries.rows import ResultRow, RunRow

_RESULTS = f"""
select id, run_id, workload_id, {selected(RESULT)}
from result where run_id = any($1::uuid[]) order by run_id, position
"""


async def list_all_results(driver: Driver, run_ids: Sequence[UUID]) -> list[ResultRow]:
    """List the results of the runs of one upload, in order of run and position, however many: for background work
    alone.
    """
    rows: list[ResultRow] = await driver.fetch(_RESULTS, list(run_ids))
    return rows


async def get_run(driver: Driver, run_id: UUID) -> RunRow | None:
    """One run whole, or None when there is none or it was deleted."""
    row: RunRow | None = await driver.fetchrow(
        f"""
        select r.*, {BATCH_TITLE}, h.name as host_name, c.factors, i.body || coalesce(u.collected, '{{}}') as inventory,
            t.stated_at as hardware_stated_at, u.manifest -> 'agent' ->> 'command' as agent_command
        from run r join host h on h.id = r.host_id join configuration c on c.id = r.configuration_id
        join upload u on u.id = r.upload_id left join inventory i on i.id = r.inventory_id
        left join stated_hardware t on t.id = r.stated_hardware_id
        where r.id = $1 and r.deleted_at is null
        """,
        run_id,
    )
    return row


async def get_answer(driver: Driver, run_id: UUID) -> tuple[bool, str | None]:
    """Return whether there is such a run, and what was judged of it as JSON text; None where it never was."""
    row = await driver.fetchrow("select answer from run where id = $1 and deleted_at is null", run_id)
    return (False, None) if row is None else (True, row["answer"])


async def list_evidence(driver: Driver, run_ids: Sequence[UUID], rule: str, name: str) -> dict[UUID, float]:
    """List a figure of a finding by run; runs without it are left out."""
    rows = await driver.fetch(
        """
        select id, (jsonb_path_query_first(answer,
            '$.findings[*] ? (@.id == $rule).evidence[*] ? (@.name == $name).value ? (@.type() == "number")',
            jsonb_build_object('rule', $2::text, 'name', $3::text)))::float8 as value
        from run where id = any($1) and deleted_at is null
        """,
        *(run_ids, rule, name),
    )
    return {row["id"]: row["value"] for row in rows if row["value"] is not None}


class DocumentRow(TypedDict):
    """An original file, without its bytes."""

    name: str
    kind: str
    sha256: bytes
    size_bytes: int
    media_kind: str | None


async def list_documents(driver: Driver, upload_id: UUID) -> list[DocumentRow]:
    """List the original files of an upload, in order."""
    rows: list[DocumentRow] = await driver.fetch(
        """
        select f.name, f.kind, d.sha256, d.size_bytes, d.media_kind
        from upload_file f join document d on d.id = f.document_id where f.upload_id = $1 order by f.position
        """,
        upload_id,
    )
    return rows


class DocumentBodyRow(TypedDict):
    """An original file with its bytes."""

    name: str
    sha256: bytes
    body_zstd: bytes | None
    """None: in the object store."""


async def get_document_body(driver: Driver, upload_id: UUID, name: str | None) -> DocumentBodyRow | None:
    """Return one original file: the named one, else the tool's output; None when absent."""
    row: DocumentBodyRow | None = await driver.fetchrow(
        """
        select f.name, d.sha256, d.body_zstd
        from upload_file f join document d on d.id = f.document_id
        where f.upload_id = $1 and ($2::text is null or f.name = $2)
        order by f.kind <> 'fio_output', f.position limit 1
        """,
        *(upload_id, name),
    )
    return row


class JobResultRow(TypedDict):
    """One clone of a job, before merging."""

    result_id: UUID
    position: int
    iops: float | None
    bw_bytes_per_s: int | None
    io_bytes: int | None
    runtime_ms: int | None
    clat: str | None


async def list_job_results(driver: Driver, result_ids: Sequence[UUID], most: int) -> list[JobResultRow]:
    """List the first unmerged clones of some results, in the order of these."""
    rows: list[JobResultRow] = await driver.fetch(
        """
        select j.* from unnest($1::uuid[]) with ordinality as n (id, place)
        cross join lateral (select * from job_result where result_id = n.id order by position limit $2) j
        order by n.place, j.position limit $2
        """,
        *(list(result_ids), most),
    )
    return rows


async def count_job_results(driver: Driver, result_ids: Sequence[UUID]) -> int:
    """The number of unmerged clones of some results."""
    return int(
        await driver.fetchval(
            "select count(*) from job_result where result_id = any($1::uuid[])", list(result_ids)
        )
    )


class BinsRow(TypedDict):
    """The stored bins of one latency."""

    n: int
    bins: bytes


class RunBinsRow(BinsRow):
    """Bins among those of a run."""

    position: int
    """Of the result."""
    kind: LatencyKind


async def get_histogram(driver: Driver, result_id: UUID, kind: LatencyKind) -> BinsRow | None:
    """Return the bins of a result of a run not deleted; None when there are none."""
    row: BinsRow | None = await driver.fetchrow(
        """
        select g.n, g.bins from histogram g join result s on s.id = g.result_id join run r on r.id = s.run_id
        where g.result_id = $1 and g.kind = $2 and r.deleted_at is null
        """,
        *(result_id, kind),
    )
    return row


async def list_histograms(
    driver: Driver, run_id: UUID, result_ids: Sequence[UUID], most: int
) -> list[RunBinsRow]:
    """List the first bins of some results of a run, in order."""
    rows: list[RunBinsRow] = await driver.fetch(
        """
        select s.position, g.kind, g.n, g.bins from histogram g join result s on s.id = g.result_id
        where s.run_id = $1 and s.id = any($2::uuid[]) order by s.position, g.kind limit $3
        """,
        *(run_id, list(result_ids), most),
    )
    return rows


EDITABLE = {"title": "text", "note": "text", "labels": "jsonb", "tags": "text[]"}


async def update_run(driver: Driver, run_id: UUID, changes: Mapping[str, object]) -> bool:
    """Change the named columns (keys of EDITABLE). Return False when there is no such run."""
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
        f"""
        update configuration c set target_names = {MORE_TARGET_NAMES.format(names="array[r.target]")}
        from run r where r.id = $1 and c.content_sha256 = $2 and r.target is not null
            and r.target <> all(c.target_names)
        """,
        *(run_id, sha256),
    )
    await driver.execute(
        """
        with old as (select id, configuration_id, host_id from run where id = $1 for update),
        moved as (
            update run set configuration_id = (select id from configuration where content_sha256 = $2) where id = $1
        ), less as (
            update configuration set run_count = run_count - 1
            where id = (select configuration_id from old) and content_sha256 <> $2
        ), watched as (
            insert into watch_due (host_id, configuration_id)
            select host_id, configuration_id from old
            union select host_id, c.id from old, configuration c where c.content_sha256 = $2
        )
        update configuration set run_count = run_count + 1
        where content_sha256 = $2 and id <> (select configuration_id from old)
        """,
        *(run_id, sha256),
    )


async def set_overridden(driver: Driver, run_id: UUID, overridden: str | None) -> None:
    """Notes which factors a run's labels override, with what was detected; None when they override none."""
    await driver.execute("update run set overridden = $2::jsonb where id = $1", run_id, overridden)


# How long a deleted run can come back.
RESTORABLE = "interval '30 days'"


async def set_deleted(driver: Driver, run_id: UUID, *, deleted: bool) -> bool:
    """Deletes a run (restorable) or restores it, and keeps the counter right. False when nothing was to change."""
    condition = "deleted_at is null" if deleted else f"deleted_at > now() - {RESTORABLE}"
    return (
        await driver.fetchval(
            f"""
            with changed as (
                update run set deleted_at = case when $2 then now() end
                where id = $1 and {condition} returning id, configuration_id, host_id
            ), counted as (
                update configuration set run_count = run_count + case when $2 then -1 else 1 end
                where id = (select configuration_id from changed)
            ), watched as (
                insert into watch_due (host_id, configuration_id) select host_id, configuration_id from changed
            )
            select id from changed
            """,
            *(run_id, deleted),
        )
        is not None
    )
