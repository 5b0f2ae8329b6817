"""An inventory of what pasted outputs say of links, drives, arrays and NUMA nodes, where that is complete enough.

Complete enough is what gives one answer: each drive that a run measured has its chain of links, and where the outputs
do not tell which controller is which drive, all controllers have equal chains. Nothing else is filled in.
"""

from collections.abc import Mapping, Sequence

from fioboard.core.expressions import compile_later
from fioboard.core.figures import format_things
from fioboard.core.sanitize import Document
from fioboard.engine.formats.fio.model.reading import Invocation
from fioboard.engine.formats.pasted.assign import PastedText
from fioboard.engine.formats.pasted.facts import Array, PciFunction, Records
from fioboard.engine.formats.pasted.parsing import strip_partition
from fioboard.engine.formats.pasted.readers.pci_functions import NVME
from fioboard.engine.hardware.inventory.tolerant import mapping, objects

_DISK = compile_later(r"nvme\d+n\d+")
MAX_CHAIN_LENGTH = 32


def build_inventory(pasted: PastedText) -> Document | None:
    """Build the document of what was pasted; None where it does not give a path to the drives of any run."""
    records = pasted.records
    disks = _locate_disks(pasted)
    if not disks:
        return None
    return {
        "schema": 1,
        "cpu": _describe_cpu(records),
        "pci": {
            address: _describe_function(records, one) for address, one in sorted(records.functions.items())
        },
        "disks": {name: _describe_disk(address) for name, address in disks.items()},
        "volumes": {name: _describe_volume(one) for name, one in records.arrays.items() if one.members},
    }


def build_targets(pasted: PastedText, invocations: Sequence[Invocation]) -> dict[int, list[Document]]:
    """Build the targets of each run as agents send them; none for one whose target is not known down to its drives."""
    below = pasted.records.below
    placed = _locate_disks(pasted)
    targets: dict[int, list[Document]] = {}
    for position, invocation in enumerate(invocations):
        named = [path for path in invocation.targets if path.startswith("/dev/")]
        built = [_build_target(path, below, pasted.records.arrays, placed) for path in named]
        if built and len(built) == len(invocation.targets) and None not in built:
            targets[position] = [target for target in built if target is not None]
    return targets


def describe_hardware(inventory: Document) -> str:
    """Say in a few words what the inventory holds."""
    parts = [
        _count(len(mapping(inventory, "disks")), "drive"),
        _count(len(mapping(inventory, "pci")), "PCIe function"),
        _count(len(mapping(inventory, "volumes")), "array"),
        _count(len(objects(inventory, "cpu.numa.nodes")), "NUMA node"),
    ]
    return ", ".join(part for part in parts if part)


def _count(number: int, noun: str) -> str:
    return format_things(number, noun) if number else ""


def _locate_disks(pasted: PastedText) -> dict[str, str]:
    """Return the NVMe drives that runs measured with their controllers; empty where that is not known."""
    names = sorted({strip_partition(name) for measured in pasted.devices for name in measured})
    names = [name for name in names if _DISK.fullmatch(name)]
    drives = [one for one in pasted.records.functions.values() if one.class_code == NVME and one.current_gts]
    if not names or len(names) > len(drives):
        return {}
    chains = {_sign(pasted.records, drive) for drive in drives}
    # Which is which decides nothing where all chains are equal; else only one drive and one controller fit together.
    if len(chains) > 1 or (len(names) < len(drives) and not _is_shared_by_all(pasted.records, drives)):
        return {}
    return {
        name: drive.address
        for name, drive in zip(names, sorted(drives, key=lambda d: d.address), strict=False)
    }


def _find_parent(records: Records, function: PciFunction) -> PciFunction | None:
    domain, bus, _ = function.address.split(":")
    return next(
        (
            one
            for one in records.functions.values()
            if one.secondary_bus == int(bus, 16) and one.address.startswith(f"{domain}:")
        ),
        None,
    )


def _list_chain(records: Records, function: PciFunction) -> list[PciFunction]:
    """The functions from a drive up to its root port."""
    chain = [function]
    while (
        (parent := _find_parent(records, chain[-1])) and parent not in chain and len(chain) < MAX_CHAIN_LENGTH
    ):
        chain.append(parent)
    return chain


def _sign(records: Records, function: PciFunction) -> tuple[tuple[object, ...], ...]:
    """What of a drive's chain decides about its speed."""
    return tuple(
        (one.current_gts, one.current_lanes, one.max_gts, one.max_lanes, one.payload_bytes, one.numa_node)
        for one in _list_chain(records, function)
    )


def _is_shared_by_all(records: Records, drives: Sequence[PciFunction]) -> bool:
    """Whether everything above the ports of the drives is the same for all."""
    return len({tuple(one.address for one in _list_chain(records, drive)[2:]) for drive in drives}) == 1


def _describe_cpu(records: Records) -> dict[str, object]:
    """NUMA nodes, and their sockets where each has as many nodes: the kernel numbers nodes socket by socket."""
    nodes = [records.nodes[number] for number in sorted(records.nodes)]
    stated = {fact.value for fact in records.facts if fact.key == "cpu.sockets"}
    sockets = int(stated.pop()) if len(stated) == 1 else None
    packages = []
    if sockets and nodes and len(nodes) % sockets == 0:
        each = len(nodes) // sockets
        for socket in range(sockets):
            own = nodes[socket * each : (socket + 1) * each]
            packages.append(
                {"id": socket, "cpus": ",".join(n.cpus for n in own), "nodes": [n.number for n in own]}
            )
    return {
        "sockets": sockets,
        "packages": packages or None,
        "numa": {
            "nodes": [
                {"id": n.number, "cpus": n.cpus, "memory_bytes": None, "distances": None} for n in nodes
            ]
        },
    }


def _describe_function(records: Records, function: PciFunction) -> dict[str, object]:
    parent = _find_parent(records, function)
    return {
        "ids": {"class": function.class_code, "vendor": None, "device": None},
        "name": function.name,
        "driver": function.driver,
        "numa_node": function.numa_node,
        "parent": parent.address if parent else None,
        "port_type": function.port_type,
        "slot": {"name": function.physical_slot, "source": "pasted", "is_verified": False}
        if function.physical_slot
        else None,
        "config": {"mps_bytes": function.payload_bytes} if function.payload_bytes else None,
        "link": {
            "current_gts": function.current_gts,
            "current_lanes": function.current_lanes,
            "max_gts": function.max_gts,
            "max_lanes": function.max_lanes,
        },
    }


def _describe_disk(address: str) -> dict[str, object]:
    return {"transport": "pcie", "pci": address, "model": None, "partitions": []}


def _describe_volume(array: Array) -> dict[str, object]:
    return {
        "kind": "zfs" if not array.name.startswith("md") else "md",
        "level": array.level,
        "chunk_bytes": array.chunk_bytes,
        "width": array.width,
        "is_degraded": array.is_degraded,
        "members": list(array.members),
    }


def _build_target(
    path: str,
    below: Mapping[str, tuple[str, ...]],
    arrays: Mapping[str, Array],
    placed: Mapping[str, str],
) -> Document | None:
    """One target with its graph; None where a drive below it is not placed."""
    root = path.removeprefix("/dev/")
    nodes: dict[str, dict[str, object]] = {}
    members: list[str] = []
    waiting = [root]
    while waiting and len(nodes) < 1_000:
        name = waiting.pop(0)
        if name in nodes:
            continue
        disk = strip_partition(name)
        children = [disk] if disk != name else list(below.get(name, ()))
        if name in placed:
            members.append(name)
            children = []
        elif not children:
            return None
        kind = "disk" if name in placed else "volume" if name in arrays else "partition"
        nodes[name] = {"kind": kind, "name": name, "children": children}
        waiting += children
    kind = "disk" if root in placed else "md" if root in arrays else "partition"
    return {
        "path": path,
        "kind": kind,
        "real_path": path,
        "filesystem": None,
        "network": None,
        "reason": None,
        "graph": {"root": root, "nodes": nodes},
        "members": members,
    }
