"""The targets of a run as its agent resolved them: layers from the top, physical drives at the bottom."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from fioboard.core.sanitize import Document
from fioboard.inventory.tolerant import flag, follow, mapping, named, objects, text, texts, whole

MAX_TARGETS = 256
MAX_NODES = 4096
# Kinds of targets that end in memory or nowhere: nothing about drives is unknown, there are none.
_MEMORY = frozenset({"tmpfs", "memory"})
NOWHERE = "null_device"
WITHOUT_DRIVES = _MEMORY | {NOWHERE}


@dataclass(frozen=True, slots=True)
class Layer:
    """A volume, file system, partition or network between target and drives."""

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


def is_in_memory(target: Target) -> bool:
    """Whether a target lies in memory alone: itself, or what its file system or loop device is made on."""
    return target.kind in _MEMORY or (
        not target.members and any(layer.kind in _MEMORY for layer in target.layers)
    )


def read_targets(document: Document, stated: object, fallback: str | None) -> list[Target]:
    """The manifest's targets. Older agents sent none: then `fallback`, a device of the inventory, is resolved here."""
    targets = [_target(document, entry) for entry in objects({"targets": stated}, "targets")[:MAX_TARGETS]]
    if targets or not fallback:
        return targets
    guessed = _device(document, fallback)
    return [guessed] if guessed else []


def _target(document: Document, entry: Document) -> Target:
    return Target(
        path=text(entry, "path") or "",
        kind=text(entry, "kind") or "unknown",
        filesystem=mapping(entry, "filesystem") or None,
        network=mapping(entry, "network") or None,
        layers=list(_layers(document, entry)),
        members=list(dict.fromkeys(texts(entry, "members"))),
        reason=text(entry, "reason"),
    )


def _layers(document: Document, entry: Document) -> Iterator[Layer]:
    """Nodes of the graph between the root and the drives, in the order they are reached; each once."""
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
            yield Layer(kind, name, volume if isinstance(volume, Mapping) else {})
        waiting.extend(texts(node, "children"))


def _device(document: Document, path: str) -> Target | None:
    """A disk of the inventory, or a partition of one, by its kernel name."""
    name = path.removeprefix("/dev/")
    for disk, entry in named(document, "disks"):
        partition = re.fullmatch(re.escape(disk) + (r"p\d+" if disk[-1:].isdigit() else r"\d+"), name)
        listed = name in {text(p, "name") for p in objects(entry, "partitions")}
        if name == disk:
            return Target(path, "disk", None, None, [], [disk], None)
        if partition or listed:
            return Target(path, "partition", None, None, [Layer("partition", name, {})], [disk], None)
    return None


def _size(value: int) -> str:
    for unit, power in (("GiB", 2**30), ("MiB", 2**20), ("KiB", 2**10)):
        if value >= power and value % power == 0:
            return f"{value // power} {unit}"
    return f"{value} bytes"


def words(target: Target) -> list[str]:
    """The layers for people: `ext4`, `md raid0 of 4, chunk 128 KiB`, `partition nvme0n1p3`."""
    return [spoken for layer in target.layers if (spoken := _word(target, layer))]


def _word(target: Target, layer: Layer) -> str | None:
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
    return f"{head}{of}" + (f", chunk {_size(chunk)}" if chunk else "") + state


def stack(target: Target) -> str:
    """The kinds of the layers as one word for filters: `ext4/md raid0`, `partition`; without names and widths."""
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


def arrays(targets: Sequence[Target]) -> list[Document]:
    """The volumes with a level (md, LVM, ZFS, hardware RAID) that the targets lie on; each once."""
    by_name: dict[str, Document] = {}
    for target in targets:
        for layer in target.layers:
            if layer.kind == "volume" and (text(layer.entry, "level") or follow(layer.entry, "width")):
                by_name.setdefault(layer.name or "", layer.entry)
    return list(by_name.values())


def mount_options(target: Target) -> dict[str, object]:
    """Options of the mount a target lies on, by name; those of the network first."""
    options: dict[str, object] = {}
    for option in texts(target.filesystem, "options"):
        name, _, value = option.partition("=")
        options[name] = value or True
    return options | dict(mapping(target.network, "options"))
