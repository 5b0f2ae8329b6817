"""A control group of its own for each run: it counts what fio and nobody else did, and holds it to limits on request.
Versions 1 and 2 of control groups."""

import contextlib
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Protocol

PERIOD_US = 100_000
UNLIMITED_IOPS = 4_000_000
_V1, _V2 = "cgroup", "cgroup2"


class Group(Protocol):
    """What both versions can do. Devices are `254:0`."""

    def join(self) -> None:
        """The calling process and its children belong to it from now on."""

    def limit_cpu(self, cpus: float) -> None:
        """To so many processors."""

    def limit_read_iops(self, device: str, iops: int) -> None:
        """Reads per second of one device."""

    def moved(self) -> Mapping[str, tuple[int, int]]:
        """Bytes read and written so far, by device. Buffered writes are not in it where the kernel writes them back."""

    def cpu_s(self) -> float:
        """Processor time so far."""

    def throttled(self) -> tuple[int, int]:
        """Periods in which it was stopped for its quota, and periods in all."""

    def remove(self) -> None:
        """Once its processes are gone."""


def _mounts() -> Iterator[tuple[str, str, list[str]]]:
    for line in Path("/proc/self/mounts").read_text().splitlines():
        _, point, kind, options, *_ = line.split()
        if kind in {_V1, _V2}:
            yield kind, point, options.split(",")


@contextlib.contextmanager
def own_group(name: str, devices: Iterable[str]) -> Iterator[Group]:
    """A new group below the root, which vanishes; it counts I/O of these devices. Raises SystemExit where none can be
    made."""
    group = _open(name, devices)
    try:
        yield group
    finally:
        group.remove()


def _open(name: str, devices: Iterable[str]) -> Group:
    points = {
        controller: Path(point)
        for kind, point, options in _mounts()
        if kind == _V1
        for controller in options
        if controller in {"cpu", "cpuacct", "blkio"}
    }
    if len(points) == 3:
        return GroupV1({controller: point / name for controller, point in points.items()}, devices)
    unified = next((Path(point) for kind, point, _ in _mounts() if kind == _V2), None)
    if unified is None or not {"cpu", "io"} <= set((unified / "cgroup.controllers").read_text().split()):
        raise SystemExit("no control group for CPU and I/O can be made here")
    (unified / "cgroup.subtree_control").write_text("+cpu +io")
    return GroupV2(unified / name)


def _pairs(text: str) -> dict[str, int]:
    return {name: int(value) for name, value in re.findall(r"^(\w+) (\d+)$", text, re.MULTILINE)}


class GroupV1:
    """One folder in each of three hierarchies."""

    def __init__(self, folders: Mapping[str, Path], devices: Iterable[str]) -> None:
        self._folders = folders
        # A device counts by group from the moment on that any group has a limit for it: one without processes.
        blkio = folders["blkio"]
        self._counting = blkio.with_name(f"{blkio.name}-counting")
        for folder in {*folders.values(), self._counting}:
            folder.mkdir(exist_ok=True)
        for device in devices:
            (self._counting / "blkio.throttle.read_iops_device").write_text(f"{device} {UNLIMITED_IOPS}")

    def join(self) -> None:
        for folder in set(self._folders.values()):
            (folder / "cgroup.procs").write_text(str(os.getpid()))

    def limit_cpu(self, cpus: float) -> None:
        (self._folders["cpu"] / "cpu.cfs_period_us").write_text(str(PERIOD_US))
        (self._folders["cpu"] / "cpu.cfs_quota_us").write_text(str(int(cpus * PERIOD_US)))

    def limit_read_iops(self, device: str, iops: int) -> None:
        (self._folders["blkio"] / "blkio.throttle.read_iops_device").write_text(f"{device} {iops}")

    def moved(self) -> Mapping[str, tuple[int, int]]:
        text = (self._folders["blkio"] / "blkio.throttle.io_service_bytes").read_text()
        found: dict[str, dict[str, int]] = {}
        for device, way, amount in re.findall(r"^(\d+:\d+) (Read|Write) (\d+)$", text, re.MULTILINE):
            found.setdefault(device, {})[way] = int(amount)
        return {device: (ways.get("Read", 0), ways.get("Write", 0)) for device, ways in found.items()}

    def cpu_s(self) -> float:
        return int((self._folders["cpuacct"] / "cpuacct.usage").read_text()) / 1e9

    def throttled(self) -> tuple[int, int]:
        counted = _pairs((self._folders["cpu"] / "cpu.stat").read_text())
        return counted["nr_throttled"], counted["nr_periods"]

    def remove(self) -> None:
        for folder in {*self._folders.values(), self._counting}:
            folder.rmdir()


class GroupV2:
    """One folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(exist_ok=True)

    def join(self) -> None:
        (self._folder / "cgroup.procs").write_text(str(os.getpid()))

    def limit_cpu(self, cpus: float) -> None:
        (self._folder / "cpu.max").write_text(f"{int(cpus * PERIOD_US)} {PERIOD_US}")

    def limit_read_iops(self, device: str, iops: int) -> None:
        (self._folder / "io.max").write_text(f"{device} riops={iops}")

    def moved(self) -> Mapping[str, tuple[int, int]]:
        found = {}
        for device, rest in re.findall(
            r"^(\d+:\d+) (.+)$", (self._folder / "io.stat").read_text(), re.MULTILINE
        ):
            counted = dict(re.findall(r"(\w+)=(\d+)", rest))
            found[device] = (int(counted.get("rbytes", 0)), int(counted.get("wbytes", 0)))
        return found

    def cpu_s(self) -> float:
        return _pairs((self._folder / "cpu.stat").read_text())["usage_usec"] / 1e6

    def throttled(self) -> tuple[int, int]:
        counted = _pairs((self._folder / "cpu.stat").read_text())
        return counted["nr_throttled"], counted["nr_periods"]

    def remove(self) -> None:
        self._folder.rmdir()
