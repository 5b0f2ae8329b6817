"""Is it as fast as the datasheet?"""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Path

from fioboard.access.check import allow
from fioboard.core.database import AppDatabase
from fioboard.core.responses import AsIs
from fioboard.features.runs.rating import rating
from fioboard.schemas.problem import refusals
from fioboard.schemas.rating import RatingOut

router = APIRouter(tags=["runs"])


@router.get(
    "/runs/{run_id}/rating", dependencies=[allow("read")], responses=refusals(401, 403, 404, 422, 503)
)
async def read_rating(
    database: AppDatabase, run_id: Annotated[UUID, Path(description="The run's id")]
) -> AsIs[RatingOut]:
    """Each figure of one run beside what its drives are rated, with the conditions that differ and the source.

    A label `rated_iops` or `rated_bw_bytes_per_s` of the run stands above every card. Without a card `sentence` says
    for which model there is none.
    """
    async with database.driver() as driver:
        return await rating(driver, run_id)
