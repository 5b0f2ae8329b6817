"""What one process does of an import: reads files, stores each exactly once, tells what became of it."""

import asyncio
import hashlib
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from fioboard.app.access.principal import OF_ROLE, Principal
from fioboard.app.ingest import carried, service
from fioboard.app.ingest.about import About
from fioboard.app.ingest.multipart import Part
from fioboard.app.ingest.stored import Stored
from fioboard.cli import sentences
from fioboard.core.block_size import describe_size
from fioboard.core.compression import inflater
from fioboard.core.config import settings
from fioboard.core.database import Database
from fioboard.core.errors import AppError, TooLarge
from fioboard.core.ids import uuid7
from fioboard.engine.answers.claim import ClaimOut, LinesOut
from fioboard.engine.answers.pasted import PastedFactOut
from fioboard.engine.answers.upload import ShownBatch
from fioboard.engine.words import limits

# Known by their first bytes, as gzip and zstd files are kept beside plain ones.
PACKED = {b"\x1f\x8b": "gzip", b"\x28\xb5\x2f\xfd": "zstd"}
# While one file waits for the database's disk, others are read.
MAX_FILES_AT_ONCE = 4


@dataclass(frozen=True, slots=True)
class Source:
    """A file and fio's logs of it; standard input where `path` is None."""

    path: Path | None
    logs: Sequence[Path] = ()
    title: str | None = None
    """The file's name within its folder, below the title of all."""
    batch: ShownBatch | None = None

    @property
    def name(self) -> str:
        """What it is called on the terminal."""
        return "-" if self.path is None else str(self.path)


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of one file."""

    path: str
    status: str
    """created, duplicate or refused."""
    runs: int
    remark: str
    claims: Sequence[ClaimOut] = ()
    lines: LinesOut | None = None
    facts: Sequence[PastedFactOut] = ()


def refused(source: Source, remark: str) -> Imported:
    """A file that was not stored, and why."""
    return Imported(source.name, "refused", 0, remark)


async def import_batch(
    database: Database,
    sources: Sequence[Source],
    about: About,
    advance: Callable[[int], None] = lambda _: None,
) -> list[Imported]:
    """Several files, some at once; their outcomes in the files' order. `advance` hears of each that is done."""
    done: dict[int, Imported] = {}
    left = iter(enumerate(sources))

    async def import_those_left() -> None:
        for place, source in left:
            done[place] = await _import_one(database, source, about)
            advance(1)

    async with asyncio.TaskGroup() as at_once:
        for _ in range(min(MAX_FILES_AT_ONCE, len(sources))):
            at_once.create_task(import_those_left())
    return [done[place] for place in range(len(sources))]


async def _import_one(database: Database, source: Source, about: About) -> Imported:
    # Whoever can run this command owns the database; the rights of an admin add nothing.
    operator = Principal("session", uuid7(), "the command line", OF_ROLE["admin"], None)
    try:
        if source.path is not None and carried.is_carried(_read_head(source.path)):
            with source.path.open("rb") as file:
                return _summarize(source, await carried.accept_carried(database, operator, file))
        logs = [_read_log(path) for path in source.logs]
        stored = await service.accept_import(
            database, operator, _read_content(source.path), logs, **_describe(source, about)
        )
    except AppError as error:
        return refused(source, error.detail)
    except OSError as error:
        return refused(source, error.strerror or "cannot be read")
    remarks = Counter(w["error"] for w in stored.warnings)
    summary = ", ".join(f"{error} × {n}" if n > 1 else error for error, n in remarks.items())
    status = "created" if stored.is_new else "duplicate"
    return Imported(
        source.name, status, len(stored.run_ids), summary, stored.claims, stored.lines, stored.pasted_facts
    )


def _describe(source: Source, about: About) -> About:
    """Return what is said of all, and what its folder says of this file."""
    titles = [title for title in (about["title"], source.title) if title]
    described = about | {
        "file_name": None if source.path is None else source.path.name,
        "title": " · ".join(titles)[: limits.MAX_TITLE_CHARACTERS] or None,
    }
    return described if source.batch is None else described | {"batch": source.batch}


def _read_log(path: Path) -> Part:
    content = _read_content(path)
    return Part("log", path.name, content, hashlib.sha256(content).digest())


def _read_head(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(4_096)


def _summarize(source: Source, uploads: Sequence[Stored | carried.Refused]) -> Imported:
    """Sum up what became of the uploads of one file."""
    stored = [one for one in uploads if isinstance(one, Stored)]
    refusals = [one for one in uploads if isinstance(one, carried.Refused)]
    known = sum(not one.is_new for one in stored)
    remarks: list[str] = [sentences.KNOWN_BEFORE(known=known)] if known and known < len(stored) else []
    remarks += [f"refused {one.name}: {one.detail}" for one in refusals]
    status = "refused" if refusals else "duplicate" if known == len(stored) else "created"
    return Imported(source.name, status, len(stored), "; ".join(remarks))


def _read_content(path: Path | None) -> bytes:
    limit = settings().max_upload_bytes
    if path is None:
        content = sys.stdin.buffer.read(limit + 1)
    else:
        with path.open("rb") as file:
            content = file.read(limit + 1)
    if len(content) > limit:
        raise TooLarge(sentences.LARGER_THAN(most=describe_size(limit)))
    packed = next((encoding for magic, encoding in PACKED.items() if content.startswith(magic)), None)
    decoder = inflater(packed, limit)
    unpacked = b"".join(decoder.feed(content))
    decoder.finish()
    return unpacked
