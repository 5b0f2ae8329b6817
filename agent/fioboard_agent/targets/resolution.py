"""Targets of a job, each followed to its physical members. Never raises: what cannot be followed says why."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Any, Optional

from fioboard_agent.collectors.frame import Reader
from fioboard_agent.errors import AgentError
from fioboard_agent.jobs.model import FioJobs
from fioboard_agent.jobs.targets import find_targets
from fioboard_agent.paths import Roots
from fioboard_agent.targets import block_linux, network
from fioboard_agent.targets.graph import Graph
from fioboard_agent.targets.mounts import Mount, find_mount

_MEMORY = {"tmpfs", "ramfs", "devtmpfs", "hugetlbfs"}
_NOTHING = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"}
# Loop on loop on file …: deeper than this somebody is joking, or there is a circle.
_DEEPEST = 8

Target = dict[str, Any]


def resolve_targets(
    roots: Roots, jobs: FioJobs, inventory: dict[str, Any], cwd: Optional[Path] = None
) -> list[Target]:
    """`manifest.targets`: one entry per device or file; the files of one folder are one entry of kind `directory`.

    `inventory` is the document of the same moment: it knows volumes, their members and order. `cwd` is what relative
    names are relative to. Empty for jobs that open nothing."""
    try:
        paths = list(dict.fromkeys(str(target.path) for target in find_targets(jobs, cwd or Path.cwd())))
    except (AgentError, OSError) as error:
        return [_unresolved("", f"the job's targets could not be listed: {error}")]
    return [resolve_path(roots, path, inventory) for path in _by_folder(roots, paths)]


def resolve_path(roots: Roots, path: str, inventory: dict[str, Any]) -> Target:
    """One entry of `manifest.targets`."""
    try:
        return _resolve(Reader(roots), path, inventory)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        return _unresolved(path, f"{type(error).__name__}: {error}"[:200])


def _by_folder(roots: Roots, paths: list[str]) -> list[str]:
    """Several files in one folder behave as one target: the folder."""
    reader = Reader(roots)
    files: dict[str, list[str]] = {}
    for path in paths:
        is_device = path in _NOTHING or block_linux.block_name(reader, path) is not None
        files.setdefault(path if is_device else str(Path(path).parent), []).append(path)
    return [group[0] if len(group) == 1 else folder for folder, group in files.items()]


def _resolve(reader: Reader, path: str, inventory: dict[str, Any]) -> Target:
    target = _unresolved(path, None)
    real = reader.real_path(path)
    target["real_path"] = real
    if real in _NOTHING:
        return {**target, "kind": "null_device"}
    graph = Graph()
    name = block_linux.block_name(reader, path)
    if name is not None:
        kind = block_linux.device_kind(reader, name, inventory.get("volumes") or {})
        reason = block_linux.expand(reader, graph, name, None, inventory, _file_resolver(reader, inventory, 0))
        root = name
        target["kind"] = kind
    elif _is_other_device(reader, real):
        return {**target, "reason": "a device that is neither a block device nor a namespace"}
    else:
        root = "file"
        target["kind"] = "directory" if _is_folder(reader, real) else "file"
        mount, reason = _expand_file(reader, graph, real, root, None, inventory, 0)
        _describe_mount(reader, target, mount)
    target["graph"] = graph.to_document(root)
    target["members"] = graph.members(root)
    target["reason"] = reason
    return target


def _describe_mount(reader: Reader, target: Target, mount: Optional[Mount]) -> None:
    if mount is None:
        return
    target["filesystem"] = mount.to_document()
    protocol = network.protocol_of(mount)
    if protocol is not None:
        target["network"] = network.describe_network(reader, mount)
        target["kind"] = protocol
    elif mount.fstype in _MEMORY:
        target["kind"] = "tmpfs" if mount.fstype == "tmpfs" else "memory"


def _expand_file(
    reader: Reader,
    graph: Graph,
    path: str,
    node: str,
    parent: Optional[str],
    inventory: dict[str, Any],
    depth: int,
) -> tuple[Optional[Mount], Optional[str]]:
    """A file's node and all below it; the mount it is on, and why it ends early."""
    graph.add(node, "file", None, parent)
    if depth > _DEEPEST:
        return None, "too many layers of files upon files"
    mount = find_mount(reader, _nearest_existing(reader, path))
    if mount is None:
        return None, "no mount contains this path"
    filesystem = "filesystem" if depth == 0 else f"filesystem {depth}"
    graph.add(filesystem, "filesystem", None, node)
    return mount, _expand_filesystem(reader, graph, mount, filesystem, inventory, depth)


def _expand_filesystem(
    reader: Reader, graph: Graph, mount: Mount, node: str, inventory: dict[str, Any], depth: int
) -> Optional[str]:
    resolve_file = _file_resolver(reader, inventory, depth)
    if mount.fstype in _MEMORY:
        graph.add("memory", "memory", None, node)
        return None
    if network.protocol_of(mount) is not None:
        interface = network.describe_network(reader, mount)["interface"]
        graph.add(interface or "network", "network", interface, node)
        return None
    if mount.fstype == "overlay":
        return _expand_overlay(reader, graph, mount, node, inventory, depth)
    members = _joined_members(reader, mount, inventory)
    if members is not None:
        volume, names = members
        graph.add(volume, "volume", volume if volume in (inventory.get("volumes") or {}) else None, node)
        return block_linux.expand_members(reader, graph, volume, names, inventory, resolve_file)
    if mount.fstype.startswith("fuse") and mount.fstype != "fuseblk":
        return f"{mount.fstype} works in user space: what is below it is not visible"
    name = None if mount.number.startswith("0:") else block_linux.name_of_number(reader, mount.number)
    name = name or (block_linux.block_name(reader, mount.source) if mount.source.startswith("/dev/") else None)
    if name is None:
        return f"{mount.fstype} on {mount.source}: no device of this host is known for it"
    return block_linux.expand(reader, graph, name, node, inventory, resolve_file)


def _expand_overlay(
    reader: Reader, graph: Graph, mount: Mount, node: str, inventory: dict[str, Any], depth: int
) -> Optional[str]:
    """Written files are in the upper folder, which a container usually cannot see."""
    upper = mount.option("upperdir")
    if upper is None or not reader.exists(upper):
        return "overlay whose upper folder is not visible from here (a container?)"
    below, reason = _expand_file(reader, graph, upper, f"file {depth + 1}", node, inventory, depth + 1)
    return "overlay on an overlay" if below and below.fstype == "overlay" and below.point == mount.point else reason


def _joined_members(reader: Reader, mount: Mount, inventory: dict[str, Any]) -> Optional[tuple[str, list[str]]]:
    """Key of the volume and its members where the file system itself joins devices."""
    volumes = inventory.get("volumes") or {}
    if mount.fstype == "zfs":
        pool = mount.source.split("/", 1)[0]
        return pool, volumes[pool]["members"] if pool in volumes else []
    if mount.fstype not in {"btrfs", "bcachefs"}:
        return None
    device = block_linux.block_name(reader, mount.source.split(":", 1)[0])
    for key, volume in volumes.items():
        if volume["kind"] == mount.fstype and device in volume["members"]:
            return key, volume["members"]
    return None


def _file_resolver(reader: Reader, inventory: dict[str, Any], depth: int) -> block_linux.ResolveFile:
    """Follows the file behind a loop device or a pool."""

    def resolve_file(path: str, graph: Graph, parent: str) -> Optional[str]:
        node = f"file {depth + 1}" if parent in graph.nodes else "file"
        return _expand_file(reader, graph, reader.real_path(path), node, parent, inventory, depth + 1)[1]

    return resolve_file


def _nearest_existing(reader: Reader, path: str) -> str:
    while path != "/" and not reader.exists(path):
        path = os.path.dirname(path) or "/"
    return path


def _is_folder(reader: Reader, path: str) -> bool:
    try:
        return reader.roots.at(path).is_dir()
    except OSError:
        return False


def _is_other_device(reader: Reader, path: str) -> bool:
    """A character device, socket or pipe; only this machine's can be asked."""
    try:
        mode = os.stat(path).st_mode if reader.roots.is_live else stat.S_IFREG
    except OSError:
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode) and not stat.S_ISBLK(mode)


def _unresolved(path: str, reason: Optional[str]) -> Target:
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
