"""Schedules: list, add, change, remove."""

from typing import Annotated
from uuid import UUID

from fastapi import Path, Query

from fioboard.app.access.audit import record
from fioboard.app.access.check import Caller, allow
from fioboard.app.measuring import schedules
from fioboard.app.measuring.times import (
    list_times,
    parse_cron,
)
from fioboard.core.database import AppDatabase
from fioboard.core.flat_routes import Router
from fioboard.core.times import now
from fioboard.engine.answers.problem import refusals
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
from fioboard.engine.words.requests import MAX_CRON_CHARACTERS, MAX_SCHEDULES
from fioboard.store.queries import schedules as queries

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
    return {"items": [schedules.build_schedule(row) for row in rows]}


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
    """Makes a request of a host, or of several that start together, at the times of a cron expression. The audit log
    has it."""
    async with database.driver() as driver, driver.transaction():
        row = await schedules.add_schedule(driver, body, caller.name)
        await record(
            *(driver, caller, "schedule.create", row["id"]),
            **schedules.describe_schedule(row),
        )
    return schedules.build_schedule(row)


@router.patch("/schedules/{schedule_id}", dependencies=[allow("write")], responses=REFUSALS)
async def change_schedule(
    database: AppDatabase, schedule_id: ScheduleId, patch: SchedulePatch, caller: Caller
) -> ScheduleOut:
    """Changes what a schedule measures or when it is due, pauses it or resumes it; absent fields stay."""
    changed = patch.model_dump(mode="json", exclude_unset=True)
    async with database.driver() as driver, driver.transaction():
        row = await schedules.update_schedule(driver, schedule_id, patch)
        if patch.hosts is not None:
            changed["hosts"] = schedules.describe_schedule(row)["host"]
        await record(driver, caller, "schedule.change", schedule_id, **changed)
    return schedules.build_schedule(row)


@router.delete("/schedules/{schedule_id}", dependencies=[allow("write")], status_code=204, responses=REFUSALS)
async def remove_schedule(database: AppDatabase, schedule_id: ScheduleId, caller: Caller) -> None:
    """Removes a schedule. The requests that it made stay."""
    async with database.driver() as driver, driver.transaction():
        row = await schedules.load_schedule(driver, schedule_id)
        await queries.remove_schedule(driver, schedule_id)
        await record(
            *(driver, caller, "schedule.delete", schedule_id),
            **schedules.describe_schedule(row),
        )
