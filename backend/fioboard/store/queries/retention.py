"""What was uploaded before a moment: what hangs on it, and dropping it, some uploads at a time."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.core.objects import Place

# The runs of an upload get their ids within this of the upload's own: no upload is worked on for longer.
_NEAR = "interval '1 day'"
# $1: the moment; $2: the uploads that stay.
_GOING = "r.id < first_id_of($1) and r.upload_id <> all($2::uuid[])"
_GOING_UPLOADS = f"select r.upload_id from run r where {_GOING}"
_IS_OTHERS = """exists (
    select from upload_file o where o.document_id = d.id and o.upload_id not in (select upload_id from going)
) or exists (select from stated_hardware h where h.document_id = d.id)"""


async def compute_bound(driver: Driver, months: int) -> datetime:
    """Return the first moment of the month that lies so many months before this one, UTC."""
    moment: datetime = await driver.fetchval(
        "select date_trunc('month', now(), 'UTC') - make_interval(months => $1)", months
    )
    return moment


async def list_staying(driver: Driver, bound: datetime) -> list[UUID]:
    """List uploads that stay though they are older: a reference in force has a run of theirs, or they were on their
    way at that very moment.
    """
    rows = await driver.fetch(
        f"""
        select r.upload_id as id from reference_run x join reference f on f.id = x.reference_id
        join run r on r.id = x.run_id where f.ended_at is null and r.id < first_id_of($1)
        union
        select upload_id from run
        where id >= first_id_of($1 - {_NEAR}) and id < first_id_of($1 + {_NEAR})
          and (id < first_id_of($1)) <> (upload_id < first_id_of($1))
        """,
        bound,
    )
    return [row["id"] for row in rows]


class GoingRow(TypedDict):
    """What goes, and what it touches."""

    runs: int
    hosts: int
    uploads: int
    first_at: datetime | None
    """When the oldest was uploaded; None: there is none."""
    last_at: datetime | None
    shares: int
    """Links that still open and were made from a run that goes: their copies stay."""
    references: int
    """Ended references that have a run that goes."""
    changes: int
    """Found changes that lie at a run that goes."""
    edited_runs: int
    whole_batches: int
    cut_batches: int
    """Batches of which some runs go and some stay."""


async def count_going(driver: Driver, bound: datetime, stay: Sequence[UUID]) -> GoingRow:
    """Count what was uploaded before `bound`, without the uploads that stay."""
    row: GoingRow = await driver.fetchrow(
        f"""
        with going as materialized (
            select r.id, r.host_id, r.upload_id, r.uploaded_at, r.batch_id from run r where {_GOING}
        ), batches as materialized (
            select b.batch_id, exists (
                select from run r where r.batch_id = b.batch_id and r.deleted_at is null and not ({_GOING})
            ) as is_cut
            from (select distinct batch_id from going where batch_id is not null) b
        )
        select count(*) as runs, count(distinct host_id) as hosts, count(distinct upload_id) as uploads,
            min(uploaded_at) as first_at, max(uploaded_at) as last_at,
            (select count(distinct x.share_id) from share_run x join share s on s.id = x.share_id
             join going g on g.id = x.run_id where s.revoked_at is null and s.expires_at > now()) as shares,
            (select count(distinct x.reference_id) from reference_run x join reference f on f.id = x.reference_id
             join going g on g.id = x.run_id where f.ended_at is not null) as references,
            (select count(*) from change c where c.before_run_id in (select id from going)
                or c.after_run_id in (select id from going)) as changes,
            (select count(distinct e.run_id) from run_edit e join going g on g.id = e.run_id) as edited_runs,
            (select count(*) from batches where not is_cut) as whole_batches,
            (select count(*) from batches where is_cut) as cut_batches
        from going
        """,
        *(bound, list(stay)),
    )
    return row


class OriginalsRow(TypedDict):
    """Originals that nothing needs any more."""

    stored_in: Place
    documents: int
    stored_bytes: int
    """Of their rows, compressed; of those in the object store next to nothing."""


async def list_originals(driver: Driver, bound: datetime, stay: Sequence[UUID]) -> list[OriginalsRow]:
    """List documents of the uploads that go, and of no other, by place."""
    rows: list[OriginalsRow] = await driver.fetch(
        f"""
        with going as materialized (select distinct upload_id from ({_GOING_UPLOADS}) x)
        select d.stored_in, count(*) as documents, coalesce(sum(pg_column_size(d.body_zstd)), 0)::bigint as stored_bytes
        from document d
        where d.id in (select f.document_id from upload_file f join going g on g.upload_id = f.upload_id)
          and not ({_IS_OTHERS})
        group by d.stored_in order by d.stored_in
        """,
        *(bound, list(stay)),
    )
    return rows


class UnusedRow(TypedDict):
    """Rows that no run needs any more."""

    inventories: int
    """Nor a hardware that somebody stated."""
    configurations: int
    """Those of runs that just went wait until their series were watched anew."""


# $1, $2 as above. Younger ones may belong to an upload on its way.
_UNUSED_INVENTORY = """i.created_at < $1
    and not exists (select from stated_hardware h where h.inventory_id = i.id)
    and not exists (select from run r where r.inventory_id = i.id and not ({going}))"""
# Which series a configuration was in, only its row can tell whoever watches.
_UNUSED_CONFIGURATION = """c.last_seen_at < $1 and c.run_count = 0
    and not exists (select from run r where r.configuration_id = c.id)
    and not exists (select from watch_due d where d.configuration_id = c.id)"""


async def count_unused(driver: Driver, bound: datetime, stay: Sequence[UUID]) -> UnusedRow:
    """Count what no run refers to, or none that stays."""
    row: UnusedRow = await driver.fetchrow(
        f"""
        select (select count(*) from inventory i where {_UNUSED_INVENTORY.format(going=_GOING)}) as inventories,
            (select count(*) from configuration c where {_UNUSED_CONFIGURATION}) as configurations
        """,
        *(bound, list(stay)),
    )
    return row


async def drop_unused(driver: Driver, bound: datetime) -> UnusedRow:
    """Drops what no run refers to. Raises LOST_RACE when an upload came in between: call again."""
    async with driver.transaction():
        inventories = await driver.execute(
            f"delete from inventory i where {_UNUSED_INVENTORY.format(going='false')}", bound
        )
        configurations = await driver.execute(
            f"delete from configuration c where {_UNUSED_CONFIGURATION}", bound
        )
    return {
        "inventories": int(inventories.split()[-1]),
        "configurations": int(configurations.split()[-1]),
    }


@dataclass(frozen=True, slots=True)
class Dropped:
    """What one transaction dropped."""

    uploads: int
    runs: int
    documents: int


async def drop_some(driver: Driver, bound: datetime, stay: Sequence[UUID], limit: int) -> Dropped:
    """Drops the oldest uploads that go, of about `limit` runs, with all that is theirs; nothing left: 0 uploads.

    One transaction. Raises LOST_RACE when an upload or an edit came in between: call again.
    """
    async with driver.transaction():
        uploads = [
            row["upload_id"]
            for row in await driver.fetch(
                f"select distinct upload_id from ({_GOING_UPLOADS} order by r.id limit $3) x",
                *(bound, list(stay), limit),
            )
        ]
        # Held in the order in which edits hold runs.
        runs = await driver.fetch(
            "select id from run where upload_id = any($1::uuid[]) order by id for update", uploads
        )
        await driver.execute(
            """
            insert into watch_due (host_id, configuration_id)
            select distinct host_id, configuration_id from run where upload_id = any($1::uuid[])
            """,
            uploads,
        )
        await driver.execute(
            """
            update configuration c set run_count = c.run_count - n.runs
            from (select configuration_id, count(*) as runs from run
                  where upload_id = any($1::uuid[]) and deleted_at is null group by configuration_id) n
            where c.id = n.configuration_id
            """,
            uploads,
        )
        documents = [
            row["document_id"]
            for row in await driver.fetch(
                "select distinct document_id from upload_file where upload_id = any($1::uuid[])", uploads
            )
        ]
        await driver.execute("delete from run where upload_id = any($1::uuid[])", uploads)
        await driver.execute("delete from upload where id = any($1::uuid[])", uploads)
        gone = await driver.execute(
            """
            delete from document d where d.id = any($1::uuid[])
                and not exists (select from upload_file f where f.document_id = d.id)
                and not exists (select from stated_hardware h where h.document_id = d.id)
            """,
            documents,
        )
    return Dropped(len(uploads), len(runs), int(gone.split()[-1]))
