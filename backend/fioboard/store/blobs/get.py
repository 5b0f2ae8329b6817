"""The bytes of a document, wherever they are; of an object store only those that have the digest."""

import asyncio
import hashlib
from collections.abc import Sequence

from fioboard.core.compression import decompress, inflater
from fioboard.core.config import settings
from fioboard.core.database import Database
from fioboard.core.objects import DocumentDamaged, DocumentsAway, Objects

SMALL_BYTES = 64 * 1024
USUAL_BYTES = 32 * 1024 * 1024
"""The largest upload unless a setting says otherwise."""
NO_STORE = "This original is in an object store, and FIOBOARD_DOCUMENTS does not say which."


def most_bytes() -> int:
    """What an original may be at most, packed or not: more from a store is none of ours, and is read no further.

    Four times today's limit of uploads, so that lowering the limit leaves what was stored before readable.
    """
    return 4 * max(settings().max_upload_bytes, USUAL_BYTES)


def require_store(database: Database) -> Objects:
    """Return the object store, for what cannot do without. Raises DocumentsAway when there is none."""
    if database.objects is None:
        raise DocumentsAway(NO_STORE)
    return database.objects


async def original(objects: Objects | None, sha256: bytes, body_zstd: bytes | None) -> bytes:
    """The original bytes of a row: of its body, or of the store when it has none.

    Raises DocumentsAway, DocumentMissing, DocumentDamaged.
    """
    if body_zstd is not None:
        if len(body_zstd) <= SMALL_BYTES:
            return decompress(body_zstd)
        # A large one would hold up everybody's answers.
        return await asyncio.to_thread(decompress, body_zstd)
    return (await fetched(objects, sha256))[1]


async def originals(objects: Objects | None, rows: Sequence[tuple[bytes, bytes | None]]) -> list[bytes]:
    """The original bytes of several rows, each its digest and body, side by side. Raises as `original` does."""
    return await asyncio.gather(*(original(objects, sha256, body) for sha256, body in rows))


async def fetched(objects: Objects | None, sha256: bytes) -> tuple[bytes, bytes]:
    """What the store has of a digest: the frame, and the original in it. Raises as `original` does."""
    if objects is None:
        raise DocumentsAway(NO_STORE)
    frame = await objects.get(sha256)
    if len(frame) <= SMALL_BYTES:
        return frame, whole(sha256, frame)
    return frame, await asyncio.to_thread(whole, sha256, frame)


def whole(sha256: bytes, frame: bytes) -> bytes:
    """The original in a frame. Raises DocumentDamaged when it is not that of the digest."""
    try:
        unpacking = inflater("zstd", most_bytes())
        content = b"".join(unpacking.feed(frame))
        unpacking.finish()
    except Exception as error:  # too large, or whatever the decompressor says of bytes that are not ours
        raise DocumentDamaged from error
    if hashlib.sha256(content).digest() != sha256:
        raise DocumentDamaged
    return content
