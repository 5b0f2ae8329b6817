"""What the service of commit 577ecdae stored, the last one before 0.3.0, and whether a service has all of it.

`tests/data/before-0.3.0` holds a dump of its database and the tokens and links that open it: nine runs (a batch of three,
a machine with samples, three by the agent, two imports), four shares of every kind, three users, notes, a reference, a
saved view. `read_stored` reads it by SQL before a service of today has touched it; `find_differences` asks that service.
"""

import hashlib
import json
import lzma
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import asyncpg

from fioboard.core.compression import decompress
from fioboard.store.embedded import binaries

FOLDER = Path(__file__).parents[1] / "data" / "before-0.3.0"
REVISION = "b4d7160e92fa"
RATES = ("iops", "bw_bytes_per_s", "io_bytes", "total_ios", "runtime_ms", "error")
LATENCIES = ("slat", "clat", "lat")
PERCENTILES = {"p50": "50", "p95": "95", "p99": "99", "p99_9": "99.9"}
_ORIGINALS = """select u.name, d.sha256, d.body_zstd
from upload_file u join document d on d.id = u.document_id where u.upload_id = $1 order by u.position"""
Figures = dict[str, float | None]
Ask = Callable[[str], Awaitable[bytes]]


@dataclass(frozen=True, slots=True)
class Run:
    """A run as it was stored."""

    title: str | None
    note: str | None
    labels: dict[str, str]
    tags: list[str]
    figures: list[Figures]
    """Of each result, in the order of the output."""
    originals: dict[str, bytes]
    """By the names of the files."""


@dataclass(frozen=True, slots=True)
class Stored:
    """All of it."""

    runs: dict[str, Run]
    """By id."""
    shared: dict[str, dict[str, Any]]
    """The copy that a link opens, by the digest of the link's token."""
    titles_of_batches: dict[str, str]
    notes: set[str]
    """Annotations."""
    references: set[str]
    views: set[str]


def read_secrets() -> Any:
    """Return the tokens by scope, and those of links by what they share."""
    return json.loads((FOLDER / "secrets.json").read_text())


def restore(url: str) -> None:
    """Fill an empty database with the dump."""
    dump = lzma.decompress((FOLDER / "database.sql.xz").read_bytes())
    psql = [binaries.find().program("psql"), "--quiet", "--set=ON_ERROR_STOP=1", "--output=/dev/null", url]
    subprocess.run(psql, input=dump, check=True)


async def read_stored(url: str) -> Stored:
    """Read what the restored database holds."""
    connection = await asyncpg.connect(url)
    try:
        return Stored(
            {
                str(row["id"]): await _read_run(connection, row)
                for row in await connection.fetch("select id, upload_id, title, note, labels, tags from run")
            },
            {
                row["token_sha256"].hex(): json.loads(decompress(row["body_zstd"]))
                for row in await connection.fetch(
                    "select token_sha256, body_zstd from share join share_document on share_id = id"
                )
            },
            {str(row["id"]): row["title"] for row in await connection.fetch("select id, title from batch")},
            {row["text"] for row in await connection.fetch("select text from time_note")},
            {row["name"] for row in await connection.fetch("select name from reference")},
            {row["name"] for row in await connection.fetch("select name from saved_view")},
        )
    finally:
        await connection.close()


async def _read_run(connection: "asyncpg.Connection[asyncpg.Record]", row: asyncpg.Record) -> Run:
    results = await connection.fetch("select * from result where run_id = $1 order by position", row["id"])
    files = await connection.fetch(_ORIGINALS, row["upload_id"])
    originals = {file["name"]: decompress(file["body_zstd"]) for file in files}
    for file in files:
        assert hashlib.sha256(originals[file["name"]]).digest() == file["sha256"], "the fixture is damaged"
    figures = [
        {name: result[name] for name in RATES}
        | {
            f"{kind}_{what}": result[f"{kind}_{what}_ns"]
            for kind in LATENCIES
            for what in ("mean", *PERCENTILES)
        }
        for result in results
    ]
    return Run(row["title"], row["note"], json.loads(row["labels"]), sorted(row["tags"]), figures, originals)


async def find_differences(stored: Stored, ask: Ask) -> list[str]:
    """Say what the service has otherwise, one sentence each; `ask` gets the body of a path."""
    return [
        difference
        for compare in (_compare_runs, _compare_links, _compare_lists)
        async for difference in compare(stored, ask)
    ]


async def _compare_runs(stored: Stored, ask: Ask) -> AsyncIterator[str]:
    for run_id, then in stored.runs.items():
        now = json.loads(await ask(f"/api/v1/runs/{run_id}"))
        edited = (now["title"], now["note"], now["labels"], sorted(now["tags"]))
        if edited != (then.title, then.note, then.labels, then.tags):
            yield f"run {run_id}: title, note, labels or tags are {edited}"
        figures = [_read_figures(result) for result in now["results"]]
        if figures != then.figures:
            yield f"run {run_id}: its figures are {figures}, not {then.figures}"
        for name, content in then.originals.items():
            if await ask(f"/api/v1/runs/{run_id}/raw?name={name}") != content:
                yield f"run {run_id}: the bytes of {name} are others"


def _read_figures(result: dict[str, Any]) -> Figures:
    figures: Figures = {name: result[name] for name in RATES}
    for kind in LATENCIES:
        latency = result[f"{kind}_ns"] or {}
        percentiles = latency.get("percentiles") or {}
        figures[f"{kind}_mean"] = latency.get("mean")
        figures |= {f"{kind}_{name}": percentiles.get(key) for name, key in PERCENTILES.items()}
    return figures


async def _compare_links(stored: Stored, ask: Ask) -> AsyncIterator[str]:
    for kind, token in read_secrets()["links"].items():
        then = stored.shared[hashlib.sha256(token.encode()).hexdigest()]
        now = json.loads(await ask(f"/api/v1/shared/{token}"))["document"]
        if now["title"] != then["title"] or not _find_iops(now) or _find_iops(now) != _find_iops(then):
            yield f"the link of kind {kind} opens a copy with another title or other figures"


def _find_iops(document: Any) -> set[float]:
    """Collect every figure of that name in a document."""
    if isinstance(document, dict):
        own = {document["iops"]} if isinstance(document.get("iops"), float) else set()
        return own.union(*map(_find_iops, document.values()))
    return set().union(*map(_find_iops, document)) if isinstance(document, list) else set()


async def _compare_lists(stored: Stored, ask: Ask) -> AsyncIterator[str]:
    for batch_id, title in stored.titles_of_batches.items():
        if json.loads(await ask(f"/api/v1/batches/{batch_id}"))["title"] != title:
            yield f"batch {batch_id} is not called {title}"
    lists = (
        ("time-notes", "text", stored.notes),
        ("references", "name", stored.references),
        ("views", "name", stored.views),
    )
    for path, name, then in lists:
        answer = json.loads(await ask(f"/api/v1/{path}"))
        if {item[name] for item in answer["items"]} != then:
            yield f"{path} are other than {then}"
