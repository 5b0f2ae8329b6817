"""What was uploaded before a moment, said before anything is dropped, and dropped while the service goes on."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.store.queries import partitions, reparse, retention
from fioboard.store.queries.ingest import LOST_RACE
from fioboard.store.queries.partitions import PartitionRow
from fioboard.store.queries.retention import Dropped, GoingRow, OriginalsRow, UnusedRow

# A transaction of so many takes some 0.3 s; the configurations it counts down wait no longer.
RUNS_AT_ONCE = 500
TRIES = 5
T = TypeVar("T")


class ReparseAtWork(Exception):
    """Uploads are being read again: none may go under its hands."""


@dataclass(frozen=True, slots=True)
class Expiry:
    """Everything that goes, and what it touches."""

    before: datetime
    staying: list[UUID]
    """Uploads that are older, and stay."""
    going: GoingRow
    originals: list[OriginalsRow]
    partitions: list[PartitionRow]
    """Hold nothing younger: emptied at once."""
    unused: UnusedRow

    @property
    def is_empty(self) -> bool:
        """True when nothing is to be dropped."""
        return not (self.going["runs"] or self.unused["inventories"] or self.unused["configurations"])


async def plan_expiry(driver: Driver, months: int) -> Expiry:
    """Find what `expire` would drop: uploads of before the first of the month that lies `months` before this one,
    UTC.
    """
    before = await retention.compute_bound(driver, months)
    staying = await retention.list_staying(driver, before)
    return Expiry(
        before,
        staying,
        await retention.count_going(driver, before, staying),
        await retention.list_originals(driver, before, staying),
        await partitions.list_partitions(driver, before),
        await retention.count_unused(driver, before, staying),
    )


async def expire(
    driver: Driver, expiry: Expiry, progress: Callable[[int], None]
) -> tuple[Dropped, UnusedRow]:
    """Drops it, as the role that owns the tables; `progress` hears the number of runs so far. Raises ReparseAtWork.

    Stopped at any point, what is gone is gone and the next call goes on: bins and series go first, month by month,
    then runs with all that is theirs, oldest first, then inventories and configurations that no run has.
    """
    if not await reparse.take_work(driver):
        raise ReparseAtWork
    try:
        # What a reference was pinned to meanwhile stays as well.
        staying = sorted({*expiry.staying, *await retention.list_staying(driver, expiry.before)})
        for partition in expiry.partitions:
            await partitions.clear_partition(driver, partition, staying)
        uploads = runs = documents = 0
        while (
            some := await _tried(lambda: retention.drop_some(driver, expiry.before, staying, RUNS_AT_ONCE))
        ).uploads:
            uploads, runs, documents = uploads + some.uploads, runs + some.runs, documents + some.documents
            progress(runs)
        rows = await _tried(lambda: retention.drop_unused(driver, expiry.before))
        return Dropped(uploads, runs, documents), rows
    finally:
        await reparse.release_work(driver)


async def _tried(work: Callable[[], Awaitable[T]]) -> T:
    for tries_left in reversed(range(TRIES)):
        try:
            return await work()
        except LOST_RACE:
            if not tries_left:
                raise
    raise AssertionError  # the last try returns or raises
