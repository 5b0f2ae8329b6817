"""GPUs and accelerators of an inventory, the way that data takes from a drive to each of them, and what it carries.

Data go up from the drive to the nearest port above both, and down again to the GPU. All figures are link rates: nothing
passes a link faster, whatever its packets are. What is between root ports (processor, chipset, sockets) shows no link.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from fioboard.core.sanitize import Document
from fioboard.engine.answers.gpus import Nearness, UnknownPlace, UnknownRate
from fioboard.engine.hardware.inventory import link
from fioboard.engine.hardware.inventory.chipsets import find_uplink
from fioboard.engine.hardware.inventory.pci import Function, Tree, read_speed, read_width
from fioboard.engine.hardware.inventory.tolerant import mapping, objects, text, whole

# PCI Code and ID Assignment, 03h: display; 12h: processing accelerator; 0B40h: co-processor. Vendors as in pci.ids.
_GPU_MAKERS = frozenset({"0x10de", "0x1002", "0x8086", "0x1ed5", "0x9999"})
"""NVIDIA, AMD, Intel, Moore Threads, MetaX. Displays of others are of BMCs (ASPEED, Matrox) and hypervisors."""
_ACCELERATOR_MAKERS = _GPU_MAKERS | {"0x1da3", "0x19e5", "0x1e52", "0xcabc", "0x1e3e", "0x1bcf"}
"""And Habana, Huawei, Tenstorrent, Cambricon, Iluvatar, NEC."""
_DISPLAY = "0x03"
_ACCELERATORS = ("0x12", "0x0b40")
NEAREST_FIRST: tuple[Nearness, ...] = ("same switch", "same root port", "same socket", "across sockets")
# In the place of the address of a function, which a SAS or SATA link has not.
_SERIAL = ""


@dataclass(frozen=True, slots=True)
class Edge:
    """One link on the way, in the direction that the data take. `rate`: None is unknown."""

    port: str
    """The address that names it."""
    direction: str
    rate: float | None
    generation: int | None = None
    lanes: int | None = None
    is_presumed: bool = False
    """Whether its speed is what both ends can do, for it was read while nothing ran."""


@dataclass(frozen=True, slots=True)
class Gpu:
    """A GPU with the ports from its root port down to its card."""

    function: Function
    chain: tuple[Function, ...]
    """Without what is on the card: Intel and AMD put a switch there whose inner link is nominal."""
    edges: dict[str, Edge]
    """By the function below it, each link that leads down to the card."""

    @property
    def own(self) -> Edge | None:
        """The link of the card; None when it has none, as within a processor."""
        return self.edges.get(self.chain[-1].address)


@dataclass(frozen=True, slots=True)
class Source:
    """A drive as the beginning of ways: its ports, or why they are not known."""

    disk: str
    chain: tuple[Function, ...]
    edges: dict[str, Edge]
    """By the function below it, each link that leads up from the drive; its SAS or SATA link by an empty name."""
    unknown: UnknownRate | None


@dataclass(frozen=True, slots=True)
class Way:
    """The way of one drive's data to a GPU."""

    source: Source
    edges: tuple[Edge, ...]
    """From the drive to the GPU."""
    nearness: Nearness | None
    nearness_unknown: UnknownPlace | None
    unknown: UnknownRate | None

    @property
    def own(self) -> Edge | None:
        """The drive's own link."""
        return self.edges[0] if self.edges and self.edges[0].direction == "up" else None

    @property
    def narrowest(self) -> Edge | None:
        """The slowest link, of several the first from the drive; of links not known, one of those."""
        lost = next((edge for edge in self.edges if edge.rate is None), None)
        return lost or min(self.edges, key=lambda edge: edge.rate or 0, default=None)

    @property
    def rate(self) -> float | None:
        """What the whole way carries; None when a link of it is not known."""
        return None if self.unknown or self.narrowest is None else self.narrowest.rate


def list_gpus(document: Document, tree: Tree) -> tuple[list[Gpu], list[Function]]:
    """List what can be the end of a path, by address, and the displays that cannot."""
    gpus, displays = [], []
    for _, function in sorted(tree.functions.items()):
        code = function.class_code or ""
        makers = _GPU_MAKERS if code.startswith(_DISPLAY) else _ACCELERATOR_MAKERS
        if not code.startswith((_DISPLAY, *_ACCELERATORS)):
            continue
        gpu = _build_gpu(document, tree, function)
        if function.vendor in makers and not _is_integrated(tree, gpu):
            gpus.append(gpu)
        elif code.startswith(_DISPLAY):
            displays.append(function)
    return gpus, displays


def _is_integrated(tree: Tree, gpu: Gpu) -> bool:
    """Whether it is part of the processor: directly on the root bus or behind a bridge on the die."""
    function = gpu.function
    if function.port_type == "integrated" or (function.parent is None and function.end == link.End()):
        return True
    parent = tree.functions.get(function.parent or "")
    return parent is not None and parent.is_on_die


def _build_gpu(document: Document, tree: Tree, function: Function) -> Gpu:
    chain = tree.chain(function.address)
    ports = [port.port_type for port in chain[-3:-1]]
    if ports == ["upstream", "downstream"] and {port.vendor for port in chain[-3:-1]} == {function.vendor}:
        chain = chain[:-2]
    edges = {below.address: edge for below in chain if (edge := _build_edge_down(document, tree, below))}
    return Gpu(function, tuple(chain), edges)


def _build_edge_down(document: Document, tree: Tree, below: Function) -> Edge | None:
    """Build the link above a function as it is under load: idle GPUs lower its speed, though not its width, and the
    agent keeps what it saw of that in `moment.links`.
    """
    hop = tree.hop(below)
    if hop is None:
        return None
    idle = mapping(document, "moment.links").get(below.address)
    idle = idle if isinstance(idle, dict) else {}
    end = replace(
        below.end,
        current_gts=below.end.current_gts or read_speed(idle, "current_gts"),
        current_lanes=below.end.current_lanes or read_width(idle, "current_lanes"),
    )
    trained = link.classify(hop.port.end if hop.port else None, end, tree.seen.get(below.address))
    gts = trained.gts if trained.is_under_load else trained.capable_gts
    lanes = trained.lanes or trained.capable_lanes
    rate = link.compute_rate(gts, lanes) if gts and lanes else None
    return Edge(hop.function, "down", rate, link.get_generation(gts), lanes, is_presumed=trained.gts != gts)


def build_source(tree: Tree, disk: str, entry: Document, own: float | None) -> Source:
    """Build a drive's beginning from its entry in `disks`."""
    addresses = {address for one in objects(entry, "controllers") if (address := text(one, "pci"))}
    if len(addresses) > 1:
        return Source(disk, (), {}, "several controllers")
    chain = tuple(tree.chain(next(iter(addresses), None) or text(entry, "pci")))
    edges = {} if own is None else {_SERIAL: Edge(f"{disk} own", "up", own)}
    for below in chain:
        hop = tree.hop(below)
        if hop is not None:
            gts, lanes = hop.link.gts, hop.link.lanes
            edges[below.address] = Edge(hop.function, "up", hop.link.rate, link.get_generation(gts), lanes)
    return Source(disk, chain, edges, None if chain else "no PCIe address")


def find_way(document: Document, tree: Tree, source: Source, gpu: Gpu) -> Way:
    """Find how data get from a drive to a GPU. In a virtual machine nothing is claimed: its ports are invented."""
    if text(document, "virtualized") is not None:
        return Way(source, (), None, "virtual machine", "virtual machine")
    if source.unknown is not None:
        place: UnknownPlace = (
            "several controllers" if source.unknown == "several controllers" else "no PCIe address"
        )
        return Way(source, (), None, place, source.unknown)
    nearness, lost = find_nearness(document, source.chain, gpu.chain)
    way = Way(source, tuple(_list_edges(tree, source, gpu)), nearness, lost, None)
    is_whole = None not in {way.own, gpu.own} and all(edge.rate is not None for edge in way.edges)
    return way if is_whole else replace(way, unknown="link unknown")


def count_common(one: Sequence[Function], other: Sequence[Function]) -> int:
    """Count the ports above both of two chains."""
    pairs = zip(one, other, strict=False)
    return next(
        (number for number, (a, b) in enumerate(pairs) if a.address != b.address), min(len(one), len(other))
    )


def find_nearness(
    document: Document, one: Sequence[Function], other: Sequence[Function]
) -> tuple[Nearness | None, UnknownPlace | None]:
    """Find the nearest thing that two chains have in common, or why it cannot be known. Both ways round alike."""
    common = one[: count_common(one, other)]
    if common:
        return (
            "same switch" if any(port.port_type == "upstream" for port in common) else "same root port"
        ), None
    packages = objects(document, "cpu.packages")
    sockets = len({whole(package, "id") for package in packages}) or whole(document, "cpu.sockets")
    bridges = {one[0].host_bridge, other[0].host_bridge}
    if sockets == 1 or (len(bridges) == 1 and None not in bridges):
        return "same socket", None
    nodes = [_find_node(chain) for chain in (one, other)]
    if None in nodes:
        return None, "NUMA node unknown"
    places = [
        {whole(package, "id") for package in packages if node in _list_nodes(package)} for node in nodes
    ]
    if not all(places):
        return ("same socket", None) if nodes[0] == nodes[1] else (None, "sockets unknown")
    if any(len(place) > 1 for place in places):
        return None, "node spans sockets"
    return ("same socket" if places[0] == places[1] else "across sockets"), None


def _find_node(chain: Sequence[Function]) -> int | None:
    """Find the NUMA node of a function, or of the nearest port above it that has one."""
    return next((port.numa_node for port in reversed(chain) if port.numa_node is not None), None)


def _list_nodes(package: Document) -> list[object]:
    nodes = package.get("nodes")
    return nodes if isinstance(nodes, list) else []


def _list_edges(tree: Tree, source: Source, gpu: Gpu) -> Iterable[Edge]:
    common = count_common(source.chain, gpu.chain)
    if _SERIAL in source.edges:
        yield source.edges[_SERIAL]
    for below in reversed(source.chain[common:]):
        if below.address in source.edges:
            yield source.edges[below.address]
    if common == 0:
        yield from _find_uplinks(tree, source.chain[0], gpu.chain[0])
    for below in gpu.chain[common:]:
        if below.address in gpu.edges:
            yield gpu.edges[below.address]


def _find_uplinks(tree: Tree, one: Function, other: Function) -> Iterable[Edge]:
    """Find the chipset's uplink where one of two root ports is the chipset's: all of its ports share it."""
    if one.is_chipset_port == other.is_chipset_port:
        return
    port, direction = (one, "up") if one.is_chipset_port else (other, "down")
    uplink = find_uplink(port)
    if uplink is not None:
        first = min(each.address for each in tree.functions.values() if each.is_chipset_port)
        yield Edge(f"{first} uplink", direction, uplink.carries)


def compute_together(ways: Sequence[Way]) -> float | None:
    """Compute the most that all drives can send at once: at each link the smaller of what comes and what it carries.
    None when a way is not known.
    """
    if not ways or any(way.rate is None for way in ways):
        return None
    return _compute_inflow(sorted({tuple(reversed(way.edges)) for way in ways}, key=str))


def _compute_inflow(routes: Sequence[tuple[Edge, ...]]) -> float:
    """Compute what comes from all of these; the ways begin at the same place and lead away from the GPU."""
    by_edge: dict[Edge, list[tuple[Edge, ...]]] = {}
    for first, *rest in routes:
        by_edge.setdefault(first, []).append(tuple(rest))
    total = 0.0
    for edge, rests in by_edge.items():
        carried = edge.rate or 0.0
        total += carried if any(not rest for rest in rests) else min(carried, _compute_inflow(rests))
    return total


@dataclass(frozen=True, slots=True)
class SharedEdge:
    """A link that the data of two or more drives pass."""

    edge: Edge
    drives: int
    drives_sum: float | None
    """Of the drives' own links."""


def sum_own(ways: Sequence[Way]) -> float | None:
    """Sum the drives' own links, each once; None when one is not known."""
    own = {way.own.port: way.own.rate for way in ways if way.own is not None}
    rates = [rate for rate in own.values() if rate is not None]
    is_whole = len(rates) == len(own) and all(way.own is not None for way in ways)
    return sum(rates) if rates and is_whole else None


def list_shared(ways: Sequence[Way]) -> list[SharedEdge]:
    """List the links that two or more drives share, from the GPU towards the drives."""
    passing: dict[Edge, list[Way]] = {}
    for way in ways:
        for edge in way.edges:
            passing.setdefault(edge, []).append(way)
    shared = [
        (
            max(way.edges[::-1].index(edge) for way in through),
            SharedEdge(edge, _count(through), sum_own(through)),
        )
        for edge, through in passing.items()
        if _count(through) > 1
    ]
    return [one for _, one in sorted(shared, key=lambda pair: pair[0])]


def _count(ways: Iterable[Way]) -> int:
    """Count the drives, two namespaces of one controller once."""
    return len({way.own.port if way.own else way.source.disk for way in ways})
