"""Whether the slot is wide enough, and whether every link on the way is as good as it can be."""

from collections.abc import Iterator, Mapping
from typing import Literal, TypedDict

from fioboard.app.sharing.questions import sentences
from fioboard.app.sharing.questions.question import (
    Answer,
    Finding,
    Setting,
    elsewhere,
    explain_outside_vm,
    listed,
    unknown,
)
from fioboard.core.figures import format_things
from fioboard.engine.answers.machine import LinkClass, LinkOut, MachineOut
from fioboard.engine.hardware.inventory.link import format_link
from fioboard.engine.hardware.inventory.pci import Function, Hop, Tree
from fioboard.engine.hardware.inventory.tolerant import mapping, objects, text, whole

FULL = frozenset({"full", "device-limited"})
SPOKEN = {
    "full": "full width and speed",
    "device-limited": "limited by the device",
    "port-limited": "limited by the port; the device supports more",
    "downgraded-width": "fewer lanes than both ends support",
    "downgraded-speed": "slower than both ends support",
    "idle-downshift": "slower than both ends support, but seen idle only",
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
NOT_RECORDED: Drawn = {"class": "unknown", "gts": None, "lanes": None, "seen": "idle", "capable": None}
# What the owner can mend comes before what the port is built for.
LESS_THAN_FULL = (frozenset({"downgraded-width", "downgraded-speed"}), frozenset({"port-limited"}))


def place(setting: Setting, disk: str) -> str | None:
    """The PCIe address of a drive's controller."""
    entry = mapping(mapping(setting.document, "disks"), disk)
    own = [address for c in objects(entry, "controllers") if (address := text(c, "pci"))]
    return own[0] if own else text(entry, "pci")


def slot_width(setting: Setting) -> Finding:
    """Is the slot as wide as the card or drive in it?"""
    if setting.is_remote:
        return elsewhere()
    if setting.is_on_virtual_drives:
        return unknown(explain_outside_vm("The slot and link of the physical drives are"), can_be_read=False)
    tree = Tree(setting.document)
    tops: dict[str, Hop] = {}
    placeless = []
    for disk in setting.members:
        hops = tree.hops(place(setting, disk))
        if hops:
            tops.setdefault(hops[0].function, hops[0])
        else:
            placeless.append(disk)
    slots = [_slot(setting, tree, hop) for hop in tops.values()]
    described = tuple(words for _, words in slots)
    if not slots or any(None in lanes for lanes, _ in slots):
        return unknown("The PCIe link width of the drives is unknown.")
    if contradiction := _contradiction(setting):
        return unknown(f"Recorded is {listed(described)}. {contradiction}", described)
    if placeless:
        value = f"{'; '.join(described)}; {listed(placeless)}: not known"
        return Finding(
            "value", value, "Known for some of the drives only.", "inventory: slots and links", described,
            is_open=True,
        )  # fmt: skip
    narrow = [(used, own) for (used, own), _ in slots if used is not None and own is not None and used < own]
    answer: Answer = "no" if narrow else "yes"
    text_ = (
        sentences.LANES_UNUSED(widths=listed(f"x{used} of x{own}" for used, own in narrow))
        if narrow
        else sentences.LANES_USED(widths=listed(f"x{own}" for (_, own), _ in slots))
    )
    return Finding(answer, "; ".join(described), text_, "inventory: slots and links", described)


def _contradiction(setting: Setting) -> str | None:
    """The finding that more was measured than the recorded links can carry: no answer may rest on them then.

    A run through the page cache says nothing of the links.
    """
    return next(
        (
            finding["text"]
            for run in setting.runs
            if run["answer"] and any(result["direct"] for result in run["results"])
            for finding in run["answer"]["findings"]
            if finding["id"] == "faster-than-possible"
        ),
        None,
    )


def _slot(setting: Setting, tree: Tree, hop: Hop) -> tuple[tuple[int | None, int | None], str]:
    """Lanes in use of the link out of the slot and lanes of what is in it, and slot, connector, link in words."""
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
        format_link(hop.link.gts, hop.link.lanes),
        format_link(hop.link.capable_gts, hop.link.capable_lanes),
    )
    parts.append(f"trained {trained or 'unknown'} of {capable or 'unknown'}")
    return (hop.link.lanes, hop.device.end.max_lanes or hop.link.capable_lanes), ", ".join(parts)


def link_full(setting: Setting) -> Finding:
    """Is every link at full width and speed?"""
    if setting.is_remote:
        return elsewhere()
    if setting.is_on_virtual_drives:
        return unknown(explain_outside_vm("The links of the physical drives are"), can_be_read=False)
    links = _links(setting)
    if not any(link["gts"] and link["lanes"] for link in links.values()):
        return unknown("The PCIe links to the drives are unknown.")
    evidence = tuple(_words(address, link) for address, link in links.items())
    if contradiction := _contradiction(setting):
        recorded = listed(_words(address, link) for address, link in links.items() if link["gts"])
        return unknown(f"Recorded is {recorded}. {contradiction}", evidence)
    return _fullness(links, evidence)


def _fullness(links: Mapping[str, Drawn], evidence: tuple[str, ...]) -> Finding:
    load = (
        " Read under load."
        if all(link["seen"] == "under load" for link in links.values())
        else " Read while idle."
    )
    full = sum(link["class"] in FULL for link in links.values())
    value = sentences.FULL_LINKS(full=full, links=format_things(len(links), "link"))
    for kinds in LESS_THAN_FULL:
        worst = next((_words(a, link) for a, link in links.items() if link["class"] in kinds), None)
        if worst:
            return Finding("no", value, f"{worst}.{load}", "inventory: PCIe links", evidence)
    dark = [address for address, link in links.items() if link["class"] == "unknown"]
    if dark:
        return unknown(
            sentences.NOT_ALL_KNOWN(full=full, links=format_things(len(links), "link"), unknown=listed(dark)),
            evidence,
        )
    if full == len(links):
        # A port may support more than what is plugged into it.
        is_of_both = all(link["class"] == "full" for link in links.values())
        ends = "both ends support" if is_of_both else "each device supports"
        text_ = sentences.ALL_LINKS_FULL(ends=ends, load=load)
        return Finding("yes", value, text_, "inventory: PCIe links", evidence)
    idle = "Links were idle when they were read; they may run faster under load."
    return Finding("value", value, idle, "inventory: PCIe links", evidence, can_be_read=False, is_open=True)


def _links(setting: Setting) -> dict[str, Drawn]:
    """Every link on the way to the drives, also the unknown ones; by what hangs on it, a drive without a known way by
    its own label. What a run saw under load counts more than the inventory's moment."""
    seen = {address: link for run in setting.runs for address, link in _links_of_picture(run["machine"])}
    tree = Tree(setting.document)
    hops = {disk: tree.hops(place(setting, disk)) for disk in setting.members}
    links = {hop.device.address: _draw_hop(hop) for way in hops.values() for hop in way}
    placeless = [
        disk for disk, way in hops.items() if not way and not _is_integrated(tree, place(setting, disk))
    ]
    return links | seen | dict.fromkeys(placeless, NOT_RECORDED)


def _is_integrated(tree: Tree, address: str | None) -> bool:
    """Whether it is a part of the processor or chipset: no link leads to it."""
    function = tree.functions.get(address or "")
    return function is not None and function.port_type == "integrated"


def _links_of_picture(machine: MachineOut | None) -> Iterator[tuple[str, Drawn]]:
    waiting = [*(n for s in machine["sockets"] for n in s["roots"]), *machine["unplaced"]] if machine else []
    while waiting:
        node = waiting.pop(0)
        if node["is_on_path"] and node["link"] is not None:
            yield node["id"], _draw_link(node["link"])
        waiting += node["children"]


def _draw_hop(hop: Hop) -> Drawn:
    link = hop.link
    return {
        "class": link.kind,
        "gts": link.gts,
        "lanes": link.lanes,
        "seen": "under load" if link.is_under_load else "idle",
        "capable": format_link(link.capable_gts, link.capable_lanes),
    }


def _draw_link(link: LinkOut) -> Drawn:
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
    trained = format_link(link["gts"], link["lanes"])
    if trained is None and capable is None:
        return f"{address}: not recorded"
    return f"{address}: {trained or 'unknown'} of {capable or 'unknown'}, {SPOKEN[link['class']]}"


def drives_functions(setting: Setting) -> list[Function]:
    """The PCIe functions of the drives' controllers, each once."""
    tree = Tree(setting.document)
    attached = (tree.functions.get(place(setting, disk) or "") for disk in setting.members)
    return list({f.address: f for f in attached if f is not None}.values())
