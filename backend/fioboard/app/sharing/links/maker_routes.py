"""What the makers of shares use: preview, make, list, change, end."""

from collections.abc import Mapping
from typing import Annotated
from uuid import UUID

from fastapi import Path, Query, Request

from fioboard.app.access.audit import record
from fioboard.app.access.check import Caller, allow
from fioboard.app.sharing import redaction
from fioboard.app.sharing.links import changing
from fioboard.app.sharing.links.publishing import build_leaks, frozen, publish
from fioboard.app.sharing.links.reach import classify_reach
from fioboard.core import errors
from fioboard.core.compression import decompress
from fioboard.core.config import settings
from fioboard.core.database import AppDatabase
from fioboard.core.driver import Driver
from fioboard.core.flat_routes import Router
from fioboard.core.responses import AsIs, StoredJson
from fioboard.engine.answers.problem import refusals
from fioboard.engine.answers.share import ShareContent, ShareIn, SharePatch, ShareViewList
from fioboard.engine.answers.shared import (
    ShareCreated,
    SharedDocument,
    ShareList,
    ShareOut,
    SharePreview,
    ShareRefusal,
    ShareViewOut,
)
from fioboard.store.queries import shares as share_queries
from fioboard.store.queries.shares import ShareRow

router = Router(tags=["shares"])
REFUSALS = refusals(401, 403, 404, 422, 503)
REFUSALS_OF_BODIES = REFUSALS | refusals(400, 409, 413, 415)
REFUSALS_OF_CONTENT = REFUSALS_OF_BODIES | {409: {"model": ShareRefusal}}
ShareId = Annotated[UUID, Path(description="The share's id")]
Limit = Annotated[int, Query(ge=1, le=200, description="Number per page")]
MAX_RUNS_ASKED = 200
Cursor = Annotated[UUID | None, Query(description="`next_cursor` of the page before")]


def build_share(row: ShareRow) -> ShareOut:
    """Build a share in the list of its makers."""
    columns: Mapping[str, object] = row
    plain = {
        name: columns[name]
        for name in ShareOut.model_fields
        if name in columns and name not in {"id", "run_ids"}
    }
    return ShareOut.model_validate(
        plain
        | {
            "id": str(row["id"]),
            "created_by": row["created_by_name"],
            "run_ids": [str(run_id) for run_id in row["run_ids"]],
        }
    )


@router.post("/shares", status_code=201, dependencies=[allow("write")], responses=REFUSALS_OF_CONTENT)
async def create_share(database: AppDatabase, body: ShareIn, caller: Caller) -> ShareCreated:
    """Freezes a redacted copy and makes the link to it; only this answer names the link."""
    made = await publish(database, caller, body)
    url = f"{settings().public_url}/s/{made.token}"
    return ShareCreated(id=str(made.id), url=url, expires_at=made.expires_at)


@router.post("/shares/preview", dependencies=[allow("write")], responses=REFUSALS_OF_CONTENT)
async def preview_share(database: AppDatabase, body: ShareContent) -> AsIs[SharePreview]:
    """What a share would show and what it leaves out; nothing is stored, no link exists.

    Where it would show something that is to be left out, `leaks` says what and where, for its sender to choose."""
    copy, _ = await frozen(database, body, redaction.preview)
    return {
        "document": copy.document,
        "left_out": copy.left_out,
        "can_hide": copy.can_hide,
        "address": settings().public_url,
        "reach": classify_reach(settings().public_url),
        "leaks": build_leaks(copy.leaks),
    }


@router.get("/shares", dependencies=[allow("read")], responses=REFUSALS)
async def list_shares(
    database: AppDatabase,
    limit: Limit = 50,
    cursor: Cursor = None,
    run_id: Annotated[
        list[UUID] | None,
        Query(max_length=MAX_RUNS_ASKED, description="Only those made from one of these runs"),
    ] = None,
) -> ShareList:
    """Everything that was shared, newest first, ended ones too; never a link."""
    async with database.driver() as driver:
        rows = await share_queries.list_shares(driver, limit + 1, cursor, run_id)
    page = rows[:limit]
    return ShareList(
        items=[build_share(row) for row in page],
        next_cursor=str(page[-1]["id"]) if len(rows) > limit else None,
    )


async def _known(driver: Driver, share_id: UUID) -> ShareRow:
    row = await share_queries.get_share(driver, share_id)
    if row is None:
        raise errors.ShareNotFound
    return row


@router.get("/shares/{share_id}", dependencies=[allow("read")], responses=REFUSALS)
async def read_share(database: AppDatabase, share_id: ShareId) -> ShareOut:
    """One share: for whom, until when, and how often it was opened."""
    async with database.driver() as driver:
        return build_share(await _known(driver, share_id))


@router.get("/shares/{share_id}/views", dependencies=[allow("read")], responses=REFUSALS)
async def list_views(
    database: AppDatabase, share_id: ShareId, limit: Limit = 50, cursor: Cursor = None
) -> ShareViewList:
    """When a share was opened or downloaded and from where, newest first."""
    async with database.driver() as driver:
        await _known(driver, share_id)
        rows = await share_queries.list_views(driver, share_id, limit + 1, cursor)
    page = rows[:limit]
    return ShareViewList(
        items=[
            ShareViewOut(at=row["at"], what=row["what"], network=row["network"], browser=row["browser"])
            for row in page
        ],
        next_cursor=str(page[-1]["id"]) if len(rows) > limit else None,
    )


@router.get(
    "/shares/{share_id}/document",
    dependencies=[allow("read")],
    responses={200: {"model": SharedDocument}, **REFUSALS, **refusals(410)},
)
async def read_document(database: AppDatabase, share_id: ShareId) -> StoredJson:
    """The frozen copy that a share shows, for its makers; gone some time after the link has ended."""
    async with database.driver() as driver:
        await _known(driver, share_id)
        body = await share_queries.get_document(driver, share_id)
    if body is None:
        raise errors.Gone("This link ended long ago and its snapshot was deleted.")
    return StoredJson(decompress(body))


@router.patch("/shares/{share_id}", dependencies=[allow("write")], responses=REFUSALS_OF_BODIES)
async def edit_share(database: AppDatabase, share_id: ShareId, patch: SharePatch, caller: Caller) -> ShareOut:
    """Pauses, resumes, extends or relabels a share; what it shows never changes."""
    async with database.driver() as driver:
        await changing.change(driver, caller, share_id, patch)
        return build_share(await _known(driver, share_id))


@router.delete("/shares/{share_id}", status_code=204, dependencies=[allow("write")], responses=REFUSALS)
async def revoke_share(request: Request, database: AppDatabase, share_id: ShareId, caller: Caller) -> None:
    """Ends a link for good, from the next request on."""
    async with database.driver() as driver, driver.transaction():
        is_ended_now = await share_queries.revoke_share(driver, share_id)
        if is_ended_now is None:
            raise errors.ShareNotFound
        if is_ended_now:
            await record(driver, caller, "share.revoke", share_id, reason="by hand")
