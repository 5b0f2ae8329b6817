"""What an upload's parts must be: one manifest, at most one inventory, exactly the listed files, digests right."""

import hashlib
import re
from collections.abc import Sequence

import orjson
from pydantic import ValidationError

from fioboard.app.ingest import sentences
from fioboard.app.ingest.multipart import Part
from fioboard.core import errors
from fioboard.core.figures import format_bytes
from fioboard.core.sanitize import Document, Unstorable, clean
from fioboard.engine.answers.upload import Manifest
from fioboard.engine.words.limits import MAX_INVENTORY_BYTES

# PostgreSQL writes 1e300 out: as many digits as this at most.
_EXPONENT, MAX_NUMBER_DIGITS = re.compile(rb"\d[eE][+-]?\d{2}"), 325


def read_manifest(parts: Sequence[Part]) -> Manifest:
    """The one manifest. Raises BadManifest naming the place."""
    manifests = [p for p in parts if p.name == "manifest"]
    if len(manifests) != 1:
        raise errors.BadManifest(sentences.ONE_MANIFEST(given=len(manifests)))
    try:
        raw = clean(orjson.loads(manifests[0].content))
        return Manifest.model_validate(raw)
    except orjson.JSONDecodeError:
        raise errors.BadManifest("The manifest is not JSON.") from None
    except Unstorable as error:
        raise errors.BadManifest(
            sentences.MANIFEST_NOT_STORED(detail=error.problem.detail), problems=[_problem(error)]
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


def read_inventory(parts: Sequence[Part]) -> Document | None:
    """The inventory document, made harmless; None when none was sent. Raises BadManifest."""
    inventories = [p for p in parts if p.name == "inventory"]
    if not inventories:
        return None
    if len(inventories) > 1:
        raise errors.BadManifest("An upload may have at most one part `inventory`.")
    content = inventories[0].content
    size = len(content) + MAX_NUMBER_DIGITS * sum(1 for _ in _EXPONENT.finditer(content))
    if size > MAX_INVENTORY_BYTES:
        raise errors.BadManifest(sentences.INVENTORY_TOO_LARGE(most=format_bytes(MAX_INVENTORY_BYTES)))
    try:
        inventory = clean(orjson.loads(content))
    except orjson.JSONDecodeError:
        raise errors.BadManifest("The inventory is not JSON.") from None
    except Unstorable as error:
        raise errors.BadManifest(
            sentences.INVENTORY_NOT_STORED(detail=error.problem.detail), problems=[_problem(error)]
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
            raise errors.BadManifest(sentences.NO_PART(name=errors.quoted(part.name)))
        if part.filename in by_name:
            raise errors.BadManifest(sentences.FILE_TWICE(name=errors.quoted(part.filename)))
        by_name[part.filename] = part
    files = []
    for listed in manifest.files:
        if listed.name not in by_name:
            raise errors.BadManifest(sentences.FILE_NOT_SENT(name=errors.quoted(listed.name)))
        part = by_name.pop(listed.name)
        if part.sha256.hex() != listed.sha256 or len(part.content) != listed.bytes:
            raise errors.DigestMismatch(sentences.OTHER_DIGEST(name=errors.quoted(listed.name)))
        files.append(part)
    if by_name:
        raise errors.BadManifest(sentences.FILE_NOT_LISTED(name=errors.quoted(next(iter(by_name)))))
    return files


def compute_digest(files: Sequence[tuple[str, bytes]]) -> bytes:
    """Compute the SHA-256 over the digests of all files, as docs/upload.md defines it."""
    lines = sorted((name, sha256.hex()) for name, sha256 in files)
    return hashlib.sha256("".join(f"{digest}  {name}\n" for name, digest in lines).encode()).digest()
