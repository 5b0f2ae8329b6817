"""PCIe functions of an inventory and the chains they form, from root port to drive."""

from collections.abc import Mapping
from dataclasses import dataclass

from fioboard.core.sanitize import Document
from fioboard.engine.hardware.inventory import link
from fioboard.engine.hardware.inventory.link import End, Link
from fioboard.engine.hardware.inventory.numa import map_cpus_by_node, parse_cpu_list
from fioboard.engine.hardware.inventory.tolerant import (
    flag,
    get_in_range,
    mapping,
    named,
    number,
    text,
    whole,
)

Seen = Mapping[str, tuple[float | None, int | None]]
"""Per function: highest speed (GT/s) and smallest width seen while the run was under load."""
MAX_CHAIN_LENGTH = 32
MAX_LISTS_OF_CPUS = 256
BRIDGE = "0x0604"
# AMD's on-die "Internal PCIe GPP Bridge": its link is nominal (16 GT/s x16 to a part of the same die), no limit.
# Ids as in pci.ids: Zen, Zen 2/3, Raven, Renoir, Rembrandt, Genoa, Raphael, Phoenix.
ON_DIE_BRIDGES = frozenset(
    {"0x1454", "0x1484", "0x15db", "0x15dc", "0x1635", "0x14b9", "0x14a7", "0x14dd", "0x14eb"}
)
# Intel's chipset: root ports on bus 0, devices 1Ah to 1Dh share an uplink (DMI) that no file shows.
CHIPSET_DEVICES = frozenset({0x1A, 0x1B, 0x1C, 0x1D})


@dataclass(frozen=True, slots=True)
class Slot:
    """The name of a slot and how far it can be trusted."""

    name: str
    source: str
    is_verified: bool


@dataclass(frozen=True, slots=True)
class Function:
    """One PCIe function as the inventory has it."""

    address: str
    parent: str | None
    port_type: str | None
    end: End
    slot: Slot | None
    numa_node: int | None
    class_code: str | None
    vendor: str | None
    device: str | None
    name: str | None
    driver: str | None
    driver_version: str | None
    driver_is_vendor: bool | None
    stable_path: str | None
    payload_bytes: int | None
    vmd: str | None
    host_bridge: str | None

    @property
    def is_bridge(self) -> bool:
        """Whether others can hang below it."""
        return self.port_type in {"root", "upstream", "downstream", "bridge"} or (
            self.class_code or ""
        ).startswith(BRIDGE)

    @property
    def is_on_die(self) -> bool:
        """Whether it is a bridge inside AMD's processor."""
        named_so = "Internal" in (self.name or "") and "GPP Bridge" in (self.name or "")
        return named_so or (self.vendor == "0x1022" and self.device in ON_DIE_BRIDGES)

    @property
    def is_chipset_port(self) -> bool:
        """Whether it is a root port of an Intel chipset."""
        device = self.address.rpartition(":")[2].partition(".")[0]
        return (
            self.parent is None
            and self.vendor == "0x8086"
            and self.address.startswith("0000:00:")
            and self.is_bridge
            and int(device, 16) in CHIPSET_DEVICES
        )


@dataclass(frozen=True, slots=True)
class Hop:
    """One link of a chain: the port above (None when it is not in the inventory) and the function plugged into it."""

    port: Function | None
    device: Function
    link: Link

    @property
    def function(self) -> str:
        """The address that names the hop: the port's, else the device's."""
        return self.port.address if self.port else self.device.address


class Tree:
    """All functions of an inventory and what was seen of their links under load."""

    def __init__(self, document: Document, seen: Seen | None = None) -> None:
        self.seen = seen or {}
        local = _LocalNodes(document)
        self.functions = {
            address: _build_function(local, address, entry) for address, entry in named(document, "pci")
        }
        self._fill_types()

    def chain(self, address: str | None) -> list[Function]:
        """The functions from root port to `address`; empty when it is not in the inventory.

        Above a drive behind Intel VMD the chain ends at VMD's own root port: the VMD function is no port.
        """
        functions: dict[str, Function] = {}
        while address in self.functions and address not in functions and len(functions) < MAX_CHAIN_LENGTH:
            function = functions[address] = self.functions[address]
            address = None if function.parent == function.vmd else function.parent
        return [*reversed(functions.values())]

    def hop(self, function: Function) -> Hop | None:
        """The link from a function up to its parent; None where there is none: in a switch, on a die, at the top."""
        port = self.functions.get(function.parent or "")
        if function.port_type in {"root", "downstream", "integrated"}:
            return None
        if port is not None and (
            port.is_on_die or port.port_type == "upstream" or port.address == function.vmd
        ):
            return None
        end = function.end
        if end == End():  # only function 0 of a device need tell of its link
            first = self.functions.get(function.address[:-1] + "0")
            end = first.end if first else end
        if end == End() and port is None:
            return None
        seen = self.seen.get(function.address) or (self.seen.get(port.address) if port else None)
        return Hop(port, function, link.classify(port.end if port else None, end, seen))

    def hops(self, address: str | None) -> list[Hop]:
        """The links from the root port down to a function."""
        return [hop for function in self.chain(address) if (hop := self.hop(function))]

    def payload(self, address: str | None) -> tuple[int, int]:
        """Least and most payload per packet along the chain to a function."""
        chain = [f for f in self.chain(address) if not f.is_on_die]
        return link.find_payload_range([function.payload_bytes for function in chain])

    def slot(self, address: str | None) -> Slot | None:
        """The slot of the board that a function sits in: of several on the way, the one nearest to the CPU."""
        return next((function.slot for function in self.chain(address) if function.slot), None)

    def _fill_types(self) -> None:
        """Port types follow from the place when the configuration space could not be read."""
        for address in sorted(self.functions, key=lambda a: len(self.chain(a))):
            function = self.functions[address]
            if function.port_type is not None:
                continue
            above = self.functions.get(function.parent or "")
            if not (function.class_code or "").startswith(BRIDGE):
                continue
            kind = (
                "root"
                if above is None
                else {"root": "upstream", "downstream": "upstream"}.get(
                    above.port_type or "", "downstream" if above.port_type == "upstream" else "bridge"
                )
            )
            self.functions[address] = _set_type(function, kind)


def _set_type(function: Function, kind: str) -> Function:
    values = {name: getattr(function, name) for name in Function.__slots__}
    return Function(**(values | {"port_type": kind}))


class _LocalNodes:
    """Tells the one node whose CPUs a list names; functions have few distinct lists, about one for each node."""

    def __init__(self, document: Document) -> None:
        self._nodes = map_cpus_by_node(document)
        self._known: dict[str, int | None] = {}

    def find(self, listed: str | None) -> int | None:
        """Return the node; None for a list of several nodes, of none, and after more lists than machines have."""
        if listed is None:
            return None
        if listed not in self._known and len(self._known) < MAX_LISTS_OF_CPUS:
            wanted = parse_cpu_list(listed)
            nodes = [node for node, cpus in self._nodes.items() if not cpus.isdisjoint(wanted)]
            self._known[listed] = nodes[0] if len(nodes) == 1 else None
        return self._known.get(listed)


def _build_function(local: _LocalNodes, address: str, entry: Document) -> Function:
    node = whole(entry, "numa_node")
    if node is None:  # firmware without proximity data: the list of local CPUs tells the same
        node = local.find(text(entry, "local_cpus"))
    return Function(
        address=address,
        parent=text(entry, "parent"),
        port_type=text(entry, "port_type"),
        end=End(
            read_speed(entry, "link.current_gts"),
            read_width(entry, "link.current_lanes"),
            read_speed(entry, "link.max_gts"),
            read_width(entry, "link.max_lanes"),
        ),
        slot=_read_slot(entry),
        numa_node=node,
        class_code=text(entry, "ids.class"),
        vendor=text(entry, "ids.vendor"),
        device=text(entry, "ids.device"),
        name=text(entry, "name"),
        driver=text(entry, "driver"),
        driver_version=text(entry, "driver_version"),
        driver_is_vendor=flag(entry, "driver_is_vendor"),
        stable_path=text(entry, "stable_path"),
        payload_bytes=get_in_range(entry, "config.mps_bytes", 128, 4096),
        vmd=text(entry, "vmd"),
        host_bridge=text(entry, "host_bridge"),
    )


def read_speed(entry: Document, path: str) -> float | None:
    """Read a link's speed in GT/s; what no generation can have is unknown."""
    speed_gts = number(entry, path)
    return speed_gts if speed_gts is not None and 0 < speed_gts <= 256 else None


def read_width(entry: Document, path: str) -> int | None:
    """Read a link's width in lanes; 0 (an empty port) and 255 (a function that does not answer) are none."""
    return get_in_range(entry, path, 1, 32)


def _read_slot(entry: Document) -> Slot | None:
    name = text(mapping(entry, "slot"), "name")
    if name is None:
        return None
    return Slot(name, text(entry, "slot.source") or "unknown", flag(entry, "slot.is_verified") is True)
