"""Documents that were put beside a run after its upload: files of that upload, which no reader of results looks at."""

import hashlib
from collections.abc import Sequence
from datetime import datetime
from typing import TypedDict
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.core.objects import Place
from fioboard.store.queries import documents


class _PresentRow(TypedDict):
    """What of these kinds an upload has."""

    number: int
    has_it: bool


async def attach(
    driver: Driver,
    upload_id: UUID,
    *,
    kinds: Sequence[str],
    limit: int,
    kind: str,
    name: str,
    content: bytes,
    place: Place,
) -> bool | None:
    """Adds one document, kept in `place`, inside the caller's transaction. False when the upload has it already, None
    when it has as many of these kinds as the limit says; then nothing was changed."""
    # One at a time per upload: positions are unique, and a repeat sees what the first one did.
    await driver.execute("select id from upload where id = $1 for update", upload_id)
    present: _PresentRow = await driver.fetchrow(
        """
        select count(*) as number, coalesce(bool_or(d.sha256 = $3 and f.kind = $4), false) as has_it
        from upload_file f join document d on d.id = f.document_id
        where f.upload_id = $1 and f.kind = any($2::text[])
        """,
        *(upload_id, list(kinds), hashlib.sha256(content).digest(), kind),
    )
    if present["has_it"]:
        return False
    if present["number"] >= limit:
        return None
    document_id = await documents.add(driver, content, kind, place)
    await driver.execute(
        """
        insert into upload_file (upload_id, position, name, kind, document_id)
        select $1, coalesce(max(position), -1) + 1, $3, $4, $2 from upload_file where upload_id = $1
        """,
        *(upload_id, document_id, name, kind),
    )
    return True


class AttachedRow(TypedDict):
    """One document with its bytes."""

    sha256: bytes
    body_zstd: bytes | None
    """None: the bytes are in the object store."""


async def list_attached(driver: Driver, upload_id: UUID, kinds: Sequence[str]) -> list[AttachedRow]:
    """List the documents of these kinds, the newest first."""
    rows: list[AttachedRow] = await driver.fetch(
        """
        select d.sha256, d.body_zstd from upload_file f join document d on d.id = f.document_id
        where f.upload_id = $1 and f.kind = any($2::text[]) order by f.position desc
        """,
        *(upload_id, list(kinds)),
    )
    return rows


class RunTimeRow(TypedDict):
    """When a run was made, and the upload that brought it."""

    upload_id: UUID
    started_at: datetime | None
    ended_at: datetime | None


async def get_run_time(driver: Driver, run_id: UUID) -> RunTimeRow | None:
    """Return when a run started and ended; None when there is no such run or it was deleted."""
    row: RunTimeRow | None = await driver.fetchrow(
        "select upload_id, started_at, ended_at from run where id = $1 and deleted_at is null", run_id
    )
    return row
