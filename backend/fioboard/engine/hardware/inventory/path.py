"""The path of one run's data: targets, layers, drives, links, and what they can carry together."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from fioboard.core.sanitize import Document
from fioboard.engine.hardware.inventory import limits, numa, targets
from fioboard.engine.hardware.inventory.limits import Branch, Leaf, Shared
from fioboard.engine.hardware.inventory.link import Range, format_link
from fioboard.engine.hardware.inventory.pci import Function, Hop, Slot, Tree
from fioboard.engine.hardware.inventory.samples import Samples
from fioboard.engine.hardware.inventory.targets import WITHOUT_DRIVES, Target
from fioboard.engine.hardware.inventory.tolerant import get_in_range, mapping, objects, text

VIRTUAL = frozenset({"virtio", "xen", "vmbus", "virtual"})
"""Transports of what a hypervisor shows, which say nothing of the device below."""


def has_only_virtual_drives(document: Document) -> bool:
    """Whether an inventory has drives, and all are those that a hypervisor shows."""
    disks = mapping(document, "disks")
    return bool(disks) and all(text(mapping(disks, disk), "transport") in VIRTUAL for disk in disks)


@dataclass(frozen=True, slots=True)
class Measured:
    """One result of the run, as far as pictures need it."""

    direction: str
    bw_bytes_per_s: float | None


@dataclass(frozen=True, slots=True)
class Member:
    """One physical drive and its chain of links."""

    disk: str
    entry: Document
    function: Function | None
    hops: list[Hop]
    slot: Slot | None
    leaf: Leaf

    @property
    def link(self) -> str | None:
        """The drive's own link, or that of the controller it hangs on; None when unknown."""
        hop = self.hops[-1] if self.hops else None
        return format_link(hop.link.gts, hop.link.lanes) if hop else None

    @property
    def numa_node(self) -> int | None:
        """The node its controller is attached to."""
        return self.function.numa_node if self.function else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Path:
    """Everything that follows from a run's targets and its host's inventory."""

    document: Document
    tree: Tree
    targets: list[Target]
    members: list[Member]
    branches: list[Branch]
    read: Range | None
    write: Range | None
    rate: Range | None
    """Sum of link rates: no one-way figure can be above it."""
    limited_by: str | None
    shared: list[Shared]
    fio_nodes: set[int] | None
    is_launcher_binding: bool
    """Whether a program before fio on the command line binds it, to whatever its arguments say."""
    samples: Samples
    results: Sequence[Measured] = ()

    @property
    def hops(self) -> list[Hop]:
        """Every link on the way, each once."""
        by_address = {hop.device.address: hop for member in self.members for hop in member.hops}
        return list(by_address.values())

    @property
    def is_virtual(self) -> bool:
        """Whether the drives are those that a hypervisor shows: where the physical ones hang it does not."""
        return any(text(member.entry, "transport") in VIRTUAL for member in self.members)

    @property
    def is_local(self) -> bool | None:
        """Whether fio could only run on nodes that the drives hang on; None when not pinned, or a node is unknown."""
        nodes = {member.numa_node for member in self.members}
        if not nodes or None in nodes or self.fio_nodes is None:
            return None
        return self.fio_nodes <= nodes


def resolve(
    document: Document,
    stated: object,
    *,
    fallback: str | None = None,
    fio_cpus: Document | None = None,
    is_launcher_binding: bool = False,
    samples: Samples | None = None,
    results: Sequence[Measured] = (),
    turns: Collection[str] = (),
) -> Path | None:
    """The path of a run. `stated`: the manifest's targets; `fallback`: its target when an older agent sent none;
    `turns`: ports at which its data turn, so that it ends there.

    None when no target is known.
    """
    resolved = targets.read_targets(document, stated, fallback)
    if not resolved:
        return None
    samples = samples or Samples()
    tree = Tree(document, samples.seen)
    names = dict.fromkeys(name for target in resolved for name in target.members)
    members = [_build_member(tree, name, mapping(document, "disks").get(name), turns) for name in names]
    branches, lost = limits.build_branches(tree, [member.leaf for member in members], turns)
    over_network = [target for target in resolved if target.network]
    is_whole = not lost and all(_is_resolved(target) for target in resolved)

    def carried(measure: limits.Measure) -> Range | None:
        if not is_whole:
            return None
        networks = [_compute_network(document, tree, target, measure) for target in over_network]
        return limits.add([*(limits.compute_carried(branch, measure) for branch in branches), *networks])

    hop = limits.find_narrowest(branches[0], limits.get_read_ceiling) if len(branches) == 1 else None
    interface = text(resolved[0].network, "interface") if over_network and not branches else None
    return Path(
        document=document,
        tree=tree,
        targets=resolved,
        members=members,
        branches=branches,
        read=carried(limits.get_read_ceiling),
        write=carried(limits.get_write_ceiling),
        rate=carried(limits.get_rate),
        limited_by=hop.function if hop else interface,
        shared=limits.list_shared(branches),
        fio_nodes=numa.find_fio_nodes(document, fio_cpus),
        is_launcher_binding=is_launcher_binding,
        samples=samples,
        results=results,
    )


def _is_resolved(target: Target) -> bool:
    return bool(target.members or target.network or target.kind in WITHOUT_DRIVES)


def _build_member(tree: Tree, name: str, entry: object, turns: Collection[str]) -> Member:
    disk: Mapping[str, object] = entry if isinstance(entry, Mapping) else {}
    controllers = {address for c in objects(disk, "controllers") if (address := text(c, "pci"))}
    # With several controllers (NVMe multipath) no one chain is the drive's: its place counts as unknown.
    address = None if len(controllers) > 1 else next(iter(controllers), None) or text(disk, "pci")
    own = limits.parse_serial_rate(text(disk, "negotiated_link"))
    return Member(
        disk=name,
        entry=disk,
        function=tree.functions.get(address or ""),
        hops=[hop for hop in tree.hops(address) if hop.device.address not in turns],
        slot=tree.slot(address),
        leaf=Leaf(name, address, own),
    )


def _compute_network(document: Document, tree: Tree, target: Target, measure: limits.Measure) -> Range | None:
    """Return what the interface to a file server carries, its own PCIe link included; None when its speed is
    unknown.
    """
    name = text(target.network, "interface")
    entry = next((e for e in objects(document, "network") if text(e, "name") == name), None)
    speed = get_in_range(entry, "speed_mbps", 1, 10_000_000)
    if entry is None or not speed:
        return None
    line = speed * 1e6 / 8
    ceiling = Range(line, line)
    if measure is not limits.get_rate:
        ceiling = limits.compute_network_ceiling(speed, get_in_range(entry, "mtu", 576, 65_536))
    for hop in tree.hops(text(entry, "pci")):
        carried = measure(hop, tree.payload(hop.device.address))
        if carried is not None:
            ceiling = Range(min(ceiling.low, carried.low), min(ceiling.high, carried.high))
    return ceiling
