"""Rebuilding derived rows: what is stored of an upload, its replacement in one transaction, and how far it has come."""

from datetime import datetime
from typing import TypedDict
from uuid import UUID

import orjson

from fioboard.core.driver import Driver
from fioboard.engine.words.columns import names, values
from fioboard.engine.words.runs import READ
from fioboard.store.queries import work_locks
from fioboard.store.queries.derived import (
    DRIVES,
    FACET_COLUMNS,
    FACETS,
    HISTOGRAMS,
    IDENTIFIERS,
    JOB_RESULTS,
    MACHINE,
    MORE_TARGET_NAMES,
    RESULTS,
    RUN_DRIVES,
    RUN_RECORD,
    TARGET_NAMES,
    TIME_SERIES,
    Derived,
    build_facets,
)
from fioboard.store.queries.parameters import Statement

Versions = tuple[int, int]
"""Of the readers of outputs, and of the rules that make path and factors."""

_NEW_CONFIGURATIONS = Statement(f"""
insert into configuration as c (id, content_sha256, factors, run_count, first_seen_at, last_seen_at, target_names)
select n.id, n.sha256, n.body::jsonb, 0, now(), now(), {TARGET_NAMES.format(names="n.names")}
from unnest(:configuration_ids ::uuid[], :configuration_sha256 ::bytea[], :configuration_body ::text[],
    :configuration_names ::text[]) as n (id, sha256, body, names)
on conflict (content_sha256) do update set target_names = {MORE_TARGET_NAMES.format(names="excluded.target_names")}
where not c.target_names @> excluded.target_names
""")
_NEW_WORKLOADS = Statement("""
insert into workload (id, content_sha256, options)
select n.id, n.sha256, n.body::jsonb
from unnest(:workload_ids ::uuid[], :workload_sha256 ::bytea[], :workload_body ::text[]) as n (id, sha256, body)
on conflict (content_sha256) do nothing
""")
_UPDATE_RUNS = Statement(f"""
with stated as (
    select r.*, c.id as configuration_id
    from jsonb_to_recordset(:runs ::jsonb) as r {RUN_RECORD}
    join configuration c on c.content_sha256 = decode(r.configuration, 'hex')
), old as (
    select id, configuration_id, host_id from run where id in (select id from stated)
), moved as (
    update run set (configuration_id, sorted_at, {names(READ)}) =
        row(s.configuration_id, coalesce(s.started_at, run.uploaded_at), {values(READ, "s")})
    from stated s where run.id = s.id returning run.id, run.configuration_id, run.host_id, run.deleted_at
), watched as (
    insert into watch_due (host_id, configuration_id)
    select host_id, configuration_id from old union select host_id, configuration_id from moved
)
update configuration c set run_count = c.run_count + d.difference
from (
    select configuration_id, sum(sign)::bigint as difference from (
        select old.configuration_id, -1 as sign from old join moved on moved.id = old.id where moved.deleted_at is null
        union all select configuration_id, 1 from moved where deleted_at is null
    ) as changes group by configuration_id having sum(sign) <> 0
) as d
where c.id = d.configuration_id
""")
_HOST = "(select host_id from run where id = any(:run_ids ::uuid[]) limit 1)"
_ANY = "cardinality(:run_ids ::uuid[]) > 0"
# In this order: results name workloads, clones and histograms name results.
_REPLACE = (
    _NEW_CONFIGURATIONS,
    _NEW_WORKLOADS,
    Statement("delete from result where run_id = any(:run_ids ::uuid[])"),
    Statement("delete from time_series where run_id = any(:run_ids ::uuid[])"),
    _UPDATE_RUNS,
    Statement(f"insert into result {RESULTS.format(workloads='workload')}"),
    Statement(f"insert into job_result {JOB_RESULTS}"),
    Statement(f"insert into histogram {HISTOGRAMS}"),
    Statement(f"insert into time_series {TIME_SERIES}"),
    Statement("delete from run_drive where run_id = any(:run_ids ::uuid[])"),
    Statement(f"insert into host_state {MACHINE.format(host=_HOST, condition=_ANY)}"),
    Statement(f"insert into host_identifier {IDENTIFIERS.format(host=_HOST, condition=_ANY)}"),
    Statement(f"insert into drive {DRIVES.format(host=_HOST, condition=_ANY)}"),
    Statement(f"insert into run_drive {RUN_DRIVES.format(drives='drive', host=_HOST, condition=_ANY)}"),
)


# Held by whoever works, as long as its connection lives: PostgreSQL frees it when the worker dies.
_WORK_LOCK = 0x66696F62_72657061
_MAX_REFUSALS = 100


async def start(driver: Driver, reparse_id: UUID, *, is_dry_run: bool, is_of_everything: bool) -> bool:
    """Makes the row of a new reparse; False when another one is unfinished."""
    status = await driver.execute(
        """
        insert into reparse (id, is_dry_run, is_of_everything, requested_at, uploads_done, uploads_changed,
            uploads_refused, facts, refusals)
        values ($1, $2, $3, now(), 0, 0, 0, '{}', '[]') on conflict do nothing
        """,
        *(reparse_id, is_dry_run, is_of_everything),
    )
    return status == "INSERT 0 1"


class ReparseRow(TypedDict):
    """A reparse and how far it has come."""

    id: UUID
    is_dry_run: bool
    is_of_everything: bool
    reader_version: int | None
    """None before anybody began."""
    facts_version: int | None
    requested_at: datetime
    finished_at: datetime | None
    last_upload_id: UUID | None
    uploads_total: int | None
    uploads_done: int
    uploads_changed: int
    uploads_refused: int
    facts: str
    """JSON: fact to number of places."""
    refusals: str
    """JSON: upload_id and detail of each."""


async def find(driver: Driver, reparse_id: UUID) -> ReparseRow | None:
    """One reparse, or None."""
    row: ReparseRow | None = await driver.fetchrow("select * from reparse where id = $1", reparse_id)
    return row


async def find_unfinished(driver: Driver) -> ReparseRow | None:
    """Return the reparse that has work left, or None."""
    row: ReparseRow | None = await driver.fetchrow("select * from reparse where finished_at is null")
    return row


async def take_work(driver: Driver) -> bool:
    """Whether this connection may work now: nobody else does."""
    return await work_locks.take(driver, _WORK_LOCK)


async def release_work(driver: Driver) -> None:
    """Release the lock of the work, so that others may do it."""
    await work_locks.release(driver, _WORK_LOCK)


async def reset_progress(driver: Driver, reparse_id: UUID, versions: Versions, total: int) -> None:
    """Record which versions read and how much there is; everything counted so far is reset."""
    await driver.execute(
        """
        update reparse set reader_version = $2, facts_version = $3, uploads_total = $4, last_upload_id = null,
            uploads_done = 0, uploads_changed = 0, uploads_refused = 0, facts = '{}', refusals = '[]' where id = $1
        """,
        *(reparse_id, *versions, total),
    )


async def record_progress(
    driver: Driver, reparse_id: UUID, upload_id: UUID, facts: dict[str, int], refused: str | None
) -> None:
    """Count one upload as done, in the transaction that changed it, so that no crash counts it twice or never."""
    await driver.execute(
        """
        update reparse set last_upload_id = $2, uploads_done = uploads_done + 1,
            uploads_changed = uploads_changed + ($3::jsonb <> '{}')::int,
            uploads_refused = uploads_refused + ($4::text is not null)::int,
            facts = facts || coalesce((
                select jsonb_object_agg(key, value::bigint + coalesce((facts ->> key)::bigint, 0))
                from jsonb_each_text($3::jsonb)), '{}'),
            refusals = case when $4::text is null or jsonb_array_length(refusals) >= $5 then refusals
                else refusals || jsonb_build_object('upload_id', $2::uuid, 'detail', $4::text) end
        where id = $1
        """,
        *(reparse_id, upload_id, orjson.dumps(facts).decode(), refused, _MAX_REFUSALS),
    )


async def finish(driver: Driver, reparse_id: UUID, facts: dict[str, int]) -> None:
    """All is done; `facts` is what changed beside the uploads."""
    await driver.execute(
        "update reparse set finished_at = now(), facts = facts || $2::jsonb where id = $1",
        *(reparse_id, orjson.dumps(facts).decode()),
    )


async def find_next_upload(driver: Driver, newer_than: UUID | None, versions: Versions | None) -> UUID | None:
    """Find the next upload in order of id: with a run made by another version, or any when `versions` is None."""
    upload_id: UUID | None = await driver.fetchval(
        """
        select u.id from upload u
        where ($1::uuid is null or u.id > $1)
          and ($2::int is null or exists (
              select from run r where r.upload_id = u.id
              and (r.reader_version <> $2 or r.facts_version is distinct from $3)))
        order by u.id limit 1
        """,
        *(newer_than, *(versions or (None, None))),
    )
    return upload_id


async def count_uploads(driver: Driver, versions: Versions | None) -> int:
    """How many uploads `find_next_upload` will give."""
    return int(
        await driver.fetchval(
            """
            select count(*) from upload u where $1::int is null
               or exists (
                   select from run r where r.upload_id = u.id
                   and (r.reader_version <> $1 or r.facts_version is distinct from $2))
            """,
            *(versions or (None, None)),
        )
    )


class StoredUploadRow(TypedDict):
    """What an upload said of itself."""

    manifest: str
    """JSON; of an import what its address said, under `import`."""
    collected: str | None
    """JSON: what its inventory said of the moment."""
    received_at: datetime
    host_name: str


async def get_upload(driver: Driver, upload_id: UUID) -> StoredUploadRow:
    """Return what an upload that is known to exist said of itself."""
    row: StoredUploadRow = await driver.fetchrow(
        """
        select u.manifest, u.collected, u.received_at, h.name as host_name
        from upload u join host h on h.id = u.host_id where u.id = $1
        """,
        upload_id,
    )
    return row


class StoredFileRow(TypedDict):
    """An original file with its bytes."""

    name: str
    kind: str
    sha256: bytes
    body_zstd: bytes | None
    """None: in the object store."""


async def list_files(driver: Driver, upload_id: UUID) -> list[StoredFileRow]:
    """List the original files of an upload, in order."""
    rows: list[StoredFileRow] = await driver.fetch(
        """
        select f.name, f.kind, d.sha256, d.body_zstd from upload_file f join document d on d.id = f.document_id
        where f.upload_id = $1 order by f.position
        """,
        upload_id,
    )
    return rows


class StoredRunRow(TypedDict):
    """What people stated of a run; beside it every column of `run`."""

    id: UUID
    title: str | None
    labels: str
    tags: list[str]
    target: str | None
    inventory: str | None
    """The document, without what its upload said of the moment."""


async def lock_runs(driver: Driver, upload_id: UUID) -> list[StoredRunRow]:
    """Lock the runs of an upload until the end of the transaction, and return them in order with their inventory."""
    rows: list[StoredRunRow] = await driver.fetch(
        """
        select r.*, i.body as inventory from run r left join inventory i on i.id = r.inventory_id
        where r.upload_id = $1 order by r.position for update of r
        """,
        upload_id,
    )
    return rows


async def replace(driver: Driver, derived: Derived, run_ids: list[UUID]) -> None:
    """Puts new derived rows in the place of the old ones. Call inside a transaction."""
    given = {**derived.parameters(), "run_ids": run_ids}
    for statement in _REPLACE:
        await driver.execute(statement.sql, *statement.values(given))


class FingerprintedRow(TypedDict):
    """An inventory and the fingerprints that are stored with it."""

    id: UUID
    body: str
    fingerprints: list[str | None]
    """In the order of FACETS."""


async def list_inventories(
    driver: Driver, newer_than: UUID | None, facts_version: int | None, limit: int
) -> list[FingerprintedRow]:
    """List inventories in order of id: those whose facets another version made, or all."""
    rows: list[FingerprintedRow] = await driver.fetch(
        f"""
        select id, body, array[{", ".join(f"{facet}_fingerprint" for facet in FACETS)}] as fingerprints
        from inventory
        where ($1::uuid is null or id > $1) and ($2::int is null or facts_version is distinct from $2)
        order by id limit $3
        """,
        *(newer_than, facts_version, limit),
    )
    return rows


async def set_facets(driver: Driver, inventory_id: UUID, fingerprints: str) -> None:
    """Puts new fingerprints in the place of the old ones."""
    await driver.execute(
        f"update inventory set ({FACET_COLUMNS}) = (select {build_facets('$2::jsonb')}) where id = $1",
        *(inventory_id, fingerprints),
    )
