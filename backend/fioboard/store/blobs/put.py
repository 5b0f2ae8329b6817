"""What arrives is kept in the object store before the commit of the rows that name it, and read back after it.

Before the commit: an object without a row is garbage, a row without an object a loss. After it: until then nothing
keeps `collect_garbage` from dropping the object, or a bucket's own rules. Only what was read back is acknowledged.
"""

import asyncio
import hashlib
from dataclasses import dataclass, field

import structlog

from fioboard.core.compression import compress
from fioboard.core.database import Database
from fioboard.core.objects import DocumentDamaged, DocumentMissing, DocumentsAway, Objects, Place
from fioboard.store.blobs.get import NO_STORE, fetched
from fioboard.store.queries import documents as document_queries
from fioboard.store.queries.ingest import NewUpload

log = structlog.get_logger()


@dataclass(slots=True)
class Arrived:
    """The frames of an upload by the digest of their originals, until it is acknowledged."""

    frames: dict[bytes, bytes] = field(default_factory=dict)


async def keep(database: Database, new: NewUpload) -> Arrived:
    """Call before the rows are stored: the new documents go into the object store, if there is one.

    Raises DocumentsAway: then nothing was stored.
    """
    arrived = Arrived(
        {
            sha256: frame
            for sha256, frame in zip(new.document_sha256, new.document_bodies, strict=True)
            if frame is not None
        }
    )
    new.document_places = ["postgres"] * len(new.document_ids)
    objects = database.objects
    if objects is None:
        return arrived
    async with database.driver() as driver:
        known = await document_queries.get_places(driver, new.document_sha256)
    await asyncio.gather(
        *(objects.put(sha256, frame) for sha256, frame in arrived.frames.items() if sha256 not in known)
    )
    # A known document keeps its row as it is: these are of use only where it has none.
    in_store = [sha256 not in known for sha256 in new.document_sha256]
    new.document_places = ["s3" if one else "postgres" for one in in_store]
    new.document_bodies = [
        None if one else frame for one, frame in zip(in_store, new.document_bodies, strict=True)
    ]
    return arrived


async def keep_alone(database: Database, content: bytes) -> tuple[Place, Arrived]:
    """The same for one document that comes alone: where its row is to say that it is. Raises DocumentsAway."""
    sha256, frame = hashlib.sha256(content).digest(), compress(content)
    arrived = Arrived({sha256: frame})
    if database.objects is None:
        return "postgres", arrived
    async with database.driver() as driver:
        if sha256 in await document_queries.get_places(driver, [sha256]):
            return "postgres", arrived
    await database.objects.put(sha256, frame)
    return "s3", arrived


async def confirm(database: Database, arrived: Arrived) -> None:
    """Call after the commit, before it is acknowledged: every original that the object store is to have is read back.

    One that is not there, or not whole, is sent again. Raises DocumentsAway when that fails, too: its sender has it
    still, and comes again.
    """
    async with database.driver() as driver:
        places = await document_queries.get_places(driver, list(arrived.frames))
        in_store = [sha256 for sha256 in arrived.frames if places.get(sha256) == "s3"]
        if in_store and database.objects is None:
            # The setting was taken away; the bytes at hand are all that is sure.
            for sha256 in in_store:
                await document_queries.set_in_row(driver, sha256, arrived.frames[sha256])
            log.info("originals brought into their rows", documents=len(in_store), reason=NO_STORE)
            return
        for sha256 in in_store:
            # Who is about to drop this object did not see the row yet; whoever comes after does.
            async with driver.transaction():
                await document_queries.lock_shared(driver, sha256)
    if database.objects is not None:
        await asyncio.gather(
            *(_read_back(database.objects, sha256, arrived.frames[sha256]) for sha256 in in_store)
        )


async def _read_back(objects: Objects, sha256: bytes, frame: bytes) -> None:
    try:
        await fetched(objects, sha256)
    except (DocumentMissing, DocumentDamaged) as error:
        log.warning("an original was sent again", sha256=sha256.hex(), reason=type(error).__name__)
    else:
        return
    await objects.put(sha256, frame)
    try:
        await fetched(objects, sha256)
    except (DocumentMissing, DocumentDamaged) as error:
        raise DocumentsAway(
            "The object store did not keep the uploaded file; send it again later."
        ) from error
