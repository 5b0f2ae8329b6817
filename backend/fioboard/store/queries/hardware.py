"""The hardware of a host whose runs came without it: stated once by a person, for the runs that the person chose."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TypedDict
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.core.ids import uuid7
from fioboard.core.objects import Place
from fioboard.core.sanitize import content_sha256, encoded
from fioboard.store.queries import documents
from fioboard.store.queries.derived import FACET_COLUMNS, build_facets

# An upload is read again whole: its runs get the hardware together, or none of them does.
_CHOSEN = """
    r.host_id = $1 and r.inventory_id is null and ($2::timestamptz is null or not exists (
        select from run o where o.upload_id = r.upload_id and o.sorted_at < $2))
"""


class BareRunsRow(TypedDict):
    """Runs without hardware, deleted ones left out."""

    runs: int
    first_at: datetime | None
    last_at: datetime | None
    undated: int
    """Of them, those whose start is not known: they stand at the time they were received."""


async def count_bare_runs(driver: Driver, host_id: UUID, since: datetime | None) -> BareRunsRow:
    """Count a host's runs without hardware; of uploads without a run older than `since`."""
    row: BareRunsRow = await driver.fetchrow(
        f"""
        select count(*) as runs, min(r.sorted_at) as first_at, max(r.sorted_at) as last_at,
            count(*) filter (where r.started_at is null) as undated
        from run r where r.deleted_at is null and {_CHOSEN}
        """,
        *(host_id, since),
    )
    return row


class Statement(TypedDict):
    """What a person states of a host's hardware."""

    text: str
    """As it was pasted."""
    document: Mapping[str, object]
    """The cleaned reading."""
    fingerprints: Mapping[str, object]
    since: datetime
    by: str


class StatedRow(TypedDict):
    """To what it was attached."""

    id: UUID
    inventory_id: UUID
    runs: int
    """Runs that have it now, deleted ones left out."""
    uploads: int
    """Uploads that are to be read again."""


async def attach(driver: Driver, host_id: UUID, stated: Statement, place: Place) -> StatedRow | None:
    """Gives the chosen runs of a host this inventory, and notes their uploads as due to be read again; None, and
    nothing stored, where there is no such run. What an agent sent with a run stays. Call inside a transaction;
    the text is kept in `place`."""
    if not (await count_bare_runs(driver, host_id, stated["since"]))["runs"]:
        return None
    stated_id = await _add_statement(driver, host_id, stated, place)
    row: StatedRow = await driver.fetchrow(
        f"""
        with given as (
            update run r set inventory_id = t.inventory_id, stated_hardware_id = t.id
            from stated_hardware t where t.id = $3 and {_CHOSEN} returning r.upload_id, r.deleted_at, r.inventory_id
        ), due as (
            insert into upload_due (upload_id, due_since) select distinct upload_id, now() from given
            on conflict (upload_id) do update set due_since = excluded.due_since returning upload_id
        )
        select $3::uuid as id, (select inventory_id from given limit 1) as inventory_id,
            (select count(*) from given where deleted_at is null) as runs, (select count(*) from due) as uploads
        """,
        *(host_id, stated["since"], stated_id),
    )
    return row


async def attach_to_runs(driver: Driver, run_ids: Sequence[UUID], stated: Statement, place: Place) -> None:
    """Gives runs that were read with this inventory a row that says so; those that have one keep it. Call inside a
    transaction; the text is kept in `place`."""
    host_id = await driver.fetchval(
        "select host_id from run where id = any($1::uuid[]) and inventory_id is null limit 1", list(run_ids)
    )
    if host_id is None:
        return
    stated_id = await _add_statement(driver, host_id, stated, place)
    await driver.execute(
        """
        update run r set inventory_id = t.inventory_id, stated_hardware_id = t.id from stated_hardware t
        where t.id = $2 and r.id = any($1::uuid[]) and r.inventory_id is null
        """,
        *(list(run_ids), stated_id),
    )


async def _add_statement(driver: Driver, host_id: UUID, stated: Statement, place: Place) -> UUID:
    """Stores what was stated: the inventory, its text, who and for which runs."""
    sha256 = content_sha256(stated["document"])
    await driver.execute(
        f"""
        insert into inventory (id, content_sha256, body, created_at, {FACET_COLUMNS})
        select $1, $2, $3::jsonb, now(), {build_facets("$4::jsonb")} on conflict (content_sha256) do nothing
        """,
        *(uuid7(), sha256, encoded(stated["document"]), encoded(stated["fingerprints"])),
    )
    document_id = await documents.add(driver, stated["text"].encode(), "inventory", place)
    stated_id = uuid7()
    await driver.execute(
        """
        insert into stated_hardware (id, host_id, inventory_id, document_id, since, stated_at, stated_by)
        values ($1, $2, (select id from inventory where content_sha256 = $3),
            $4, $5, now(), $6)
        """,
        *(stated_id, host_id, sha256, document_id, stated["since"], stated["by"]),
    )
    return stated_id


class StatementRow(TypedDict):
    """Hardware that was stated of a host."""

    id: UUID
    inventory_id: UUID
    since: datetime
    stated_at: datetime
    stated_by: str
    runs: int


async def list_statements(driver: Driver, host_id: UUID, limit: int) -> list[StatementRow]:
    """List what was stated of a host's hardware, newest first, with the runs that have it."""
    rows: list[StatementRow] = await driver.fetch(
        """
        select t.id, t.inventory_id, t.since, t.stated_at, t.stated_by,
            (select count(*) from run r where r.stated_hardware_id = t.id and r.deleted_at is null) as runs
        from stated_hardware t where t.host_id = $1 order by t.stated_at desc, t.id desc limit $2
        """,
        *(host_id, limit),
    )
    return rows


class PastedRow(TypedDict):
    """The text that was pasted."""

    sha256: bytes
    body_zstd: bytes | None
    """None: in the object store."""


async def get_pasted_text(driver: Driver, host_id: UUID, stated_id: UUID) -> PastedRow | None:
    """Return the bytes that were pasted for a host; None when there are none."""
    row: PastedRow | None = await driver.fetchrow(
        """
        select d.sha256, d.body_zstd from stated_hardware t join document d on d.id = t.document_id
        where t.id = $2 and t.host_id = $1
        """,
        *(host_id, stated_id),
    )
    return row
