"""The decisions of ingest: what is accepted, what is a repeat, what is refused and how."""

import asyncio
import hashlib
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypedDict, TypeVar, Unpack
from uuid import UUID, uuid5

import orjson
from pydantic import ValidationError

from fioboard import fio
from fioboard.access.principal import Principal
from fioboard.core import errors
from fioboard.core.compression import compress
from fioboard.core.database import Database
from fioboard.core.harmless import Unstorable, clean, clean_text, content_sha256, encoded
from fioboard.core.ids import uuid7
from fioboard.core.times import now
from fioboard.features.ingest.multipart import Part
from fioboard.features.ingest.rows import Context, Rows, problems_out
from fioboard.fio.reading import Problem
from fioboard.queries import ingest as ingest_queries
from fioboard.queries.ingest import LOST_RACE, NewUpload
from fioboard.schemas.upload import Manifest

IMPORT_NAMESPACE = UUID("6f4f7f0e-54c5-5c06-9a56-0d7d5bf0a0e4")
RACES = 8
SMALL_BYTES = 64 * 1024
# Reading happens beside the event loop, two at a time: a large upload must not delay anybody's page.
READERS = ThreadPoolExecutor(max_workers=2, thread_name_prefix="reader")
T = TypeVar("T")


async def beside(size_bytes: int, work: Callable[[], T]) -> T:
    """Runs work beside the event loop when the input is large, at once when it is small."""
    if size_bytes <= SMALL_BYTES:
        return work()
    return await asyncio.get_running_loop().run_in_executor(READERS, work)


class About(TypedDict):
    """What the sender of an import says about it."""

    host_name: str
    title: str | None
    started_at: datetime | None
    labels: dict[str, str]
    tags: list[str]


@dataclass(frozen=True, slots=True)
class Stored:
    """What became of an upload: its runs' ids and states, and whether it was new."""

    run_ids: list[UUID]
    states: list[str]
    is_new: bool
    digest: bytes
    warnings: list[dict[str, str]]


def read_manifest(parts: Sequence[Part]) -> Manifest:
    """The one manifest. Raises BadManifest naming the place."""
    found = [p for p in parts if p.name == "manifest"]
    if len(found) != 1:
        raise errors.BadManifest(f"An upload has exactly one part `manifest`; this one has {len(found)}.")
    try:
        raw = clean(orjson.loads(found[0].content))
        return Manifest.model_validate(raw)
    except orjson.JSONDecodeError:
        raise errors.BadManifest("The manifest is not JSON.") from None
    except Unstorable as error:
        raise errors.BadManifest(
            f"The manifest cannot be stored: {error.problem.detail}", problems=[_problem(error)]
        ) from None
    except ValidationError as error:
        problems = [
            errors.Problem(
                "/manifest/" + "/".join(str(p)[:64] for p in e["loc"]), "Invalid", str(e["msg"])[:300]
            )
            for e in error.errors(include_input=False, include_url=False, include_context=False)
        ]
        raise errors.BadManifest(f"{problems[0].where}: {problems[0].detail}", problems=problems) from None


def _problem(error: Unstorable) -> errors.Problem:
    return errors.Problem(error.problem.where, error.problem.error, error.problem.detail)


def read_inventory(parts: Sequence[Part]) -> dict[str, Any] | None:
    """The inventory document, made harmless; None when none was sent. Raises BadManifest."""
    found = [p for p in parts if p.name == "inventory"]
    if not found:
        return None
    if len(found) > 1:
        raise errors.BadManifest("An upload has at most one part `inventory`.")
    try:
        inventory = clean(orjson.loads(found[0].content))
    except orjson.JSONDecodeError:
        raise errors.BadManifest("The inventory is not JSON.") from None
    except Unstorable as error:
        raise errors.BadManifest(
            f"The inventory cannot be stored: {error.problem.detail}", problems=[_problem(error)]
        ) from None
    if not isinstance(inventory, dict):
        raise errors.BadManifest("The inventory is not a JSON object.")
    return inventory


def match_files(manifest: Manifest, parts: Sequence[Part]) -> list[Part]:
    """The file parts in the manifest's order, digests verified. Raises BadManifest, DigestMismatch."""
    by_name: dict[str, Part] = {}
    for part in parts:
        if part.name in {"manifest", "inventory"}:
            continue
        if part.name != "file" or part.filename is None:
            raise errors.BadManifest(f"There is no part named {errors.quoted(part.name)} in an upload.")
        if part.filename in by_name:
            raise errors.BadManifest(f"The file {errors.quoted(part.filename)} is there twice.")
        by_name[part.filename] = part
    files = []
    for listed in manifest.files:
        if listed.name not in by_name:
            raise errors.BadManifest(f"The file {errors.quoted(listed.name)} is listed but was not sent.")
        part = by_name.pop(listed.name)
        if part.sha256.hex() != listed.sha256 or len(part.content) != listed.bytes:
            raise errors.DigestMismatch(f"The file {errors.quoted(listed.name)} arrived with another digest.")
        files.append(part)
    if by_name:
        raise errors.BadManifest(f"The file {errors.quoted(next(iter(by_name)))} was sent but is not listed.")
    return files


def digest_of(files: Sequence[tuple[str, bytes]]) -> bytes:
    """SHA-256 over the digests of all files, as docs/upload.md defines it."""
    lines = sorted((name, sha256.hex()) for name, sha256 in files)
    return hashlib.sha256("".join(f"{digest}  {name}\n" for name, digest in lines).encode()).digest()


async def _store(
    database: Database, make: Callable[[], NewUpload], key: UUID, digest: bytes
) -> list[Any] | None:
    """Stores; None when it was new, else the known upload's runs. Raises UploadKeyReused, Unavailable."""
    async with database.driver() as driver:
        for _ in range(RACES):
            known = await ingest_queries.find_upload(driver, key)
            if known:
                if known[0]["digest"] != digest:
                    raise errors.UploadKeyReused
                return known
            try:
                if await ingest_queries.store(driver, make()):
                    return None
            except LOST_RACE:
                continue
    raise errors.Unavailable("Too many uploads at once from one host.", retry_after_s=1)


def _add_document(new: NewUpload, part: Part, kind: str, media_kind: str) -> None:
    """Adds one original file, named after its part."""
    new.document_ids.append(uuid7())
    new.document_sha256.append(part.sha256)
    new.document_sizes.append(len(part.content))
    new.document_kinds.append(media_kind)
    new.document_bodies.append(compress(part.content))
    new.file_names.append(clean_text(part.filename or part.name, 255))
    new.file_kinds.append(kind)


def _read_upload(
    new: NewUpload, manifest: Manifest, files: Sequence[Part], context: Context
) -> list[dict[str, str]]:
    """Reads the output, fills the rows, compresses the files. One upload is one run, even if not understood."""
    rows = Rows(new, context)
    media = dict.fromkeys((f.name for f in manifest.files), "unknown")
    warnings: list[dict[str, str]] = []
    outputs = [
        (listed, part)
        for listed, part in zip(manifest.files, files, strict=True)
        if listed.kind == "fio_output"
    ]
    if not outputs:
        rows.add_not_understood("The upload holds no file of kind fio_output.")
    else:
        listed, part = outputs[0]
        try:
            reading = fio.read_output(part.content)
        except fio.TooMany as error:
            raise errors.TooMany(error.detail) from None
        except fio.FioFormatError as error:
            rows.add_not_understood(error.detail)
        else:
            media[listed.name] = reading.kind
            extra: tuple[Problem, ...] = ()
            if len(reading.invocations) > 1:
                extra = (
                    Problem(
                        "",
                        "SeveralInvocations",
                        f"The output holds {len(reading.invocations)} invocations; this run is the last one.",
                    ),
                )
            rows.add(reading.invocations[-1], (*reading.problems, *extra))
            warnings = problems_out((*reading.problems, *extra, *reading.invocations[-1].problems))
    for listed, part in zip(manifest.files, files, strict=True):
        _add_document(new, part, listed.kind, media[listed.name])
    rows.finish()
    return warnings


async def accept_upload(
    database: Database,
    principal: Principal,
    manifest: Manifest,
    inventory: dict[str, Any] | None,
    files: Sequence[Part],
) -> Stored:
    """Stores an agent's upload exactly once. Raises WrongHost, UploadKeyReused, TooMany, Unavailable."""
    if principal.host_id is not None:
        async with database.driver() as driver:
            owner = await ingest_queries.find_agent_host_id(driver, principal.host_id)
        if owner != manifest.host.id:
            raise errors.WrongHost
    received_at = now()
    digest = digest_of([(f.filename or "", f.sha256) for f in files])
    context = Context(
        host_name=manifest.host.name,
        title=manifest.title,
        labels=manifest.labels,
        tags=manifest.tags,
        inventory=inventory,
        received_at=received_at,
        started_at=manifest.started_at,
        ended_at=manifest.ended_at,
        argv=manifest.argv,
        target=manifest.target,
        batch=manifest.batch.model_dump(include={"id", "name", "step", "steps"}) if manifest.batch else None,
        outcome=_outcome(manifest),
    )
    new = NewUpload(
        id=uuid7(),
        upload_key=manifest.upload_key,
        digest=digest,
        agent_host_id=manifest.host.id,
        host_id=None,
        new_host_id=uuid7(),
        host_name=manifest.host.name,
        token_id=principal.id if principal.kind == "token" else None,
        manifest=encoded(manifest.model_dump(mode="json", by_alias=True)),
        received_at=received_at,
    )
    if inventory is not None:
        new.inventory.ids.append(uuid7())
        new.inventory.sha256.append(content_sha256(inventory))
        new.inventory.body.append(encoded(inventory))
    size = sum(len(f.content) for f in files)
    warnings = await beside(size, lambda: _read_upload(new, manifest, files, context))
    known = await _store(database, lambda: new, manifest.upload_key, digest)
    if known is not None:
        return Stored([r["id"] for r in known], [r["state"] for r in known], False, digest, warnings)
    run = orjson.loads(new.runs)[0]
    return Stored([UUID(run["id"])], [run["state"]], True, digest, warnings)


def _outcome(manifest: Manifest) -> str | None:
    """How the agent saw fio end; None leaves it to what the output says."""
    if manifest.interrupted:
        return "interrupted"
    if manifest.signal is not None or manifest.exit_code not in (None, 0):
        return "failed"
    return None


async def accept_import(
    database: Database,
    principal: Principal,
    body: bytes,
    **about: Unpack[About],
) -> Stored:
    """Stores an import once per host and content. Raises NotUnderstood, TooDeep, TooMany, WrongHost."""
    host_name = about["host_name"]
    sha256 = hashlib.sha256(body).digest()
    reading = await beside(len(body), lambda: _read_import(body))
    async with database.driver() as driver:
        host_id = await ingest_queries.find_host_by_name(driver, host_name)
    if principal.host_id is not None and principal.host_id != host_id:
        raise errors.WrongHost
    key = uuid5(IMPORT_NAMESPACE, f"{host_name}\n{sha256.hex()}")
    received_at = now()
    context = Context(
        host_name=host_name,
        title=about["title"],
        labels=about["labels"],
        tags=about["tags"],
        inventory=None,
        received_at=received_at,
        started_at=about["started_at"],
    )
    digest = digest_of([("import", sha256)])
    new = NewUpload(
        id=uuid7(),
        upload_key=key,
        digest=digest,
        agent_host_id=None,
        host_id=host_id,
        new_host_id=uuid7(),
        host_name=host_name,
        token_id=principal.id if principal.kind == "token" else None,
        manifest=None,
        received_at=received_at,
    )

    def fill() -> Rows:
        rows = Rows(new, context)
        for invocation in reading.invocations:
            rows.add(invocation, reading.problems)
        _add_document(new, Part("import", None, body, sha256), "fio_output", reading.kind)
        rows.finish()
        return rows

    rows = await beside(len(body), fill)
    warnings = problems_out((*reading.problems, *(p for i in reading.invocations for p in i.problems)))

    known = await _store(database, lambda: new, key, digest)
    if known is not None:
        return Stored([r["id"] for r in known], [r["state"] for r in known], False, digest, warnings)
    return Stored(rows.run_ids, ["understood"] * len(rows.run_ids), True, digest, warnings)


def _read_import(body: bytes) -> fio.Reading:
    try:
        return fio.read_output(body)
    except fio.TooMany as error:
        raise errors.TooMany(error.detail) from None
    except fio.TooDeep as error:
        raise errors.TooDeep(error.detail) from None
    except fio.FioFormatError as error:
        where = [errors.Problem(error.where, "NotUnderstood", error.detail)] if error.where else []
        raise errors.NotUnderstood(error.detail, problems=where) from None
