"""What a whole path can carry: the slowest link, hops that several drives share, and networks.

A path is a tree: host, root ports, switches, drives. Below a port counts what its drives can bring together, at the
port what its own link carries; the smaller of the two goes up. A link of which nothing is known limits nothing, but
what is then above it is no longer the sum of its drives.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field

from fioboard.engine.hardware.inventory.link import Range
from fioboard.engine.hardware.inventory.pci import Function, Hop, Tree

Measure = Callable[[Hop, tuple[int, int]], Range | None]
# Parts of one Ethernet packet that are not payload: preamble, header, checksum and gap 38, of them inside the MTU
# IP 20, TCP 20 and time stamps 12. 10 Gb/s: 1.177 GB/s at MTU 1500, 1.238 at 9000.
FRAME_BYTES, HEADERS_BYTES = 38, 52
USUAL_MTU, JUMBO_MTU = 1500, 9000
EQUAL = 1e-9


@dataclass(frozen=True, slots=True)
class Leaf:
    """A physical drive: its name, its place, and what its own SAS or SATA link carries."""

    disk: str
    address: str | None
    own: float | None = None


@dataclass(slots=True)
class Branch:
    """A function with everything below it that a run used."""

    hop: Hop | None
    address: str
    payload: tuple[int, int]
    children: dict[str, "Branch"] = field(default_factory=dict)
    leaves: list[Leaf] = field(default_factory=list)

    def disks(self) -> list[Leaf]:
        """All drives below."""
        return [*self.leaves, *(leaf for child in self.children.values() for leaf in child.disks())]


@dataclass(frozen=True, slots=True)
class Shared:
    """A hop above two or more drives. Figures are for reads; None where a link below is unknown."""

    hop: Hop
    members: list[str]
    members_sum: Range | None
    ceiling: Range

    @property
    def ratio(self) -> float | None:
        """The drives' sum over the hop's ceiling."""
        return None if self.members_sum is None else self.members_sum.low / self.ceiling.low

    @property
    def is_oversubscribed(self) -> bool | None:
        """Whether the drives could bring more than the hop carries."""
        return None if self.ratio is None else self.ratio > 1 + 1e-6

    @property
    def share(self) -> Range:
        """What is left for each drive when all are busy."""
        n = len(self.members)
        even = Range(self.ceiling.low / n, self.ceiling.high / n)
        if self.members_sum is None or self.is_oversubscribed:
            return even
        return Range(self.members_sum.low / n, self.members_sum.high / n)


def get_read_ceiling(hop: Hop, payload: tuple[int, int]) -> Range | None:
    """Return what a hop carries from the drives."""
    return hop.link.ceiling(payload, "read")


def get_write_ceiling(hop: Hop, payload: tuple[int, int]) -> Range | None:
    """Return what a hop carries to the drives."""
    return hop.link.ceiling(payload, "write")


def get_rate(hop: Hop, payload: tuple[int, int]) -> Range | None:
    """Return the hop's link rate: nothing passes it, whatever the packets are."""
    return None if hop.link.rate is None else Range(hop.link.rate, hop.link.rate)


def build_branches(
    tree: Tree, leaves: Iterable[Leaf], turns: Collection[str] = ()
) -> tuple[list[Branch], list[Leaf]]:
    """Build the branches from each root port that the drives hang on, or from below the ports where their data turn,
    and list the drives of which no place is known.
    """
    roots: dict[str, Branch] = {}
    lost: list[Leaf] = []
    for leaf in leaves:
        chain = [function for function in tree.chain(leaf.address) if function.address not in turns]
        if not chain:
            lost.append(leaf)
            continue
        level, branch = roots, None
        for function in chain:
            branch = level.setdefault(function.address, _build_branch(tree, function))
            level = branch.children
        if branch is not None:
            branch.leaves.append(leaf)
    return list(roots.values()), lost


def _build_branch(tree: Tree, function: Function) -> Branch:
    return Branch(tree.hop(function), function.address, tree.payload(function.address))


def compute_carried(branch: Branch, measure: Measure) -> Range | None:
    """Return the most that a branch can bring up to its parent; None when too little is known."""
    return _find_least(_measure_children(branch, measure), _measure_own(branch, measure))


def find_narrowest(branch: Branch, measure: Measure) -> Hop | None:
    """Find the hop that limits a branch; None when that is the drives, several hops alike, or unknown."""
    own, below = _measure_own(branch, measure), _measure_children(branch, measure)
    if own is not None and (below is None or own.low <= below.low * (1 + EQUAL)):
        return branch.hop
    # Drives beside or instead of further ports: no single hop below is the narrowest.
    return find_narrowest(next(iter(branch.children.values())), measure) if _is_single(branch) else None


def _is_single(branch: Branch) -> bool:
    return len(branch.children) == 1 and not branch.leaves


def _measure_own(branch: Branch, measure: Measure) -> Range | None:
    return measure(branch.hop, branch.payload) if branch.hop else None


def _measure_children(branch: Branch, measure: Measure) -> Range | None:
    parts = [compute_carried(child, measure) for child in branch.children.values()]
    parts += [None if leaf.own is None else Range(leaf.own, leaf.own) for leaf in branch.leaves]
    return add(parts)


def _find_least(*ranges: Range | None) -> Range | None:
    known = [one for one in ranges if one is not None]
    if not known:
        return None
    return Range(min(one.low for one in known), min(one.high for one in known))


def add(parts: Iterable[Range | None]) -> Range | None:
    """The sum; None when a part is unknown or there is none."""
    low = high = 0.0
    count = 0
    for part in parts:
        if part is None:
            return None
        low, high, count = low + part.low, high + part.high, count + 1
    return Range(low, high) if count else None


def list_shared(branches: Iterable[Branch]) -> list[Shared]:
    """List every hop above two or more drives, from the top, each with what the drives below could bring by
    themselves.
    """
    shared_hops: list[Shared] = []
    for branch in branches:
        disks = branch.disks()
        if len({leaf.disk for leaf in disks}) < 2:
            continue
        own = _measure_own(branch, get_read_ceiling)
        if own is not None and branch.hop is not None:
            total = add(_measure_alone(branch, leaf) for leaf in disks)
            shared_hops.append(Shared(branch.hop, [leaf.disk for leaf in disks], total, own))
        shared_hops += list_shared(branch.children.values())
    return shared_hops


def _measure_alone(branch: Branch, leaf: Leaf) -> Range | None:
    """Return what one drive can bring up to the branch when no other is busy; the branch's own hop is not counted."""
    if leaf in branch.leaves:
        return None if leaf.own is None else Range(leaf.own, leaf.own)
    for child in branch.children.values():
        if leaf in child.disks():
            return _find_least(_measure_alone(child, leaf), _measure_own(child, get_read_ceiling))
    return None


def compute_network_ceiling(speed_mbps: int, mtu: int | None) -> Range:
    """Return what TCP can carry over an Ethernet link, bytes/s, each direction; a range when the MTU is unknown."""
    smallest, largest = (mtu, mtu) if mtu else (USUAL_MTU, JUMBO_MTU)
    return Range(
        *(speed_mbps * 1e6 / 8 * (m - HEADERS_BYTES) / (m + FRAME_BYTES) for m in (smallest, largest))
    )


def parse_serial_rate(negotiated: Mapping[str, object] | str | None) -> float | None:
    """Return bytes/s of a SATA or SAS link from its text (`6.0 Gbps`, `12.0 Gbit`): 8b/10b up to 12 Gb/s, else
    unknown.
    """
    if not isinstance(negotiated, str):
        return None
    head = negotiated.split()[0] if negotiated.split() else ""
    try:
        gbps = float(head)
    except ValueError:
        return None
    return gbps * 1e9 / 10 if gbps in {1.5, 3.0, 6.0, 12.0} else None
