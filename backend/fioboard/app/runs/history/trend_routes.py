"""The small picture beside each run of a list."""

from typing import Annotated
from uuid import UUID

from fastapi import Query

from fioboard.app.access.check import allow
from fioboard.core.database import AppDatabase
from fioboard.core.flat_routes import Router
from fioboard.core.responses import AsIs
from fioboard.engine.answers.problem import refusals
from fioboard.engine.answers.trend import TrendsOut
from fioboard.engine.words.limits import MAX_RUNS_PER_PAGE
from fioboard.store.queries import trends

router = Router(tags=["runs"])


@router.get("/trends", dependencies=[allow("read", may_lag=True)], responses=refusals(401, 403, 422, 503))
async def read_trends(
    database: AppDatabase,
    run: Annotated[
        list[UUID],
        Query(
            min_length=1,
            max_length=MAX_RUNS_PER_PAGE,
            description="Ids of runs, as of a page; each once per parameter",
        ),
    ],
) -> AsIs[TrendsOut]:
    """How alike runs went up to each of these: same configuration, workload and direction, at most 24 of them.

    Runs whose figures are not to be trusted are no points of it. A run that does not exist, was deleted, is the first
    of its kind, or is itself in doubt has no trend.
    """
    async with database.driver() as driver:
        return {"items": [{**row} for row in await trends.list_trends(driver, list(dict.fromkeys(run)))]}
