"""Folders of results: POST /import/plan says what to send of one, and POST /import takes an output with its logs."""

import asyncio
from collections.abc import Sequence

from fastapi import Request

from fioboard.app.access.check import allow
from fioboard.app.ingest import body, multipart
from fioboard.app.ingest.folder_plan import FolderFile, plan_folder
from fioboard.app.ingest.multipart import Part
from fioboard.core import errors
from fioboard.core.config import settings
from fioboard.core.flat_routes import Router
from fioboard.engine.answers.folder import FolderIn, FolderPlanOut, PlannedBatch
from fioboard.engine.answers.problem import refusals
from fioboard.engine.answers.upload import ShownBatch

router = Router(tags=["ingest"])


@router.post(
    "/import/plan", dependencies=[allow("upload")], responses=refusals(400, 401, 403, 415, 422, 429, 503)
)
async def plan_import(folder: FolderIn) -> FolderPlanOut:
    """Plan the import of a folder by the names of its files: outputs with their logs, as batches. Stores nothing."""
    files = [FolderFile(file.path, file.size_bytes) for file in folder.files]
    # 20,000 names take a second or two, in which other requests are answered.
    plan = await asyncio.to_thread(plan_folder, folder.host, folder.name, files, settings().max_upload_bytes)
    return {
        "runs": [
            {
                "output": run.output,
                "logs": list(run.logs),
                "title": run.title,
                "batch": None if run.batch is None else _show_batch(run.batch),
            }
            for run in plan.runs
        ],
        "left_out": [{"path": one.path, "reason": one.reason} for one in plan.left_out],
    }


def _show_batch(batch: ShownBatch) -> PlannedBatch:
    return {"id": batch["id"], "name": batch["name"], "step": batch["step"], "steps": batch["steps"]}


async def read_output_with_logs(request: Request, limit_bytes: int) -> tuple[bytes, Sequence[Part]]:
    """Read the body of an import: the output, and fio's logs where multipart/form-data brings them.

    Raises BadMultipart.
    """
    content_type = request.headers.get("content-type", "")
    if not content_type.startswith("multipart/form-data"):
        return await body.whole(request, limit_bytes), ()
    if "content-encoding" in request.headers:
        raise errors.UnsupportedEncoding("Encode the parts of an import, not the whole of it.")
    body.require_length(request, limit_bytes + multipart.OVERHEAD_BYTES)
    stream = body.pieces(request, limit_bytes + multipart.OVERHEAD_BYTES)
    parts = await multipart.read_parts(content_type, stream, limit_bytes)
    outputs = [part for part in parts if part.name == "output"]
    logs = [part for part in parts if part.name == "log"]
    if len(outputs) != 1 or len(outputs) + len(logs) != len(parts):
        raise errors.BadMultipart("An import must have exactly one part `output`; its logs are parts `log`.")
    return outputs[0].content, logs
