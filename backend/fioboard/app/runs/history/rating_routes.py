"""Is it as fast as the datasheet?"""

from typing import Annotated
from uuid import UUID

from fastapi import Path, Query

from fioboard.app.access.check import allow
from fioboard.app.runs.history.rating import load_host_ratings, load_rating, load_ratings
from fioboard.core.database import AppDatabase
from fioboard.core.flat_routes import Router
from fioboard.core.responses import AsIs
from fioboard.engine.answers.problem import refusals
from fioboard.engine.answers.rating import HostRatingsOut, RatingOut, RatingsOut

router = Router(tags=["runs"])
MAX_RUNS = 200


@router.get(
    "/runs/{run_id}/rating",
    dependencies=[allow("read", may_lag=True)],
    responses=refusals(401, 403, 404, 422, 503),
)
async def read_rating(
    database: AppDatabase, run_id: Annotated[UUID, Path(description="The run's id")]
) -> AsIs[RatingOut]:
    """Each figure of one run beside what its drives are rated, with the conditions that differ and the source.

    A label `rated_iops` or `rated_bw_bytes_per_s` of the run stands above every card. Without a card `sentence` says
    for which model there is none.
    """
    async with database.driver() as driver:
        return await load_rating(driver, run_id)


@router.get("/ratings", dependencies=[allow("read", may_lag=True)], responses=refusals(401, 403, 422, 503))
async def read_ratings(
    database: AppDatabase,
    run: Annotated[
        list[UUID],
        Query(min_length=1, max_length=MAX_RUNS, description="Ids of runs; each once per parameter"),
    ],
) -> AsIs[RatingsOut]:
    """The same of many runs at once: those of a batch, or of one side of a comparison.

    In the order of the parameters; a run that does not exist, or was deleted, is left out.
    """
    async with database.driver() as driver:
        ratings = await load_ratings(driver, list(dict.fromkeys(run)))
    return {"items": [{"run_id": run_id, "rating": each} for run_id, each in ratings.items()]}


@router.get(
    "/hosts/{host_id}/ratings",
    dependencies=[allow("read", may_lag=True)],
    responses=refusals(401, 403, 404, 422, 503),
)
async def read_host_ratings(
    database: AppDatabase, host_id: Annotated[UUID, Path(description="The host's id")]
) -> AsIs[HostRatingsOut]:
    """What a host measured beside the datasheets of its drives: the newest and the best run of each figure.

    One entry for each model, pattern, block size and verdict: shares of different verdicts are no one number.
    """
    async with database.driver() as driver:
        return await load_host_ratings(driver, host_id)
