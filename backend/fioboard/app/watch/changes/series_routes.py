"""Watched series: of a host or run, one whole, and the newest figures for Prometheus."""

from typing import Annotated
from uuid import UUID

from fastapi import Path, Query

from fioboard.app.access.check import allow
from fioboard.app.watch.changes import series
from fioboard.app.watch.changes.exposition import exposition
from fioboard.core import errors
from fioboard.core.database import AppDatabase
from fioboard.core.driver import Driver
from fioboard.core.flat_routes import Router
from fioboard.core.responses import PrometheusText
from fioboard.engine.answers.change import SeriesDetail, SeriesList
from fioboard.engine.answers.problem import refusals
from fioboard.store.queries import watched as queries

router = Router(tags=["changes"])
MAX_NAME = 256
DAYS_OF_METRICS = 90
MAX_METRICS_SERIES = 2_000


@router.get(
    "/watched-series/metrics",
    dependencies=[allow("read", may_lag=True)],
    responses=refusals(401, 403, 422, 503)
    | {200: {"content": {"text/plain": {"schema": {"type": "string"}}}, "description": "Gauges, base units"}},
)
async def read_series_metrics(
    database: AppDatabase,
    days: Annotated[
        int, Query(ge=1, le=3_650, description="Only series with a run in the last days, a count")
    ] = DAYS_OF_METRICS,
) -> PrometheusText:
    """For Prometheus: the newest figure of each watched series with its host and workload, those with the newest runs.

    In base units, named by the label `unit`. At most 2,000 series.
    """
    async with database.driver() as driver:
        rows = await queries.list_latest(driver, days, MAX_METRICS_SERIES)
    return PrometheusText(exposition(rows))


@router.get(
    "/watched-series", dependencies=[allow("read", may_lag=True)], responses=refusals(401, 403, 422, 503)
)
async def list_series(
    database: AppDatabase,
    *,
    host: Annotated[str | None, Query(max_length=MAX_NAME, description="Only of this host, by name")] = None,
    run: Annotated[UUID | None, Query(description="Only those that this run belongs to")] = None,
    limit: Annotated[int, Query(ge=1, le=200, description="Number of series on a page")] = 50,
    cursor: Annotated[UUID | None, Query(description="`next_cursor` of the page before")] = None,
) -> SeriesList:
    """Alike runs of one host, one test and metric in time, those with the newest runs first."""
    async with database.driver() as driver:
        after = None if cursor is None else await _series(driver, cursor, errors.BadCursor)
        place = None if after is None else (after["last_at"], after["id"])
        rows = await queries.list_series(driver, host, run, limit + 1, place)
    page = rows[:limit]
    return {
        "items": [series.head(row) for row in page],
        "next_cursor": str(page[-1]["id"]) if len(rows) > limit else None,
    }


@router.get(
    "/watched-series/{series_id}",
    dependencies=[allow("read", may_lag=True)],
    responses=refusals(401, 403, 404, 422, 503),
)
async def read_series(
    database: AppDatabase, series_id: Annotated[UUID, Path(description="The series' id")]
) -> SeriesDetail:
    """One series: its watched runs, its levels and changes, and everything recorded that changed meanwhile."""
    async with database.driver() as driver:
        return await series.detail(driver, await _series(driver, series_id))


async def _series(
    driver: Driver, series_id: UUID, error: type[errors.AppError] = errors.SeriesNotFound
) -> queries.SeriesHeadRow:
    row = await queries.find_series(driver, series_id)
    if row is None:
        raise error
    return row
