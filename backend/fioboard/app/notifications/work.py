"""Telling: by one worker at a time, going on after any crash where it stopped.

What is to be told is stored before it is sent, with the key of its message, and noted as told after the receiver took
it. A process that dies between has it sent again with the same key: never lost, and told once where the key
is honoured.
"""

import asyncio
from uuid import UUID
from zoneinfo import ZoneInfo

import structlog

from fioboard.app.notifications.message import Reported, build_message, send
from fioboard.app.notifications.timing import Hours, pause
from fioboard.core.database import AWAY, Database
from fioboard.core.driver import Driver
from fioboard.core.errors import FilterError, StorageFull, Unavailable
from fioboard.core.secret_box import ANOTHER_KEY, count_unreadable
from fioboard.core.times import now
from fioboard.engine.filters import parse_query
from fioboard.store.queries import changes as change_queries
from fioboard.store.queries import configurations
from fioboard.store.queries import events as event_queries
from fioboard.store.queries import notifications as queries
from fioboard.store.queries.filtering import resolve

LOOK_EVERY_S = 5.0
SIDE_BY_SIDE = 8
"""Messages sent side by side, so that receivers that hang hold up few others."""
log = structlog.get_logger()


async def keep_telling(database: Database) -> None:
    """For the lifetime of the process; a database that is away is tried again."""
    has_looked = False
    while True:
        try:
            if not has_looked:
                await warn_of_another_key(database)
                has_looked = True
            if sent := await work(database):
                log.info("notifications sent", messages=sent)
        except StorageFull:
            log.warning("notifications wait for room on the disk")
        except (Unavailable, *AWAY) as error:
            log.warning("notifications wait for the database", error=type(error).__name__)
        except Exception:
            log.exception("telling failed; it is tried again")
        await asyncio.sleep(LOOK_EVERY_S)


async def warn_of_another_key(database: Database) -> None:
    """Says in the log that stored destinations cannot be read, before a message to one of them fails."""
    async with database.driver() as driver:
        unreadable = count_unreadable(await queries.list_active_secrets(driver))
    if unreadable:
        log.error(ANOTHER_KEY, rules=unreadable)


async def work(database: Database) -> int:
    """Tells what is due; how many messages were tried. 0 when none is, or somebody else is at it.

    Raises StorageFull.
    """
    tried = 0
    async with database.driver() as driver:
        if not await queries.take_work(driver):
            return 0
        try:
            rules = {rule["id"]: rule for rule in await queries.list_active_rules(driver)}
            if rules:
                database.storage.require_room()
            for rule in rules.values():
                await _enqueue(driver, rule)
            await queries.put_in_messages(driver)
            # Asked anew here: a message may have waited for its next attempt, or for the service, into the quiet.
            while due := await queries.list_due_messages(driver, _awake(rules), SIDE_BY_SIDE):
                await _tell(driver, rules, due)
                tried += len(due)
        finally:
            if not driver.is_closed():
                await queries.release_work(driver)
    return tried


def _awake(rules: dict[UUID, queries.RuleRow]) -> list[UUID]:
    """Rules that have no quiet hours now."""
    moment = now()
    return [each["id"] for each in rules.values() if not _hours(each).is_quiet(moment)]


def _hours(rule: queries.RuleRow) -> Hours:
    return Hours(ZoneInfo(rule["zone"]), rule["digest_hour"], rule["quiet_from"], rule["quiet_to"])


async def _enqueue(driver: Driver, rule: queries.RuleRow) -> None:
    selection = None
    if rule["filter"] is not None:
        try:
            wanted = parse_query(rule["filter"])
        except FilterError:
            # Said in the list of rules. It was understood when the rule was made, by another version of the service.
            return
        # A value that no run has any more means nothing, until one has it again.
        selection = resolve(await configurations.load_configurations(driver), wanted, now())
    await queries.enqueue(driver, rule, _hours(rule).first_time(now()), selection)


async def _tell(driver: Driver, rules: dict[UUID, queries.RuleRow], due: list[queries.DueRow]) -> None:
    sending = []
    for one in due:
        rule = rules[one["rule_id"]]
        changes = await change_queries.get_changes(driver, one["change_ids"])
        events = await event_queries.get_events(driver, one["event_ids"])
        sending.append(
            (one, send(rule, build_message(str(one["message_id"]), rule, Reported(changes, events))))
        )
    errors = await asyncio.gather(*(sent for _, sent in sending))
    for (one, _), error in zip(sending, errors, strict=True):
        if error is None:
            await queries.mark_delivered(driver, one["message_id"])
        else:
            await queries.mark_failed(driver, one["message_id"], error, now() + pause(one["attempt"]))
