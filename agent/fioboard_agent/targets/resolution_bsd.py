"""A target on FreeBSD and macOS followed to its disks by the systems' own programs: `df` says which mount (statfs(2)),
`mount` of what kind it is, GEOM and diskutil, as the inventory has them, what lies below.

df(1), mount(8): `mount -p` of FreeBSD prints fstab(5) lines, macOS `/dev/disk3s5 on /System/Volumes/Data (apfs, …)`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Optional

from fioboard_agent.collectors.geom_freebsd import CONFXML, parse_labels
from fioboard_agent.host.reader import Reader
from fioboard_agent.inventory_types import Disk, Document, Volume
from fioboard_agent.targets import network
from fioboard_agent.targets.graph import Graph
from fioboard_agent.targets.mounts import Mount

Target = dict[str, Any]
_DF_LINE = re.compile(r"(?P<source>\S.*?)\s+\d+\s+-?\d+\s+-?\d+\s+(\d+%|-)\s+(?P<point>/.*)")
_MACOS_MOUNT = re.compile(r"(?P<source>.+?) on (?P<point>/.*) \((?P<kind>[^,()]+)(?P<options>[^()]*)\)")
_MEMORY = {"tmpfs", "mfs"}
# nvd0p1, ada0s1a, da3p2.eli's ada0p3; disk3s1s1
_PARTITION = re.compile(r"(.+?\d)(?:[ps]\d+[a-h]?|[a-h])")
_DEEPEST = 16


def resolve_with_programs(reader: Reader, system: str, target: Target, inventory: Document) -> Target:
    """Completes an entry of `manifest.targets` whose `real_path` is set. What cannot be followed says why."""
    real = str(target["real_path"])
    layers = _Layers(reader, system, inventory)
    if real.startswith("/dev/"):
        name = layers.device_name(real)
        target["kind"] = layers.kind(name)
        target["reason"] = layers.add(name, None)
        root = name
    else:
        root = "file"
        target["kind"] = "directory" if Path(real).is_dir() else "file"
        mount = find_mount(reader, system, real)
        layers.graph.add(root, "file", None)
        if mount is None:
            target["reason"] = "df names no mount for this path"
        else:
            target["reason"] = _add_mount(target, layers, mount)
    target["graph"] = layers.graph.build_document(root)
    target["members"] = layers.graph.members(root)
    return target


def find_mount(reader: Reader, system: str, path: str) -> Optional[Mount]:
    """The mount that the kernel names for the nearest existing folder of a path; None when df does not say."""
    existing = next((str(p) for p in (Path(path), *Path(path).parents) if reader.exists(str(p))), "/")
    answer = reader.ask(["df", "-P", existing])
    lines = answer.text.splitlines() if answer and not answer.exit_code else []
    match = _DF_LINE.fullmatch(lines[-1].rstrip()) if len(lines) > 1 else None
    if match is None:
        return None
    point, source = match["point"], match["source"]
    kind, options = _read_mounts(reader, system).get(point, ("unknown", ()))
    return Mount(id=0, number="", point=point, options=options, fstype=kind, source=source)


def _read_mounts(reader: Reader, system: str) -> dict[str, tuple[str, tuple[str, ...]]]:
    """Return kind and options of every mount by its point; of several on one point the last, which is the one that
    is seen.
    """
    answer = reader.ask(["mount", "-p"] if system == "FreeBSD" else ["mount"])
    mounts = {}
    for line in answer.text.splitlines() if answer and not answer.exit_code else []:
        fields = line.split()
        if system == "FreeBSD" and len(fields) >= 4:
            mounts[fields[1].replace("\\040", " ")] = (fields[2], tuple(fields[3].split(",")))
        elif system != "FreeBSD" and (match := _MACOS_MOUNT.fullmatch(line.strip())):
            options = (part.strip() for part in match["options"].split(","))
            mounts[match["point"]] = (match["kind"].strip(), tuple(part for part in options if part))
    return mounts


def _add_mount(target: Target, layers: _Layers, mount: Mount) -> Optional[str]:
    target["filesystem"] = mount.build_document()
    layers.graph.add("filesystem", "filesystem", None, "file")
    protocol = {"smbfs": "smb"}.get(mount.fstype) or network.find_protocol(mount)
    if protocol is not None:
        target["kind"] = protocol
        target["network"] = layers.network(mount, protocol)
        layers.graph.add("network", "network", target["network"]["interface"], "filesystem")
        return None
    if mount.fstype in _MEMORY:
        target["kind"] = "tmpfs" if mount.fstype == "tmpfs" else "memory"
        layers.graph.add("memory", "memory", None, "filesystem")
        return None
    if mount.fstype == "zfs":
        return layers.add_pool(mount.source.split("/", 1)[0], "filesystem")
    if not mount.source.startswith("/dev/"):
        return f"{mount.fstype} on {mount.source}: no known device on this host"
    return layers.add(layers.device_name(mount.source), "filesystem")


class _Layers:
    """The graph of one target while it grows, by the names of the inventory."""

    def __init__(self, reader: Reader, system: str, inventory: Document) -> None:
        self.graph = Graph()
        self._reader, self._system = reader, system
        self._disks: dict[str, Disk] = inventory.get("disks") or {}
        self._volumes: dict[str, Volume] = inventory.get("volumes") or {}

    def device_name(self, path: str) -> str:
        """The kernel's name of a device: `/dev/rdisk2` is the raw side of disk2, `/dev/gpt/x` a name of a partition."""
        name = path[len("/dev/") :]
        if self._system == "Darwin":
            return re.sub(r"^r(?=disk\d)", "", name)
        # A volume is known by its GEOM name, which may hold a slash as a label does.
        if "/" not in name or name in self._volumes or name.startswith("zvol/"):
            return name
        answer = self._reader.ask(CONFXML)
        return parse_labels(answer.text).get(name, name) if answer and not answer.exit_code else name

    def kind(self, name: str) -> str:
        """The target's `kind` of a device."""
        if name.startswith("zvol/"):
            return "zvol"
        if name in self._volumes:
            return str(self._volumes[name]["kind"])
        return "disk" if name in self._disks else "partition" if self._find_parent(name) else "unknown"

    def add(self, name: str, parent: Optional[str], depth: int = 0) -> Optional[str]:
        """A device and all below it. Returns why a disk was not reached, else None."""
        if name.startswith("zvol/"):
            self.graph.add(name, "volume", name, parent)
            return self.add_pool(name.split("/")[1], name)
        if name in self._volumes:
            return self._add_members(name, parent, depth)
        if name in self._disks:
            self.graph.add(name, "disk", name, parent)
            return None
        above = self._find_parent(name)
        if above is None or depth > _DEEPEST:
            self.graph.add(name, "unknown", None, parent)
            return f"{name} is not a disk, partition or volume in this host's inventory"
        self.graph.add(name, "partition", name, parent)
        return self.add(above, name, depth + 1)

    def _add_members(self, name: str, parent: Optional[str], depth: int) -> Optional[str]:
        """A volume that is in the graph already is not followed again: that ends circles, too."""
        if not self.graph.add(name, "volume", name, parent):
            return None
        reasons = [self.add(member, name, depth + 1) for member in self._volumes[name]["members"]]
        return next((reason for reason in reasons if reason), None if reasons else f"{name} has no known members")

    def add_pool(self, pool: str, parent: str) -> Optional[str]:
        """A ZFS pool's devices."""
        if pool not in self._volumes:
            return f"zfs pool {pool}: zpool did not report its devices"
        return self.add(pool, parent)

    def network(self, mount: Mount, protocol: str) -> dict[str, Any]:
        """The target's `network`; the interface is the one that the system's route to the server takes."""
        description = network.describe_mount(mount, protocol)
        answer = self._reader.ask(["route", "-n", "get", description["server"]]) if description["server"] else None
        match = re.search(r"^\s*interface: (\S+)$", answer.text, re.MULTILINE) if answer else None
        return {**description, "interface": match.group(1) if match else None}

    def _find_parent(self, name: str) -> Optional[str]:
        """Find what a partition or slice is cut from: the disk that lists it, else by its name (disk3s1s1 of
        disk3s1).
        """
        for disk, facts in self._disks.items():
            if any(part.get("name") == name for part in facts.get("partitions") or []):
                return disk
        match = _PARTITION.fullmatch(name)
        return match.group(1) if match else None
