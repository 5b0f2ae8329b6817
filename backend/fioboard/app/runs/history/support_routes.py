"""What a vendor's support asks for beside a run: its host's agent puts it there, the run's page reads it."""

from typing import Annotated
from uuid import UUID

from fastapi import Path, Query, Request, Response

from fioboard.app.access.check import Caller, allow
from fioboard.app.runs.history import support
from fioboard.core.database import AppDatabase
from fioboard.core.flat_routes import Router
from fioboard.core.responses import AsIs
from fioboard.engine.answers.problem import refusals
from fioboard.engine.answers.support import AttachableOut, AttachmentIn, AttachmentStored, SupportOut

router = Router(tags=["runs"])
REFUSALS = refusals(401, 403, 404, 422, 503)
RunId = Annotated[UUID, Path(description="The run's id")]


@router.get("/runs/{run_id}/attachments", dependencies=[allow("upload")], responses=REFUSALS)
async def read_attachable(
    database: AppDatabase,
    caller: Caller,
    run_id: RunId,
    host: Annotated[
        str,
        Query(min_length=1, max_length=64, description="The asking agent's own id of its host"),
    ],
) -> AttachableOut:
    """What an agent needs to collect for support of a run that was uploaded before: for that host's agent alone."""
    async with database.driver() as driver:
        return await support.get_attachable(driver, caller, run_id, host)


@router.post(
    "/runs/{run_id}/attachments",
    status_code=201,
    dependencies=[allow("upload")],
    responses={
        200: {"model": AttachmentStored, "description": "The run has this very document already"},
        **REFUSALS,
        **refusals(400, 413, 415),
    },
)
async def add_attachment(
    request: Request,
    document: AttachmentIn,
    *,
    database: AppDatabase,
    run_id: RunId,
    response: Response,
    caller: Caller,
) -> AttachmentStored:
    """Puts the kernel's log, or one drive's page of health, beside a run of the same host, as it was sent.

    At most 256 KiB. The same bytes are stored once; what is refused changes nothing."""
    content = await request.body()
    stored, is_new = await support.attach(database, caller, run_id, content)
    response.status_code = 201 if is_new else 200
    return stored


@router.get("/runs/{run_id}/support", dependencies=[allow("read", may_lag=True)], responses=REFUSALS)
async def read_support(database: AppDatabase, run_id: RunId) -> AsIs[SupportOut]:
    """What was collected for support and goes with a run: the kernel's log about storage, each drive's health.

    As it was read on the host: names and serial numbers may stand in it. Shares have another answer."""
    async with database.driver() as driver:
        return await support.load_support(driver, database.objects, run_id)
