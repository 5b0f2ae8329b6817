"""Limits of the control group that fio will run in: processor time and I/O, at every level up to the root, v1 and v2.

A limit of any level holds for all below it, so each that is set is told; where there is none, that is told too.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Iterator, Optional

from fioboard_agent.host.reader import Reader

# Deeper than this nobody nests; a path that says so is a misreading.
MAX_LEVELS = 32
_IO_V2 = {
    "rbps": "read_bytes_per_s",
    "wbps": "write_bytes_per_s",
    "riops": "read_iops",
    "wiops": "write_iops",
}
_IO_V1 = {
    "read_bps": "read_bytes_per_s",
    "write_bps": "write_bytes_per_s",
    "read_iops": "read_iops",
    "write_iops": "write_iops",
}


@dataclass(frozen=True)
class _Hierarchy:
    """One mounted hierarchy: its version and the folders from fio's own group up to the top that is visible."""

    version: int
    levels: list[str]

    def reaches_root(self, reader: Reader) -> bool:
        """Whether the top folder is the machine's own root group, not that of a container's namespace."""
        top = self.levels[-1]
        # The kernel makes the first in the root group of v1 only, the second in all groups of v2 but the root.
        return reader.exists(f"{top}/release_agent") if self.version == 1 else not reader.exists(f"{top}/cgroup.type")


def collect_cgroup(reader: Reader) -> Optional[dict[str, Any]]:
    """`{"version", "reaches_root", "cpu", "io"}` of the group of this process, which fio inherits. None where no
    hierarchy can be read.

    `cpu` has an entry per level with a quota: `level` (0 = own group), `quota_us` of each `period_us`, and what is
    counted since the group was made: `periods`, `throttled_periods`, `throttled_us`. `io` has one per level and device
    with a limit: `level`, `device` (`254:0`), `disk` (its name), bytes and requests per second, null where not limited.
    An empty list means that none is set; null, that nobody could say. `reaches_root` is false inside a container: what
    is set above it cannot be seen from there."""
    of_cpu, of_io = _find_hierarchy(reader, "cpu"), _find_hierarchy(reader, "blkio")
    known = [hierarchy for hierarchy in (of_cpu, of_io) if hierarchy is not None]
    if not known:
        return None
    return {
        "version": min(hierarchy.version for hierarchy in known),
        "reaches_root": all(hierarchy.reaches_root(reader) for hierarchy in known),
        "cpu": None if of_cpu is None else list(_read_cpu_limits(reader, of_cpu)),
        "io": None if of_io is None else list(_read_io_limits(reader, of_io)),
    }


def _find_hierarchy(reader: Reader, controller: str) -> Optional[_Hierarchy]:
    """Find the hierarchy of v1 that holds the controller, else the one of v2."""
    groups = _read_groups(reader)
    for version, key in ((1, controller), (2, "")):
        for mount in _list_mounts(reader, version):
            if version == 1 and controller not in mount.options:
                continue
            group = groups.get(key)
            levels = [] if group is None else _list_levels(mount, group)
            if levels and reader.exists(f"{levels[0]}/cgroup.procs"):
                return _Hierarchy(version, levels)
    return None


@dataclass(frozen=True)
class _Mount:
    root: str
    point: str
    options: tuple[str, ...]


def _list_mounts(reader: Reader, version: int) -> Iterator[_Mount]:
    fstype = "cgroup2" if version == 2 else "cgroup"
    text = (reader.binary("/proc/self/mountinfo") or b"").decode("utf-8", "surrogateescape")
    for line in text.splitlines():
        left, _, right = line.partition(" - ")
        fields, tail = left.split(" "), right.split(" ")
        if len(fields) >= 6 and len(tail) >= 3 and tail[0] == fstype:
            yield _Mount(fields[3], fields[4], tuple(tail[2].split(",")))


def _read_groups(reader: Reader) -> dict[str, str]:
    """Return the path of this process's group by controller; "" is v2's. Of the whole lines of /proc/self/cgroup."""
    groups = {}
    for line in (reader.text("/proc/self/cgroup") or "").splitlines():
        match = re.fullmatch(r"\d+:([^:]*):(/.*)", line)
        if match:
            groups.update(dict.fromkeys(match.group(1).split(","), match.group(2)))
    return groups


def _list_levels(mount: _Mount, group: str) -> list[str]:
    """List folders from the group's own up to the mount point; empty for a group outside of what is mounted."""
    root = mount.root.rstrip("/")
    if ".." in group.split("/") or ".." in root.split("/") or not (group + "/").startswith(root + "/"):
        return []
    parts = [part for part in group[len(root) :].split("/") if part]
    if len(parts) >= MAX_LEVELS:
        return []
    return ["/".join([mount.point.rstrip("/"), *parts[:count]]) for count in range(len(parts), -1, -1)]


def _read_cpu_limits(reader: Reader, hierarchy: _Hierarchy) -> Iterator[dict[str, Any]]:
    for level, folder in enumerate(hierarchy.levels):
        if hierarchy.version == 1:
            quota, period = reader.number(f"{folder}/cpu.cfs_quota_us"), reader.number(f"{folder}/cpu.cfs_period_us")
        else:
            match = re.fullmatch(r"(\d+) (\d+)", reader.text(f"{folder}/cpu.max") or "")
            quota, period = (int(match.group(1)), int(match.group(2))) if match else (None, None)
        if quota is None or period is None or quota <= 0 or period <= 0:
            continue
        counted = _parse_pairs(reader.text(f"{folder}/cpu.stat"))
        nanoseconds = counted.get("throttled_time")
        yield {
            "level": level,
            "quota_us": quota,
            "period_us": period,
            "periods": counted.get("nr_periods"),
            "throttled_periods": counted.get("nr_throttled"),
            "throttled_us": counted.get("throttled_usec") if nanoseconds is None else nanoseconds // 1000,
        }


def _read_io_limits(reader: Reader, hierarchy: _Hierarchy) -> Iterator[dict[str, Any]]:
    # v1's throttling is flat: a group's limit does not hold for the groups in it.
    levels = hierarchy.levels[:1] if hierarchy.version == 1 else hierarchy.levels
    for level, folder in enumerate(levels):
        limits = _read_io_v1(reader, folder) if hierarchy.version == 1 else _read_io_v2(reader, folder)
        for device, known in sorted(limits.items()):
            if known:
                disk = reader.link_name(f"/sys/dev/block/{device}")
                yield {"level": level, "device": device, "disk": disk, **dict.fromkeys(_IO_V2.values()), **known}


def _read_io_v2(reader: Reader, folder: str) -> dict[str, dict[str, int]]:
    limits = {}
    for line in (reader.text(f"{folder}/io.max") or "").splitlines():
        match = re.fullmatch(r"(\d+:\d+) (.*)", line)
        if match:
            pairs = re.findall(r"(\w+)=(\d+)", match.group(2))
            limits[match.group(1)] = {_IO_V2[name]: int(value) for name, value in pairs if name in _IO_V2}
    return limits


def _read_io_v1(reader: Reader, folder: str) -> dict[str, dict[str, int]]:
    limits: dict[str, dict[str, int]] = {}
    for name, field in _IO_V1.items():
        text = reader.text(f"{folder}/blkio.throttle.{name}_device") or ""
        for device, value in re.findall(r"^(\d+:\d+) (\d+)$", text, re.MULTILINE):
            limits.setdefault(device, {})[field] = int(value)
    return limits


def _parse_pairs(text: Optional[str]) -> dict[str, int]:
    return {name: int(value) for name, value in re.findall(r"^(\w+) (\d+)$", text or "", re.MULTILINE)}
