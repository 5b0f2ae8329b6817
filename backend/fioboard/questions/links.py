"""Which slot, and whether every link on the way is as good as it can be."""

from collections.abc import Iterator
from typing import Literal, TypedDict

from fioboard.inventory.link import spelled
from fioboard.inventory.pci import Function, Hop, Tree
from fioboard.inventory.tolerant import mapping, objects, text, whole
from fioboard.questions.question import Finding, Setting, unknown
from fioboard.schemas.machine import LinkClass, LinkOut, MachineOut

FULL = frozenset({"full", "device-limited"})
SPOKEN = {
    "full": "full",
    "device-limited": "all that the device can do",
    "port-limited": "all that the port can do, the device could do more",
    "downgraded-width": "fewer lanes than both ends can do",
    "downgraded-speed": "slower than both ends can do",
    "idle-downshift": "slower than both ends can do, but seen at rest only",
    "unknown": "not fully known",
}


Drawn = TypedDict(
    "Drawn",
    {
        "class": LinkClass,
        "gts": float | None,
        "lanes": int | None,
        "seen": Literal["under load", "idle"],
        "capable": str | None,
    },
)
"""A link as this room speaks of it; `capable`: `Gen4 x16`."""


def place(setting: Setting, disk: str) -> str | None:
    """The PCIe address of a drive's controller."""
    entry = mapping(mapping(setting.document, "disks"), disk)
    own = [address for c in objects(entry, "controllers") if (address := text(c, "pci"))]
    return own[0] if own else text(entry, "pci")


def slot_width(setting: Setting) -> Finding:
    """Is it in a x16 slot?"""
    tree = Tree(setting.document)
    tops: dict[str, Hop] = {}
    for disk in setting.members:
        hops = tree.hops(place(setting, disk))
        if hops:
            tops.setdefault(hops[0].function, hops[0])
    found = [_slot(setting, tree, hop) for hop in tops.values()]
    if not found or any(lanes is None for lanes, _ in found):
        return unknown("No PCIe link of the drives is known, or not its width.")
    described = "; ".join(words for _, words in found)
    is_wide = all(lanes == 16 for lanes, _ in found)
    text_ = "Trained on 16 lanes." if is_wide else "Not on 16 lanes."
    return Finding(
        "yes" if is_wide else "no", described, text_, "inventory: slots and links", tuple(w for _, w in found)
    )


def _slot(setting: Setting, tree: Tree, hop: Hop) -> tuple[int | None, str]:
    """Trained lanes of the link out of the slot, and slot, connector, link in words."""
    slot = tree.slot(hop.device.address) or (hop.port.slot if hop.port else None)
    wide = next(
        (
            whole(s, "width_lanes")
            for s in objects(setting.document, "system.slots")
            if slot and text(s, "designation") == slot.name
        ),
        None,
    )
    parts = [f"slot {slot.name}" if slot else f"port {hop.function}"]
    if wide is not None:
        parts.append(f"x{wide} connector")
    trained, capable = (
        spelled(hop.link.gts, hop.link.lanes),
        spelled(hop.link.capable_gts, hop.link.capable_lanes),
    )
    parts.append(f"trained {trained or 'unknown'} of {capable or 'unknown'}")
    return hop.link.lanes, ", ".join(parts)


def link_full(setting: Setting) -> Finding:
    """Is the link full at every hop?"""
    seen = {address: link for run in setting.runs for address, link in _links_of_picture(run["machine"])}
    found = seen or {hop.device.address: _as_drawn(hop) for hop in _hops(setting)}
    if not found:
        return unknown("No PCIe link on the way to the drives is known.")
    evidence = tuple(_words(address, link) for address, link in found.items())
    kinds = {link["class"] for link in found.values()}
    load = (
        " Seen under load."
        if all(link["seen"] == "under load" for link in found.values())
        else " Seen at rest."
    )
    value = f"{sum(link['class'] in FULL for link in found.values())} of {len(found)} links full"
    if kinds & {"downgraded-width", "downgraded-speed"}:
        bad = next(_words(a, link) for a, link in found.items() if link["class"].startswith("downgraded"))
        return Finding("no", value, f"{bad}.{load}", "inventory: PCIe links", evidence)
    if "port-limited" in kinds:
        bad = next(_words(a, link) for a, link in found.items() if link["class"] == "port-limited")
        return Finding("no", value, f"{bad}.{load}", "inventory: PCIe links", evidence)
    if kinds <= FULL:
        return Finding(
            "yes",
            value,
            f"Every link runs at the best that both ends can do.{load}",
            "inventory: PCIe links",
            evidence,
        )
    if kinds <= FULL | {"idle-downshift"}:
        return Finding(
            "value",
            value,
            "Links were at rest when they were read; drives train up under load.",
            "inventory: PCIe links",
            evidence,
        )
    return unknown("Of a link on the way not everything is known.")


def _links_of_picture(machine: MachineOut | None) -> Iterator[tuple[str, Drawn]]:
    waiting = [*(n for s in machine["sockets"] for n in s["roots"]), *machine["unplaced"]] if machine else []
    while waiting:
        node = waiting.pop(0)
        if node["is_on_path"] and node["link"] is not None:
            yield node["id"], _of_picture(node["link"])
        waiting += node["children"]


def _hops(setting: Setting) -> list[Hop]:
    tree = Tree(setting.document)
    found = {hop.device.address: hop for disk in setting.members for hop in tree.hops(place(setting, disk))}
    return list(found.values())


def _as_drawn(hop: Hop) -> Drawn:
    link = hop.link
    return {
        "class": link.kind,
        "gts": link.gts,
        "lanes": link.lanes,
        "seen": "under load" if link.is_under_load else "idle",
        "capable": spelled(link.capable_gts, link.capable_lanes),
    }


def _of_picture(link: LinkOut) -> Drawn:
    generation, lanes = link["capable_generation"], link["capable_lanes"]
    return {
        "class": link["class"],
        "gts": link["gts"],
        "lanes": link["lanes"],
        "seen": link["seen"],
        "capable": f"Gen{generation} x{lanes}" if generation and lanes else None,
    }


def _words(address: str, link: Drawn) -> str:
    """`0000:21:00.0: Gen4 x16 of Gen4 x16, full`."""
    capable = link["capable"]
    trained = spelled(link["gts"], link["lanes"]) or "unknown"
    return f"{address}: {trained} of {capable or 'unknown'}, {SPOKEN[link['class']]}"


def functions(setting: Setting) -> list[Function]:
    """The PCIe functions of the drives' controllers, each once."""
    tree = Tree(setting.document)
    found = (tree.functions.get(place(setting, disk) or "") for disk in setting.members)
    return list({f.address: f for f in found if f is not None}.values())
