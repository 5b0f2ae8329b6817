"""The picture of a machine: sockets, root ports, switches, drives and networks as a tree that a page only lays out."""

from collections.abc import Iterable

from fioboard.core.sanitize import Document, clean_text
from fioboard.engine.answers.machine import LinkOut, NodeKind, Picture, PortNode, SocketOut
from fioboard.engine.hardware.inventory.link import get_generation
from fioboard.engine.hardware.inventory.numa import map_sockets_by_node
from fioboard.engine.hardware.inventory.path import Path
from fioboard.engine.hardware.inventory.pci import MAX_CHAIN_LENGTH, Function, Hop, Tree
from fioboard.engine.hardware.inventory.tolerant import named, objects, text, whole
from fioboard.engine.words.limits import MAX_PICTURE_CHARACTERS, MAX_PICTURE_NODES

KINDS: dict[str, NodeKind] = {
    "root": "root_port",
    "upstream": "switch_up",
    "downstream": "switch_down",
    "bridge": "bridge",
}
CLASS_NAMES = {
    "0x0108": "NVMe drive",
    "0x0104": "RAID controller",
    "0x0107": "SAS adapter",
    "0x0106": "SATA controller",
    "0x01": "Storage controller",
    "0x02": "Network controller",
    "0x03": "Display",
    "0x12": "Accelerator",
}
# More than any machine has.
MAX_PACKAGES, MAX_NODES = 64, 256
PORT_NAMES = {"root": "Root port", "upstream": "Switch", "downstream": "Switch port", "bridge": "Bridge"}


def draw_picture(document: Document, path: Path | None = None) -> Picture:
    """Draw the machine; `path` marks what one run went through, which is drawn first where not all can be."""
    drawn = _Drawing(document, path)
    tops = [f for f in drawn.tree.functions.values() if drawn.is_top(f)]
    roots = drawn.functions(tops, 0)
    loose = [*drawn.draw_loose_disks(), *drawn.draw_loose_networks()]
    sockets = _draw_sockets(document)
    of_node = map_sockets_by_node(document)
    only = next(iter(sockets)) if len(sockets) == 1 else None
    unplaced: list[PortNode] = []
    for node in [*roots, *loose]:
        numa_node = _find_node(node)
        # With one socket everything hangs on it.
        place = only if numa_node is None else of_node.get(numa_node, only)
        (sockets[place]["roots"] if place in sockets else unplaced).append(node)
    return {"sockets": list(sockets.values()), "unplaced": unplaced, "left_out": drawn.left_out}


def _find_node(node: PortNode) -> int | None:
    """Find the NUMA node of a branch: its own, else that of the first below that has one."""
    if node["numa_node"] is not None:
        return node["numa_node"]
    return next((below for child in node["children"] if (below := _find_node(child)) is not None), None)


def _draw_sockets(document: Document) -> dict[int | None, SocketOut]:
    model = None if (named_so := text(document, "cpu.model")) is None else _clean_name(named_so)
    packages = {whole(p, "id"): p for p in objects(document, "cpu.packages")[:MAX_PACKAGES]}
    if not packages:
        count = whole(document, "cpu.sockets") or 0
        packages = {0: {}} if count == 1 else {}
    sockets: dict[int | None, SocketOut] = {}
    for number, package in packages.items():
        nodes = package.get("nodes") if package else None
        sockets[number] = {
            "id": number,
            "title": "Socket" if number is None else f"Socket {number}",
            "model": model,
            "nodes": [n for n in nodes if isinstance(n, int)][:MAX_NODES] if isinstance(nodes, list) else [],
            "roots": [],
        }
    return sockets


class _Drawing:
    """What the nodes of one picture need to know."""

    def __init__(self, document: Document, path: Path | None) -> None:
        self.document = document
        self.path = path
        self.tree = path.tree if path else Tree(document)
        self.below: dict[str, list[Function]] = {}
        for function in self.tree.functions.values():
            if not self.is_top(function):
                self.below.setdefault(function.parent or "", []).append(function)
        self.disks: dict[str, list[tuple[str, Document]]] = {}
        for name, disk in named(document, "disks"):
            for address in _list_addresses(disk):
                self.disks.setdefault(address, []).append((name, disk))
        self.networks = objects(document, "network")
        self.networks_of: dict[str | None, list[Document]] = {}
        for entry in self.networks:
            self.networks_of.setdefault(text(entry, "pci"), []).append(entry)
        self.is_crowded = len(self.tree.functions) + len(self.disks) + len(self.networks) > MAX_PICTURE_NODES
        self.room = MAX_PICTURE_NODES
        self.left_out = 0
        self.used = {member.disk for member in path.members} if path else set()
        self.on_path = (
            {f.address for m in path.members for f in self.tree.chain(m.leaf.address)} if path else set()
        )
        self.interfaces = {text(t.network, "interface") for t in path.targets if t.network} if path else set()
        self.moved = _collect_moved(path)

    def is_top(self, function: Function) -> bool:
        """Whether nothing in the inventory is above a function; the ports behind VMD start anew."""
        return function.parent not in self.tree.functions or function.parent == function.vmd

    def has_room(self) -> bool:
        """Take the place of one node; False, and one more is left out, where all are taken."""
        self.room -= 1
        self.left_out += self.room < 0
        return self.room >= 0

    def functions(self, functions: Iterable[Function], depth: int) -> list[PortNode]:
        """Those for which there is room, what is on the run's path before others; of the rest all below is left out."""
        if self.is_crowded:
            functions = sorted(functions, key=lambda function: function.address not in self.on_path)
        return [node for function in functions if (node := self.function(function, depth)) is not None]

    def function(self, function: Function, depth: int) -> PortNode | None:
        """One PCIe function and everything below it."""
        if depth > MAX_CHAIN_LENGTH or not self.has_room():
            self.left_out += depth > MAX_CHAIN_LENGTH
            return None
        hop = self.tree.hop(function)
        children = self.functions(self.below.get(function.address, []), depth + 1)
        children += [
            self.disk(name, disk) for name, disk in self.disks.get(function.address, []) if self.has_room()
        ]
        children += [
            self.network(entry) for entry in self.networks_of.get(function.address, []) if self.has_room()
        ]
        slot = function.slot
        return {
            "id": _clean_name(function.address),
            "kind": KINDS.get(function.port_type or "", "endpoint"),
            "title": _clean_name(function.name or _get_class_name(function)),
            "subtitle": _clean_name(" · ".join(part for part in (function.address, function.driver) if part)),
            "slot": {
                "name": _clean_name(slot.name),
                "source": _clean_name(slot.source),
                "is_verified": slot.is_verified,
            }
            if slot
            else None,
            "numa_node": function.numa_node,
            "is_on_path": function.address in self.on_path,
            "link": _draw_link(hop, self.tree.payload(function.address)) if hop else None,
            "used_bytes_per_s": self._sum_used_members(function) if hop else None,
            "children": children,
        }

    def disk(self, name: str, disk: Document) -> PortNode:
        """One drive."""
        firmware = text(disk, "firmware")
        model = text(disk, "model")
        parts = (name if model else None, f"firmware {firmware}" if firmware else None)
        return _draw_leaf(
            name,
            "disk",
            model or name,
            " · ".join(part for part in parts if part) or None,
            is_on_path=name in self.used,
            used=self.moved.get(name),
        )

    def network(self, entry: Document) -> PortNode:
        """One network interface."""
        name = text(entry, "name") or "network"
        speed = whole(entry, "speed_mbps")
        spoken = None if speed is None else f"{speed / 1000:g} Gb/s" if speed >= 1000 else f"{speed} Mb/s"
        node = _draw_leaf(name, "network", name, spoken, is_on_path=name in self.interfaces, used=None)
        node["numa_node"] = whole(entry, "numa_node")
        return node

    def draw_loose_disks(self) -> Iterable[PortNode]:
        """Draw drives of which no PCIe function is in the inventory."""
        for name, disk in named(self.document, "disks"):
            is_loose = not any(address in self.tree.functions for address in _list_addresses(disk))
            if is_loose and self.has_room():
                yield self.disk(name, disk)

    def draw_loose_networks(self) -> Iterable[PortNode]:
        """Draw interfaces of which no PCIe function is in the inventory."""
        for entry in self.networks:
            if text(entry, "pci") not in self.tree.functions and self.has_room():
                yield self.network(entry)

    def _sum_used_members(self, function: Function) -> float | None:
        """Sum what the members below moved; None when nothing was measured of one of them."""
        if self.path is None or function.address not in self.on_path:
            return None
        below = [
            self.moved.get(member.disk)
            for member in self.path.members
            if any(f.address == function.address for f in self.tree.chain(member.leaf.address))
        ]
        return None if None in below or not below else sum(moved for moved in below if moved is not None)


def _collect_moved(path: Path | None) -> dict[str, float]:
    """Collect the mean bandwidth of each member, both directions, as sampled. With one member the run's own figure
    will do.
    """
    if path is None:
        return {}
    moved: dict[str, float] = {}
    for series in path.samples.series:
        disk = series.subject.removeprefix("disk:")
        if series.metric == "bw_bytes_per_s" and series.direction in {"read", "write"} and series.known:
            moved[disk] = moved.get(disk, 0.0) + sum(series.known) / len(series.known)
    if len(path.members) == 1 and not moved:
        directions = {r.direction for r in path.results if r.bw_bytes_per_s}
        largest = max((r.bw_bytes_per_s or 0 for r in path.results), default=0)
        if largest and len(directions) == 1:
            moved[path.members[0].disk] = largest
    return moved


def _list_addresses(disk: Document) -> list[str]:
    addresses = [a for c in objects(disk, "controllers") if (a := text(c, "pci"))]
    own = text(disk, "pci")
    return list(dict.fromkeys(addresses or ([own] if own else [])))


def _get_class_name(function: Function) -> str:
    if function.port_type in PORT_NAMES:
        return PORT_NAMES[function.port_type]
    code = function.class_code or ""
    return next((name for start, name in CLASS_NAMES.items() if code.startswith(start)), "PCIe function")


def _draw_link(hop: Hop, payload: tuple[int, int]) -> LinkOut | None:
    link = hop.link
    if link.gts is None and link.lanes is None:
        return None
    ceiling = link.ceiling(payload, "read")
    return {
        "generation": get_generation(link.gts),
        "lanes": link.lanes,
        "gts": link.gts,
        "capable_generation": get_generation(link.capable_gts),
        "capable_lanes": link.capable_lanes,
        "class": link.kind,
        "severity": link.severity,
        "seen": "under load" if link.is_under_load else "idle",
        "rate_bytes_per_s": None if link.rate is None else round(link.rate),
        "ceiling_bytes_per_s": ceiling.whole() if ceiling else None,
    }


def _clean_name(name: str) -> str:
    return clean_text(name, MAX_PICTURE_CHARACTERS)


def _draw_leaf(
    id_: str, kind: NodeKind, title: str, subtitle: str | None, *, is_on_path: bool, used: float | None
) -> PortNode:
    return {
        "id": _clean_name(id_),
        "kind": kind,
        "title": _clean_name(title),
        "subtitle": None if subtitle is None else _clean_name(subtitle),
        "slot": None,
        "numa_node": None,
        "is_on_path": is_on_path,
        "link": None,
        "used_bytes_per_s": used,
        "children": [],
    }
