"""Rules about PCIe links: trained below what both ends can do, limited by the port, narrower than the connector."""

from collections.abc import Iterable, Iterator

from fioboard.core.sanitize import Document
from fioboard.inventory.findings import sentences
from fioboard.inventory.findings.finding import Evidence, Finding
from fioboard.inventory.link import spelled
from fioboard.inventory.path import Path
from fioboard.inventory.pci import Hop, Tree
from fioboard.inventory.tolerant import objects, text, whole


def of_machine(document: Document, tree: Tree) -> Iterator[Finding]:
    """Every link of the machine that storage or network hangs on, as it was seen when nothing ran."""
    interesting = ("0x01", "0x02", "0x0604")
    hops = [
        hop
        for function in tree.functions.values()
        if (function.class_code or "").startswith(interesting) and (hop := tree.hop(function))
    ]
    yield from _judged(hops)
    yield from _narrow_slots(document, tree)


def of_run(path: Path) -> Iterator[Finding]:
    """The links that the run's data went through."""
    yield from _judged(path.hops)


def _judged(hops: Iterable[Hop]) -> Iterator[Finding]:
    for hop in hops:
        link = hop.link
        seen = "samples" if link.is_under_load else "inventory"
        facts = (
            Evidence("trained", spelled(link.gts, link.lanes), None, seen),
            Evidence("capable", spelled(link.capable_gts, link.capable_lanes)),
            Evidence("port", hop.function),
            Evidence("device", hop.device.address),
        )
        if link.kind == "downgraded-width":
            yield Finding(
                link.kind,
                "warning",
                sentences.NARROWED(port=hop.function, lanes=link.lanes, capable=link.capable_lanes),
                facts,
            )
        elif link.kind == "downgraded-speed":
            yield Finding(
                link.kind,
                "warning",
                sentences.SLOWED(port=hop.function, speed=f"{link.gts:g}", capable=f"{link.capable_gts:g}"),
                facts,
            )
        elif link.kind == "port-limited":
            device = spelled(hop.device.end.max_gts, hop.device.end.max_lanes)
            yield Finding(
                link.kind,
                "info",
                sentences.PORT_LIMITED(
                    port=hop.function, trained=spelled(link.gts, link.lanes), device=device
                ),
                (*facts, Evidence("device at most", device)),
            )


def _narrow_slots(document: Document, tree: Tree) -> Iterator[Finding]:
    for slot in objects(document, "system.slots"):
        wide, name = whole(slot, "width_lanes"), text(slot, "designation")
        port = tree.functions.get(text(slot, "address") or "")
        if port is None:  # the table's own address is often wrong; the agent's verified slot is not
            port = next(
                (
                    f
                    for f in tree.functions.values()
                    if f.slot and f.slot.name == name and f.slot.is_verified and f.slot.source == "smbios"
                ),
                None,
            )
        lanes = port.end.max_lanes if port and port.is_bridge else None
        if wide is None or lanes is None or port is None or lanes >= wide:
            continue
        yield Finding(
            "narrow-slot",
            "info",
            sentences.NARROW_SLOT(slot=name, connector=wide, lanes=lanes),
            (
                Evidence("connector", wide, "lanes"),
                Evidence("port", lanes, "lanes"),
                Evidence("address", port.address),
            ),
        )
