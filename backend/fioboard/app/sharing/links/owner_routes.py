"""What support asks first, answered for those who may see everything: unredacted, before anything is shared."""

from typing import Annotated
from uuid import UUID

from fastapi import Path

from fioboard.app.access.check import allow
from fioboard.app.sharing.links.owner_answers import build_questions
from fioboard.core import errors
from fioboard.core.database import AppDatabase
from fioboard.core.flat_routes import Router
from fioboard.engine.answers.problem import refusals
from fioboard.engine.answers.shared import QuestionList
from fioboard.store.queries.host_series import run_that_tells_most
from fioboard.store.queries.hosts import get_host

router = Router(tags=["questions"])
REFUSALS = refusals(401, 403, 404, 422, 503)


@router.get("/runs/{run_id}/questions", dependencies=[allow("read")], responses=REFUSALS)
async def read_run_questions(
    database: AppDatabase, run_id: Annotated[UUID, Path(description="The run's id")]
) -> QuestionList:
    """The questions that storage vendors' support asks, answered from everything that is known of a run.

    Names and paths stand in it: what a share shows of the same is another answer.
    """
    async with database.driver() as driver:
        return {"run_id": str(run_id), "items": await build_questions(driver, database.objects, run_id)}


@router.get("/hosts/{host_id}/questions", dependencies=[allow("read")], responses=REFUSALS)
async def read_host_questions(
    database: AppDatabase, host_id: Annotated[UUID, Path(description="The host's id")]
) -> QuestionList:
    """The same of a host: of its newest run that has an inventory, else of its newest; none without runs."""
    async with database.driver() as driver:
        if await get_host(driver, host_id) is None:
            raise errors.HostNotFound
        run_id = await run_that_tells_most(driver, host_id)
        if run_id is None:
            return {"run_id": None, "items": []}
        items = await build_questions(driver, database.objects, run_id, is_of_host=True)
        return {"run_id": str(run_id), "items": items}
