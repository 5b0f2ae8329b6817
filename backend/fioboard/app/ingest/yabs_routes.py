"""POST /uploads/yabs/{token}: for yabs.sh -s, which sends JSON and cannot set a header."""

from typing import Annotated

from fastapi import Path, Request, Response

from fioboard.app.access.check import anyone, identify_by_address
from fioboard.app.ingest import body, service
from fioboard.app.ingest.routes import ANY_BODY, REFUSALS, import_stored
from fioboard.app.ingest.upload_limiter import AppTurns
from fioboard.core.database import AppDatabase
from fioboard.core.flat_routes import Router
from fioboard.engine.answers.upload import ImportStored

router = Router(tags=["ingest"])

# A document of all that YABS measures has 5 KB.
MAX_YABS_BYTES = 256 * 1024


@router.post(
    "/uploads/yabs/{token}",
    status_code=201,
    dependencies=[anyone()],
    responses={
        200: {"model": ImportStored, "description": "The same document again"},
        **REFUSALS,
    },
    openapi_extra=ANY_BODY,
)
async def upload_yabs(
    token: Annotated[str, Path(description="A token of scope `yabs`")],
    request: Request,
    database: AppDatabase,
    turns: AppTurns,
    response: Response,
) -> ImportStored:
    """Stores the JSON that `yabs.sh -s ADDRESS` sends, once; the address holds a token of scope `yabs`.

    That token may do nothing else. `fioboard token create --scope yabs --name HOST` prints the whole address; the run
    belongs to the token's host, or to the host of the token's name. A wrong, an ended and any other token are all
    answered alike, with 401.
    """
    caller = await identify_by_address(request, database, token, "yabs")
    async with turns.body(caller.id):
        content = await body.whole(request, MAX_YABS_BYTES)
        async with turns.store():
            stored = await service.accept_yabs(database, caller, content)
    response.status_code = 201 if stored.is_new else 200
    return import_stored(stored)
