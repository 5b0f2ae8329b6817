"""The service makes the next months' partitions itself, long before the first row needs one."""

import asyncio

import structlog
from asyncpg.exceptions import LockNotAvailableError

from fioboard.core.database import AWAY, Database
from fioboard.core.errors import Unavailable
from fioboard.store.queries import partitions

LOOK_EVERY_S = 3600.0
AGAIN_AFTER_S = 30.0
log = structlog.get_logger()


async def keep_ahead(database: Database) -> None:
    """For the lifetime of the process, once an hour; several services may do so at once.

    Without any of them nothing is refused: rows without a month of their own go into the partition for the rest.
    """
    while True:
        again_after_s = LOOK_EVERY_S
        try:
            async with database.driver() as driver:
                made = await partitions.make(driver)
            if made:
                log.info("partitions made", partitions=made)
        except LockNotAvailableError:
            # Uploads come first; there are three months left.
            again_after_s = AGAIN_AFTER_S
        except (Unavailable, *AWAY) as error:
            log.warning("partitions wait for the database", error=type(error).__name__)
        await asyncio.sleep(again_after_s)
