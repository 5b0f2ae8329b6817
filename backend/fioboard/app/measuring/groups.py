"""Requests of several hosts on their way to one start: ready, started, or ended together before it."""

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from fioboard.app.access.audit import record
from fioboard.app.access.principal import Principal
from fioboard.app.measuring import sentences
from fioboard.core.driver import Driver
from fioboard.core.times import now
from fioboard.engine.answers.request import ReportIn, RunningIn
from fioboard.engine.answers.request_start import StartOut
from fioboard.engine.words.requests import GATHER_S, MAX_GROUP_STEPS, START_AHEAD_S
from fioboard.store.queries import request_groups as queries

# More hosts than these are not named in a reason.
MAX_NAMED = 5


async def take_start(driver: Driver, host_id: UUID, mentioned: Sequence[ReportIn | RunningIn]) -> None:
    """Store what an agent says of the start of its group. The group's row is locked."""
    ready = {one.request_id for one in mentioned if isinstance(one, RunningIn) and one.is_ready}
    for request_id in {one.request_id for one in mentioned} - ready:
        # Its agent was killed while it waited, and prepares anew: the others wait for it.
        await queries.remove_ready(driver, host_id, request_id)
    for one in mentioned:
        if one.start is not None:
            await queries.put_start(driver, host_id, one.request_id, one.start)
        if isinstance(one, RunningIn) and one.is_ready and one.step <= MAX_GROUP_STEPS:
            start_at = now() + timedelta(seconds=START_AHEAD_S)
            await queries.put_ready(driver, host_id, one.request_id, one.step, start_at)


async def find_start(driver: Driver, host_id: UUID, running: RunningIn) -> StartOut | None:
    """Return when the running request starts fio, or the next step of its suite; None until that is decided."""
    if not running.is_ready:
        return None
    start_at = await queries.find_start(driver, host_id, running.request_id, running.step)
    if start_at is None:
        return None
    at_us = round(start_at.timestamp() * 1e6)
    return {"request_id": running.request_id, "step": running.step, "at_us": at_us}


async def stop_broken(driver: Driver, group_ids: Sequence[UUID]) -> None:
    """End groups of which a host ended before the start: all start, or none. Their rows are locked."""
    for group_id in group_ids:
        broken = await queries.find_broken(driver, group_id)
        if broken is not None:
            ended = broken["state"]
            if broken["reason"]:
                ended = sentences.BECAUSE(state=ended, reason=broken["reason"].rstrip("."))
            await queries.cancel_group(
                driver, group_id, sentences.BROKEN(host=broken["host_name"], ended=ended)
            )


async def cancel_members(driver: Driver, group_id: UUID, caller: Principal) -> None:
    """Cancel what of a group has not ended, for a person."""
    await queries.lock_group(driver, group_id)
    if await queries.cancel_group(driver, group_id):
        await record(driver, caller, "request.cancel", group_id)


async def stop_unstarted(driver: Driver) -> None:
    """End groups that could not start: a host did not come in time, or its request ended."""
    for group_id in await queries.list_unstarted(driver):
        async with driver.transaction():
            await queries.lock_group(driver, group_id)
            await stop_broken(driver, [group_id])
            hosts = await queries.list_unready(driver, group_id)
            # Whatever came between the list and the lock is seen here.
            if hosts and await queries.is_late(driver, group_id):
                named = ", ".join(hosts[:MAX_NAMED]) + (" …" if len(hosts) > MAX_NAMED else "")
                verb = "was" if len(hosts) == 1 else "were"
                reason = sentences.UNREADY(hosts=f"{named} {verb}", seconds=GATHER_S)
                await queries.cancel_group(driver, group_id, reason)
