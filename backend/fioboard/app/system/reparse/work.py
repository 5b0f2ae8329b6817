"""The work on a reparse: upload by upload, by one worker at a time, going on after any crash where it stopped.

Every worker of the service looks for work now and then, and so does `fioboard reparse`; who gets the lock works.
"""

import asyncio
from contextlib import suppress
from uuid import UUID

import structlog

from fioboard.app.system.reparse import sentences
from fioboard.app.system.reparse.service import VERSIONS, Change, read_again, renew_fingerprints
from fioboard.core.database import AWAY, Database
from fioboard.core.driver import Driver
from fioboard.core.errors import StorageFull, Unavailable
from fioboard.core.objects import DocumentsAway, Objects
from fioboard.store.queries import reparse as reparse_queries
from fioboard.store.queries import reparse_queue
from fioboard.store.queries.reparse import ReparseRow

LOOK_EVERY_S = 5.0
log = structlog.get_logger()


class Worker:
    """Looks for work until it is cancelled; start() of a reparse in this process wakes it at once."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._wake = asyncio.Event()

    def wake(self) -> None:
        """There is work."""
        self._wake.set()

    async def run(self) -> None:
        """For the lifetime of the process; a database that is away is tried again."""
        while True:
            try:
                if await work(self._database):
                    log.info("reparse finished")
                if again := await work_due(self._database):
                    log.info("uploads read again, since their datasheets or labels changed", uploads=again)
            except StorageFull:
                log.warning("reparse waits for room on the disk")
            except DocumentsAway:
                log.warning("reparse waits for the store of originals")
            except (Unavailable, *AWAY) as error:
                log.warning("reparse waits for the database", error=type(error).__name__)
            except Exception:
                log.exception("reparse failed; it is tried again")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), LOOK_EVERY_S)
            self._wake.clear()


async def work(database: Database) -> bool:
    """Does what is left of the unfinished reparse; False when there is none, or somebody else is at it.

    Raises StorageFull: written anew, rows take their room twice until PostgreSQL has tidied up.
    """
    async with database.driver() as driver:
        if await reparse_queries.find_unfinished(driver) is None or not await reparse_queries.take_work(
            driver
        ):
            return False
        try:
            # Asked again under the lock: who had it before may just have finished.
            reparse = await reparse_queries.find_unfinished(driver)
            if reparse is not None:
                await _run_reparse(driver, reparse, database)
        finally:
            if not driver.is_closed():
                await reparse_queries.release_work(driver)
    return reparse is not None


async def work_due(database: Database) -> int:
    """Reads again every upload that is due; how many. One that cannot be read now stays as it was, and is due no more.

    Raises StorageFull.
    """
    done = 0
    async with database.driver() as driver:
        while True:
            database.storage.require_room()
            async with driver.transaction():
                upload_id = await reparse_queue.take_next(driver)
                if upload_id is None:
                    return done
                await _read_due(driver, database.objects, upload_id)
                await reparse_queue.remove(driver, upload_id)
            done += 1


async def _read_due(driver: Driver, objects: Objects | None, upload_id: UUID) -> None:
    """In a savepoint of its own, so that what fails unexpectedly is left as it was, and said."""
    try:
        async with driver.transaction():
            change = await read_again(driver, objects, upload_id, dry_run=False)
    except DocumentsAway:
        raise
    except Exception:
        if driver.is_closed():
            raise
        log.exception("an upload could not be read again", upload_id=str(upload_id))
    else:
        if change.refused:
            log.warning("an upload cannot be read again", upload_id=str(upload_id), reason=change.refused)


async def _run_reparse(driver: Driver, reparse: ReparseRow, database: Database) -> None:
    versions = None if reparse["is_of_everything"] else VERSIONS
    last = reparse["last_upload_id"]
    if (reparse["reader_version"], reparse["facts_version"]) != VERSIONS:
        # Not begun, or begun by another release: its counts say nothing about this one.
        total = await reparse_queries.count_uploads(driver, versions)
        await reparse_queries.reset_progress(driver, reparse["id"], VERSIONS, total)
        last = None
    while (upload_id := await reparse_queries.find_next_upload(driver, last, versions)) is not None:
        database.storage.require_room()
        await _one(driver, database.objects, reparse, upload_id)
        last = upload_id
    renewed = await renew_fingerprints(
        driver, everything=reparse["is_of_everything"], dry_run=reparse["is_dry_run"]
    )
    await reparse_queries.finish(
        driver, reparse["id"], {"inventory fingerprints": renewed} if renewed else {}
    )


async def _one(driver: Driver, objects: Objects | None, reparse: ReparseRow, upload_id: UUID) -> None:
    """One upload and its count, in one transaction. What fails unexpectedly is left as it was, and said."""
    try:
        async with driver.transaction():
            change = await read_again(driver, objects, upload_id, dry_run=reparse["is_dry_run"])
            await reparse_queries.record_progress(
                driver, reparse["id"], upload_id, change.facts, change.refused
            )
    except DocumentsAway:
        raise
    except Exception as error:
        if driver.is_closed():
            raise
        log.exception("reparse of one upload failed", upload_id=str(upload_id))
        change = Change(upload_id, refused=sentences.INTERNAL_ERROR(kind=type(error).__name__))
        await reparse_queries.record_progress(driver, reparse["id"], upload_id, change.facts, change.refused)
