"""Below a block device: partitions, arrays, mapped devices and loop files down to the disks."""

from __future__ import annotations

import os
import re
import stat
from typing import Any, Callable, Optional

from fioboard_agent.collectors.disk_linux import read_udev
from fioboard_agent.collectors.frame import Reader
from fioboard_agent.collectors.pcie_address import natural_order
from fioboard_agent.targets.graph import Graph

CLASS = "/sys/class/block"
ResolveFile = Callable[[str, Graph, str], Optional[str]]
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
_REMOTE = {"nbd", "rbd"}


def block_name(reader: Reader, path: str) -> Optional[str]:
    """Kernel name of the block device at a path, links followed; None when it is none. The NVMe character device
    ng0n1 (io_uring_cmd) is the namespace nvme0n1."""
    real = reader.real_path(path)
    generic = re.fullmatch(r"/dev/ng([0-9]+n[0-9]+)", real)
    if generic:
        return f"nvme{generic.group(1)}"
    if reader.roots.is_live:
        try:
            found = os.stat(real)
        except OSError:
            return None
        return name_of_number(reader, found.st_rdev) if stat.S_ISBLK(found.st_mode) else None
    name = real[len("/dev/") :].replace("/", "!") if real.startswith("/dev/") else ""
    return name if name and reader.exists(f"{CLASS}/{name}") else None


def name_of_number(reader: Reader, number: int | str) -> Optional[str]:
    """`sda1` of 8:1 or of the number as stat gives it; None when the kernel does not list it."""
    text = number if isinstance(number, str) else f"{os.major(number)}:{os.minor(number)}"
    link = f"/sys/dev/block/{text}"
    if reader.exists(link):
        return reader.real_path(link).rsplit("/", 1)[-1]
    # Captured trees rarely have /sys/dev.
    return next((name for name in reader.names(CLASS) if reader.text(f"{CLASS}/{name}/dev") == text), None)


def device_kind(reader: Reader, name: str, volumes: dict[str, Any]) -> str:
    """The target's `kind` of a block device."""
    if reader.exists(f"{CLASS}/{name}/partition"):
        return "partition"
    if name in volumes and volumes[name]["kind"] != "zram":
        return str(volumes[name]["kind"])
    return next((kind for prefix, kind in _PREFIX_KINDS if re.match(prefix + r"[0-9_]", name)), "disk")


def expand(
    reader: Reader, graph: Graph, name: str, parent: Optional[str], inventory: dict[str, Any], resolve_file: ResolveFile
) -> Optional[str]:
    """Adds a block device and everything below it; returns why it could not be followed to a disk, else None."""
    volumes = inventory.get("volumes") or {}
    kind = device_kind(reader, name, volumes)
    if kind == "partition":
        if not graph.add(name, "partition", name, parent):
            return None
        return expand(reader, graph, _disk_of(reader, name), name, inventory, resolve_file)
    if kind == "disk":
        if graph.add(name, "disk", name, parent):
            controllers = ((inventory.get("disks") or {}).get(name) or {}).get("controllers") or []
            for controller in controllers if len(controllers) > 1 else []:
                graph.add(f"{name}/{controller['name']}", "controller", controller["name"], name)
        return None
    if kind == "memory":
        graph.add(name, "memory", name, parent)
        return None
    if kind in _REMOTE:
        graph.add(name, "network", name, parent)
        return f"{name} is a device of the network: what is behind it is not on this host"
    if kind == "zvol":
        return _expand_zvol(reader, graph, name, parent, inventory, resolve_file)
    if not graph.add(name, "volume", name, parent):
        return None
    return _expand_volume(reader, graph, name, inventory, resolve_file)


def expand_members(
    reader: Reader, graph: Graph, node: str, members: list[str], inventory: dict[str, Any], resolve_file: ResolveFile
) -> Optional[str]:
    """The members of a volume below its node; those that the kernel does not list (drives behind a RAID controller,
    pool members that are gone) become nodes of unknown kind."""
    reasons = []
    for member in members:
        name = member if reader.exists(f"{CLASS}/{member}") else block_name(reader, f"/dev/{member}")
        if name is None and member.startswith("/"):
            reasons.append(resolve_file(member, graph, node))
        elif name is None:
            graph.add(member, "unknown", None, node)
            reasons.append(f"member {member} is not a device of this host")
        else:
            reasons.append(expand(reader, graph, name, node, inventory, resolve_file))
    return next((reason for reason in reasons if reason), None)


def _expand_volume(
    reader: Reader, graph: Graph, name: str, inventory: dict[str, Any], resolve_file: ResolveFile
) -> Optional[str]:
    volume = (inventory.get("volumes") or {}).get(name)
    if reader.exists(f"{CLASS}/{name}/loop/backing_file"):
        backing = reader.text(f"{CLASS}/{name}/loop/backing_file")
        return resolve_file(backing, graph, name) if backing else f"{name} has no file behind it"
    members = list(volume["members"]) if volume else []
    if not members:
        members = sorted(reader.names(f"{CLASS}/{name}/slaves"), key=natural_order)
    if not members:
        return f"{name}: its members are not visible"
    return expand_members(reader, graph, name, members, inventory, resolve_file)


def _expand_zvol(
    reader: Reader,
    graph: Graph,
    name: str,
    parent: Optional[str],
    inventory: dict[str, Any],
    resolve_file: ResolveFile,
) -> Optional[str]:
    """A zvol's device knows nothing of its pool; udev's links (zvol/tank/vol) do."""
    graph.add(name, "volume", None, parent)
    number = reader.text(f"{CLASS}/{name}/dev") or ""
    links = (reader.text(f"/run/udev/data/b{number}") or "").splitlines()
    zvol = next((line[len("S:zvol/") :] for line in links if line.startswith("S:zvol/")), None)
    zvol = zvol or read_udev(reader, f"{CLASS}/{name}").get("ID_ZVOL")
    pool = zvol.split("/", 1)[0] if zvol else None
    volume = (inventory.get("volumes") or {}).get(pool or "")
    if pool is None or volume is None:
        return f"{name} is a ZFS volume whose pool is not known"
    graph.add(pool, "volume", pool, name)
    return expand_members(reader, graph, pool, volume["members"], inventory, resolve_file)


def _disk_of(reader: Reader, partition: str) -> str:
    """The folder above a partition's."""
    parts = reader.real_path(f"{CLASS}/{partition}").split("/")
    return parts[-2] if len(parts) > 2 else partition
