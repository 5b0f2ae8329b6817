"""What a link opens, without an account: the frozen copy, its exports, and the page that shows it. Reads only (L9)."""

import asyncio
import gzip
from typing import Annotated, Literal

import orjson
from fastapi import Path, Query, Request, Response
from fastapi.responses import HTMLResponse

from fioboard.app.access.check import anyone
from fioboard.app.sharing import redaction
from fioboard.app.sharing.links.opening import Opened, open_share
from fioboard.app.sharing.links.token import name_in_logs
from fioboard.app.system.site.files import SHARE_PAGE, page
from fioboard.core.compression import compress
from fioboard.core.database import AppDatabase
from fioboard.core.flat_routes import Router
from fioboard.core.responses import StoredJson
from fioboard.engine.answers.problem import refusals
from fioboard.engine.answers.shared import SharedDocument, SharedOut

router = Router(tags=["shared"])
page_router = Router(include_in_schema=False)
REFUSALS = refusals(401, 404, 410, 422, 429, 503)
Token = Annotated[str, Path(description="Of the link: the part after `/s/`")]
SAFE = {"content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'"}
NAMES = {"batch": "batch", "run": "run", "compare": "comparison", "series": "chart"}


class Attachment(Response):
    """A file for the reader to keep, which no browser shows as a page."""


@router.get("/shared/{token}", dependencies=[anyone()], responses={200: {"model": SharedOut}, **REFUSALS})
async def read_shared(request: Request, database: AppDatabase, token: Token) -> StoredJson:
    """What a link shows. A passphrase stands in the header X-Share-Passphrase, percent-encoded UTF-8."""
    share = await open_share(request, database, token, "page")
    answer = {
        "label": share.label,
        "expires_at": share.expires_at,
        "takes_replies": share.takes_replies,
        "replies": share.replies,
        "document": orjson.Fragment(share.document),
    }
    return await asyncio.to_thread(
        _compressed, orjson.dumps(answer), request.headers.get("accept-encoding", "")
    )


@router.get(
    "/shared/{token}/export",
    dependencies=[anyone()],
    responses={200: {"model": SharedDocument, "content": {"text/csv": {}}}, **REFUSALS},
)
async def export_shared(
    request: Request,
    database: AppDatabase,
    token: Token,
    format: Annotated[
        Literal["json", "csv"], Query(description="json: the whole copy; csv: its figures")
    ] = "json",
) -> Attachment:
    """The frozen copy as a file."""
    share = await open_share(request, database, token, format)
    if format == "json":
        return _attachment(share, share.document, "json", "application/json")
    table = await asyncio.to_thread(lambda: redaction.write_csv(orjson.loads(share.document)))
    return _attachment(share, table.encode(), "csv", "text/csv; charset=utf-8")


@router.get(
    "/shared/{token}/raw",
    dependencies=[anyone()],
    responses={
        200: {"content": {"application/octet-stream": {}}, "description": "Rebuilt output, base units"},
        **REFUSALS,
    },
)
async def raw_shared(request: Request, database: AppDatabase, token: Token) -> Attachment:
    """The tool's output, rebuilt from what the copy shows; never the original bytes (R9)."""
    share = await open_share(request, database, token, "raw")
    content = await asyncio.to_thread(lambda: redaction.rebuild_raw(orjson.loads(share.document)))
    return _attachment(share, content, "raw.json", "application/octet-stream")


def _compressed(content: bytes, accepted: str) -> StoredJson:
    """JSON as small as the reader takes it: a tenth. Nothing of the reader's choice stands in it beside a secret."""
    headers = SAFE | {"vary": "accept-encoding"}
    if "zstd" in accepted:
        content, headers = compress(content), headers | {"content-encoding": "zstd"}
    elif "gzip" in accepted:
        content, headers = gzip.compress(content, compresslevel=6), headers | {"content-encoding": "gzip"}
    return StoredJson(content, headers=headers)


def _attachment(share: Opened, content: bytes, ending: str, media_type: str) -> Attachment:
    """A file whose name says only what the page says too: kind and day."""
    name = f"fioboard-{NAMES[share.kind]}-{share.created_at:%Y-%m-%d}.{ending}"
    headers = SAFE | {"content-disposition": f'attachment; filename="{name}"'}
    return Attachment(content, media_type=media_type, headers=headers)


@page_router.api_route("/s/{token:path}", methods=["GET", "HEAD"], dependencies=[anyone()])
async def read_share_page(request: Request, token: str) -> HTMLResponse:
    """The page of every link alike, of those too that never were: what is behind it, it asks for itself."""
    name_in_logs(request, token)
    return page(SHARE_PAGE)
