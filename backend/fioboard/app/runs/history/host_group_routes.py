"""Hosts that measure together, as people watch and cancel them."""

from typing import Annotated
from uuid import UUID

from fastapi import Path, Query

from fioboard.app.access.check import Caller, allow
from fioboard.app.measuring.groups import cancel_members
from fioboard.app.runs.history.host_group import load_group
from fioboard.core.database import AppDatabase
from fioboard.core.flat_routes import Router
from fioboard.engine.answers.problem import refusals
from fioboard.engine.answers.request_group import RequestGroupOut
from fioboard.engine.words.requests import MAX_GROUP_STEPS

router = Router(tags=["requests"])
REFUSALS = refusals(400, 401, 403, 404, 413, 422, 503)
GroupId = Annotated[UUID, Path(description="The group's id, as its requests name it")]


@router.get("/request-groups/{group_id}", dependencies=[allow("read")], responses=REFUSALS)
async def get_request_group(
    database: AppDatabase,
    group_id: GroupId,
    from_step: Annotated[
        int,
        Query(
            ge=1,
            le=MAX_GROUP_STEPS,
            description="Number of the first step that is listed: `next_step` of before",
        ),
    ] = 1,
) -> RequestGroupOut:
    """Returns hosts that start together, how far each is, and what they measured together in each step."""
    async with database.driver() as driver:
        return await load_group(driver, group_id, from_step)


@router.delete("/request-groups/{group_id}", dependencies=[allow("write")], responses=REFUSALS)
async def cancel_request_group(database: AppDatabase, group_id: GroupId, caller: Caller) -> RequestGroupOut:
    """Cancels the requests of all hosts of a group. What they measured is kept, marked as interrupted."""
    async with database.driver() as driver, driver.transaction():
        await cancel_members(driver, group_id, caller)
        return await load_group(driver, group_id)
