"""Uploads that came in a file of `fioboard-agent push --to-file`, for hosts without a network.

The file is a ZIP without compression of its own: each entry below `uploads/` is the body that the agent would have sent
to POST /uploads. So everything that holds for an upload holds here: digests are checked, each run is stored once.
"""

import re
import zipfile
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from io import SEEK_END, BytesIO
from typing import BinaryIO

from fioboard.app.access.principal import Principal
from fioboard.app.ingest import multipart, parts, sentences, service
from fioboard.app.ingest.reading import read_for_preview
from fioboard.app.ingest.stored import Stored
from fioboard.core import errors
from fioboard.core.config import settings
from fioboard.core.database import Database
from fioboard.core.figures import format_count
from fioboard.core.times import now
from fioboard.engine.answers.claim import LinesOut
from fioboard.engine.answers.preview import ImportPreview, PreviewRun
from fioboard.engine.answers.problem import RemarkOut
from fioboard.engine.formats.fio.model.remarks import MISSING, NOTE
from fioboard.store.derive import outputs

MARK = "fioboard-uploads-1"
_START = b"PK\x03\x04"
_HEAD_BYTES = 128
_BOUNDARY = re.compile(rb"--(fioboard-[0-9a-f]{32})\r\n")
MAX_UPLOADS = 10_000
_NAME_CHARACTERS = 100
# What zipfile raises for bytes that somebody changed.
_DAMAGES = (zipfile.BadZipFile, EOFError, NotImplementedError, RuntimeError, OverflowError, ValueError)


@dataclass(frozen=True, slots=True)
class Refused:
    """An upload of the file that was not stored, and why; the others are."""

    name: str
    detail: str


def is_carried(content: bytes) -> bool:
    """Tell by the first bytes of a file whether uploads are in it."""
    return content.startswith(_START) and MARK.encode() in content[:_HEAD_BYTES]


async def accept_carried(database: Database, principal: Principal, file: BinaryIO) -> list[Stored | Refused]:
    """Store each upload of a file exactly once, in the order of the file. Raises Invalid for what is no such file."""
    return [
        content if isinstance(content, Refused) else await _accept(database, principal, name, content)
        for name, content in _read_uploads(file)
    ]


def _read_uploads(file: BinaryIO) -> Iterator[tuple[str, bytes | Refused]]:
    """Yield the uploads by name; a damaged one is refused by itself. Raises Invalid, TooMany."""
    try:
        packed = zipfile.ZipFile(file)
        entries = [one for one in packed.infolist() if one.filename != MARK]
        size = file.seek(0, SEEK_END)
    except _DAMAGES as error:
        raise errors.Invalid(sentences.CARRIED_DAMAGED(error=str(error)[:100])) from None
    if len(entries) > MAX_UPLOADS:
        raise errors.TooMany(sentences.TOO_MANY_UPLOADS(most=format_count(MAX_UPLOADS)))
    # Without compression what is in a file is never longer than the file, unless entries share their bytes.
    if (
        any(
            one.compress_type != zipfile.ZIP_STORED or not one.filename.startswith("uploads/")
            for one in entries
        )
        or sum(one.file_size for one in entries) > size
    ):
        raise errors.Invalid("This file was not created by `fioboard-agent push --to-file`.")
    for entry in entries:
        name = repr(entry.filename.removeprefix("uploads/"))[1:-1][:_NAME_CHARACTERS]
        if entry.file_size > settings().max_upload_bytes + multipart.OVERHEAD_BYTES:
            yield name, Refused(name, "It is larger than an upload may be.")
            continue
        try:
            yield name, packed.read(entry)
        except _DAMAGES as error:
            yield name, Refused(name, sentences.UPLOAD_DAMAGED(error=str(error)[:100]))


async def describe_carried(content: bytes) -> ImportPreview:
    """What an import of such a file would store: the runs of its uploads, under their own hosts. Stores nothing."""
    runs: list[PreviewRun] = []
    warnings: list[RemarkOut] = []
    hosts: dict[str, None] = {}
    for name, upload in _read_uploads(BytesIO(content)):
        if isinstance(upload, Refused):
            warnings.append(_describe(name, upload.detail))
            continue
        try:
            sent = await _read_upload(upload)
            output = next(
                part
                for listed, part in zip(sent.manifest.files, sent.files, strict=True)
                if listed.kind == "fio_output"
            )
            preview = outputs.preview(read_for_preview(output.content, None), sent.received_at)
        except StopIteration:
            warnings.append(_describe(name, "It holds no output of fio."))
        except errors.AppError as error:
            warnings.append(_describe(name, error.detail))
        else:
            hosts[sent.manifest.host.name] = None
            batch = sent.manifest.batch
            title = sent.manifest.title or (None if batch is None else batch.name)
            titled = [sent.manifest.host.name, title]
            # Lines are of an output within the file: nobody sees them as lines of it.
            for run in preview["runs"]:
                run["title"] = " · ".join(filter(None, titled))
                run["first_line"] = run["last_line"] = None
                run["lines_used"], run["lines_not_understood"] = [], []
                runs.append(run)
    if hosts:
        kept = sentences.RUNS_CARRIED(hosts=", ".join(hosts))
        warnings.insert(0, {"where": "", "error": "CarriedUploads", "detail": kept, "remark_class": NOTE})
    return {
        "kind": "fioboard_uploads",
        "runs": runs,
        "messages": [],
        "warnings": warnings,
        "claims": [],
        "lines": LinesOut(used=[], claims=[], not_understood=[], options=[], titles=[], prose=[]),
        "found": [],
        "labels": [],
    }


def _describe(name: str, detail: str) -> RemarkOut:
    return {"where": f"/uploads/{name}", "error": "RefusedUpload", "detail": detail, "remark_class": MISSING}


async def _accept(database: Database, principal: Principal, name: str, content: bytes) -> Stored | Refused:
    try:
        return await service.accept_upload(database, principal, await _read_upload(content))
    except errors.Unavailable:
        raise
    except errors.AppError as error:
        return Refused(name, error.detail)


async def _read_upload(content: bytes) -> service.AgentUpload:
    """Read the body that the agent would have sent. Raises AppError."""
    boundary = _BOUNDARY.match(content)
    if boundary is None:
        raise errors.BadMultipart("It is not an upload from an agent.")
    return await read_upload(
        f"multipart/form-data; boundary={boundary[1].decode()}", content, settings().max_upload_bytes
    )


async def read_upload(content_type: str, content: bytes, limit_bytes: int) -> service.AgentUpload:
    """Read the body of an upload that is kept whole. Raises AppError."""
    received = await read_parts(content_type, content, limit_bytes)
    manifest = parts.read_manifest(received)
    files, inventory = parts.match_files(manifest, received), parts.read_inventory(received)
    return service.AgentUpload(manifest, inventory, files, now())


async def read_parts(content_type: str, content: bytes, limit_bytes: int) -> list[multipart.Part]:
    """Read the parts of such a body, decoded. Raises AppError."""
    return await multipart.read_parts(content_type, _read_content(content), limit_bytes)


async def _read_content(content: bytes) -> AsyncIterator[bytes]:
    yield content
