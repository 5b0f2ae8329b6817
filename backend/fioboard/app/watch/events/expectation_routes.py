"""Runs that are expected of hosts: the list, what the past suggests, one more, one less."""

from typing import Annotated
from uuid import UUID

from fastapi import Path, Query

from fioboard.app.access.audit import record
from fioboard.app.access.check import Caller, allow
from fioboard.app.watch.events import sentences
from fioboard.app.watch.events.expected import build_expectation, stand, suggested
from fioboard.core import errors
from fioboard.core.database import AppDatabase
from fioboard.core.driver import Driver
from fioboard.core.flat_routes import Router
from fioboard.core.ids import uuid7
from fioboard.core.times import now
from fioboard.core.zones import open_zone
from fioboard.engine.answers.expectation import ExpectationIn, ExpectationList, ExpectationOut, SuggestionList
from fioboard.engine.answers.problem import refusals
from fioboard.engine.words.expectations import (
    MAX_EXPECTATIONS_PER_HOST,
    MAX_ZONE_CHARACTERS,
    SUGGESTED_FROM_DAYS,
)
from fioboard.store.queries import expectations as queries
from fioboard.store.queries.expectations import NewExpectation

router = Router(tags=["events"])
REFUSALS = refusals(400, 401, 403, 404, 413, 422, 503)


@router.get("/expectations", dependencies=[allow("read", may_lag=True)], responses=REFUSALS)
async def list_expectations(
    database: AppDatabase,
    host_id: Annotated[UUID | None, Query(description="Only of this host")] = None,
) -> ExpectationList:
    """Runs that are expected, and whether they came."""
    moment = now()
    async with database.driver() as driver:
        rows = await queries.list_expectations(driver, host_id)
        stands = await stand(driver, rows, moment)
        return {"items": [build_expectation(row, how) for row, how in zip(rows, stands, strict=True)]}


@router.get("/expectations/suggestions", dependencies=[allow("read", may_lag=True)], responses=REFUSALS)
async def suggest_expectations(
    database: AppDatabase,
    host_id: Annotated[UUID, Query(description="The host")],
    zone: Annotated[
        str, Query(max_length=MAX_ZONE_CHARACTERS, description="Time zone that the host's jobs keep")
    ] = "UTC",
) -> SuggestionList:
    """What the last 42 days of a host would have met, or why nothing is suggested. Nothing is stored."""
    own_zone = open_zone(zone)
    async with database.driver() as driver:
        await _require_host(driver, host_id)
        items = await suggested(driver, host_id, own_zone, now())
    return {"items": items, "zone": zone, "days": SUGGESTED_FROM_DAYS}


@router.post("/expectations", dependencies=[allow("write")], status_code=201, responses=REFUSALS)
async def add_expectation(database: AppDatabase, body: ExpectationIn, caller: Caller) -> ExpectationOut:
    """Expects a run from now on: whether it comes is looked at every 30 s. The audit log has it."""
    open_zone(body.zone)
    if body.by.tzinfo is not None:
        raise errors.Invalid("The time must not have an offset; the time zone is given by `zone`.")
    new = NewExpectation(
        id=uuid7(),
        host_id=body.host_id,
        workload_id=body.workload_id,
        schedule_id=None,
        weekdays=sorted(set(body.weekdays)),
        by=body.by.replace(second=0, microsecond=0),
        zone=body.zone,
        grace_minutes=body.grace_minutes,
        created_by=caller.name,
    )
    async with database.driver() as driver, driver.transaction():
        await _require_host(driver, body.host_id)
        if body.workload_id is not None and not await queries.is_workload(driver, body.workload_id):
            raise errors.UnknownValue("There is no such workload.")
        if await queries.count_expectations(driver, body.host_id) >= MAX_EXPECTATIONS_PER_HOST:
            raise errors.Invalid(sentences.TOO_MANY_EXPECTATIONS(most=MAX_EXPECTATIONS_PER_HOST))
        row = await queries.add(driver, new)
        await record(driver, caller, "expectation.create", row["id"], host=str(body.host_id))
        [how] = await stand(driver, [row], now())
    return build_expectation(row, how)


@router.delete(
    "/expectations/{expectation_id}", dependencies=[allow("write")], status_code=204, responses=REFUSALS
)
async def remove_expectation(
    database: AppDatabase,
    expectation_id: Annotated[UUID, Path(description="The expectation's id")],
    caller: Caller,
) -> None:
    """Expects it no more; its event has gone with the next look. The audit log has it."""
    async with database.driver() as driver, driver.transaction():
        if not await queries.remove(driver, expectation_id):
            raise errors.ExpectationNotFound
        await record(driver, caller, "expectation.delete", expectation_id)


async def _require_host(driver: Driver, host_id: UUID) -> None:
    if not await queries.is_host(driver, host_id):
        raise errors.HostNotFound
