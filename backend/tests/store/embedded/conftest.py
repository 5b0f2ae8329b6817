"""Data folders and questions for the tests of the embedded PostgreSQL. Every server here is a real one."""

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from fioboard.store.embedded import EmbeddedPostgres
from fioboard.store.embedded.throwaway import throwaway_folder
from tests.factories.clusters import give_cluster

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can change users")


def ask(url: str, sql: str) -> Any:
    """The single value of one statement, committed."""

    async def run() -> Any:
        connection = await asyncpg.connect(url, timeout=60)
        try:
            return await connection.fetchval(sql)
        finally:
            await connection.close()

    return asyncio.run(run())


@pytest.fixture
def data_dir() -> Iterator[Path]:
    """An empty data folder below /tmp, removed with everything that stands in for it elsewhere."""
    with throwaway_folder() as folder:
        inside = folder / "data"
        yield inside
        for pointer in folder.rglob("postgres-location"):
            shutil.rmtree(pointer.read_text().strip(), ignore_errors=True)


@contextmanager
def running(data_dir: Path, *, is_first: bool = False, **options: Any) -> Iterator[EmbeddedPostgres]:
    """A started server, stopped at the end of the block.

    Where there is no data folder yet, it gets a copied cluster, unless `is_first`: the first start is what is tested.
    """
    if not (is_first or options or data_dir.exists()):
        give_cluster(data_dir, is_migrated=False)
    server = EmbeddedPostgres(data_dir, **options)
    server.start()
    try:
        yield server
    finally:
        server.stop()


@pytest.fixture(scope="session")
def running_server() -> Iterator[EmbeddedPostgres]:
    """A server for tests that only ask it, in a data folder of its own."""
    with throwaway_folder() as folder, running(folder / "data") as server:
        yield server


Starter = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def other_process() -> Iterator[Starter]:
    """Starts a Python process that runs a snippet; the first line it prints has arrived when this returns."""
    started: list[subprocess.Popen[str]] = []

    def start(snippet: str, *arguments: str, **options: Any) -> "subprocess.Popen[str]":
        process = subprocess.Popen(
            [options.pop("python", sys.executable), "-c", textwrap.dedent(snippet), *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            **options,
        )
        started.append(process)
        assert process.stdout is not None
        process.first_line = process.stdout.readline().strip()  # type: ignore[attr-defined] # read by the tests
        return process

    yield start
    for process in started:
        with suppress(ProcessLookupError):
            process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()


def wait_until_gone(pid: int, within_s: float = 15) -> bool:
    """True when the process has ended (a zombie has) before the time is over."""
    give_up_at = time.monotonic() + within_s
    while time.monotonic() < give_up_at:
        try:
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return True
        except OSError:
            return True
        time.sleep(0.02)
    return False


def kill(pid: int | None) -> None:
    """kill -9."""
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
