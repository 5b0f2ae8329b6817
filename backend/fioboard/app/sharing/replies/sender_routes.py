"""What those who may share do with replies. Nobody else sees one before it is accepted."""

from typing import Annotated
from uuid import UUID

from fastapi import Path

from fioboard.app.access.check import Caller, allow
from fioboard.app.sharing import redaction
from fioboard.app.sharing.links.maker_routes import ShareId
from fioboard.app.sharing.links.publishing import build_leaks
from fioboard.app.sharing.replies import deciding
from fioboard.app.sharing.replies.originals import build_archive
from fioboard.app.sharing.replies.refusals import ReplyNotFound
from fioboard.core import errors
from fioboard.core.database import AppDatabase
from fioboard.core.flat_routes import Router
from fioboard.core.responses import AsIs, OriginalBytes
from fioboard.engine.answers.problem import refusals
from fioboard.engine.answers.share_reply import ReplyList, ReplyOut, ReplyPatch, ReplyPreview
from fioboard.engine.answers.shared import ShareRefusal
from fioboard.store.queries import share_replies as reply_queries
from fioboard.store.queries import shares as share_queries
from fioboard.store.queries.share_replies import ReplyRow

router = Router(tags=["shares"])
REFUSALS = refusals(401, 403, 404, 422, 503)
REFUSALS_OF_COMPARISONS = REFUSALS | refusals(400, 413, 415) | {409: {"model": ShareRefusal}}
ReplyId = Annotated[UUID, Path(description="The reply's id")]


def _build_reply(row: ReplyRow) -> ReplyOut:
    return ReplyOut(
        id=row["id"],
        state=row["state"],
        received_at=row["received_at"],
        host_name=row["host_name"],
        network=row["network"],
        decided_at=row["decided_at"],
        decided_by=row["decided_by_name"],
    )


@router.get("/shares/{share_id}/replies", dependencies=[allow("write")], responses=REFUSALS)
async def list_replies(database: AppDatabase, share_id: ShareId) -> ReplyList:
    """Runs that recipients of a share sent, newest first, each with what became of it."""
    async with database.driver() as driver:
        if await share_queries.get_share(driver, share_id) is None:
            raise errors.ShareNotFound
        rows = await reply_queries.list_replies(driver, share_id)
    return ReplyList(items=[_build_reply(row) for row in rows])


@router.get(
    "/shares/{share_id}/replies/{reply_id}", dependencies=[allow("write")], responses=REFUSALS_OF_COMPARISONS
)
async def read_reply(database: AppDatabase, share_id: ShareId, reply_id: ReplyId) -> AsIs[ReplyPreview]:
    """What the page would show if the reply were accepted: the shared run against it, and what differs."""
    copy = await deciding.compare_reply(database, share_id, reply_id, redaction.preview)
    return {"document": copy.document, "leaks": build_leaks(copy.leaks)}


@router.get(
    "/shares/{share_id}/replies/{reply_id}/raw",
    dependencies=[allow("write")],
    responses={200: {"content": {"application/octet-stream": {}}, "description": "A ZIP file"}, **REFUSALS},
)
async def read_original(
    database: AppDatabase, share_id: ShareId, reply_id: ReplyId, caller: Caller
) -> OriginalBytes:
    """The files of a reply exactly as they arrived, with its manifest and inventory, in one ZIP file. The audit log
    has it."""
    return OriginalBytes(
        await build_archive(database, caller, share_id, reply_id),
        headers={
            # The name is ours, never the sender's (B27).
            "content-disposition": f'attachment; filename="reply-{reply_id}.zip"',
            "content-security-policy": "sandbox; default-src 'none'",
        },
    )


@router.patch(
    "/shares/{share_id}/replies/{reply_id}", dependencies=[allow("write")], responses=REFUSALS_OF_COMPARISONS
)
async def decide_reply(
    database: AppDatabase, share_id: ShareId, reply_id: ReplyId, patch: ReplyPatch, caller: Caller
) -> ReplyOut:
    """Accepts a reply: the page shows it from now on, as external. Or rejects it, also after it was accepted."""
    await deciding.decide_reply(database, caller, share_id, reply_id, patch)
    async with database.driver() as driver:
        row = await reply_queries.get_reply(driver, share_id, reply_id)
    if row is None:
        raise ReplyNotFound
    return _build_reply(row)


@router.delete(
    "/shares/{share_id}/replies/{reply_id}",
    status_code=204,
    dependencies=[allow("write")],
    responses=REFUSALS,
)
async def delete_reply(database: AppDatabase, share_id: ShareId, reply_id: ReplyId, caller: Caller) -> None:
    """Deletes what was sent; the page no longer shows it."""
    await deciding.delete_reply(database, caller, share_id, reply_id)
