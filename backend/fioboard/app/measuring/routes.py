"""Requests to measure, as people make, list and cancel them."""

from typing import Annotated
from uuid import UUID

from fastapi import Query

from fioboard.app.access.audit import record
from fioboard.app.access.check import Caller, allow
from fioboard.app.measuring.answers import RequestId, build_request, load_request
from fioboard.app.measuring.groups import cancel_members
from fioboard.app.measuring.queue import enqueue_requests
from fioboard.core.database import AppDatabase
from fioboard.core.flat_routes import Router
from fioboard.engine.answers.problem import refusals
from fioboard.engine.answers.request import RequestIn, RequestList, RequestOut
from fioboard.engine.words.limits import MAX_HOST_CHARACTERS
from fioboard.engine.words.requests import MAX_REQUESTS_PER_PAGE, RequestState
from fioboard.store.queries import requests as queries

router = Router(tags=["requests"])
REFUSALS = refusals(400, 401, 403, 404, 413, 422, 503)


@router.post("/requests", dependencies=[allow("write")], status_code=201, responses=REFUSALS)
async def add_request(database: AppDatabase, body: RequestIn, caller: Caller) -> RequestOut:
    """Asks a host to measure, or several that start together. Each starts what its owner allows in
    /etc/fioboard/serve.toml and refuses the rest.

    Of several hosts the answer is the request of the first by name; its `group_id` names all.
    """
    async with database.driver() as driver, driver.transaction():
        rows = await enqueue_requests(driver, body, caller.name)
        for row in rows:
            await record(
                *(driver, caller, "request.create", row["id"]),
                host=row["host_name"],
                kind=body.kind,
                name=body.name,
                target=row["target"],
            )
    return build_request(rows[0])


@router.get("/requests", dependencies=[allow("read")], responses=REFUSALS)
async def list_requests(
    database: AppDatabase,
    host: Annotated[
        str | None, Query(max_length=MAX_HOST_CHARACTERS, description="Only of this host, by name")
    ] = None,
    schedule_id: Annotated[UUID | None, Query(description="Only those that this schedule made")] = None,
    state: Annotated[
        list[RequestState] | None, Query(max_length=8, description="Only in these states")
    ] = None,
    *,
    before: Annotated[UUID | None, Query(description="`next` of the page before")] = None,
    limit: Annotated[int, Query(ge=1, le=MAX_REQUESTS_PER_PAGE, description="Requests per page")] = 50,
) -> RequestList:
    """Requests, the newest first."""
    async with database.driver() as driver:
        rows = await queries.list_requests(driver, host, schedule_id, state, before=before, limit=limit + 1)
    page = rows[:limit]
    return {
        "items": [build_request(row) for row in page],
        "next": page[-1]["id"] if len(rows) > limit else None,
    }


@router.get("/requests/{request_id}", dependencies=[allow("read")], responses=REFUSALS)
async def get_request(database: AppDatabase, request_id: RequestId) -> RequestOut:
    """Returns a request, how far it is, and what arrived of it."""
    async with database.driver() as driver:
        row = await load_request(driver, request_id)
    return build_request(row)


@router.delete("/requests/{request_id}", dependencies=[allow("write")], responses=REFUSALS)
async def cancel_request(database: AppDatabase, request_id: RequestId, caller: Caller) -> RequestOut:
    """Cancels a request. A running fio ends within 2 s, and what it measured is kept, marked as interrupted.

    One that has ended stays as it is. Cancelling one of several that start together cancels all of them.
    """
    async with database.driver() as driver, driver.transaction():
        row = await load_request(driver, request_id)
        if row["group_id"] is not None:
            await cancel_members(driver, row["group_id"], caller)
        elif await queries.cancel_request(driver, request_id):
            await record(driver, caller, "request.cancel", request_id, host=row["host_name"])
        row = await load_request(driver, request_id)
    return build_request(row)
