"""Loop devices for tests. No test gets a number that another one has freed for a moment and wants again: it would have
taken that test's device, and lost its own when that test detached it."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import Iterator

import pytest

_LOCK = Path(tempfile.gettempdir(), "fioboard-loop-devices.lock")


@contextmanager
def keep_numbers() -> Iterator[None]:
    """Let no other test attach a loop device until the block ends."""
    with _LOCK.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def attach(image: Path) -> str:
    """Return the loop device of an image; skips the test where none can be made."""
    if os.geteuid() != 0 or shutil.which("losetup") is None:
        pytest.skip("loop devices need root and losetup")
    with keep_numbers():
        made = subprocess.run(["losetup", "-f", "--show", str(image)], capture_output=True, text=True, check=False)
    if made.returncode:
        pytest.skip(f"no loop devices here: {made.stderr.strip()}")
    return made.stdout.strip()


def detach(device: str | Path) -> None:
    """Take the image from a loop device."""
    subprocess.run(["losetup", "-d", str(device)], check=True)


@contextmanager
def limit_reads(device: str, bytes_per_s: int) -> Iterator[None]:
    """Let this process and its children read a device no faster; skips the test without the blkio controller of cgroup
    1 (the kernels of these tests have no dm-delay)."""
    blkio, pid = Path("/sys/fs/cgroup/blkio"), str(os.getpid())
    if not (blkio / "blkio.throttle.read_bps_device").exists():
        pytest.skip("no blkio controller of cgroup 1 here")
    lines = Path("/proc/self/cgroup").read_text(encoding="utf-8").splitlines()
    before = blkio / next(line.rpartition(":")[2] for line in lines if ":blkio:" in line).lstrip("/")
    number = Path("/sys/block", Path(device).name, "dev").read_text(encoding="utf-8").strip()
    made = blkio / f"fioboard-test-{pid}"
    made.mkdir()
    try:
        (made / "blkio.throttle.read_bps_device").write_text(f"{number} {bytes_per_s}", encoding="utf-8")
        (made / "cgroup.procs").write_text(pid, encoding="utf-8")
        yield
    finally:
        (before / "cgroup.procs").write_text(pid, encoding="utf-8")
        made.rmdir()
