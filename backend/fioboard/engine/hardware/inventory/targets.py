"""The targets of a run as its agent resolved them: layers from the top, physical drives at the bottom."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from fioboard.core.sanitize import Document
from fioboard.engine.hardware.inventory.tolerant import (
    flag,
    follow,
    mapping,
    named,
    objects,
    text,
    texts,
    whole,
)
from fioboard.engine.hardware.inventory.volumes import is_degraded, is_hidden, list_idle_members, read_volume

MAX_TARGETS = 256
MAX_NODES = 4096
# Kinds of targets that end in memory or nowhere: nothing about drives is unknown, there are none.
MEMORY_KINDS = frozenset({"tmpfs", "memory"})
NOWHERE = "null_device"
WITHOUT_DRIVES = MEMORY_KINDS | {NOWHERE}


@dataclass(frozen=True, slots=True)
class Layer:
    """A volume, file system, partition or network between target and drives. LVM's hidden volumes are none."""

    kind: str
    name: str | None
    entry: Document
    """Its entry in `volumes`; empty for others."""


@dataclass(frozen=True, slots=True)
class Target:
    """One target."""

    path: str
    kind: str
    filesystem: Document | None
    network: Document | None
    layers: list[Layer]
    members: list[str]
    reason: str | None
    real_path: str | None = None
    """The path with links followed; None when its agent did not say."""
    root: str | None = None
    """Key in `nodes` of the device or file itself; None when its agent sent no graph."""
    nodes: Document = field(default_factory=dict)
    """What lies below, by key: kind, name and children."""


def is_in_memory(target: Target) -> bool:
    """Whether a target lies in memory alone: itself, or what its file system or loop device is made on."""
    return target.kind in MEMORY_KINDS or (
        not target.members and any(layer.kind in MEMORY_KINDS for layer in target.layers)
    )


def read_targets(document: Document, stated: object, fallback: str | None) -> list[Target]:
    """The manifest's targets. Older agents sent none: then `fallback`, a device of the inventory, is resolved here."""
    targets = [
        _build_target(document, entry) for entry in objects({"targets": stated}, "targets")[:MAX_TARGETS]
    ]
    if targets or not fallback:
        return targets
    guessed = _find_device(document, fallback)
    return [guessed] if guessed else []


def _build_target(document: Document, entry: Document) -> Target:
    return Target(
        path=text(entry, "path") or "",
        kind=text(entry, "kind") or "unknown",
        filesystem=mapping(entry, "filesystem") or None,
        network=mapping(entry, "network") or None,
        layers=list(_list_layers(document, entry)),
        members=_list_members(document, entry),
        reason=text(entry, "reason"),
        real_path=text(entry, "real_path"),
        root=text(entry, "graph.root"),
        nodes=mapping(entry, "graph.nodes"),
    )


def _list_members(document: Document, entry: Document) -> list[str]:
    """List the stated drives but those that the target reaches through a failed member or a spare of an array
    alone.
    """
    stated = list(dict.fromkeys(texts(entry, "members")))
    nodes, volumes = mapping(entry, "graph.nodes"), mapping(document, "volumes")
    reached = _list_reached(nodes, text(entry, "graph.root"), volumes, are_idle_left_out=True)
    idle = _list_reached(nodes, text(entry, "graph.root"), volumes, are_idle_left_out=False) - reached
    return [name for name in stated if name not in idle]


def _list_reached(
    nodes: Document, root: str | None, volumes: Document, *, are_idle_left_out: bool
) -> set[str]:
    """List names of the drives below a node."""
    waiting, done, drives = [root], set[str | None](), set[str]()
    while waiting and len(done) < MAX_NODES:
        key = waiting.pop()
        node = nodes.get(key) if key is not None else None
        if key in done or not isinstance(node, Mapping):
            continue
        done.add(key)
        name = text(node, "name") or ""
        if text(node, "kind") == "disk":
            drives.add(name)
        volume = volumes.get(name)
        idle = list_idle_members(volume) if are_idle_left_out and isinstance(volume, Mapping) else frozenset()
        waiting.extend(child for child in texts(node, "children") if child not in idle)
    return drives


def _list_layers(document: Document, entry: Document) -> Iterator[Layer]:
    """List nodes of the graph between the root and the drives, in the order they are reached; each once."""
    nodes = mapping(entry, "graph.nodes")
    waiting = [text(entry, "graph.root")]
    done: set[str | None] = set()
    while waiting and len(done) < MAX_NODES:
        key = waiting.pop(0)
        node = nodes.get(key) if key is not None else None
        if key in done or not isinstance(node, Mapping):
            continue
        done.add(key)
        kind, name = text(node, "kind") or "unknown", text(node, "name")
        if kind not in {"file", "disk", "controller", "unknown"}:
            volume = mapping(document, "volumes").get(name or "")
            known = read_volume(volume) if isinstance(volume, Mapping) else {}
            if not is_hidden(known):
                yield Layer(kind, name, known)
        waiting.extend(texts(node, "children"))


def _find_device(document: Document, path: str) -> Target | None:
    """Find a disk of the inventory, or a partition of one, by its kernel name."""
    name = path.removeprefix("/dev/")
    for disk, entry in named(document, "disks"):
        partition = re.fullmatch(re.escape(disk) + (r"p\d+" if disk[-1:].isdigit() else r"\d+"), name)
        listed = name in {text(p, "name") for p in objects(entry, "partitions")}
        if name == disk:
            return Target(path, "disk", None, None, [], [disk], None)
        if partition or listed:
            return Target(path, "partition", None, None, [Layer("partition", name, {})], [disk], None)
    return None


def _format_size(value: int) -> str:
    for unit, power in (("GiB", 2**30), ("MiB", 2**20), ("KiB", 2**10)):
        if value >= power and value % power == 0:
            return f"{value // power} {unit}"
    return f"{value} bytes"


def describe_layers(target: Target) -> list[str]:
    """Describe the layers for people: `ext4`, `md raid0 of 4, chunk 128 KiB`, `partition nvme0n1p3`."""
    return [spoken for layer in target.layers if (spoken := _describe_layer(target, layer))]


def _describe_layer(target: Target, layer: Layer) -> str | None:
    if layer.kind == "filesystem":
        return text(target.filesystem, "type")
    if layer.kind == "network":
        protocol, server = text(target.network, "protocol"), text(target.network, "server")
        return " from ".join(part for part in (protocol, server) if part) or "network"
    if layer.kind != "volume":
        return f"{layer.kind} {layer.name}" if layer.name else layer.kind
    entry = layer.entry
    parts = [text(entry, "kind") or "volume", text(entry, "level")]
    head = " ".join(part for part in parts if part)
    width, chunk = whole(entry, "width"), whole(entry, "chunk_bytes")
    of = f" of {width}" if width else ""
    state = ", degraded" if flag(entry, "is_degraded") else ""
    return f"{head}{of}" + (f", chunk {_format_size(chunk)}" if chunk else "") + state


def join_kinds(target: Target) -> str:
    """Join the kinds of the layers to one word for filters: `ext4/md raid0`, `partition`; without names and
    widths.
    """
    parts = []
    for layer in target.layers:
        if layer.kind == "volume":
            kind, level = text(layer.entry, "kind") or "volume", text(layer.entry, "level")
            parts.append(f"{kind} {level}" if level else kind)
        elif layer.kind == "filesystem":
            parts.append(text(target.filesystem, "type") or "filesystem")
        elif layer.kind == "network":
            parts.append(text(target.network, "protocol") or "network")
        else:
            parts.append(layer.kind)
    return "/".join(dict.fromkeys(parts)) or target.kind


def list_arrays(targets: Sequence[Target]) -> list[Document]:
    """List the volumes with a level (md, LVM, ZFS, hardware RAID) that the targets lie on; each once. One that
    only hands on a single volume is no array beside another.
    """
    by_name: dict[str, Document] = {}
    for target in targets:
        for layer in target.layers:
            if layer.kind == "volume" and (text(layer.entry, "level") or follow(layer.entry, "width")):
                by_name.setdefault(layer.name or "", layer.entry)
    layered = [entry for entry in by_name.values() if not _is_plain(entry)]
    return layered or list(by_name.values())


def _is_plain(entry: Document) -> bool:
    return text(entry, "level") == "linear" and (whole(entry, "width") or 1) == 1


def find_degraded(targets: Sequence[Target]) -> dict[str, Document]:
    """The arrays of the targets that lack a member, by name."""
    return {
        layer.name or "": layer.entry
        for target in targets
        for layer in target.layers
        if layer.kind == "volume" and is_degraded(layer.entry)
    }


def list_mount_options(target: Target) -> dict[str, object]:
    """Return options of the mount a target lies on, by name; those of the network first."""
    options: dict[str, object] = {}
    for option in texts(target.filesystem, "options"):
        name, _, value = option.partition("=")
        options[name] = value or True
    return options | dict(mapping(target.network, "options"))
