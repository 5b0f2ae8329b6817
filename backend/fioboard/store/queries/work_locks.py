"""Whose turn it is: of all processes on one database one does a background work, as long as its connection lives."""

import structlog

from fioboard.core.driver import Driver
from fioboard.core.pooler import REMARK, is_pooled

log = structlog.get_logger()


async def take(driver: Driver, lock: int) -> bool:
    """Whether this connection may work now: nobody else does. PostgreSQL frees the lock when the connection ends.

    Behind a pooler nobody may, since its lock would stay.
    """
    if await is_pooled(driver):
        log.error(REMARK)
        return False
    return bool(await driver.fetchval("select pg_try_advisory_lock($1)", lock))


async def release(driver: Driver, lock: int) -> None:
    """Release the lock: the connection goes back to the pool and must not keep it."""
    await driver.execute("select pg_advisory_unlock($1)", lock)
