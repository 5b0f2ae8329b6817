"""Targets of a job, each followed to its physical members. Never raises: what cannot be followed says why."""

from __future__ import annotations

import platform
import stat
from pathlib import Path
from typing import Any, Optional

from fioboard_agent.errors import AgentError
from fioboard_agent.host.paths import Roots
from fioboard_agent.host.programs import Programs
from fioboard_agent.host.reader import Reader
from fioboard_agent.inventory_types import Document, Volume
from fioboard_agent.jobs.model import FioJobs
from fioboard_agent.jobs.targets import find_targets
from fioboard_agent.targets import block_linux, network
from fioboard_agent.targets.graph import Graph
from fioboard_agent.targets.mounts import Mount, find_mount
from fioboard_agent.targets.resolution_bsd import resolve_with_programs
from fioboard_agent.targets.space import describe_space

_MEMORY = {"tmpfs", "ramfs", "devtmpfs", "hugetlbfs"}
_NOTHING = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"}
# Loop on loop on file …: deeper than this somebody is joking, or there is a circle.
_DEEPEST = 8

Target = dict[str, Any]


def resolve_targets(roots: Roots, jobs: FioJobs, inventory: Document, cwd: Optional[Path] = None) -> list[Target]:
    """`manifest.targets`: one entry per device or file; the files of one folder are one entry of kind `directory`.

    `inventory` is the document of the same moment: it knows volumes, their members and order. `cwd` is what relative
    names are relative to. Empty for jobs that open nothing."""
    try:
        paths = list(dict.fromkeys(str(target.path) for target in find_targets(jobs, cwd or Path.cwd())))
    except (AgentError, OSError) as error:
        return [_build_unresolved("", f"the job's targets could not be listed: {error}")]
    system = platform.system() if roots.is_live else "Linux"
    return [resolve_path(roots, path, inventory, system) for path in _merge_folders(roots, paths, system)]


def resolve_path(
    roots: Roots,
    path: str,
    inventory: Document,
    system: Optional[str] = None,
    programs: Optional[Programs] = None,
) -> Target:
    """One entry of `manifest.targets`. Trees that are not this machine's are Linux's."""
    system = system or (platform.system() if roots.is_live else "Linux")
    try:
        return _resolve(Reader(roots, programs), system, path, inventory)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        return _build_unresolved(path, f"{type(error).__name__}: {error}"[:200])


def _merge_folders(roots: Roots, paths: list[str], system: str) -> list[str]:
    """Merge several files in one folder, which behave as one target: the folder."""
    reader = Reader(roots)

    def is_device(path: str) -> bool:
        if system != "Linux":
            return path.startswith("/dev/")
        return path in _NOTHING or block_linux.find_block_name(reader, path) is not None

    files: dict[str, list[str]] = {}
    for path in paths:
        files.setdefault(path if is_device(path) else str(Path(path).parent), []).append(path)
    return [group[0] if len(group) == 1 else folder for folder, group in files.items()]


def _resolve(reader: Reader, system: str, path: str, inventory: Document) -> Target:
    target = _build_unresolved(path, None)
    real = target["real_path"] = reader.real_path(path)
    if real in _NOTHING:
        return {**target, "kind": "null_device"}
    if system in {"FreeBSD", "Darwin"}:
        return resolve_with_programs(reader, system, target, inventory)
    if system != "Linux":
        return {**target, "reason": f"this version of the agent cannot trace targets on {system}"}
    if _is_other_device(reader, real):
        return {**target, "reason": "neither a file nor a block device"}
    layers = Layers(reader, inventory)
    name = block_linux.find_block_name(reader, path)
    if name is not None:
        root = name
        target["kind"] = block_linux.find_device_kind(reader, name, inventory.get("volumes") or {})
        target["reason"] = layers.block.add(name, None)
    else:
        root = "file"
        target["kind"] = "directory" if _is_folder(reader, real) else "file"
        mount, target["reason"] = layers.add_file(real, root, None, 0)
        _describe_mount(reader, target, mount, _find_nearest_existing(reader, real))
    target["graph"] = layers.graph.build_document(root)
    target["members"] = layers.graph.members(root)
    return target


def _describe_mount(reader: Reader, target: Target, mount: Optional[Mount], path: str) -> None:
    if mount is None:
        return
    target["filesystem"] = {**mount.build_document(), **describe_space(reader, mount, path)}
    protocol = network.find_protocol(mount)
    if protocol is not None:
        target["network"] = network.describe_network(reader, mount)
        target["kind"] = protocol
    elif mount.fstype in _MEMORY:
        target["kind"] = "tmpfs" if mount.fstype == "tmpfs" else "memory"


class Layers:
    """The graph of one target while it grows, file systems and block devices taking turns."""

    def __init__(self, reader: Reader, inventory: Document) -> None:
        self.graph = Graph()
        self.block = block_linux.BlockLayers(reader, self.graph, inventory, self._add_backing_file)
        self._reader = reader
        self._volumes: dict[str, Volume] = inventory.get("volumes") or {}
        self._depth = 0

    def add_file(
        self, path: str, node: str, parent: Optional[str], depth: int
    ) -> tuple[Optional[Mount], Optional[str]]:
        """A file's node and all below it; the mount it is on, and why it could not be followed."""
        self.graph.add(node, "file", None, parent)
        if depth > _DEEPEST:
            return None, "too many nested layers of files"
        self._depth = depth
        mount = find_mount(self._reader, _find_nearest_existing(self._reader, path))
        if mount is None:
            return None, "no mount contains this path"
        filesystem = f"filesystem {depth}" if depth else "filesystem"
        self.graph.add(filesystem, "filesystem", None, node)
        return mount, self._add_filesystem(mount, filesystem)

    def _add_filesystem(self, mount: Mount, node: str) -> Optional[str]:
        if mount.fstype in _MEMORY:
            self.graph.add("memory", "memory", None, node)
            return None
        if network.find_protocol(mount) is not None:
            interface = network.describe_network(self._reader, mount)["interface"]
            self.graph.add("network", "network", interface, node)
            return None
        if mount.fstype == "overlay":
            return self._add_overlay(mount, node)
        joined = self._find_joined_volume(mount)
        if joined is not None:
            self.graph.add(joined, "volume", joined, node)
            return self.block.add_members(self._volumes[joined]["members"], joined)
        return self._add_device(mount, node)

    def _add_device(self, mount: Mount, node: str) -> Optional[str]:
        """The one device of an ordinary file system: by its number, or by its source where it has none (btrfs)."""
        name = None if mount.number.startswith("0:") else block_linux.find_name_by_number(self._reader, mount.number)
        if name is None and mount.source.startswith("/dev/"):
            name = block_linux.find_block_name(self._reader, mount.source)
        if name is not None:
            return self.block.add(name, node)
        if mount.fstype.startswith("fuse"):
            return f"{mount.fstype} works in user space: what is below it is not visible"
        return f"{mount.fstype} on {mount.source}: no known device on this host"

    def _add_overlay(self, mount: Mount, node: str) -> Optional[str]:
        """Written files are in the upper folder, which a container usually cannot see."""
        upper = mount.option("upperdir")
        if upper is None or not self._reader.exists(upper):
            return "overlay whose upper folder is not visible from here (a container?)"
        depth = self._depth + 1
        return self.add_file(upper, f"file {depth}", node, depth)[1]

    def _find_joined_volume(self, mount: Mount) -> Optional[str]:
        """Find the key of the volume where the file system itself joins devices. None for a btrfs that the
        inventory does not know: then the one device that was mounted is followed.
        """
        if mount.fstype == "zfs":
            pool = mount.source.split("/", 1)[0]
            return pool if pool in self._volumes else None
        if mount.fstype not in {"btrfs", "bcachefs"}:
            return None
        device = block_linux.find_block_name(self._reader, mount.source.split(":", 1)[0])
        fitting = (key for key, volume in self._volumes.items() if volume["kind"] == mount.fstype)
        return next((key for key in fitting if device in self._volumes[key]["members"]), None)

    def _add_backing_file(self, path: str, parent: str) -> Optional[str]:
        depth = self._depth + 1
        return self.add_file(self._reader.real_path(path), f"file {depth}", parent, depth)[1]


def _find_nearest_existing(reader: Reader, path: str) -> str:
    while path != "/" and not reader.exists(path):
        path = str(Path(path).parent)
    return path


def _is_folder(reader: Reader, path: str) -> bool:
    try:
        return reader.roots.locate(path).is_dir()
    except OSError:
        return False


def _is_other_device(reader: Reader, path: str) -> bool:
    """A character device, socket or pipe; only this machine's can be asked."""
    try:
        mode = Path(path).stat().st_mode if reader.roots.is_live else stat.S_IFREG
    except OSError:
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode) and not stat.S_ISBLK(mode)


def _build_unresolved(path: str, reason: Optional[str]) -> Target:
    return {
        "path": path,
        "real_path": path,
        "kind": "unknown",
        "filesystem": None,
        "network": None,
        "graph": {"root": "file", "nodes": {"file": {"kind": "unknown", "name": None, "children": []}}},
        "members": [],
        "reason": reason,
    }
