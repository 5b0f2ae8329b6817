"""How PCIe functions on the path are set: payload per packet, sleep of the links, ordering."""

from collections.abc import Iterator

from fioboard.core.figures import format_bandwidth
from fioboard.engine.hardware.inventory.link import Direction
from fioboard.engine.hardware.inventory.path import Member, Path
from fioboard.engine.hardware.inventory.pci import Hop
from fioboard.engine.hardware.inventory.tolerant import flag, get_in_range, mapping, text
from fioboard.engine.rules.facts import RunFacts
from fioboard.engine.rules.finding import FINE, Evidence, Finding, Judgement, Unknown, format_share
from fioboard.engine.rules.load import list_nvme_drives, list_stages
from fioboard.engine.rules.rule import RULES, Experiment, Rule
from fioboard.engine.rules.sentences.machine import ASPM, ORDERED, SMALL_PAYLOAD


def judge_small_payload(facts: RunFacts) -> Iterator[Judgement]:
    """Judge whether payload per packet costs bandwidth, where every function of a drive's chain shows what it carries
    and what it could.
    """
    path = facts.path
    if path is None or not path.members:
        if facts.lacking_path:
            yield Unknown(facts.lacking_path)
        return
    directions = [
        d
        for d in _list_directions(facts)
        if (share := _compute_share(facts, d)) is not None
        and share >= RULES["small-payload"].thresholds["share"]
    ]
    if not directions:
        return
    is_any = is_unknown = False
    for member in path.members:
        payloads = _find_payloads(path, member)
        if payloads is None:
            is_unknown = True
            continue
        used, able = payloads
        now, then = (
            _compute_ceiling(member, used, directions[0]),
            _compute_ceiling(member, able, directions[0]),
        )
        if used >= able or not now or not then:
            continue
        is_any = True
        yield Finding(
            "small-payload",
            "info",
            SMALL_PAYLOAD(drive=member.disk, used=used, able=able, gain=format_share(then / now - 1, 1)),
            (
                Evidence("payload", used, "bytes"),
                Evidence("payload possible", able, "bytes"),
                Evidence("link carries", round(now), "bytes/s", "computed"),
                Evidence("link would carry", round(then), "bytes/s", "computed"),
            ),
            "likely",
            direction=directions[0],
        )
    if not is_any:
        yield Unknown("payload") if is_unknown else FINE


def _list_directions(facts: RunFacts) -> list[Direction]:
    """List the directions that moved data and that links have a ceiling for."""
    moved = set(facts.directions())
    both: tuple[Direction, ...] = ("read", "write")
    return [direction for direction in both if direction in moved]


def _compute_share(facts: RunFacts, direction: Direction) -> float | None:
    """Return the share of the path's ceiling that was moved, by its lower end; None when a side is unknown."""
    moved, ceiling = facts.moved(direction), facts.ceiling(direction)
    return moved.bw_bytes_per_s / ceiling.low if moved and ceiling else None


def _find_payloads(path: Path, member: Member) -> tuple[int, int] | None:
    """Return the least payload set and the least possible along the chain, bytes; None when a function of it did not
    report it.
    """
    chain = [f for f in path.tree.chain(member.leaf.address) if not f.is_on_die]
    entries = [mapping(path.document, "pci").get(function.address) for function in chain]
    used = [get_in_range(entry, "config.mps_bytes", 128, 4096) for entry in entries]
    able = [get_in_range(entry, "config.mps_supported_bytes", 128, 4096) for entry in entries]
    known_used, known_able = [v for v in used if v], [v for v in able if v]
    if not chain or len(known_used) < len(chain) or len(known_able) < len(chain):
        return None
    return min(known_used), min(known_able)


def _compute_ceiling(member: Member, payload: int, direction: Direction) -> float | None:
    """Return the ceiling of the narrowest link of the chain at that payload."""
    carried = [hop.link.ceiling((payload, payload), direction) for hop in member.hops]
    return min((one.low for one in carried if one), default=None)


def judge_aspm(facts: RunFacts) -> Iterator[Judgement]:
    """Judge sleep states of links. L1 works only where both ends allow it. A link with work queued stays awake."""
    depths = [s.depth for s in list_stages(facts) if s.depth <= RULES["aspm"].thresholds["depth"]]
    if not depths:
        return
    drives = list_nvme_drives(facts)
    if not drives or facts.path is None:
        if facts.lacking_path:
            yield Unknown(facts.lacking_path)
        return
    states = {hop.function: _may_sleep(facts.path, hop) for member in drives for hop in member.hops}
    sleepy = [port for port, may_sleep in states.items() if may_sleep]
    for port in sleepy:
        yield Finding(
            "aspm",
            "info",
            ASPM(port=port, depth=max(depths)),
            (Evidence("port", port), Evidence("I/Os in flight", max(depths), None, "result")),
            "possible",
        )
    if states and not sleepy:
        yield Unknown("link sleep") if None in states.values() else FINE


def _may_sleep(path: Path, hop: Hop) -> bool | None:
    """Whether both ends allow L1; None when one did not tell and the other does."""
    ends = [hop.device.address, *([hop.port.address] if hop.port else [])]
    entries = mapping(path.document, "pci")
    words = [text(entries.get(address), "config.aspm") for address in ends]
    if any(word is not None and "l1" not in word.lower() for word in words):
        return False
    return None if None in words or hop.port is None else True


def judge_relaxed_ordering(facts: RunFacts) -> Iterator[Judgement]:
    """Judge relaxed ordering of the function that moves the data, at large blocks well below the path, where nothing
    else explains it.
    """
    path, thresholds = facts.path, RULES["relaxed-ordering"].thresholds
    if path is None or text(path.document, "cpu.vendor") != "AuthenticAMD":
        return
    low = [
        (direction, moved.bw_bytes_per_s, share)
        for direction in _list_directions(facts)
        if (moved := facts.moved(direction)) is not None
        if (moved.bs_bytes or 0) >= thresholds["large block bytes"]
        if (share := _compute_share(facts, direction)) is not None and share < thresholds["share"]
    ]
    if not low:
        return
    direction, measured, share = low[0]
    functions = {m.function.address for m in path.members if m.function}
    states = {
        address: flag(mapping(path.document, "pci").get(address), "config.relaxed_ordering")
        for address in sorted(functions)
    }
    ordered = [address for address, is_relaxed in states.items() if is_relaxed is False]
    for address in ordered:
        yield Finding(
            "relaxed-ordering",
            "info",
            ORDERED(
                function=address,
                measured=format_bandwidth(measured),
                share=format_share(share),
            ),
            (
                Evidence("function", address),
                Evidence("relaxed ordering", False),
                Evidence("measured", measured, "bytes/s", "result"),
            ),
            "possible",
            direction=direction,
        )
    if states and not ordered:
        yield Unknown("ordering") if None in states.values() else FINE


DECLARED = (
    Rule(
        "small-payload",
        "PCIe payload size",
        "cause",
        "Packets carry less than every function on the way can, and the figure is at least 70 % of what the path "
        "carries.",
        "PCI Express Base Specification: Max_Payload_Size; Linux kernel-parameters: pci=pcie_bus_perf",
        ("payload", "payload possible", "link carries", "link would carry"),
        Experiment(
            "Run the same job after booting once with pci=pcie_bus_perf",
            "The result rises with the larger packets.",
            "If it falls, the largest read request was lowered with the payload: measure both.",
            expects="rate_rises",
        ),
        {"share": 0.7},
        "Ports for hot plug are held at 128 bytes on purpose; functions that speak to each other need the same.",
        judge=judge_small_payload,
        templates=(SMALL_PAYLOAD,),
    ),
    Rule(
        "aspm",
        "PCIe link power saving",
        "cause",
        "ASPM L1 is on at both ends of a drive's link, and at most four I/Os were in flight.",
        "PCI Express Base Specification: Link Control; Linux kernel-parameters: pcie_aspm.policy",
        ("port", "I/Os in flight"),
        Experiment(
            "Run the same job under pcie_aspm.policy=performance (pcie_aspm=off leaves what the firmware switched on)",
            "The median latency falls.",
            "If it does not change, the link was awake.",
            expects="latency_falls",
        ),
        {"depth": 4},
        "The link is used by others and never sleeps.",
        judge=judge_aspm,
        templates=(ASPM,),
    ),
    Rule(
        "relaxed-ordering",
        "PCIe relaxed ordering",
        "cause",
        "An AMD processor, blocks of at least 128 KiB, under 70 % of the path with no limit found, and relaxed "
        "ordering is off.",
        "PCI Express Base Specification: Device Control; AMD's tuning guides",
        ("function", "relaxed ordering", "measured"),
        Experiment(
            "Run the same job with relaxed ordering (or Preferred I/O) on in the BIOS",
            "The result should rise.",
            "If it does not change, ordering is not the limit.",
            expects="rate_rises",
        ),
        {"share": 0.7, "large block bytes": 131_072},
        "Some chipsets keep it off on purpose.",
        judge=judge_relaxed_ordering,
        templates=(ORDERED,),
        is_last_resort=True,
    ),
)
