"""Below a block device: partitions, arrays, mapped devices and loop files down to the disks."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path
from typing import Callable, Optional

from fioboard_agent.collectors.pcie.address import split_for_sorting
from fioboard_agent.host.reader import Reader
from fioboard_agent.inventory_types import Disk, Document, Volume
from fioboard_agent.targets.graph import Graph

CLASS = "/sys/class/block"
# Adds what is below a file to the graph under a node; returns why it could not, else None.
ResolveFile = Callable[[str, str], Optional[str]]
_PREFIX_KINDS = (
    ("md", "md"),
    ("zd", "zvol"),
    ("loop", "loop"),
    ("bcache", "bcache"),
    ("zram", "memory"),
    ("ram", "memory"),
    ("pmem", "disk"),
    ("nbd", "nbd"),
    ("rbd", "rbd"),
    ("drbd", "drbd"),
)


def find_block_name(reader: Reader, path: str) -> Optional[str]:
    """Find the kernel name of the block device at a path, links followed; None when it is none. The NVMe character
    device ng0n1 (io_uring_cmd) is the namespace nvme0n1.
    """
    real = reader.real_path(path)
    generic = re.fullmatch(r"/dev/ng([0-9]+n[0-9]+)", real)
    if generic:
        return f"nvme{generic.group(1)}"
    if reader.roots.is_live:
        try:
            status = Path(real).stat()
        except OSError:
            return None
        return find_name_by_number(reader, status.st_rdev) if stat.S_ISBLK(status.st_mode) else None
    name = real[len("/dev/") :].replace("/", "!") if real.startswith("/dev/") else ""
    return name if name and reader.exists(f"{CLASS}/{name}") else None


def find_name_by_number(reader: Reader, number: int | str) -> Optional[str]:
    """Find `sda1` of 8:1 or of the number as stat gives it; None when the kernel does not list it."""
    text = number if isinstance(number, str) else f"{os.major(number)}:{os.minor(number)}"
    link = f"/sys/dev/block/{text}"
    if reader.exists(link):
        return reader.real_path(link).rsplit("/", 1)[-1]
    # Captured trees rarely have /sys/dev.
    return next((name for name in reader.names(CLASS) if reader.text(f"{CLASS}/{name}/dev") == text), None)


def find_device_kind(reader: Reader, name: str, volumes: dict[str, Volume]) -> str:
    """Return the target's `kind` of a block device."""
    if reader.exists(f"{CLASS}/{name}/partition"):
        return "partition"
    if name in volumes and volumes[name]["kind"] != "zram":
        return str(volumes[name]["kind"])
    if _find_raid(name, volumes) is not None:
        return "hardware_raid"
    return next((kind for prefix, kind in _PREFIX_KINDS if re.match(prefix + r"[0-9_]", name)), "disk")


class BlockLayers:
    """Adds block devices and what is below them to a graph.

    Each method returns why it could not get down to a disk, else None. A device that is in the graph already is not
    followed again: that ends circles, too."""

    def __init__(self, reader: Reader, graph: Graph, inventory: Document, resolve_file: ResolveFile) -> None:
        self._reader = reader
        self._graph = graph
        self._resolve_file = resolve_file
        self._volumes: dict[str, Volume] = inventory.get("volumes") or {}
        self._disks: dict[str, Disk] = inventory.get("disks") or {}

    def add(self, name: str, parent: Optional[str]) -> Optional[str]:
        """One device by its kernel name."""
        add = {
            "partition": self._add_partition,
            "disk": self._add_disk,
            "hardware_raid": self._add_disk,
            "memory": self._add_memory,
            "nbd": self._add_remote,
            "rbd": self._add_remote,
            "zvol": self._add_zvol,
        }.get(find_device_kind(self._reader, name, self._volumes), self._add_volume)
        return add(name, parent)

    def add_members(self, members: list[str], parent: str) -> Optional[str]:
        """Members of a volume. Those that the kernel does not list (pool members that are gone) become nodes of
        unknown kind."""
        reasons = []
        for member in members:
            exists = self._reader.exists(f"{CLASS}/{member}")
            name = member if exists else find_block_name(self._reader, f"/dev/{member}")
            if name is not None:
                reasons.append(self.add(name, parent))
            elif member.startswith("/"):
                reasons.append(self._resolve_file(member, parent))
            else:
                self._graph.add(member, "unknown", None, parent)
                reasons.append(f"member {member} is not a device on this host")
        return next((reason for reason in reasons if reason), None)

    def _add_partition(self, name: str, parent: Optional[str]) -> Optional[str]:
        is_new = self._graph.add(name, "partition", name, parent)
        # The folder above a partition's is its disk's.
        folders = self._reader.real_path(f"{CLASS}/{name}").split("/")
        return self.add(folders[-2], name) if is_new and folders[-2] != name else None

    def _add_disk(self, name: str, parent: Optional[str]) -> Optional[str]:
        self._graph.add(name, "disk", name, parent)
        controllers = (self._disks.get(name) or {}).get("controllers") or []
        for controller in controllers if len(controllers) > 1 else []:
            self._graph.add(f"{name}/{controller['name']}", "controller", controller["name"], name)
        array = _find_raid(name, self._volumes)
        if array is not None:
            # The controller hides the drives behind the array; the kernel only sees this one disk.
            self._graph.add(array, "volume", array, name)
        return None

    def _add_memory(self, name: str, parent: Optional[str]) -> Optional[str]:
        self._graph.add(name, "memory", name, parent)
        return None

    def _add_remote(self, name: str, parent: Optional[str]) -> Optional[str]:
        self._graph.add(name, "network", name, parent)
        return f"{name} is a network device: what is behind it is not on this host"

    def _add_zvol(self, name: str, parent: Optional[str]) -> Optional[str]:
        """Add a zvol. Its device knows nothing of its pool; udev's links (zvol/tank/vol) do."""
        self._graph.add(name, "volume", None, parent)
        number = self._reader.text(f"{CLASS}/{name}/dev") or ""
        links = (self._reader.text(f"/run/udev/data/b{number}") or "").splitlines()
        zvol = next((line[len("S:zvol/") :] for line in links if line.startswith("S:zvol/")), "")
        pool = zvol.split("/", 1)[0]
        if pool not in self._volumes:
            return f"{name} is a ZFS volume whose pool is not known"
        self._graph.add(pool, "volume", pool, name)
        return self.add_members(self._volumes[pool]["members"], pool)

    def _add_volume(self, name: str, parent: Optional[str]) -> Optional[str]:
        if not self._graph.add(name, "volume", name, parent):
            return None
        backing = self._reader.text(f"{CLASS}/{name}/loop/backing_file")
        if backing is not None:
            return self._resolve_file(backing, name)
        members = list((self._volumes.get(name) or {}).get("members") or [])
        members = members or sorted(self._reader.names(f"{CLASS}/{name}/slaves"), key=split_for_sorting)
        if (self._volumes.get(name) or {}).get("kind") == "multipath":
            self._graph.multipath.add(name)
        return self.add_members(members, name) if members else f"{name}: its members are not visible"


def _find_raid(disk: str, volumes: dict[str, Volume]) -> Optional[str]:
    """Find the key of the RAID controller's array that the kernel shows as this disk."""
    fitting = (key for key, volume in volumes.items() if volume["kind"] == "hardware_raid")
    return next((key for key in fitting if volumes[key]["options"].get("os_device") == disk), None)
