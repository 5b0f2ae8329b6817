"""What the machine can do at best, measured in the same run: goals are ratios to these (docs/benchmarks.md)."""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import asyncpg
import msgspec

from .client import Connection
from .stopwatch import Batch

EMPTY = Path(__file__).with_name("empty_app.py")
# As wide as a row of the list, without its joins.
NEWEST_50 = """
select id, started_at, uploaded_at, title, host_id, configuration_id, tool_name, tool_version, state, outcome, target,
    labels, tags, sorted_at, iops, bw_bytes_per_s, clat_p99_ns
from run where deleted_at is null order by sorted_at desc, id desc limit 50
"""


class DatabaseAnchors:
    """C, a durable one-row INSERT, and S50, the newest 50 runs, on a connection of their own."""

    def __init__(self, url: str) -> None:
        self._loop = asyncio.new_event_loop()
        self._connection: Any = self._loop.run_until_complete(asyncpg.connect(url))
        self.run(
            lambda c: c.execute(
                "create table if not exists bench_anchor (id bigserial primary key, body text)"
            )
        )

    def run(self, work: Callable[[Any], Awaitable[Any]]) -> Any:
        """Runs work on the connection."""

        async def whole() -> Any:
            return await work(self._connection)

        return self._loop.run_until_complete(whole())

    def durable_insert(self, times: int) -> list[int]:
        """Stopwatch batch of C."""
        return self._batch(
            lambda c: c.execute("insert into bench_anchor (body) values ($1)", "x" * 100), times
        )

    def newest_50(self, times: int) -> list[int]:
        """Stopwatch batch of S50."""
        return self._batch(lambda c: c.fetch(NEWEST_50), times)

    def statement(self, sql: str, *parameters: Any) -> Batch:
        """Stopwatch batch of one statement."""
        return lambda times: self._batch(lambda c: c.fetch(sql, *parameters), times)

    def _batch(self, once: Callable[[Any], Awaitable[Any]], times: int) -> list[int]:
        async def whole(connection: Any) -> list[int]:
            durations = []
            for _ in range(times):
                began = time.perf_counter_ns()
                await once(connection)
                durations.append(time.perf_counter_ns() - began)
            return durations

        found: list[int] = self.run(whole)
        return found

    def close(self) -> None:
        """Drops what it made."""
        self.run(lambda c: c.execute("drop table bench_anchor"))
        self._loop.run_until_complete(self._connection.close())
        self._loop.close()


@contextmanager
def empty_service(port: int) -> Iterator[float]:
    """The empty FastAPI app under the service's own server; yields the seconds to its first answer."""
    began = time.monotonic()
    command = [
        sys.executable,
        "-m",
        "uvicorn",
        "empty_app:app",
        "--app-dir",
        str(EMPTY.parent),
        "--port",
        str(port),
    ]
    process = subprocess.Popen([*command, "--loop", "uvloop", "--http", "httptools", "--log-level", "error"])
    try:
        while True:
            try:
                Connection(port).close()
                break
            except OSError:
                time.sleep(0.005)
        yield time.monotonic() - began
    finally:
        process.terminate()
        process.wait()


class _Latency(msgspec.Struct):
    min: float = 0
    max: float = 0
    mean: float = 0
    stddev: float = 0
    N: int = 0
    percentile: dict[str, int] = {}
    bins: dict[str, int] = {}


class _Direction(msgspec.Struct):
    io_bytes: int
    bw_bytes: int
    iops: float
    runtime: int
    total_ios: int
    slat_ns: _Latency
    clat_ns: _Latency
    lat_ns: _Latency


class _Job(msgspec.Struct):
    jobname: str
    groupid: int
    error: int
    read: _Direction
    write: _Direction
    trim: _Direction
    usr_cpu: float
    sys_cpu: float


class _Document(msgspec.Struct):
    jobs: list[_Job]


_TYPED = msgspec.json.Decoder(_Document)


def typed_decode(content: bytes) -> Batch:
    """Stopwatch batch of J: msgspec's typed decode of a whole document, bins included."""

    def run(times: int) -> list[int]:
        durations = []
        for _ in range(times):
            began = time.perf_counter_ns()
            _TYPED.decode(content)
            durations.append(time.perf_counter_ns() - began)
        return durations

    return run


def machine() -> str:
    """One line about where this was measured."""
    model = next(
        (
            line.partition(":")[2].strip()
            for line in Path("/proc/cpuinfo").read_text().splitlines()
            if "model name" in line
        ),
        "unknown CPU",
    )
    load = os.getloadavg()[0]
    return (
        f"{model}, {os.cpu_count()} cores, load average {load:.1f} at the start, Linux {os.uname().release}"
    )
