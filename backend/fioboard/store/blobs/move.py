"""Originals from their rows into the object store, or back: one document, one transaction, killed at any point.

Into the store: put, read back, and only then the row gives its bytes up, in one statement. Back: read, compared, and
written into the row; the object stays until `collect_garbage` finds that no row relies on it, since a reader or a
backup may still look for it there.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field

from fioboard.core.database import Database
from fioboard.core.driver import Driver
from fioboard.core.objects import DocumentDamaged, DocumentMissing, Objects, Place
from fioboard.store.blobs.get import fetched, require_store, whole
from fioboard.store.queries import documents as document_queries
from fioboard.store.queries.documents import PlacedRow

MAX_AT_ONCE = 4
PAGE = 200
MAX_NAMED = 20
# What PostgreSQL writes for a row that comes back: the row, and its log.
WRITTEN_TIMES = 2


@dataclass(slots=True)
class Moved:
    """What was done; `left` names the first originals that could not be moved, and why."""

    documents: int = 0
    size_bytes: int = 0
    """Of the originals, not compressed."""
    refused: int = 0
    left: list[tuple[str, str]] = field(default_factory=list)


async def move(database: Database, to: Place, progress: Callable[[Moved], None]) -> Moved:
    """Moves every document that is elsewhere; `database` has MAX_AT_ONCE + 1 connections.

    Raises DocumentsAway, StorageFull: what was moved is moved, and the next call goes on with the rest.
    """
    done = Moved()
    objects = require_store(database)
    async with database.driver() as reading:
        left = _elsewhere(reading, to)
        turn = asyncio.Lock()

        async def work() -> None:
            async with database.driver() as driver:
                while True:
                    async with turn:
                        row = await anext(left, None)
                    if row is None:
                        return
                    try:
                        await _move_one(database, driver, objects, row, to)
                    except (DocumentMissing, DocumentDamaged) as error:
                        done.refused += 1
                        if len(done.left) < MAX_NAMED:
                            done.left.append((row["sha256"].hex(), error.detail))
                    else:
                        done.documents += 1
                        done.size_bytes += row["size_bytes"]
                    progress(done)

        working = [asyncio.create_task(work()) for _ in range(MAX_AT_ONCE)]
        try:
            await asyncio.gather(*working)
        finally:
            for task in working:
                task.cancel()
            await asyncio.gather(*working, return_exceptions=True)
    return done


async def _elsewhere(driver: Driver, to: Place) -> AsyncIterator[PlacedRow]:
    """Page by page, in the order of their ids: what arrives meanwhile comes last."""
    last = None
    while page := await document_queries.list_documents(
        driver, last, PAGE, stored_in="postgres" if to == "s3" else "s3"
    ):
        for row in page:
            yield row
        last = page[-1]["id"]


async def _move_one(database: Database, driver: Driver, objects: Objects, row: PlacedRow, to: Place) -> None:
    sha256 = row["sha256"]
    if to == "postgres":
        database.storage.require_room(WRITTEN_TIMES * row["size_bytes"])
        frame, _ = await fetched(objects, sha256)
        await document_queries.set_in_row(driver, sha256, frame)
        return
    # Held until the row relies on the object: nobody drops it meanwhile.
    async with driver.transaction():
        await document_queries.lock_shared(driver, sha256)
        here = await document_queries.get_body(driver, row["id"])
        if here["body_zstd"] is None:
            return  # somebody else moves, too
        await asyncio.to_thread(whole, sha256, here["body_zstd"])
        await objects.put(sha256, here["body_zstd"])
        await fetched(objects, sha256)
        await document_queries.set_in_store(driver, row["id"])
