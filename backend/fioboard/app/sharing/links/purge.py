"""Dropping the copies of links that ended long ago; the list keeps that there was one, and for whom."""

import asyncio
from datetime import timedelta

import structlog

from fioboard.core.database import AWAY, Database
from fioboard.core.errors import Unavailable
from fioboard.store.queries import shares as share_queries

KEPT_AFTER_END = timedelta(days=30)
LOOK_EVERY_S = 3600.0
log = structlog.get_logger()


async def purge(database: Database) -> int:
    """Drops the documents of links that ended more than KEPT_AFTER_END ago; how many. Several may do so at once."""
    async with database.driver() as driver:
        return await share_queries.drop_documents(driver, KEPT_AFTER_END)


async def keep_purging(database: Database) -> None:
    """For the lifetime of the process, once an hour; a database that is away is tried again."""
    while True:
        try:
            if dropped := await purge(database):
                log.info("copies of ended shares dropped", documents=dropped)
        except (Unavailable, *AWAY) as error:
            log.warning("purge of shares waits for the database", error=type(error).__name__)
        await asyncio.sleep(LOOK_EVERY_S)
