"""The poll of agents: the one door through which requests reach a host and its reports come back."""

import asyncio
import time
from uuid import UUID

import orjson
from fastapi import Request
from pydantic import ValidationError

from fioboard.app.access.audit import record
from fioboard.app.access.check import Caller, allow
from fioboard.app.access.principal import Principal
from fioboard.app.measuring import sentences
from fioboard.app.measuring.answers import build_offer, describe_refusal
from fioboard.app.measuring.groups import find_start, stop_broken, take_start
from fioboard.app.measuring.wakeups import wakeups
from fioboard.core import errors
from fioboard.core.database import AppDatabase
from fioboard.core.driver import Driver
from fioboard.core.flat_routes import Router
from fioboard.engine.answers.problem import refusals
from fioboard.engine.answers.request import OfferedOut, PollIn, PollOut, ReportIn, RunningIn
from fioboard.store.queries import request_groups, serving_hosts
from fioboard.store.queries import requests as queries
from fioboard.store.queries.hosts import find_kept_host

router = Router(tags=["requests"])


@router.post("/agent/poll", dependencies=[allow("upload")], responses=refusals(400, 401, 403, 413, 422, 503))
async def poll_requests(request: Request, database: AppDatabase, body: PollIn, caller: Caller) -> PollOut:
    """An agent asks for work with its host's own token, and says what became of earlier requests.

    Answers at once when there is something to do or a report was stored; else waits up to `wait_s` for a request.
    """
    received_at_us = time.time_ns() // 1000
    if caller.host_id is None:
        raise errors.WrongHost("Polling needs the host's own token, which `fioboard-agent enrol` obtains.")
    deadline = asyncio.get_running_loop().time() + body.wait_s
    async with database.driver() as driver:
        host_id = await find_kept_host(driver, caller.host_id)
    # Before the first look, so that nothing that comes between look and wait is missed.
    with wakeups.subscribe(host_id) as event:
        async with database.driver() as driver, driver.transaction():
            await _store(driver, host_id, body, caller)
            answer = await _find_work(driver, host_id, body)
        while not (answer["request"] or answer["received"] or wakeups.is_closing):
            left_s = deadline - asyncio.get_running_loop().time()
            if left_s <= 0:
                break
            await wakeups.wait(event, left_s)
            # What is offered to an agent that hung up would wait for the end of its lease.
            if await request.is_disconnected():
                break
            async with database.driver() as driver, driver.transaction():
                answer = await _find_work(driver, host_id, body)
    answer["clock"] = {"received_at_us": received_at_us, "answered_at_us": time.time_ns() // 1000}
    return answer


async def _store(driver: Driver, host_id: UUID, body: PollIn, caller: Principal) -> None:
    """Store all that the agent says: what it offers, how far it is, what became of requests."""
    offers = orjson.dumps(body.offers.model_dump()).decode()
    await serving_hosts.put_host(driver, host_id, body.agent_version, offers)
    mentioned: list[ReportIn | RunningIn] = [*body.reports]
    if body.running is not None:
        mentioned.append(body.running)
    group_ids = await request_groups.lock_groups(driver, [one.request_id for one in mentioned])
    for report in body.reports:
        is_new = await queries.put_report(driver, host_id, report)
        if is_new and report.state == "refused":
            await record(driver, caller, "request.refuse", report.request_id, reason=report.reason)
    if body.running is not None:
        await queries.put_progress(driver, host_id, body.running)
    if group_ids:
        await take_start(driver, host_id, mentioned)
        await stop_broken(driver, group_ids)


async def _find_offer(driver: Driver, host_id: UUID) -> OfferedOut | None:
    """Offer the host its next request; one that an earlier version stored and this one refuses ends here."""
    while (row := await queries.assign_request(driver, host_id)) is not None:
        try:
            offer = build_offer(row)
        except ValidationError as error:
            reason = sentences.REQUEST_REFUSED(why=describe_refusal(error))
            await queries.close_request(driver, row["id"], "failed", reason)
            continue
        if row["group_id"] is not None:
            await request_groups.record_offer(driver, row["group_id"], host_id)
        return offer
    return None


async def _find_work(driver: Driver, host_id: UUID, body: PollIn) -> PollOut:
    """Find what the agent is to do now."""
    return {
        "request": None if body.running else await _find_offer(driver, host_id),
        "cancel": await queries.list_cancelled(driver, host_id) if body.running else [],
        "received": [report.request_id for report in body.reports],
        "start": await find_start(driver, host_id, body.running) if body.running else None,
        "clock": {"received_at_us": 0, "answered_at_us": 0},
        "takes_checks": True,
    }
