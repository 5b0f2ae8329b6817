"""What version 0.1.0 left (tests/data/version-0.1.0), and whether a service has all of it.

`kept` reads it by SQL from the tables of 0.1.0, before this version has touched them; `differences` asks a service that
has brought them up to date. Nothing of this version's reading decides what must be there.
"""

import asyncio
import hashlib
import json
import os
import pwd
import tarfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import asyncpg

from fioboard.core.compression import decompress
from fioboard.embedded.owner import DEFAULT_USER
from fioboard.embedded.postgres import EmbeddedPostgres
from fioboard.sharing.token import new_share_token

FOLDER = Path(__file__).parents[1] / "tests" / "data" / "version-0.1.0"
RATES = ("iops", "bw_bytes_per_s", "io_bytes", "total_ios", "runtime_ms", "error")
LATENCIES = ("slat", "clat", "lat")
PERCENTILES = {"p50": "50", "p95": "95", "p99": "99", "p99_9": "99.9"}
_ORIGINALS = """select u.name, d.sha256, d.body_zstd
from upload_file u join document d on d.id = u.document_id where u.upload_id = $1 order by u.position"""
Figures = dict[str, float | None]


@dataclass(frozen=True, slots=True)
class Run:
    """A run as 0.1.0 had it."""

    title: str | None
    labels: dict[str, str]
    tags: list[str]
    figures: list[Figures]
    """Of each result, in the order of the output."""
    originals: dict[str, bytes]
    """By the names of the files."""


@dataclass(frozen=True, slots=True)
class Kept:
    """All of it: runs by id; the token of a link, and the copy that it opens."""

    runs: dict[str, Run]
    share_token: str
    shared: dict[str, Any]


def unpack(folder: Path) -> None:
    """Lays `data/` and `token` into this folder, as 0.1.0 left them there."""
    with tarfile.open(FOLDER / "data-folder.tar.xz") as archive:
        archive.extractall(folder, filter="data")
    cluster = folder / "data" / "postgres"
    # Git and tar keep neither owners nor folders that only one user may enter.
    user = pwd.getpwnam(DEFAULT_USER) if os.geteuid() == 0 else pwd.getpwuid(os.geteuid())
    for path in (cluster, *cluster.rglob("*")):
        os.chown(path, user.pw_uid, user.pw_gid)
        path.chmod(0o700 if path.is_dir() else 0o600)
    folder.chmod(0o711)
    (folder / "data").chmod(0o711)
    (folder / "token").chmod(0o600)


@contextmanager
def opened(data_dir: Path) -> Iterator[EmbeddedPostgres]:
    """PostgreSQL alone on this data folder, which no service uses."""
    server = EmbeddedPostgres(data_dir, purpose="a look at what 0.1.0 left")
    server.start()
    try:
        yield server
    finally:
        server.stop()


def kept(data_dir: Path) -> Kept:
    """What lies in this data folder, which no service uses."""
    with opened(data_dir) as server:
        return asyncio.run(_kept(server.url))


async def _kept(url: str) -> Kept:
    connection = await asyncpg.connect(url)
    try:
        runs = {
            str(row["id"]): await _run(connection, row)
            for row in await connection.fetch("select id, upload_id, title, labels, tags from run")
        }
        # The link of then stands nowhere, only its digest: one that we know takes its place.
        token = new_share_token()
        await connection.execute(
            "update share set token_sha256 = $1, expires_at = now() + interval '1 day'",
            hashlib.sha256(token.encode()).digest(),
        )
        copy = await connection.fetchval("select body_zstd from share_document")
        return Kept(runs, token, json.loads(decompress(copy)))
    finally:
        await connection.close()


async def _run(connection: "asyncpg.Connection[asyncpg.Record]", row: asyncpg.Record) -> Run:
    results = await connection.fetch("select * from result where run_id = $1 order by position", row["id"])
    files = await connection.fetch(_ORIGINALS, row["upload_id"])
    originals = {file["name"]: decompress(file["body_zstd"]) for file in files}
    for file in files:
        if hashlib.sha256(originals[file["name"]]).digest() != file["sha256"]:
            raise ValueError(f"the fixture itself is damaged: {file['name']}")
    return Run(
        row["title"],
        json.loads(row["labels"]),
        list(row["tags"]),
        [_figures_of_then(result) for result in results],
        originals,
    )


def _figures_of_then(row: asyncpg.Record) -> Figures:
    latencies = {
        f"{kind}_{what}": row[f"{kind}_{what}_ns"] for kind in LATENCIES for what in ("mean", *PERCENTILES)
    }
    return {name: row[name] for name in RATES} | latencies


def _figures_of_now(result: dict[str, Any]) -> Figures:
    figures: Figures = {name: result[name] for name in RATES}
    for kind in LATENCIES:
        latency = result[f"{kind}_ns"] or {}
        percentiles = latency.get("percentiles") or {}
        figures[f"{kind}_mean"] = latency.get("mean")
        figures |= {f"{kind}_{name}": percentiles.get(key) for name, key in PERCENTILES.items()}
    return figures


def differences(there: Kept, url: str, token: str) -> list[str]:
    """What the service at this address has otherwise, one sentence each; `token` may read."""

    def asked(path: str) -> bytes:
        request = urllib.request.Request(f"{url}{path}", headers={"authorization": f"Bearer {token}"})  # noqa: S310 -- the service this script started
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(request, timeout=60) as answer:
            read: bytes = answer.read()
        return read

    return [*_of_runs(there, asked), *_of_the_share(there, asked)]


def _of_runs(there: Kept, asked: Any) -> Iterator[str]:
    for run_id, then in there.runs.items():
        now = json.loads(asked(f"/api/v1/runs/{run_id}"))
        if (now["title"], now["labels"], sorted(now["tags"])) != (then.title, then.labels, sorted(then.tags)):
            yield f"run {run_id}: title, labels or tags are {now['title']}, {now['labels']}, {now['tags']}"
        figures = [_figures_of_now(result) for result in now["results"]]
        if figures != then.figures:
            yield f"run {run_id}: its figures are {figures}, not {then.figures}"
        for name, content in then.originals.items():
            if asked(f"/api/v1/runs/{run_id}/raw?name={name}") != content:
                yield f"run {run_id}: the bytes of {name} are others"


def _of_the_share(there: Kept, asked: Any) -> Iterator[str]:
    now = json.loads(asked(f"/api/v1/shared/{there.share_token}"))["document"]
    if now["title"] != there.shared["title"] or _iops(now) != _iops(there.shared) or not _iops(now):
        yield f"the shared copy {now['title']} has other figures"


def _iops(document: Any) -> set[float]:
    """Every figure of that name in it."""
    if isinstance(document, dict):
        own = {document["iops"]} if isinstance(document.get("iops"), float) else set()
        return own.union(*map(_iops, document.values()))
    return set().union(*map(_iops, document)) if isinstance(document, list) else set()
