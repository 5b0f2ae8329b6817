"""Schedules: list, add, change, remove."""

from typing import Annotated
from uuid import UUID

import orjson
from fastapi import Path, Query
from pydantic import ValidationError

from fioboard.app.access.audit import record
from fioboard.app.access.check import Caller, allow
from fioboard.app.measuring import sentences
from fioboard.app.measuring.alerts import put_expectation
from fioboard.app.measuring.answers import build_wanted, describe_refusal
from fioboard.app.measuring.not_found import ScheduleNotFound
from fioboard.app.measuring.times import (
    add_jitter,
    list_times,
    parse_cron,
)
from fioboard.core import errors
from fioboard.core.database import AppDatabase
from fioboard.core.driver import Driver
from fioboard.core.flat_routes import Router
from fioboard.core.times import now
from fioboard.engine.answers.problem import refusals
from fioboard.engine.answers.request import Wanted
from fioboard.engine.answers.schedule import (
    ScheduleIn,
    ScheduleList,
    ScheduleOut,
    SchedulePatch,
    ScheduleTimes,
)
from fioboard.engine.expect.cron import describe_cron
from fioboard.engine.words.expectations import MAX_ZONE_CHARACTERS
from fioboard.engine.words.limits import MAX_HOST_CHARACTERS
from fioboard.engine.words.requests import MAX_CRON_CHARACTERS, MAX_SCHEDULES, MAX_SCHEDULES_PER_HOST
from fioboard.store.queries import schedules as queries
from fioboard.store.queries.expectations import is_host
from fioboard.store.queries.hosts import find_kept_host
from fioboard.store.queries.schedules import ScheduleRow, Timing

router = Router(tags=["requests"])
REFUSALS = refusals(400, 401, 403, 404, 413, 422, 503)
ScheduleId = Annotated[UUID, Path(description="The schedule's id")]


@router.get("/schedules", dependencies=[allow("read")], responses=REFUSALS)
async def list_schedules(
    database: AppDatabase,
    host: Annotated[
        str | None, Query(max_length=MAX_HOST_CHARACTERS, description="Only of this host, by name")
    ] = None,
) -> ScheduleList:
    """Schedules, when they are due, and what became of the last time."""
    async with database.driver() as driver:
        rows = await queries.list_schedules(driver, host, MAX_SCHEDULES)
    return {"items": [_build(row) for row in rows]}


@router.get("/schedules/times", dependencies=[allow("read")], responses=REFUSALS)
async def preview_schedule(
    cron: Annotated[
        str,
        Query(
            min_length=1,
            max_length=MAX_CRON_CHARACTERS,
            description="Five fields as in Debian's cron; or hourly, daily, weekly, monthly",
        ),
    ],
    zone: Annotated[
        str, Query(max_length=MAX_ZONE_CHARACTERS, description="Name of the IANA time zone database")
    ] = "UTC",
) -> ScheduleTimes:
    """When a schedule would be due. Nothing is stored."""
    fields = parse_cron(cron)
    return {
        "cron": fields,
        "cron_words": describe_cron(fields),
        "next_times": list_times(fields, zone, now(), 5),
    }


@router.post("/schedules", dependencies=[allow("write")], status_code=201, responses=REFUSALS)
async def add_schedule(database: AppDatabase, body: ScheduleIn, caller: Caller) -> ScheduleOut:
    """Makes a request of a host at the times of a cron expression. The audit log has it."""
    cron = parse_cron(body.cron)
    timing = Timing(
        cron=cron,
        zone=body.zone,
        jitter_s=body.jitter_s,
        only_when_idle=body.only_when_idle,
        is_expected=body.is_expected,
        is_paused=body.is_paused,
        next_at=list_times(cron, body.zone, now(), 1)[0],
    )
    async with database.driver() as driver, driver.transaction():
        host_id = await find_kept_host(driver, body.host_id)
        if not await is_host(driver, host_id):
            raise errors.HostNotFound
        if await queries.count_schedules(driver, host_id) >= MAX_SCHEDULES_PER_HOST:
            raise errors.Invalid(sentences.TOO_MANY_SCHEDULES(most=MAX_SCHEDULES_PER_HOST))
        schedule_id = await queries.add_schedule(driver, host_id, body, timing, caller.name)
        next_at = add_jitter(timing.next_at, schedule_id, body.jitter_s)
        await queries.set_next(driver, schedule_id, next_at)
        row = await _load(driver, schedule_id)
        await put_expectation(driver, row)
        await record(driver, caller, "schedule.create", schedule_id, host=row["host_name"], cron=cron)
    return _build(row)


@router.patch("/schedules/{schedule_id}", dependencies=[allow("write")], responses=REFUSALS)
async def change_schedule(
    database: AppDatabase, schedule_id: ScheduleId, patch: SchedulePatch, caller: Caller
) -> ScheduleOut:
    """Changes what a schedule measures or when it is due, pauses it or resumes it; absent fields stay."""
    changed = patch.model_dump(exclude_unset=True)
    async with database.driver() as driver, driver.transaction():
        old = await _load(driver, schedule_id)
        # One that this version of the service refuses can still be paused.
        if changed == {"is_paused": True}:
            await queries.pause(driver, schedule_id)
        else:
            await queries.update_schedule(driver, schedule_id, *_merge(old, patch))
        row = await _load(driver, schedule_id)
        await put_expectation(driver, row)
        await record(driver, caller, "schedule.change", schedule_id, **changed)
    return _build(row)


@router.delete("/schedules/{schedule_id}", dependencies=[allow("write")], status_code=204, responses=REFUSALS)
async def remove_schedule(database: AppDatabase, schedule_id: ScheduleId, caller: Caller) -> None:
    """Removes a schedule. The requests that it made stay."""
    async with database.driver() as driver, driver.transaction():
        row = await _load(driver, schedule_id)
        await queries.remove_schedule(driver, schedule_id)
        await record(driver, caller, "schedule.delete", schedule_id, host=row["host_name"], cron=row["cron"])


def _merge(old: ScheduleRow, patch: SchedulePatch) -> tuple[Wanted, Timing]:
    """Return a schedule as it is after a change. Raises Invalid, also for what an earlier version stored."""
    try:
        wanted = Wanted(
            kind=patch.kind or old["kind"],
            name=patch.name or old["name"],
            run_id=None if patch.kind else old["run_id"],
            target=patch.target or old["target"],
            parameters=orjson.loads(old["parameters"]) if patch.parameters is None else patch.parameters,
            priority=old["priority"],
        )
    except ValidationError as error:
        raise errors.Invalid(describe_refusal(error)) from None
    cron = parse_cron(patch.cron if patch.cron is not None else old["cron"])
    zone = patch.zone or old["zone"]
    jitter_s = old["jitter_s"] if patch.jitter_s is None else patch.jitter_s
    return wanted, Timing(
        cron=cron,
        zone=zone,
        jitter_s=jitter_s,
        only_when_idle=old["only_when_idle"] if patch.only_when_idle is None else patch.only_when_idle,
        is_expected=old["is_expected"] if patch.is_expected is None else patch.is_expected,
        is_paused=old["paused_at"] is not None if patch.is_paused is None else patch.is_paused,
        next_at=add_jitter(list_times(cron, zone, now(), 1)[0], old["id"], jitter_s),
    )


async def _load(driver: Driver, schedule_id: UUID) -> ScheduleRow:
    row = await queries.get_schedule(driver, schedule_id)
    if row is None:
        raise ScheduleNotFound
    return row


def _build(row: ScheduleRow) -> ScheduleOut:
    try:
        later = list_times(row["cron"], row["zone"], row["next_at"], 4)
    except errors.AppError:
        later = []
    return {
        **build_wanted(row),
        "cron": row["cron"],
        "cron_words": describe_cron(row["cron"]),
        "zone": row["zone"],
        "jitter_s": row["jitter_s"],
        "only_when_idle": row["only_when_idle"],
        "is_expected": row["is_expected"],
        "paused_at": row["paused_at"],
        "next_times": [] if row["paused_at"] else [row["next_at"], *later],
        "last_request_id": row["last_request_id"],
        "last_state": row["last_state"],
        "last_reason": row["last_reason"],
        "created_at": row["created_at"],
        "created_by": row["created_by"],
    }
