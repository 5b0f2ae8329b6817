"""What `fioboard-agent confirm` asks for before it runs anything."""

from typing import Annotated
from uuid import UUID

from fastapi import Path, Query

from fioboard.app.access.check import Caller, allow
from fioboard.app.runs.history import confirmation_plan
from fioboard.core.database import AppDatabase
from fioboard.core.flat_routes import Router
from fioboard.engine.answers.confirmation import ConfirmationPlanOut
from fioboard.engine.answers.problem import refusals

router = Router(tags=["runs"])


@router.get(
    "/runs/{run_id}/confirmation",
    dependencies=[allow("upload")],
    responses=refusals(401, 403, 404, 422, 503),
)
async def read_confirmation_plan(
    database: AppDatabase,
    caller: Caller,
    run_id: Annotated[UUID, Path(description="The run's id")],
    host: Annotated[
        str,
        Query(min_length=1, max_length=64, description="The asking agent's own id of its host"),
    ],
    finding: Annotated[
        str | None,
        Query(max_length=64, description="A rule's id; default: the verdict's, else the first with options"),
    ] = None,
) -> ConfirmationPlanOut:
    """What it takes to try a finding's experiment on the host that measured the run: for that host's agent alone."""
    return await confirmation_plan.plan(database, caller, run_id, host, finding)
