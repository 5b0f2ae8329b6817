"""Where alike runs changed, what else changed then, and what people note of it."""

from typing import Annotated
from uuid import UUID

from fastapi import Path, Query

from fioboard.app.access.check import Caller, allow
from fioboard.app.access.triage import record_triage
from fioboard.app.watch.changes import series
from fioboard.app.watch.changes.shape import build_change
from fioboard.core import errors
from fioboard.core import sentences as common
from fioboard.core.database import AppDatabase
from fioboard.core.driver import Driver
from fioboard.core.flat_routes import Router
from fioboard.engine.answers.change import (
    ChangeDetail,
    ChangeList,
    ChangesPatch,
    ChangesTriaged,
    StateCount,
)
from fioboard.engine.answers.problem import refusals
from fioboard.engine.words.changes import MAX_WATCHED_RUNS, ChangeState
from fioboard.engine.words.metrics import METRICS
from fioboard.store.queries import changes as queries
from fioboard.store.queries import watch as watch_queries
from fioboard.store.queries.changes import ChangeRow, Wanted
from fioboard.store.queries.watched import find_series

router = Router(tags=["changes"])
REFUSALS = refusals(400, 401, 403, 404, 413, 422, 503)
MAX_NAME = 256


@router.get("/changes", dependencies=[allow("read", may_lag=True)], responses=REFUSALS)
async def list_changes(
    database: AppDatabase,
    *,
    host: Annotated[str | None, Query(max_length=MAX_NAME, description="Only of this host, by name")] = None,
    state: Annotated[
        list[ChangeState] | None, Query(description="Only in one of these states; repeat for several")
    ] = None,
    metric: Annotated[str | None, Query(max_length=64, description="Only of this metric")] = None,
    worse: Annotated[
        bool | None, Query(description="true = only for the worse, false = only for the better")
    ] = None,
    least: Annotated[
        float, Query(ge=0, le=10, description="Least distance of `ratio` from 1, a share: 0.05 = 5 %")
    ] = 0,
    days: Annotated[
        int | None,
        Query(ge=1, le=36_500, description="Only of the last days: by the first run after, a count"),
    ] = None,
    suspect: Annotated[
        str | None, Query(max_length=MAX_NAME, description="Only where this factor changed, too")
    ] = None,
    run: Annotated[UUID | None, Query(description="Only with this run on one side of the step")] = None,
    batch: Annotated[UUID | None, Query(description="Only those that begin with a run of this batch")] = None,
    series: Annotated[UUID | None, Query(description="Only of this series")] = None,
    gone: Annotated[bool, Query(description="Also those that the runs show no more")] = False,
    limit: Annotated[int, Query(ge=1, le=200, description="Number of changes on a page")] = 50,
    cursor: Annotated[UUID | None, Query(description="`next_cursor` of the page before")] = None,
) -> ChangeList:
    """Steps in the figures of alike runs, those with the newest runs first, and how many are in which state."""
    if metric is not None and metric not in METRICS:
        raise errors.UnknownValue(common.NO_METRIC(metric=errors.quoted(metric)))
    wanted = Wanted(
        host=host,
        states=state,
        metric=metric,
        is_worse=worse,
        least=least,
        days=days,
        suspect=suspect,
        run_id=run,
        batch_id=batch,
        series_id=series,
        with_gone=gone,
    )
    async with database.driver() as driver:
        after = None if cursor is None else await _change(driver, cursor, errors.BadCursor)
        place = None if after is None else (after["after_at"], after["id"])
        rows = await queries.list_changes(driver, wanted, limit + 1, place)
        states = await queries.count_states(driver, wanted)
        waiting = await watch_queries.count_due(driver)
    page = rows[:limit]
    return {
        "items": [build_change(row) for row in page],
        "next_cursor": str(page[-1]["id"]) if len(rows) > limit else None,
        "states": [
            StateCount(
                state=row["state"], changes=row["changes"], tests=row["tests"], is_exact=row["is_exact"]
            )
            for row in states
        ],
        "waiting": waiting,
    }


@router.get("/changes/{change_id}", dependencies=[allow("read", may_lag=True)], responses=REFUSALS)
async def read_change(
    database: AppDatabase, change_id: Annotated[UUID, Path(description="The change's id")]
) -> ChangeDetail:
    """One change, all runs of its series that are watched, and the other changes of the series."""
    async with database.driver() as driver:
        row = await _change(driver, change_id)
        of_series = await find_series(driver, row["series_id"])
        if of_series is None:
            raise errors.ChangeNotFound
        runs = await series.load_runs(driver, of_series)
        wanted = Wanted(series_id=row["series_id"], with_gone=True)
        others = await queries.list_changes(driver, wanted, MAX_WATCHED_RUNS)
    steps = {one["after_run_id"] for one in others if one["gone_at"] is None}
    return {
        "change": build_change(row),
        "points": series.build_points(runs),
        "levels": series.levels(runs, steps),
        "others": [build_change(one) for one in others if one["id"] != change_id],
    }


@router.patch("/changes", dependencies=[allow("write")], responses=REFUSALS)
async def triage_changes(database: AppDatabase, patch: ChangesPatch, caller: Caller) -> ChangesTriaged:
    """Notes state, cause, note and who looks after it, of up to 1,000 changes at once. The audit log has it."""
    async with database.driver() as driver, driver.transaction():
        done = await record_triage(driver, "change", patch, caller)
    return {"changes": done}


async def _change(
    driver: Driver, change_id: UUID, error: type[errors.AppError] = errors.ChangeNotFound
) -> ChangeRow:
    row = await queries.find(driver, change_id)
    if row is None:
        raise error
    return row
