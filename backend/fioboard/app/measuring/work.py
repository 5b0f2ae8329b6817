"""Every ten seconds: make the requests of schedules that are due, and end those that nobody started in time.

Any process may do it, and all at once: each schedule is locked by whoever handles it.
"""

import asyncio
from collections.abc import Sequence
from datetime import datetime, timedelta

import orjson
import structlog
from pydantic import ValidationError

from fioboard.app.measuring import sentences
from fioboard.app.measuring.answers import describe_refusal, read_offers
from fioboard.app.measuring.groups import MAX_NAMED, stop_unstarted
from fioboard.app.measuring.queue import Member, enqueue_members, require_different, require_together
from fioboard.app.measuring.times import (
    MAX_PAST_TIMES,
    add_jitter,
    is_within_hours,
    list_past_times,
    list_times,
)
from fioboard.core.database import AWAY, Database
from fioboard.core.driver import Driver
from fioboard.core.errors import AppError, Invalid, StorageFull, Unavailable
from fioboard.core.times import now
from fioboard.core.zones import open_zone
from fioboard.engine.answers.request import Offers, Wanted
from fioboard.engine.words.requests import FORGOTTEN_AFTER_S, LATEST_START_S, MAX_OPEN_REQUESTS_PER_HOST
from fioboard.store.queries import requests as queries
from fioboard.store.queries import schedules
from fioboard.store.queries.schedules import ScheduleHostRow, ScheduleRow

LOOK_EVERY_S = 10.0
log = structlog.get_logger()


async def run_schedules_loop(database: Database) -> None:
    """For the lifetime of the process; a database that is away is tried again."""
    heard_since = now()
    while True:
        try:
            await run_due(database, heard_since)
        except StorageFull:
            log.warning("schedules wait for room on the disk")
        except (Unavailable, *AWAY) as error:
            # Agents could not be heard either.
            heard_since = now()
            log.warning("schedules wait for the database", error=type(error).__name__)
        except Exception:
            log.exception("schedules could not be run; it is tried again")
        await asyncio.sleep(LOOK_EVERY_S)


async def run_due(database: Database, heard_since: datetime | None = None) -> int:
    """Handle every schedule that is due, and end requests that nobody started or reports on; return how many were due.

    `heard_since`: when the service began to hear agents; while it was away, no host was silent. Raises StorageFull.
    """
    count = 0
    async with database.driver() as driver:
        await queries.expire_requests(driver)
        await stop_unstarted(driver)
        if heard_since is None or now() - heard_since >= timedelta(seconds=FORGOTTEN_AFTER_S):
            silent = sentences.SILENT(minutes=FORGOTTEN_AFTER_S // 60)
            await queries.close_silent(driver, silent, sentences.FORGOTTEN())
        database.storage.require_room()
        while True:
            async with driver.transaction():
                row = await schedules.lock_due(driver)
                if row is None:
                    return count
                await _run_or_mark(driver, row)
            count += 1


async def _run_or_mark(driver: Driver, row: ScheduleRow) -> None:
    """Run a schedule; one that cannot be run says why, and holds up none of those behind it."""
    try:
        async with driver.transaction():
            await _run(driver, row)
        return
    except (StorageFull, Unavailable, *AWAY):
        raise
    except ValidationError as error:
        reason: str = sentences.SCHEDULE_REFUSED(why=describe_refusal(error))
    except AppError as error:
        reason = sentences.SCHEDULE_REFUSED(why=error.detail.rstrip("."))
    except Exception:
        log.exception("a schedule could not be run", schedule=str(row["id"]))
        reason = "Skipped: the service failed to run this schedule; its log has the error."
    await queries.add_skipped_request(driver, row["id"], reason)
    try:
        [following] = list_times(row["cron"], row["zone"], max(now(), row["next_at"]), 1)
    except AppError:
        await schedules.pause(driver, row["id"])
    else:
        await schedules.set_next(driver, row["id"], add_jitter(following, row["id"], row["jitter_s"]))


async def _run(driver: Driver, row: ScheduleRow) -> None:
    """Make the request of a schedule, of each of its hosts, or those that say why the time was skipped."""
    moment = now()
    wanted = Wanted(
        kind=row["kind"],
        name=row["name"],
        run_id=row["run_id"],
        target=row["target"],
        parameters=orjson.loads(row["parameters"]),
        priority=row["priority"],
    )
    [following] = list_times(row["cron"], row["zone"], max(moment, row["next_at"]), 1)
    hosts = await schedules.list_hosts(driver, row["id"])
    members = [Member(one["host_id"], one["target"]) for one in hosts]
    require_different(members)

    async def make_request(reason: str | None) -> None:
        ids = await enqueue_members(
            driver, wanted, members, expires_at=following, by=row["created_by"], schedule_id=row["id"]
        )
        if reason is not None:
            for request_id in ids:
                await queries.close_request(driver, request_id, "expired", reason)

    came = [row["next_at"], *list_past_times(row["cron"], row["zone"], row["next_at"], moment)]
    newest = came.pop() if moment - came[-1] <= timedelta(seconds=LATEST_START_S) else None
    if came:
        await make_request(_describe_missed(came, row["zone"]))
    if newest is not None:
        await make_request(await _find_reason_to_skip(driver, row, wanted, hosts))
    await schedules.set_next(driver, row["id"], add_jitter(following, row["id"], row["jitter_s"]))


def _describe_missed(missed: Sequence[datetime], zone: str) -> str:
    """Say which times passed while the service was stopped, or waited for its database or for room on its disk."""
    first, last = (f"{one.astimezone(open_zone(zone)):%-d %b %H:%M}" for one in (missed[0], missed[-1]))
    if len(missed) == 1:
        return sentences.MISSED_ONCE(at=first, zone=zone)
    count = f"at least {len(missed)}" if len(missed) > MAX_PAST_TIMES else len(missed)
    return sentences.MISSED(count=count, first=first, last=last, zone=zone)


async def _find_reason_to_skip(
    driver: Driver, row: ScheduleRow, wanted: Wanted, hosts: Sequence[ScheduleHostRow]
) -> str | None:
    """Find why this time is skipped, a sentence. Of several hosts one is enough: a total of fewer hosts compares with
    none of the others."""
    if len(hosts) == 1:
        why = await _find_obstacle(driver, row, hosts[0], "the host")
        return None if why is None else sentences.SKIPPED(why=why)
    answers = [await _find_obstacle(driver, row, one, one["host_name"], wanted) for one in hosts]
    obstacles = [one for one in answers if one is not None]
    if not obstacles:
        return None
    named = ", ".join(obstacles[:MAX_NAMED]) + (" …" if len(obstacles) > MAX_NAMED else "")
    return sentences.SKIPPED_TOGETHER(why=named)


async def _find_obstacle(
    driver: Driver, row: ScheduleRow, host: ScheduleHostRow, name: str, together: Wanted | None = None
) -> str | None:
    """Find why a host cannot start now. `together`: what it starts with others, which its refusal would end."""
    if host["is_away"]:
        return sentences.HOST_AWAY(host=name)
    offers = read_offers(host["offers"])
    if offers is not None and not _is_open(offers):
        return sentences.OUTSIDE_HOURS(host=name, hours=offers.hours)
    waiting = await queries.count_open_requests(driver, host["host_id"])
    if (waiting and row["only_when_idle"]) or waiting >= MAX_OPEN_REQUESTS_PER_HOST:
        return sentences.HOST_BUSY(host=name)
    if together is not None:
        try:
            await require_together(driver, Member(host["host_id"], host["target"]), together)
        except Invalid as refusal:
            return refusal.detail.rstrip(".")
    return None


def _is_open(offers: Offers) -> bool:
    """Return whether a host may start something now; True where its agent does not say what its clock shows."""
    if offers.hours is None or offers.utc_offset_minutes is None:
        return True
    return is_within_hours(offers.hours, offers.utc_offset_minutes, now())
