"""What every test may ask for: private agent folders, the real fio, and a service that does as it is told."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import ssl
import subprocess
import tempfile
from pathlib import Path
from typing import Any, Iterator

import pytest
from loop_device import attach, detach
from served_cards import MODEL
from service_double import ServiceDouble

from fioboard_agent.build import build
from fioboard_agent.delivery.spool import Spool
from fioboard_agent.fio.program import FioProgram, find_fio
from fioboard_agent.host.paths import Folders, Roots
from fioboard_agent.inventory.document import collect_inventory

pytest_plugins = ["quick_cases"]


def pytest_configure(config: pytest.Config) -> None:
    """A place for what all test processes share: captured machines (trees.py), the agent's archive. The first makes and
    removes it; in memory where there is room, as ten thousands of small files cost a disk more than the tests do."""
    if "FIOBOARD_SHARED_BY_TESTS" not in os.environ:
        memory = Path("/dev/shm")
        has_room = os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > 2 << 30
        folder = tempfile.mkdtemp(prefix="fioboard-agent-tests-", dir=memory if has_room else None)
        os.environ["FIOBOARD_SHARED_BY_TESTS"] = folder
        config.add_cleanup(lambda: shutil.rmtree(folder))


@pytest.fixture(scope="session")
def archive() -> Path:
    """The agent as one file, built once for all test processes. Tests only read it."""
    path = Path(os.environ["FIOBOARD_SHARED_BY_TESTS"]) / "agent.pyz"
    with path.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            build(path)
    return path


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Folders]:
    """The agent's folders inside the test's own, also for agents started as processes. With the umask of cli.main,
    which ends with the test."""
    before = os.umask(0o077)
    monkeypatch.setenv("FIOBOARD_AGENT_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("FIOBOARD_AGENT_CONFIG", str(tmp_path / "config" / "config.json"))
    monkeypatch.setenv("FIOBOARD_AGENT_LOCK", str(tmp_path / "lock"))
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[1]))
    for name in ("FIOBOARD_SERVER", "FIOBOARD_TOKEN_FILE", "FIOBOARD_CA_FILE"):
        monkeypatch.delenv(name, raising=False)
    yield Folders.from_environment()
    os.umask(before)


@pytest.fixture
def spool(folders: Folders) -> Spool:
    return Spool(folders)


@pytest.fixture(scope="session")
def program() -> FioProgram:
    """The real fio; without one these tests cannot say anything, so they fail."""
    return find_fio()


@pytest.fixture
def bench(tmp_path: Path) -> Path:
    """A folder to measure in."""
    folder = tmp_path / "bench"
    folder.mkdir()
    return folder


# A second is the least that the agent asks of a step. How long fio measures, and how fast, says nothing about the agent;
# nor does the clock: measuring the processor's own takes fio half as long as all the rest of a small job.
_BRIEF_FIO = """#!/bin/sh
for word; do
  shift
  case $word in
    --name=*) set -- "$@" "$word" --clocksource=clock_gettime ;;
    --runtime=1) set -- "$@" --runtime=150ms --rate_iops=4000 ;;
    --runtime=*) set -- "$@" "$word" --rate_iops=4000 ;;
    --ramp_time=1) set -- "$@" --ramp_time=50ms ;;
    *) set -- "$@" "$word" ;;
  esac
done
exec {fio} "$@"
"""


@pytest.fixture(scope="session")
def brief_fio(tmp_path_factory: pytest.TempPathFactory, program: FioProgram) -> Path:
    """The folder of a `fio` that is the real one, but leaves the processors to others, and measures for 150 ms where it
    is asked for one second."""
    folder = tmp_path_factory.mktemp("brief")
    path = folder / "fio"
    path.write_text(_BRIEF_FIO.format(fio=program.path), encoding="ascii")
    path.chmod(0o755)
    return folder


@pytest.fixture
def in_bench(bench: Path, folders: Folders, brief_fio: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An agent with folders of its own and the brief fio, called in the folder to measure in."""
    monkeypatch.setenv("PATH", f"{brief_fio}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.chdir(bench)


@pytest.fixture
def in_served_bench(bench: Path, in_bench: None, service: ServiceDouble, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same, enrolled with the service."""
    token = bench.parent / "token"
    token.write_text("fioboard_upload_test")
    token.chmod(0o600)
    monkeypatch.setenv("FIOBOARD_SERVER", service.url)
    monkeypatch.setenv("FIOBOARD_TOKEN_FILE", str(token))


@pytest.fixture
def service() -> Iterator[ServiceDouble]:
    with ServiceDouble() as running:
        yield running


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, str]:
    """(key, certificate, fingerprint) that a service or a BMC on this machine has made for itself."""
    folder = tmp_path_factory.mktemp("tls")
    key, certificate = folder / "key", folder / "certificate"
    names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate]
    subprocess.run([*command, *names], check=True, capture_output=True)
    der = ssl.PEM_cert_to_DER_cert(certificate.read_text())
    return key, certificate, hashlib.sha256(der).hexdigest()


@pytest.fixture
def drive(monkeypatch: pytest.MonkeyPatch) -> None:
    """This machine's drives, as if they told a model."""

    def collected(roots: Roots, program: FioProgram) -> dict[str, Any]:
        document = collect_inventory(roots, program)
        for disk in document["disks"].values():
            disk["model"] = MODEL
        return document

    monkeypatch.setattr("fioboard_agent.commands.suite.collect_inventory", collected)


@pytest.fixture
def loop(tmp_path: Path) -> Iterator[tuple[str, str]]:
    """A loop device of 32 MiB of zeros."""
    image = tmp_path / "image"
    with image.open("wb") as file:
        file.truncate(32 << 20)
    device = attach(image)
    yield device, str(image)
    detach(device)
