"""Is every document there, and has it its digest? And what lies in the object store that no row relies on?"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from fioboard.core.database import Database
from fioboard.core.driver import Driver
from fioboard.core.objects import DocumentDamaged, DocumentMissing, Objects, Place, StoredObject
from fioboard.core.times import now
from fioboard.store.blobs.get import fetched, whole
from fioboard.store.queries import documents as document_queries
from fioboard.store.queries.documents import PlacedRow

PAGE = 200
MAX_AT_ONCE = 4
MAX_NAMED = 20
# An upload writes objects before its rows; what is younger than this may be one on its way.
GRACE = timedelta(hours=24)


@dataclass(slots=True)
class Checked:
    """What was found; the first of each kind by name."""

    whole: dict[Place, int] = field(default_factory=lambda: {"postgres": 0, "s3": 0})
    missing: int = 0
    damaged: int = 0
    unreferenced: int = 0
    unreferenced_bytes: int = 0
    young: int = 0
    """Of no row, but so young that an upload may be about to make it."""
    foreign: int = 0
    """Below the prefix, and not named by a digest."""
    named: list[tuple[str, str]] = field(default_factory=list)
    """Digest, and what is wrong."""

    @property
    def documents(self) -> int:
        """How many documents were looked at."""
        return sum(self.whole.values()) + self.missing + self.damaged

    def note(self, sha256: bytes, what: str) -> None:
        """Names it while there are few."""
        if len(self.named) < MAX_NAMED:
            self.named.append((sha256.hex(), what))


async def check(database: Database, progress: Callable[[Checked], None]) -> Checked:
    """Reads every original, from wherever its row says. Raises DocumentsAway."""
    checked = Checked()
    objects = database.objects
    async with database.driver() as driver:
        last = None
        while page := await document_queries.list_documents(driver, last, PAGE):
            last = page[-1]["id"]
            for start in range(0, PAGE, MAX_AT_ONCE):
                some = page[start : start + MAX_AT_ONCE]
                # The rows' own one after the other, those in the store side by side; no more than these in memory.
                bodies = [(await document_queries.get_body(driver, row["id"]))["body_zstd"] for row in some]
                await asyncio.gather(
                    *(_check_one(objects, row, body, checked) for row, body in zip(some, bodies, strict=True))
                )
                progress(checked)
        if objects is not None:
            before = now() - GRACE
            async for stored in objects.list():
                await _look_for_rows(driver, stored, before, checked)
                progress(checked)
    return checked


async def _check_one(objects: Objects | None, row: PlacedRow, body: bytes | None, checked: Checked) -> None:
    try:
        if body is None:
            await fetched(objects, row["sha256"])
        else:
            await asyncio.to_thread(whole, row["sha256"], body)
    except DocumentMissing:
        checked.missing += 1
        checked.note(row["sha256"], "missing")
    except DocumentDamaged:
        checked.damaged += 1
        checked.note(row["sha256"], "damaged")
    else:
        checked.whole["s3" if body is None else "postgres"] += 1


async def _look_for_rows(
    driver: Driver, stored: list[StoredObject], before: datetime, checked: Checked
) -> None:
    ours = {one.sha256: one for one in stored if one.sha256 is not None}
    checked.foreign += len(stored) - len(ours)
    places = await document_queries.get_places(driver, list(ours))
    for sha256, one in ours.items():
        if places.get(sha256) == "s3":
            continue
        if one.modified_at > before:
            checked.young += 1
        else:
            checked.unreferenced += 1
            checked.unreferenced_bytes += one.size_bytes
