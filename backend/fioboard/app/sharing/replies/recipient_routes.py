"""What a recipient may do where the share's sender turned replies on: get a code, send one run with it, and see those
that were accepted. As for everything behind a link, no cookie and no bearer token is looked at."""

from typing import Annotated

import orjson
from fastapi import Header, Request

from fioboard.app.access.check import anyone
from fioboard.app.access.throttle import require_patience
from fioboard.app.ingest import body
from fioboard.app.ingest.upload_limiter import AppTurns
from fioboard.app.sharing.links import visitor
from fioboard.app.sharing.links.opening import admit
from fioboard.app.sharing.links.recipient_routes import SAFE, Token
from fioboard.app.sharing.redaction.sources import round_to_minute
from fioboard.app.sharing.replies import codes, receiving
from fioboard.app.sharing.replies.refusals import RepliesOff, ReplyCodeUnknown
from fioboard.core.compression import decompress
from fioboard.core.database import AppDatabase
from fioboard.core.flat_routes import Router
from fioboard.core.responses import StoredJson
from fioboard.engine.answers.problem import refusals
from fioboard.engine.answers.share_reply import ReplyCode, ReplyReceived, SharedReplyList
from fioboard.store.queries import share_replies as reply_queries

router = Router(tags=["shared"])
REFUSALS = refusals(401, 404, 410, 422, 429, 503)
Code = Annotated[
    str,
    Header(
        alias="X-Share-Reply-Code", min_length=1, max_length=128, description="The code, as the page gave it"
    ),
]


@router.post(
    "/shared/{token}/reply-codes",
    status_code=201,
    dependencies=[anyone()],
    responses=REFUSALS | refusals(409, 507),
)
async def create_reply_code(request: Request, database: AppDatabase, token: Token) -> ReplyCode:
    """Issues a code that sends one run as a reply, within a day: `fioboard-agent run --like LINK --reply CODE`."""
    share = await admit(request, database, token)
    await require_patience(request, "reply-code")
    database.storage.require_room()
    code, expires_at = await codes.issue_code(database, share["id"])
    return ReplyCode(code=code, expires_at=expires_at)


@router.post(
    "/shared/{token}/replies",
    status_code=201,
    dependencies=[anyone()],
    responses=REFUSALS | refusals(400, 408, 409, 413, 415, 507),
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {
                "multipart/form-data": {
                    "schema": {
                        "type": "object",
                        "description": "One upload as in docs/upload.md, at most 8 MiB",
                    }
                }
            },
        }
    },
)
async def send_reply(
    request: Request, *, database: AppDatabase, turns: AppTurns, token: Token, code: Code
) -> ReplyReceived:
    """Takes one run for the share's sender to look at, exactly once by its code. It is stored beside the service's runs
    and never among them.
    """
    share = await admit(request, database, token)
    if not share["takes_replies"]:
        raise RepliesOff
    body.require_length(request, receiving.MAX_REPLY_BYTES)
    async with turns.body(share["id"]):
        # Before the first byte of it: a stranger without a code sends nothing.
        async with database.driver() as driver:
            try:
                await receiving.require_code(driver, share["id"], code)
            except ReplyCodeUnknown:
                await require_patience(request, "reply")
                raise
        pieces = [piece async for piece in body.pieces(request, receiving.MAX_REPLY_BYTES)]
        async with turns.store():
            return await receiving.receive_reply(
                database,
                share["id"],
                code,
                content_type=request.headers.get("content-type", ""),
                body=b"".join(pieces),
                network=visitor.get_network(request),
            )


@router.get(
    "/shared/{token}/replies",
    dependencies=[anyone()],
    responses={200: {"model": SharedReplyList}, **REFUSALS},
)
async def list_shared_replies(request: Request, database: AppDatabase, token: Token) -> StoredJson:
    """Runs of others that the share's sender accepted, each compared with the shared one."""
    share = await admit(request, database, token)
    async with database.driver() as driver:
        rows = await reply_queries.list_accepted(driver, share["id"])
    items = [
        {
            "received_at": round_to_minute(row["received_at"]),
            "document": orjson.Fragment(decompress(row["document_zstd"])),
        }
        for row in rows
    ]
    return StoredJson(orjson.dumps({"items": items}), headers=SAFE)
