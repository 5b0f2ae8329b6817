"""No job that nobody confirmed changes a file, a folder or a device that is not the agent's own (S1 of the field's
reports; rules P1, P5). The policy alone is judged here: the kernel's hold and the watch are switched off."""

import hashlib
import json
import os
import shutil
import stat
import subprocess
from datetime import datetime, timezone
from pathlib import Path

import pytest
from hostile_jobs import Victims, sweep, tricks
from loop_device import attach, detach

from fioboard_agent.benchmark import bench as benchmark
from fioboard_agent.benchmark.bench import Bench, Request
from fioboard_agent.cli import main
from fioboard_agent.delivery.payload import Host
from fioboard_agent.errors import AgentError
from fioboard_agent.fio.outcome import FioOutcome
from fioboard_agent.fio.program import build_environment
from fioboard_agent.jobs.arguments import parse_arguments
from fioboard_agent.safety.clearance import Permissions
from fioboard_agent.terminal import ProgressLine

# A part of 64 tries the options of fio at every 64th place; together with the tricks it is what `make test` runs.
PARTS, SMALL_PARTS = 8, 64
AT_ONCE = 8
MIB = 1 << 20


def _loop_device(image: Path) -> Path:
    """A loop device of 4 MiB; the test is skipped by name where none can be made."""
    if shutil.which("mkfs.ext4") is None:
        pytest.skip("there is no mkfs.ext4 here")
    with image.open("wb") as file:
        file.truncate(4 * MIB)
    return Path(attach(image))


@pytest.fixture(params=["files", "devices"])
def victims(request, tmp_path):
    """Foreign files; where root may, also two devices with a file system, one of them mounted."""
    folder = tmp_path / "foreign"
    (folder / "below").mkdir(parents=True)
    for name in ("precious", "second", "below/third"):
        (folder / name).write_bytes(hashlib.sha256(name.encode()).digest() * 512)
    (tmp_path / "link").symlink_to(folder / "second")
    (folder / "included.fio").write_text(f"filename={folder}/precious\n")
    devices = []
    point = tmp_path / "mounted"
    try:
        for name in ("idle", "mounted") if request.param == "devices" else ():
            devices.append(_loop_device(tmp_path / f"{name}.image"))
            subprocess.run(["mkfs.ext4", "-q", "-O", "^has_journal", str(devices[-1])], check=True)
        if devices:
            point.mkdir()
            # Read-only, so that the kernel itself leaves its bytes alone; fio could write to the device all the same.
            subprocess.run(["mount", "-o", "ro", str(devices[1]), str(point)], check=True)
        yield Victims(folder / "precious", folder, tmp_path / "link", tuple(devices))
    finally:
        if point.is_mount():
            subprocess.run(["umount", str(point)], check=True)
        for device in devices:
            detach(device)


def _state(victims):
    """Everything below the foreign folder, the link and the devices: kind, mode, size and SHA-256."""
    paths = [*victims.folder.rglob("*"), victims.folder, victims.link, *victims.devices]
    return {str(path): _state_of(path) if os.path.lexists(path) else "gone" for path in paths}


def _state_of(path):
    status = path.lstat()
    if stat.S_ISLNK(status.st_mode):
        return str(path.readlink())
    has_bytes = stat.S_ISREG(status.st_mode) or stat.S_ISBLK(status.st_mode)
    digest = hashlib.sha256(path.read_bytes()).hexdigest() if has_bytes else ""
    return status.st_mode, status.st_size, status.st_ino, digest


class Hostility:
    """Starts hostile jobs as the operator would, several fio at a time, and notes what they changed."""

    def __init__(self, bench: Bench, cwd: Path, victims: Victims, folder: Path) -> None:
        self._bench, self._cwd, self._victims = bench, cwd, victims
        self._job_file = folder / "job.fio"
        self._running: list[tuple[object, subprocess.Popen[bytes]]] = []
        self._state = _state(victims)
        self.started = 0
        self.at_once = AT_ONCE
        self.changes: list[str] = []

    def start_fio(self, program, arguments, folder, *_):
        """In the place of run_fio: does not wait, and does not hold fio back."""
        output = (folder / "messages.txt").open("wb")
        with output:
            process = subprocess.Popen(
                [program.path, *arguments], cwd=folder, env=build_environment(str(folder)), stdin=subprocess.DEVNULL,
                stdout=output, stderr=output,
            )  # fmt: skip
        self._running.append((self._job, process))
        now = datetime.now(timezone.utc)
        return FioOutcome(now, now, 0, None, interrupted=False)

    def attempt(self, job) -> None:
        """One job; the victims are looked at when a few have ended."""
        self._job = job
        self._job_file.write_text(job.text)
        arguments = list(job.arguments) or [str(self._job_file)]
        try:
            request = Request(parse_arguments(arguments), self._cwd, Permissions(keep_free_bytes=0), is_sampled=False)
            with Path(os.devnull).open("w", encoding="ascii") as silence:
                self._bench.measure(request, ProgressLine(silence))
        except AgentError:
            return
        if len(self._running) >= self.at_once:
            self.settle()

    def settle(self) -> None:
        """Wait for every fio, then compare."""
        for _, process in self._running:
            try:
                process.wait(timeout=120)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                raise
        self.started += len(self._running)
        state = _state(self._victims)
        if state != self._state:
            paths = sorted(path for path in {*state, *self._state} if state.get(path) != self._state.get(path))
            self.changes.append(f"{paths} by one of: " + "; ".join(str(job) for job, _ in self._running))
            self._state = state
        self._running.clear()


@pytest.fixture
def hostility(program, spool, bench, tmp_path, victims, monkeypatch):
    (tmp_path / "hostile").mkdir()
    hostility = Hostility(
        Bench(program, spool, Host("host", "host"), {}, is_sampling=False), bench, victims, tmp_path / "hostile"
    )
    monkeypatch.setattr(benchmark, "run_fio", hostility.start_fio)
    return hostility


def test_trick_changes_nothing_outside_the_target(victims, hostility):
    hostility.at_once = 1  # some delete what others made: together they could hide each other
    attempt_all(hostility, victims, tricks(victims))


@pytest.mark.quick(1)
def test_some_options_change_nothing_outside_the_target(victims, hostility, program):
    attempt_all(hostility, victims, sweep(program.path, victims, 0, SMALL_PARTS), at_least=5)


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(PARTS))
def test_no_option_changes_anything_outside_the_target(part, victims, hostility, program):
    attempt_all(hostility, victims, sweep(program.path, victims, part, PARTS))


def attempt_all(hostility, victims, jobs, at_least=20):
    """`at_least` as many jobs must have been tried, and not all of them may have been refused."""
    # With devices, what names none was tried without them.
    devices = [str(device) for device in victims.devices]
    tried = [job for job in jobs if not devices or any(device in str(job) for device in devices)]
    for job in tried:
        hostility.attempt(job)
    hostility.settle()
    print(f"{len(tried)} jobs, fio started {hostility.started} times")
    assert hostility.changes == []
    assert len(tried) >= at_least
    assert hostility.started >= 1


@pytest.mark.nightly
@pytest.mark.usefixtures("in_bench")
def test_no_experiment_changes_anything_outside_the_target(victims, folders, capsys):
    """Also not by a journal or a receipt that somebody forged in the agent's own folder."""
    state, queues = _state(victims), _read_queues(victims)
    brief = [
        "--yes",
        "--no-upload",
        "--no-samples",
        "--size",
        "4m",
        "--runtime",
        "1",
        "--repeat",
        "1",
        "--keep-free",
        "1m",
    ]
    workloads = (["--rw", "randwrite"], ["--suite", "quick"], ["--precondition"], ["--rw", "read"])
    conditions = ("cable=a,b", "scheduler=none,mq-deadline", "scheduler=../../x,none", "nr-requests=1,2;x", "kernel=$(id),b",
                  "filesystem=xfs,ext4", "nvme-write-cache=on,off", "drive=a,b")  # fmt: skip
    codes = []
    for number, target in enumerate([*victims.paths, victims.link, victims.folder / "below", Path("/etc/hostname")]):
        for turn, words in enumerate(workloads):
            varied = conditions[(number + turn) % len(conditions)]
            codes.append(main(["experiment", "new", "--vary", varied, "--target", str(target), *words, *brief]))
            # What the first half left is taken up against every victim in turn.
            for path in folders.batches.glob("*.json") if folders.batches.exists() else []:
                forged = path.read_text().replace(str(target), str(victims.file))
                path.write_text(forged.replace('"rw": "read"', '"rw": "write"').replace("none", "../x"))
                codes.append(main(["experiment", "resume", "--anyway", "--no-upload", "--no-samples"]))
                path.unlink(missing_ok=True)
    folders.switched.mkdir(parents=True, exist_ok=True)
    for number, place in enumerate([str(victims.file), f"/sys/block/../..{victims.file}", "nvme:nvme0:1"]):
        receipt = {"place": place, "was": "0", "set": "1", "at": "x", "is_follower": bool(number)}
        document = {"schema": 1, "boot": None, "receipts": [receipt]}
        (folders.switched / f"{number}.json").write_text(json.dumps(document))
    codes.append(main(["experiment", "abort"]))
    capsys.readouterr()
    assert _state(victims) == state
    assert _read_queues(victims) == queues
    assert len(codes) >= 20
    assert {0} < set(codes), "some are allowed and some refused"


def _read_queues(victims):
    folders = [Path("/sys/block", device.name, "queue") for device in victims.devices]
    return [(folder / name).read_text() for folder in folders for name in ("scheduler", "nr_requests", "wbt_lat_usec")]
