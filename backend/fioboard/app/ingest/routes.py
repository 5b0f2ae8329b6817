"""POST /uploads (the agent's door) and POST /import (everybody's door)."""

from collections.abc import Sequence
from io import BytesIO
from typing import Annotated

from fastapi import Query, Request, Response

from fioboard.app.access.check import Caller, allow
from fioboard.app.ingest import body, carried, folders, multipart, service
from fioboard.app.ingest import parts as upload_parts
from fioboard.app.ingest.about import AddressAbout
from fioboard.app.ingest.stored import Stored
from fioboard.app.ingest.upload_limiter import AppTurns
from fioboard.core import errors
from fioboard.core.config import settings
from fioboard.core.database import AppDatabase, Database
from fioboard.core.flat_routes import Router
from fioboard.core.ids import uuid7
from fioboard.core.logs import logger
from fioboard.core.responses import AsIs
from fioboard.core.sanitize import clean_text
from fioboard.core.times import now
from fioboard.engine.answers.preview import ImportPreview
from fioboard.engine.answers.problem import ErrorOut, RemarkOut, refusals
from fioboard.engine.answers.upload import ImportedRun, ImportStored, Manifest, UploadStored
from fioboard.engine.words import limits
from fioboard.store.derive import outputs
from fioboard.store.queries import ingest as ingest_queries

router = Router(tags=["ingest"])

REFUSALS = refusals(400, 401, 403, 408, 413, 415, 422, 429, 503, 507)
ANY_BODY = {
    "requestBody": {"required": True, "content": {"*/*": {"schema": {"type": "string", "format": "binary"}}}}
}
FINAL_REFUSALS = (errors.BadManifest, errors.UploadKeyReused, errors.TooLarge, errors.WrongHost)


@router.post(
    "/uploads",
    status_code=201,
    dependencies=[allow("upload")],
    responses={
        200: {"model": UploadStored, "description": "The same upload again"},
        409: {"model": ErrorOut},
        **REFUSALS,
    },
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {
                "multipart/form-data": {"schema": {"type": "object", "description": "See docs/upload.md"}}
            },
        }
    },
)
async def upload(
    request: Request, database: AppDatabase, turns: AppTurns, response: Response, caller: Caller
) -> UploadStored:
    """Stores one run of an agent, exactly once by its `upload_key`: answered after the commit."""
    received_at = now()
    limit = settings().max_upload_bytes
    body.require_length(request, limit + multipart.OVERHEAD_BYTES)
    if "content-encoding" in request.headers:
        raise errors.UnsupportedEncoding("Encode the parts of an upload, not the whole of it.")
    manifest: Manifest | None = None
    async with turns.body(caller.id):
        stream = body.pieces(request, limit + multipart.OVERHEAD_BYTES)
        try:
            parts = await multipart.read_parts(request.headers.get("content-type", ""), stream, limit)
            manifest = upload_parts.read_manifest(parts)
            files = upload_parts.match_files(manifest, parts)
            inventory = upload_parts.read_inventory(parts)
            async with turns.store():
                sent = service.AgentUpload(manifest, inventory, files, received_at)
                stored = await service.accept_upload(database, caller, sent)
        except FINAL_REFUSALS as error:
            await _note(database, manifest, error)
            raise
    response.status_code = 201 if stored.is_new else 200
    return UploadStored(
        id=str(stored.run_ids[0]),
        upload_key=str(manifest.upload_key),
        url=f"{settings().public_url}/runs/{stored.run_ids[0]}",
        status="created" if stored.is_new else "duplicate",
        state="understood" if stored.states[0] == "understood" else "not_understood",
        digest=stored.digest.hex(),
        verdict=stored.verdicts[0],
        warnings=stored.warnings,
    )


async def _note(database: Database, manifest: Manifest | None, error: errors.AppError) -> None:
    """A refusal is never silent: it is kept for the host's page (I9), and in the log (W4)."""
    logger().warning("refused_upload", error=type(error).__name__)
    async with database.driver() as driver:
        await ingest_queries.record_refusal(
            driver,
            refusal_id=uuid7(),
            agent_host_id=manifest.host.id if manifest else None,
            error=type(error).__name__,
            detail=clean_text(error.detail, 500),
            upload_key=manifest.upload_key if manifest else None,
        )


def import_stored(stored: Stored) -> ImportStored:
    """The answer to an import: its runs, and what became of its lines (nothing is said of those of an agent)."""
    accounts = stored.accounts or [outputs.NO_ACCOUNT] * len(stored.run_ids)
    return ImportStored(
        runs=[
            ImportedRun(
                id=str(run_id),
                url=f"{settings().public_url}/runs/{run_id}",
                status="created" if stored.is_new else "duplicate",
                verdict=verdict,
                **account,
            )
            for run_id, verdict, account in zip(stored.run_ids, stored.verdicts, accounts, strict=True)
        ],
        warnings=stored.warnings,
        claims=stored.claims,
        lines=stored.lines,
        found=stored.pasted_facts,
    )


@router.post(
    "/import",
    status_code=201,
    dependencies=[allow("upload")],
    responses={
        200: {"model": ImportStored, "description": "The same bytes for the same host again"},
        **REFUSALS,
    },
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {"*/*": {"schema": {"type": "string", "format": "binary"}}},
        },
        "parameters": [
            {
                "name": name,
                "in": "query",
                "required": required,
                "schema": {"type": "string"},
                "description": text,
            }
            for name, required, text in (
                ("host", True, "Name of the host that was measured"),
                ("name", False, "Name of the file: tells fio's bw, iops and latency logs apart"),
                (
                    "batch",
                    False,
                    "Id of the batch that the run is a step of; with batch_name, step and steps",
                ),
                ("batch_name", False, "Name of the batch"),
                ("step", False, "Place of the run in the batch, from 1"),
                ("steps", False, "How many runs the batch has"),
                ("title", False, "Title of the run"),
                ("started_at", False, "When the run started, RFC 3339 with zone"),
                ("tag", False, "A tag; repeatable"),
                ("label.KEY", False, "A label of all runs; repeatable with different keys"),
                (
                    "run.N.label.KEY",
                    False,
                    "A label of the N-th run of the preview alone, from 1; stands above one of all",
                ),
                (
                    "accept",
                    False,
                    "Which facts of the text become stated factors: output (default), all or none",
                ),
                ("reject", False, "Number of a fact of the preview that does not, from 1; repeatable"),
            )
        ],
    },
)
async def import_output(
    request: Request,
    *,
    database: AppDatabase,
    turns: AppTurns,
    about: AddressAbout,
    response: Response,
    caller: Caller,
) -> ImportStored:
    """Stores the output of a supported tool, unchanged. The same bytes for the same host are stored once.

    A file of `fioboard-agent push --to-file` is stored as the uploads that it holds: its runs have their own hosts.
    multipart/form-data holds one part `output`, and parts `log` with fio's logs of its one run.
    """
    async with turns.body(caller.id):
        content, logs = await folders.read_output_with_logs(request, settings().max_upload_bytes)
        async with turns.store():
            if carried.is_carried(content):
                uploads = await carried.accept_carried(database, caller, BytesIO(content))
                is_new = any(isinstance(one, Stored) and one.is_new for one in uploads)
                response.status_code = 201 if is_new else 200
                return _sum_up_carried(uploads)
            stored = await service.accept_import(database, caller, content, logs, **about)
    response.status_code = 201 if stored.is_new else 200
    return import_stored(stored)


def _sum_up_carried(uploads: Sequence[Stored | carried.Refused]) -> ImportStored:
    """The answer to a file of uploads: the runs that are stored now, and which uploads were refused."""
    each = [import_stored(one) for one in uploads if isinstance(one, Stored)]
    refused = [
        RemarkOut(
            where=f"/uploads/{one.name}", error="RefusedUpload", detail=one.detail, remark_class="missing"
        )
        for one in uploads
        if isinstance(one, carried.Refused)
    ]
    return ImportStored(
        runs=[run for one in each for run in one.runs],
        warnings=[*refused, *(warning for one in each for warning in one.warnings)],
        claims=[],
        lines=None,
        found=[],
    )


@router.post(
    "/import/preview",
    dependencies=[allow("upload")],
    responses=REFUSALS,
    openapi_extra=ANY_BODY,
)
async def preview_import(
    request: Request,
    *,
    database: AppDatabase,
    turns: AppTurns,
    caller: Caller,
    name: Annotated[
        str | None,
        Query(
            max_length=limits.MAX_FILE_NAME_CHARACTERS, description="Name of the file: tells fio's logs apart"
        ),
    ] = None,
    host: Annotated[
        str | None,
        Query(
            max_length=limits.MAX_HOST_CHARACTERS,
            description="Claims are also compared with its earlier runs, for those who may read them",
        ),
    ] = None,
) -> AsIs[ImportPreview]:
    """What an import of this body would store, what its tables claim, what became of every line. Stores nothing."""
    async with turns.body(caller.id):
        content = await body.whole(request, settings().max_upload_bytes)
        async with turns.store():
            if carried.is_carried(content):
                return await carried.describe_carried(content)
            return await service.preview(database, caller, content, name, host)
