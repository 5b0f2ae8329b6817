"""Drops objects that no row relies on, and that are old; never one that an upload is about to rely on.

An upload writes its object first and its row later, and an object is named by its content: the one that nobody needed
for a month may be needed now. Three things keep them apart. Only what is older than the grace is looked at, and asked
for its age again just before: an upload that writes the same object makes it young. Row and age are asked for, and the
object is dropped, under the lock of its digest. And an upload takes that lock after its commit, before it reads the
object back (`put`): who was about to drop it is done by then, and is noticed; who comes later sees the row.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from fioboard.core.database import Database
from fioboard.core.driver import Driver
from fioboard.core.objects import DocumentsAway, Objects
from fioboard.core.times import now
from fioboard.store.blobs.get import require_store
from fioboard.store.queries import documents as document_queries

# The store's clock may be another one, and a slow upload takes minutes.
MIN_GRACE = timedelta(hours=1)
TRIES = 3


@dataclass(slots=True)
class Cleaned:
    """What was dropped, or would be."""

    seen: int = 0
    dropped: int = 0
    size_bytes: int = 0
    """Of the objects, compressed."""


async def clean(
    database: Database,
    grace: timedelta,
    progress: Callable[[Cleaned], None],
    *,
    is_dry_run: bool = False,
) -> Cleaned:
    """Drops every object of no row that is older than `grace`. Raises DocumentsAway; the next call goes on."""
    cleaned = Cleaned()
    objects = require_store(database)
    before = now() - grace
    async with database.driver() as driver:
        async for page in objects.list():
            old = [one for one in page if one.sha256 is not None and one.modified_at < before]
            places = await document_queries.get_places(driver, [one.sha256 for one in old if one.sha256])
            for one in old:
                if one.sha256 is None or places.get(one.sha256) == "s3":
                    continue
                if is_dry_run or await drop(driver, objects, one.sha256, before):
                    cleaned.dropped += 1
                    cleaned.size_bytes += one.size_bytes
            cleaned.seen += len(page)
            progress(cleaned)
    return cleaned


async def drop(driver: Driver, objects: Objects, sha256: bytes, before: datetime) -> bool:
    """Drops one object if no row relies on it and it is older than `before`; whether it is gone by this."""
    async with driver.transaction():
        await document_queries.lock_exclusively(driver, sha256)
        if (await document_queries.get_places(driver, [sha256])).get(sha256) == "s3":
            return False
        there = await objects.find(sha256)
        if there is None or there.modified_at >= before:
            return False
        await _drop(objects, sha256)
    return True


async def _drop(objects: Objects, sha256: bytes) -> None:
    """An answer that did not come may mean that it is gone, or soon will be: the lock is kept until that is known."""
    for tries_left in reversed(range(TRIES)):
        try:
            await objects.delete(sha256)
        except DocumentsAway:
            if tries_left == 0:
                raise
        else:
            return
