"""Clusters of PostgreSQL that are copied instead of made: initdb and all migrations take two seconds, a copy 0.2 s."""

import fcntl
import hashlib
import importlib.metadata
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from fioboard.core.migrate import upgrade
from fioboard.store.embedded import EmbeddedPostgres, binaries
from fioboard.store.embedded.throwaway import throwaway_folder

CHECKOUT = Path(__file__).resolve().parents[3]
FOLDER = CHECKOUT / ".cache" / "test-clusters"
KEPT = 3
"""Clusters of other sources that stay, those used last."""
# What decides how a new cluster looks.
SOURCES = (
    *(
        "migrations",
        "backend/fioboard/core",
        "backend/fioboard/store/embedded",
        "backend/fioboard/store/models",
    ),
    "backend/fioboard/engine/words",
)


@cache
def _digest() -> str:
    """Return a digest of everything that a cluster is made from."""
    made_from = hashlib.sha256(importlib.metadata.version(binaries.WHEEL).encode())
    for source in SOURCES:
        for path in sorted(path for path in (CHECKOUT / source).rglob("*") if path.suffix in (".py", ".sql")):
            made_from.update(b"%s %d\n" % (str(path.relative_to(CHECKOUT)).encode(), path.stat().st_size))
            made_from.update(path.read_bytes())
    return made_from.hexdigest()[:16]


def _keep_templates() -> Path:
    """Return the folder of the clusters to copy, which the first test process that asks makes."""
    folder = FOLDER / _digest()
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            # Others may be copied at this moment: planted faults make clusters of their own beside other tests.
            finished = sorted(FOLDER.glob("[0-9a-f]*/"), key=lambda path: path.stat().st_mtime, reverse=True)
            for old in (*finished[KEPT:], *FOLDER.glob("unfinished/")):
                shutil.rmtree(old)
            unfinished = FOLDER / "unfinished"
            unfinished.mkdir()
            with throwaway_folder() as data_dir:
                server = EmbeddedPostgres(data_dir, purpose="a template")
                server.start()
                server.stop()
                _copy(server.places.cluster, unfinished / "empty")
                server.start()
                upgrade(server.url, service_url=server.service_url)
                server.stop()
                _copy(server.places.cluster, unfinished / "migrated")
                if server.places.home != data_dir.resolve():
                    shutil.rmtree(server.places.home)
            unfinished.rename(folder)
        os.utime(folder)
    return folder


def _copy(cluster: Path, to: Path) -> None:
    # With owners and modes, which PostgreSQL insists on.
    subprocess.run(["cp", "-a", cluster, to], check=True)


def give_cluster(data_dir: Path, *, is_migrated: bool) -> None:
    """Give a new data folder a cluster as its first start would make it; with all tables, or without any."""
    _copy(
        _keep_templates() / ("migrated" if is_migrated else "empty"),
        EmbeddedPostgres(data_dir).places.cluster,
    )


@contextmanager
def copied_postgres(*, is_migrated: bool = True) -> Iterator[EmbeddedPostgres]:
    """A running server with all tables and no rows, or without tables; stopped and removed at the end of the block.

    The service's role has its rights; a test process that works as the owner does not notice.
    """
    with throwaway_folder() as folder:
        give_cluster(folder, is_migrated=is_migrated)
        server = EmbeddedPostgres(folder, purpose="a throwaway server")
        server.start()
        try:
            yield server
        finally:
            server.stop(is_removed=True)
            if server.places.home != folder.resolve():  # TMPDIR was private to root
                shutil.rmtree(server.places.home)
