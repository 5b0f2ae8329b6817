"""Telling: by one worker at a time, going on after any crash where it stopped.

What is to be told is stored before it is sent, with the key of its message, and noted as told after the receiver took
it. A process that dies between has it sent again with the same key: never lost, and told once where the key
is honoured.
"""

import asyncio
from uuid import UUID

import structlog

from fioboard.core.database import AWAY, Database
from fioboard.core.driver import Driver
from fioboard.core.errors import StorageFull, Unavailable
from fioboard.core.times import now
from fioboard.features.notifications.message import message_of, send
from fioboard.features.notifications.timing import first_time, is_quiet, pause
from fioboard.queries import changes as change_queries
from fioboard.queries import notifications as queries

LOOK_EVERY_S = 5.0
SIDE_BY_SIDE = 8
"""Messages sent side by side, so that receivers that hang hold up few others."""
log = structlog.get_logger()


async def keep_telling(database: Database) -> None:
    """For the lifetime of the process; a database that is away is tried again."""
    while True:
        try:
            if told := await work(database):
                log.info("notifications sent", messages=told)
        except StorageFull:
            log.warning("notifications wait for room on the disk")
        except (Unavailable, *AWAY) as error:
            log.warning("notifications wait for the database", error=type(error).__name__)
        except Exception:
            log.exception("telling failed; it is tried again")
        await asyncio.sleep(LOOK_EVERY_S)


async def work(database: Database) -> int:
    """Tells what is due; how many messages were tried. 0 when none is, or somebody else is at it.

    Raises StorageFull.
    """
    tried = 0
    async with database.driver() as driver:
        if not await queries.take_work(driver):
            return 0
        try:
            rules = {rule["id"]: rule for rule in await queries.active_rules(driver)}
            if rules:
                database.storage.require_room()
            for rule in rules.values():
                at = first_time(now(), rule["digest_hour"], rule["quiet_from"], rule["quiet_to"])
                await queries.enqueue(driver, rule, at)
            await queries.put_in_messages(driver)
            # Asked anew here: a message may have waited for its next attempt, or for the service, into the quiet.
            while due := await queries.due_messages(driver, _awake(rules), SIDE_BY_SIDE):
                await _tell(driver, rules, due)
                tried += len(due)
        finally:
            if not driver.is_closed():
                await queries.leave_work(driver)
    return tried


def _awake(rules: dict[UUID, queries.RuleRow]) -> list[UUID]:
    """Rules that have no quiet hours now."""
    hour = now().hour
    return [each["id"] for each in rules.values() if not is_quiet(hour, each["quiet_from"], each["quiet_to"])]


async def _tell(driver: Driver, rules: dict[UUID, queries.RuleRow], due: list[queries.DueRow]) -> None:
    sending = []
    for one in due:
        rule = rules[one["rule_id"]]
        rows = await change_queries.of_ids(driver, one["change_ids"])
        sending.append((one, send(rule, message_of(str(one["message_id"]), rule, rows))))
    errors = await asyncio.gather(*(sent for _, sent in sending))
    for (one, _), error in zip(sending, errors, strict=True):
        if error is None:
            await queries.delivered(driver, one["message_id"])
        else:
            await queries.not_delivered(driver, one["message_id"], error, now() + pause(one["attempt"]))
