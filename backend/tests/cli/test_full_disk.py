"""A disk that fills up: refused before it hurts, told where people look, and over by itself when there is room."""

import asyncio
import hashlib
import json
import os
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from fioboard.core.figures import format_bytes
from fioboard.store.embedded import EmbeddedPostgres
from tests.cli.conftest import START_S, Serving, fioboard
from tests.factories.upload import body

DISK_MB = 220
LEFT_MB = 60
ROOM_MB = 2
MB = 1_000_000
OUTPUT_BYTES = 3 * MB
GONE = "PostgreSQL cannot run"
# What is stored cannot be made smaller on its way; the same in every run.
CONTENT = hashlib.shake_256(b"fioboard").digest(OUTPUT_BYTES)


@pytest.fixture
def disk(folder: Path) -> Iterator[Path]:
    """A small file system of its own; skipped where none can be mounted."""
    if os.geteuid() != 0:
        pytest.skip("only root can mount a small disk")
    inside = folder / "disk"
    inside.mkdir()
    size = f"size={DISK_MB}m,mode=0711"
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", size, "tmpfs", str(inside)],
        capture_output=True,
        text=True,
        check=False,
    )
    if mounted.returncode != 0:
        pytest.skip(f"no small disk can be mounted here: {mounted.stderr.strip()}")
    yield inside
    subprocess.run(["umount", "--lazy", str(inside)], check=True)


class Sender:
    """Sends uploads as an agent does, and remembers what was acknowledged."""

    def __init__(self, service: Serving) -> None:
        self._service = service
        made = fioboard("token", "create", "--scope", "write", "--name", "sender", **service.settings)
        self._headers = {"authorization": f"Bearer {made.stdout.strip()}"}
        self.acknowledged: dict[str, bytes] = {}

    def get(self, path: str) -> bytes:
        request = urllib.request.Request(
            f"http://127.0.0.1:{self._service.port}{path}", headers=self._headers
        )
        with urllib.request.urlopen(request, timeout=60) as answer:
            return bytes(answer.read())

    def send(self) -> tuple[int, dict[str, Any]]:
        """One upload of OUTPUT_BYTES that nothing makes smaller; status and answer."""
        content = len(self.acknowledged).to_bytes(4, "big") + CONTENT
        data, headers = body({"fio.json": content})
        request = urllib.request.Request(
            f"http://127.0.0.1:{self._service.port}/api/v1/uploads",
            data=data,
            headers=self._headers | headers,
        )
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                status, told = answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)
        except OSError:  # refused and closed before the body was sent
            return 0, {}
        self.acknowledged[told["id"]] = hashlib.sha256(content).digest()
        return status, told

    def missing(self) -> list[str]:
        """What was acknowledged and is not there as it was sent."""
        return [
            run
            for run, digest in self.acknowledged.items()
            if hashlib.sha256(self.get(f"/api/v1/runs/{run}/raw")).digest() != digest
        ]


def free_mb(disk: Path) -> float:
    status = os.statvfs(disk)
    return status.f_bavail * status.f_frsize / MB


def answer_of(service: Serving, path: str) -> tuple[int, dict[str, Any]]:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{service.port}{path}", timeout=60) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


@pytest.mark.nightly
def test_a_disk_that_fills_up_costs_nothing_that_was_acknowledged(folder: Path, disk: Path) -> None:
    elsewhere = disk / "somebody-elses"
    elsewhere.write_bytes(bytes((DISK_MB - 5) * MB))
    service = Serving(folder, data_dir=disk / "data", workers=1, min_free_bytes=LEFT_MB * MB)
    try:
        _started_on_a_full_disk_it_waits_for_room(service, elsewhere)
        sender = Sender(service)
        _uploads_are_refused_in_time_and_stored_when_there_is_room(service, sender, disk, elsewhere)
        _a_postgresql_that_died_of_it_comes_back_by_itself(service, sender, disk, elsewhere)
    finally:
        service.stop()
        service.process.communicate()


def _started_on_a_full_disk_it_waits_for_room(service: Serving, elsewhere: Path) -> None:
    service.wait_for_words("disk full: the disk of")
    assert service.process.poll() is None
    elsewhere.write_bytes(bytes(40 * MB))
    service.wait_until_ready()


def _uploads_are_refused_in_time_and_stored_when_there_is_room(
    service: Serving, sender: Sender, disk: Path, elsewhere: Path
) -> None:
    assert answer_of(service, "/readyz")[1]["storage"] == "enough"
    status = 201
    while status == 201:
        status, told = sender.send()
    assert (status, told["error"], told["retryable"]) == (507, "StorageFull", True)
    assert format_bytes(LEFT_MB * MB) in told["detail"]
    assert len(sender.acknowledged) >= 3
    assert free_mb(disk) > LEFT_MB / 2

    assert sender.missing() == []
    assert json.loads(sender.get("/api/v1/runs"))["total"] == len(sender.acknowledged)
    status, told = answer_of(service, "/readyz")
    assert status == 200
    # What the next upload needs is not there, the little that is left to the database is.
    elsewhere.write_bytes(bytes(elsewhere.stat().st_size + 30 * MB))
    status, told = answer_of(service, "/readyz")
    assert (status, told["storage"]) == (200, "full")
    assert "refused" in " ".join(told["remarks"])
    assert answer_of(service, "/api/v1/info")[1]["storage"] == "full"

    elsewhere.unlink()
    assert sender.send()[0] == 201
    assert answer_of(service, "/api/v1/info")[1]["storage"] == "enough"


def _fill(file: Path) -> None:
    """Writes at the end of a file until its disk has no room."""
    with file.open("ab", buffering=0) as out, suppress(OSError):
        while True:
            out.write(bytes(MB))


def _leave_room(file: Path) -> None:
    """Takes back what one connection needs."""
    if file.exists():
        os.truncate(file, max(0, file.stat().st_size - ROOM_MB * MB))


async def _takes_connections(url: str) -> bool:
    """Whether PostgreSQL is up, be it that a full disk lets nobody in; False while it recovers or when it is gone."""
    try:
        connection = await asyncpg.connect(url, timeout=60)
    except asyncpg.DiskFullError:
        return True
    except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError):
        return False
    connection.terminate()
    return True


async def _write_until_it_fails(url: str, elsewhere: Path) -> None:
    """The disk is filled, then PostgreSQL's log grows by what the service has no say in, until the connection is lost."""
    with suppress(asyncpg.PostgresError, asyncpg.InterfaceError, OSError):
        connection = await asyncpg.connect(url, timeout=60)
        try:
            _fill(elsewhere)
            while True:
                await connection.execute(
                    "select pg_logical_emit_message(false, 'fill', repeat('x', 4000000))"
                )
        finally:
            connection.terminate()


def _die_of_a_full_disk(service: Serving, postgres: EmbeddedPostgres, elsewhere: Path) -> None:
    """Somebody else fills the disk until the service says that PostgreSQL is gone.

    Once is not always enough: its recovery removes the piece of log it died at and may come up with that room, and then
    lets nobody in ("could not write init file") who could write until it dies. Or the recovery fails for want of room and
    its process does not end: with room it goes on.
    """
    deaths = service.said().count(GONE)
    last_up_at = time.monotonic()
    give_up_at = last_up_at + START_S
    while service.said().count(GONE) == deaths:
        if time.monotonic() > last_up_at + START_S / 6:
            _leave_room(elsewhere)
            last_up_at = time.monotonic()
        logs = "".join(file.read_text() for file in postgres.places.log.iterdir())
        assert time.monotonic() < give_up_at, logs[-8000:] + service.said()[-2000:]
        if asyncio.run(_takes_connections(postgres.url)):
            last_up_at = time.monotonic()
            _leave_room(elsewhere)
            asyncio.run(_write_until_it_fails(postgres.url, elsewhere))


def _a_postgresql_that_died_of_it_comes_back_by_itself(
    service: Serving, sender: Sender, disk: Path, elsewhere: Path
) -> None:
    workers = service.workers()
    _die_of_a_full_disk(service, EmbeddedPostgres(disk / "data"), elsewhere)

    assert service.status("/healthz") == 200
    status, told = answer_of(service, "/readyz")
    assert (status, told["error"]) == (503, "Unavailable")
    assert "disk of the database is full" in told["detail"]
    assert answer_of(service, "/api/v1/info")[1]["storage"] == "full"
    assert sender.send()[0] in {0, 503, 507}

    elsewhere.unlink()
    service.wait_for_words("PostgreSQL is back")
    service.wait_until_ready()
    assert service.workers() == workers
    assert sender.missing() == []
    assert sender.send()[0] == 201
    # Once for each time; the first of them was before it had ever run.
    assert service.said().count(GONE) == service.said().count("PostgreSQL is back") + 1
