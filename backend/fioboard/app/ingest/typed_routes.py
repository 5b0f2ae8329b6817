"""POST /typed-results: a run that a person typed, kept as such."""

from fastapi import Request, Response

from fioboard.app.access.check import Caller, allow
from fioboard.app.ingest import service
from fioboard.app.ingest.upload_limiter import AppTurns
from fioboard.core.config import settings
from fioboard.core.database import AppDatabase
from fioboard.core.flat_routes import Router
from fioboard.engine.answers.problem import refusals
from fioboard.engine.answers.typed import TypedRun, TypedStored

router = Router(tags=["ingest"])


@router.post(
    "/typed-results",
    status_code=201,
    dependencies=[allow("upload")],
    responses={
        200: {"model": TypedStored, "description": "The same document for the same host again"},
        **refusals(400, 401, 403, 413, 415, 422, 429, 503, 507),
    },
)
async def add_typed_results(
    request: Request,
    typed: TypedRun,
    *,
    database: AppDatabase,
    turns: AppTurns,
    response: Response,
    caller: Caller,
) -> TypedStored:
    """Stores results that a person typed, marked "typed by" with the caller's name; the document is the original."""
    async with turns.store():
        stored = await service.accept_typed(database, caller, await request.body(), typed, caller.name)
    response.status_code = 201 if stored.is_new else 200
    run_id = stored.run_ids[0]
    return TypedStored(
        id=str(run_id),
        url=f"{settings().public_url}/runs/{run_id}",
        status="created" if stored.is_new else "duplicate",
    )
