"""`suite drives` by the real agent and fio over loop devices, two of them on one disk that the kernel holds back: what the
service says of it, and of the same devices when the disk has room for both."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from uuid import UUID, uuid4

import orjson
import pytest
from fioboard_agent.cli import main
from fioboard_agent.delivery.spool import Spool
from fioboard_agent.host.paths import Folders

from fioboard.app.runs.history.pool import build_pools
from fioboard.engine.answers.path import PathOut
from fioboard.engine.answers.pool import PoolOut
from fioboard.engine.hardware.inventory.path import resolve
from fioboard.store.derive.path import build_path
from fioboard.store.queries.pool import PoolResultRow

MIB = 1 << 20
BLKIO = Path("/sys/fs/cgroup/blkio")
# What each device may read by itself, and the disk below two of them: bytes/s.
ALONE, FULL, WIDE = 24 * MIB, 32 * MIB, 96 * MIB


@pytest.fixture
def devices(tmp_path: Path) -> Iterator[list[str]]:
    """Two devices of files on the disk of the tests, past the page cache, and one in memory."""
    if os.geteuid() != 0 or not (BLKIO / "blkio.throttle.read_bps_device").exists():
        pytest.skip("needs root and the blkio controller of cgroup 1")
    memory = Path(tempfile.mkdtemp(prefix="fioboard-pool-", dir="/dev/shm"))
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, memory)
        made = []
        for image in (tmp_path / "a", tmp_path / "b", memory / "c"):
            image.write_bytes(os.urandom(8 * MIB))
            direct = [] if image.parent == memory else ["--direct-io=on"]
            attached = subprocess.run(
                ["losetup", "-f", "--show", *direct, str(image)], capture_output=True, text=True, check=False
            )
            if attached.returncode:
                pytest.skip(f"no such loop devices here: {attached.stderr}")
            made.append(attached.stdout.strip())
            stack.callback(subprocess.run, ["losetup", "-d", made[-1]], check=True)
            # A device of a file is what its disk is; of a hard disk three places would be read.
            Path("/sys/block", Path(made[-1]).name, "queue/rotational").write_text("0")
        yield made


def find_disk(folder: Path) -> str:
    """The disk that a folder's file system is on."""
    number = folder.stat().st_dev
    place = Path(f"/sys/dev/block/{os.major(number)}:{os.minor(number)}")
    if not place.exists():
        pytest.skip("the tests' file system is on no block device")
    real = place.resolve()
    return real.parent.name if (real / "partition").exists() else real.name


@contextmanager
def hold_back(limits: dict[str, int]) -> Iterator[None]:
    """Let this process and its children read these devices no faster."""
    lines = Path("/proc/self/cgroup").read_text().splitlines()
    before = BLKIO / next(line.rpartition(":")[2] for line in lines if ":blkio:" in line).lstrip("/")
    group = BLKIO / f"fioboard-pool-{os.getpid()}"
    group.mkdir()
    try:
        for name, limit in limits.items():
            number = Path("/sys/block", name, "dev").read_text().strip()
            (group / "blkio.throttle.read_bps_device").write_text(f"{number} {limit}")
        (group / "cgroup.procs").write_text(str(os.getpid()))
        yield
    finally:
        (before / "cgroup.procs").write_text(str(os.getpid()))
        group.rmdir()


def measure(devices: list[str], limits: dict[str, int], home: Path) -> PoolOut:
    """What the service makes of the agent's batch."""
    home.mkdir()
    with pytest.MonkeyPatch.context() as patch, hold_back(limits):
        for name in ("STATE", "CONFIG", "LOCK"):
            patch.setenv(f"FIOBOARD_AGENT_{name}", str(home / name))
        words = ["--targets", ",".join(devices), "--runtime", "1", "--no-upload", "--no-samples"]
        assert main(["suite", "drives", *words]) == 0
        entries = list(Spool(Folders.from_environment()).waiting())
    paths: dict[UUID, PathOut] = {}
    rows: list[PoolResultRow] = []
    for entry in entries:
        path = resolve(
            orjson.loads((entry.folder / "inventory.json").read_bytes()), entry.manifest()["targets"]
        )
        assert path is not None
        run_id = uuid4()
        paths[run_id] = build_path(path)
        for one in orjson.loads((entry.files / "fio.json").read_bytes())["jobs"]:
            rows.append(
                {
                    "run_id": run_id, "direction": "read", "rw": "read", "bs_bytes": 131072, "iodepth": 32, "numjobs": 1,
                    "direct": True, "bw_bytes_per_s": one["read"]["bw_bytes"], "filename": one["job options"]["filename"],
                    "place": None, "rated_share": None, "rated_verdict": None,
                }
            )  # fmt: skip
    [pool] = build_pools(paths, rows)
    return pool


def test_a_disk_that_two_devices_share_is_named_where_it_is_the_limit(
    devices: list[str], tmp_path: Path
) -> None:
    disk, names = find_disk(tmp_path), [device.rpartition("/")[2] for device in devices]
    limits = dict.fromkeys(names, ALONE)
    full = measure(devices, {**limits, disk: FULL}, tmp_path / "full")
    lost = [(level["name"], sorted(level["drives"])) for level in full["levels"] if level["is_lost"]]
    assert lost == [(disk, sorted(names[:2]))], full
    assert full["sentence"].startswith(f"{disk}: the 2 drives read "), full["sentence"]
    assert not any(bay["is_slow"] for bay in full["bays"])
    wide = measure(devices, {**limits, disk: WIDE}, tmp_path / "wide")
    assert [level["name"] for level in wide["levels"]] == [disk, "All drives"]
    assert not any(level["is_lost"] for level in wide["levels"]), wide
    assert wide["sentence"].startswith("All 3 drives read "), wide["sentence"]
