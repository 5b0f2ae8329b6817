"""Every half a minute: what is so of every host, compared with the events that are open; by one process at a time."""

import asyncio
from datetime import datetime

import structlog

from fioboard.app.watch.events import conditions
from fioboard.app.watch.events.expected import stand
from fioboard.core.database import AWAY, Database
from fioboard.core.driver import Driver
from fioboard.core.errors import StorageFull, Unavailable
from fioboard.core.times import now
from fioboard.store.queries import events as queries
from fioboard.store.queries.events import Condition
from fioboard.store.queries.expectations import list_expectations

LOOK_EVERY_S = 30.0
log = structlog.get_logger()


async def keep_looking(database: Database) -> None:
    """For the lifetime of the process; a database that is away is tried again."""
    while True:
        try:
            if came := await work(database):
                log.info("events of hosts", came=came)
        except StorageFull:
            log.warning("events wait for room on the disk")
        except (Unavailable, *AWAY) as error:
            log.warning("events wait for the database", error=type(error).__name__)
        except Exception:
            log.exception("events could not be looked for; it is tried again")
        await asyncio.sleep(LOOK_EVERY_S)


async def work(database: Database) -> int:
    """Looks once; how many events came. 0 when somebody else is at it. Raises StorageFull."""
    async with database.driver() as driver:
        if not await queries.take_work(driver):
            return 0
        try:
            database.storage.require_room()
            async with driver.transaction():
                return await queries.put(driver, await _conditions(driver, now()))
        finally:
            if not driver.is_closed():
                await queries.release_work(driver)


async def _conditions(driver: Driver, moment: datetime) -> list[Condition]:
    drives = [
        one for row in await queries.list_drives(driver) for one in conditions.list_drive_conditions(row)
    ]
    arrays = [conditions.build_array_condition(row) for row in await queries.list_arrays(driver)]
    refused = [conditions.build_refusal_condition(row) for row in await queries.list_refused(driver)]
    waiting = [conditions.build_waiting_condition(row) for row in await queries.list_waiting(driver)]
    return [*drives, *arrays, *refused, *waiting, *await _missing(driver, moment)]


async def _missing(driver: Driver, moment: datetime) -> list[Condition]:
    rows = await list_expectations(driver)
    stands = await stand(driver, rows, moment)
    overdue = [
        conditions.build_overdue_condition(row, how, moment) for row, how in zip(rows, stands, strict=True)
    ]
    return [one for one in overdue if one is not None]
