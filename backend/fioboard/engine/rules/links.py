"""Rules about PCIe links: trained below what both ends can do, limited by the port, narrower than the connector."""

from collections.abc import Callable, Iterable, Iterator

from fioboard.core.sanitize import Document
from fioboard.engine.hardware.inventory.link import format_link
from fioboard.engine.hardware.inventory.pci import Hop, Tree
from fioboard.engine.hardware.inventory.tolerant import objects, text, whole
from fioboard.engine.rules.facts import RunFacts
from fioboard.engine.rules.finding import FINE, Evidence, Finding, Judgement, Unknown
from fioboard.engine.rules.rule import Experiment, Rule
from fioboard.engine.rules.sentences.machine import NARROW_SLOT, NARROWED, PORT_LIMITED, SLOWED


def judge_machine_links(document: Document, tree: Tree) -> Iterator[Finding]:
    """Judge every link of the machine that storage or network hangs on, as it was seen when nothing ran."""
    interesting = ("0x01", "0x02", "0x0604")
    hops = [
        hop
        for function in tree.functions.values()
        if (function.class_code or "").startswith(interesting) and (hop := tree.hop(function))
    ]
    yield from _judge_links(hops)
    yield from _narrow_slots(document, tree)


def _make_run_rule(rule: str) -> Callable[[RunFacts], Iterator[Judgement]]:
    """Make the rule for one class of link, over the links that the run's data went through."""

    def judge(facts: RunFacts) -> Iterator[Judgement]:
        if facts.path is None or not facts.path.hops:
            if facts.lacking_path:
                yield Unknown(facts.lacking_path)
            elif facts.has_drives:
                yield Unknown("virtual" if facts.is_virtual else "links")
            return
        matching = [finding for finding in _judge_links(facts.path.hops) if finding.id == rule]
        if matching:
            yield from matching
        elif all(hop.link.kind == "unknown" for hop in facts.path.hops):
            yield Unknown("links")
        elif rule == "link-downgraded-speed" and any(
            hop.link.kind == "idle-downshift" for hop in facts.path.hops
        ):
            yield Unknown("samples")
        else:
            yield FINE

    return judge


def _judge_links(hops: Iterable[Hop]) -> Iterator[Finding]:
    """Judge links that trained below what both ends can do, or that are narrower than a port or connector."""
    for hop in hops:
        link = hop.link
        seen = "samples" if link.is_under_load else "inventory"
        facts = (
            Evidence("trained", format_link(link.gts, link.lanes), None, seen),
            Evidence("capable", format_link(link.capable_gts, link.capable_lanes)),
            Evidence("port", hop.function),
            Evidence("device", hop.device.address),
        )
        if link.kind == "downgraded-width":
            yield Finding(
                "link-downgraded-width",
                "warning",
                NARROWED(port=hop.function, lanes=link.lanes, capable=link.capable_lanes),
                facts,
            )
        elif link.kind == "downgraded-speed":
            yield Finding(
                "link-downgraded-speed",
                "warning",
                SLOWED(port=hop.function, speed=f"{link.gts:g}", capable=f"{link.capable_gts:g}"),
                facts,
            )
        elif link.kind == "port-limited":
            device = format_link(hop.device.end.max_gts, hop.device.end.max_lanes)
            yield Finding(
                "port-limited",
                "info",
                PORT_LIMITED(port=hop.function, trained=format_link(link.gts, link.lanes), device=device),
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
            NARROW_SLOT(slot=name, connector=wide, lanes=lanes),
            (
                Evidence("connector", wide, "lanes"),
                Evidence("port", lanes, "lanes"),
                Evidence("address", port.address),
            ),
        )


DECLARED = (
    Rule(
        "link-downgraded-width",
        "PCIe link width",
        "cause",
        "A link runs fewer lanes than both of its ends have.",
        "PCI Express Base Specification: LnkSta and LnkCap of both ends",
        ("trained", "capable", "port", "device"),
        Experiment(
            "Reseat the card or move it to another bay, then run the same job",
            "All lanes train and the result rises.",
            "If the width does not change, check bifurcation in the BIOS.",
            expects="rate_rises",
        ),
        lowers_ceiling=True,
        judge=_make_run_rule("link-downgraded-width"),
        templates=(NARROWED,),
    ),
    Rule(
        "link-downgraded-speed",
        "PCIe link speed under load",
        "cause",
        "A link ran slower under load than both of its ends can.",
        "PCI Express Base Specification: LnkSta and LnkCap of both ends",
        ("trained", "capable", "port", "device"),
        Experiment(
            "Set the slot to its generation, or change riser and cable, then run the same job",
            "The link trains at full speed.",
            "If it does not change, compare the error counters of both ends.",
        ),
        lowers_ceiling=True,
        judge=_make_run_rule("link-downgraded-speed"),
        templates=(SLOWED,),
    ),
    Rule(
        "port-limited",
        "ports slower than their devices",
        "limit",
        "The device could do more than its port.",
        "LnkCap of both ends",
        ("trained", "capable", "port", "device", "device at most"),
        judge=_make_run_rule("port-limited"),
        templates=(PORT_LIMITED,),
    ),
    Rule(
        "narrow-slot",
        "slot wiring",
        "note",
        "A connector is wider than its port.",
        "SMBIOS type 9",
        ("connector", "port", "address"),
        scope="machine",
    ),
)
