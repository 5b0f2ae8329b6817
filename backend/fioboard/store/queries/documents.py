"""Documents and where their bytes are. Who changes that, or drops an object, holds the lock of its digest."""

import hashlib
from collections.abc import Sequence
from typing import TypedDict
from uuid import UUID

from fioboard.core.compression import compress
from fioboard.core.driver import Driver
from fioboard.core.ids import uuid7
from fioboard.core.objects import Place

# Of a digest: shared while something relies on its object, alone while it may be dropped; until the transaction ends.
_LOCK = "('x' || encode(substr($1::bytea, 1, 8), 'hex'))::bit(64)::bigint"


class PlacedRow(TypedDict):
    """A document and where its bytes are."""

    id: UUID
    sha256: bytes
    size_bytes: int
    stored_in: Place


class BodyRow(TypedDict):
    """The bytes of a document that has them in its row."""

    stored_in: Place
    body_zstd: bytes | None


async def get_places(driver: Driver, digests: Sequence[bytes]) -> dict[bytes, Place]:
    """Return where the bytes of each document are; nothing for a digest that is no document yet."""
    rows = await driver.fetch(
        "select sha256, stored_in from document where sha256 = any($1::bytea[])", list(digests)
    )
    return {row["sha256"]: row["stored_in"] for row in rows}


async def add(driver: Driver, content: bytes, media_kind: str, place: Place) -> UUID:
    """The row of a small document that comes alone, with its bytes unless `store/blobs/put.py` put them elsewhere;
    its id, also where it was known."""
    sha256 = hashlib.sha256(content).digest()
    await driver.execute(
        """
        insert into document (id, sha256, size_bytes, media_kind, stored_in, body_zstd, created_at)
        values ($1, $2, $3, $4, $5, $6, now()) on conflict (sha256) do nothing
        """,
        *(
            uuid7(),
            sha256,
            len(content),
            media_kind,
            place,
            compress(content) if place == "postgres" else None,
        ),
    )
    known: UUID = await driver.fetchval("select id from document where sha256 = $1", sha256)
    return known


async def lock_shared(driver: Driver, sha256: bytes) -> None:
    """Lock the object of this digest until the transaction ends, so that nobody drops it; waits for who is about to."""
    await driver.execute(f"select pg_advisory_xact_lock_shared({_LOCK})", sha256)


async def lock_exclusively(driver: Driver, sha256: bytes) -> None:
    """Lock the object of this digest until the transaction ends, so that nobody else relies on it; waits for who
    does.
    """
    await driver.execute(f"select pg_advisory_xact_lock({_LOCK})", sha256)


async def get_body(driver: Driver, document_id: UUID) -> BodyRow:
    """Return where the bytes of a document that exists are, and they themselves if they are here."""
    row: BodyRow = await driver.fetchrow(
        "select stored_in, body_zstd from document where id = $1", document_id
    )
    return row


async def set_in_store(driver: Driver, document_id: UUID) -> None:
    """The object store has the bytes; the row gives them up."""
    await driver.execute("update document set stored_in = 's3', body_zstd = null where id = $1", document_id)


async def set_in_row(driver: Driver, sha256: bytes, body_zstd: bytes) -> None:
    """The row has the bytes again, whatever the object store has."""
    await driver.execute(
        "update document set stored_in = 'postgres', body_zstd = $2 where sha256 = $1 and stored_in = 's3'",
        *(sha256, body_zstd),
    )


async def list_documents(
    driver: Driver, document_id: UUID | None, limit: int, stored_in: Place | None = None
) -> list[PlacedRow]:
    """List documents in the order of their ids, after the given one; only those that are in one place, if it is
    given.
    """
    rows: list[PlacedRow] = await driver.fetch(
        """
        select id, sha256, size_bytes, stored_in from document
        where ($1::uuid is null or id > $1) and ($2::text is null or stored_in = $2) order by id limit $3
        """,
        *(document_id, stored_in, limit),
    )
    return rows


class CountRow(TypedDict):
    """How much there is in one place."""

    stored_in: Place
    documents: int
    size_bytes: int
    """Of the originals, not compressed."""


async def count_documents(driver: Driver) -> list[CountRow]:
    """Count documents and their bytes, by place."""
    rows: list[CountRow] = await driver.fetch(
        """
        select stored_in, count(*) as documents, coalesce(sum(size_bytes), 0)::bigint as size_bytes
        from document group by stored_in order by stored_in
        """
    )
    return rows
