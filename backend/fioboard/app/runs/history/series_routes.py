"""A run's time series in buckets, and what was read before and after it."""

from typing import Annotated
from uuid import UUID

from fastapi import Path, Query

from fioboard.app.access.check import allow
from fioboard.app.runs.history import detail, timeline
from fioboard.core import errors
from fioboard.core.database import AppDatabase
from fioboard.core.flat_routes import Router
from fioboard.core.responses import AsIs
from fioboard.engine.answers.moments import MomentsOut
from fioboard.engine.answers.problem import refusals
from fioboard.engine.answers.time_series import RunWindow, Timeline

router = Router(tags=["runs"])
REFUSALS = refusals(401, 403, 404, 422, 503)
MAX_BUCKETS = 2000
FARTHEST_MS = 2**53


FromMs = Annotated[
    int | None, Query(ge=0, le=FARTHEST_MS, description="Start of the range, ms on the run's clock")
]
ToMs = Annotated[
    int | None, Query(ge=0, le=FARTHEST_MS, description="End of the range, ms on the run's clock")
]


def _check_range(from_ms: int | None, to_ms: int | None) -> None:
    if from_ms is not None and to_ms is not None and from_ms >= to_ms:
        raise errors.Invalid(
            "to_ms must be after from_ms.", problems=[errors.Problem("/query/to_ms", "Invalid", "too early")]
        )


@router.get(
    "/runs/{run_id}/time-series",
    dependencies=[allow("read", may_lag=True)],
    responses=REFUSALS,
)
async def read_time_series(
    database: AppDatabase,
    run_id: Annotated[UUID, Path(description="The run's id")],
    from_ms: FromMs = None,
    to_ms: ToMs = None,
    buckets: Annotated[
        int, Query(ge=1, le=MAX_BUCKETS, description="Largest number of buckets")
    ] = timeline.BUCKETS,
) -> AsIs[Timeline]:
    """What was recorded over time on the run's one clock: fio's logs, its status intervals, the agent's samples.
    Without a range, from the first value to the last."""
    _check_range(from_ms, to_ms)
    async with database.driver() as driver:
        return await timeline.load_timeline(driver, run_id, from_ms, to_ms, buckets)


@router.get(
    "/runs/{run_id}/window",
    dependencies=[allow("read", may_lag=True)],
    responses=REFUSALS,
)
async def read_window(
    database: AppDatabase,
    run_id: Annotated[UUID, Path(description="The run's id")],
    from_ms: FromMs = None,
    to_ms: ToMs = None,
) -> AsIs[RunWindow]:
    """Figures of a part of a run, made of every stored point; without a range, of all that fio measured."""
    _check_range(from_ms, to_ms)
    async with database.driver() as driver:
        return await timeline.load_window(driver, run_id, from_ms, to_ms)


@router.get(
    "/runs/{run_id}/moments",
    dependencies=[allow("read", may_lag=True)],
    responses=REFUSALS,
)
async def read_moments(
    database: AppDatabase, run_id: Annotated[UUID, Path(description="The run's id")]
) -> AsIs[MomentsOut]:
    """What the agent checked before the run; health of drives, links and errors on their way, interrupts, limits, as
    read once before and once after it."""
    return await detail.load_moments(database, run_id)
