"""Limits of links and interfaces: what was measured, compared with what each carries."""

from collections.abc import Iterator

from fioboard.core.figures import format_bandwidth
from fioboard.engine.hardware.inventory.chipsets import find_uplink
from fioboard.engine.hardware.inventory.link import Range, format_link
from fioboard.engine.hardware.inventory.path import Path
from fioboard.engine.hardware.inventory.stated_link import StatedLink
from fioboard.engine.rules.facts import Moved, RunFacts
from fioboard.engine.rules.finding import (
    FINE,
    Evidence,
    Finding,
    Judgement,
    Unknown,
    format_bandwidth_range,
    format_share,
)
from fioboard.engine.rules.reached import (
    FULL,
    NEAR,
    judge_reached,
    list_limit_evidence,
    spell_comparison,
    spell_limit,
)
from fioboard.engine.rules.rule import RULES, Experiment, Rule
from fioboard.engine.rules.sentences.jobs import (
    AT_LINK,
    AT_NETWORK,
    AT_SERIAL,
    CHIPSET,
    CHIPSET_KNOWN,
    FORMER_LINK_FULL,
    LINK_FULL,
    LINKS_FULL,
    NEAR_LINK,
    NETWORK_FULL,
    OVERSUBSCRIBED,
    PATH_FULL,
    SERIAL_FULL,
    STATED_LINK_FULL,
)
from fioboard.engine.words.findings import Confidence


def _list_reached(
    facts: RunFacts, rule: str, ceiling_name: str
) -> Iterator[tuple[Moved, Range, str, Confidence, float]]:
    """List each direction that reaches its ceiling, with state, confidence and the share of the upper end."""
    for direction in facts.directions():
        moved, ceiling = facts.moved(direction), facts.ceiling(direction)
        if moved is None or ceiling is None:
            continue
        # What is above every ceiling is no limit reached but a contradiction: another rule's.
        rate = facts.rate
        state = judge_reached(moved.bw_bytes_per_s, ceiling, rule, rate if rule == "at-link-limit" else None)
        is_possible = rate is None or moved.bw_bytes_per_s <= rate
        if state and is_possible:
            yield moved, ceiling, *state, moved.bw_bytes_per_s / ceiling.high


def _is_serial(facts: RunFacts) -> bool:
    """Whether the drives' own SATA or SAS links are the narrowest."""
    members = facts.path.members if facts.path else []
    own = [member.leaf.own for member in members if member.leaf.own]
    read = facts.ceiling("read")
    return bool(own) and len(own) == len(members) and read is not None and sum(own) <= read.low * 1.000001


def _judge_stated_link(facts: RunFacts, stated: StatedLink) -> Iterator[Judgement]:
    """Judge the link that a person stated: it is never certain, for nobody measured it."""
    findings: list[Judgement] = []
    for moved, ceiling, state, _, share in _list_reached(facts, "at-link-limit", "link limit"):
        figures = spell_comparison(moved.bw_bytes_per_s, ceiling, stated.rate)
        text = NEAR_LINK(
            measured=format_bandwidth(moved.bw_bytes_per_s),
            direction=moved.direction,
            share=figures["share"],
            ceiling=spell_limit(moved.bw_bytes_per_s, ceiling),
            link="link",
        )
        evidence = (
            Evidence("measured", moved.bw_bytes_per_s, "bytes/s", "result"),
            *list_limit_evidence(moved.bw_bytes_per_s, ceiling),
            Evidence("slowest link", stated.link, None, "stated"),
        )
        headline = STATED_LINK_FULL(link=stated.link, state=state, **figures)
        findings.append(
            Finding("at-link-limit", "info", text, evidence, "likely",
                    share=share, direction=moved.direction, headline=headline)
        )  # fmt: skip
    yield from findings or [FINE]


def judge_link_limit(facts: RunFacts) -> Iterator[Judgement]:
    """Judge whether the run reached the narrowest PCIe link, or the sum of the drives' links."""
    path = facts.path
    if path is None and facts.stated_link is not None:
        yield from _judge_stated_link(facts, facts.stated_link)
        return
    if path is None or not facts.has_drives:
        if facts.lacking_path:
            yield Unknown(facts.lacking_path)
        return
    if _is_serial(facts):
        return
    if path.read is None:
        yield Unknown("virtual" if facts.is_virtual else "links")
        return
    slowest = next((hop.link for hop in path.hops if hop.function == path.limited_by), None)
    link = format_link(slowest.gts, slowest.lanes) if slowest else None
    findings: list[Judgement] = []
    for moved, ceiling, state, confidence, share in _list_reached(facts, "at-link-limit", "link limit"):
        measured = format_bandwidth(moved.bw_bytes_per_s)
        figures = spell_comparison(moved.bw_bytes_per_s, ceiling, path.rate.high if path.rate else None)
        if link and path.limited_by:
            headline = LINK_FULL(link=link, state=state, **figures)
        elif (facts.width or 0) > 1:
            headline = LINKS_FULL(drives=facts.width, state=state, **figures)
        else:
            headline = PATH_FULL(state=state, **figures)
        evidence = [
            Evidence("measured", moved.bw_bytes_per_s, "bytes/s", "result"),
            *list_limit_evidence(moved.bw_bytes_per_s, ceiling),
        ]
        # Of one link its address tells nothing.
        if path.limited_by and len(path.hops) > 1:
            evidence.append(Evidence("slowest link", path.limited_by))
        text = (AT_LINK if confidence == "certain" else NEAR_LINK)(
            measured=measured,
            direction=moved.direction,
            share=figures["share"],
            ceiling=spell_limit(moved.bw_bytes_per_s, ceiling),
            link="link" if path.limited_by else "links together",
        )
        findings.append(
            Finding("at-link-limit", "info", text, tuple(evidence), confidence,
                    share=share, direction=moved.direction, headline=headline,
                    trial=RULES["at-link-limit"].alternatives[0] if _is_drive_the_limit(path) else None)
        )  # fmt: skip
    yield from findings or [FINE]


def _is_drive_the_limit(path: Path) -> bool:
    """Whether the slowest links are the drives' own and as fast and wide as each drive supports: no other slot makes
    them faster."""
    own = [member.hops[-1] for member in path.members if member.hops]
    if (
        not own
        or len(own) < len(path.members)
        or path.limited_by not in {None, *(hop.function for hop in own)}
    ):
        return False
    return all(
        None not in (hop.link.gts, hop.link.lanes)
        and (hop.link.gts, hop.link.lanes) == (hop.device.end.max_gts, hop.device.end.max_lanes)
        for hop in own
    )


def judge_network_limit(facts: RunFacts) -> Iterator[Judgement]:
    """Judge whether the run reached the interface to a file server."""
    path = facts.path
    if path is None or not any(target.network for target in path.targets) or path.members:
        return
    if path.read is None:
        yield Unknown("network")
        return
    findings: list[Judgement] = [
        Finding(
            "at-network-limit",
            "info",
            AT_NETWORK(measured=format_bandwidth(moved.bw_bytes_per_s), direction=moved.direction,
                       share=format_share(share, 1), ceiling=format_bandwidth_range(ceiling))
            if confidence == "certain"
            else NEAR_LINK(measured=format_bandwidth(moved.bw_bytes_per_s), direction=moved.direction,
                           share=format_share(share, 1), ceiling=format_bandwidth_range(ceiling),
                           link="network interface"),
            (
                Evidence("measured", moved.bw_bytes_per_s, "bytes/s", "result"),
                Evidence("network limit", ceiling.high, "bytes/s", "computed"),
            ),
            confidence,
            share=share,
            direction=moved.direction,
            headline=NETWORK_FULL(state=state, **spell_comparison(moved.bw_bytes_per_s, ceiling)),
        )
        for moved, ceiling, state, confidence, share in _list_reached(facts, "at-network-limit", "")
    ]  # fmt: skip
    yield from findings or [FINE]


def judge_serial_limit(facts: RunFacts) -> Iterator[Judgement]:
    """Judge whether the run reached its SATA and SAS links, all drives together."""
    if facts.path is None or not _is_serial(facts):
        return
    findings: list[Judgement] = [
        Finding(
            "at-serial-limit",
            "info",
            AT_SERIAL(measured=format_bandwidth(moved.bw_bytes_per_s), direction=moved.direction,
                      share=format_share(share, 1), ceiling=format_bandwidth_range(ceiling))
            if confidence == "certain"
            else NEAR_LINK(measured=format_bandwidth(moved.bw_bytes_per_s), direction=moved.direction,
                           share=format_share(share, 1), ceiling=format_bandwidth_range(ceiling), link="link"),
            (
                Evidence("measured", moved.bw_bytes_per_s, "bytes/s", "result"),
                Evidence("link limit, at most", ceiling.high, "bytes/s", "computed"),
                Evidence("drives", facts.width),
            ),
            confidence,
            share=share,
            direction=moved.direction,
            headline=SERIAL_FULL(state=state, **spell_comparison(moved.bw_bytes_per_s, ceiling)),
        )
        for moved, ceiling, state, confidence, share in _list_reached(facts, "at-serial-limit", "")
    ]  # fmt: skip
    yield from findings or [FINE]


def judge_oversubscribed(facts: RunFacts) -> Iterator[Judgement]:
    """Judge ports above several drives that carry less than these could bring."""
    if facts.path is None:
        if facts.lacking_path:
            yield Unknown(facts.lacking_path)
        return
    if not facts.path.shared:
        return
    is_any = False
    for hop in facts.path.shared:
        if not hop.is_oversubscribed or hop.members_sum is None or hop.ratio is None:
            continue
        is_any = True
        yield Finding(
            "oversubscribed",
            "info",
            OVERSUBSCRIBED(
                count=len(hop.members),
                port=hop.hop.function,
                together=format_bandwidth_range(hop.members_sum),
                ceiling=format_bandwidth_range(hop.ceiling),
                share=format_bandwidth_range(hop.share),
            ),
            (
                Evidence("drives together", hop.members_sum.high, "bytes/s", "computed"),
                Evidence("port limit", hop.ceiling.high, "bytes/s", "computed"),
                Evidence("ratio", round(hop.ratio, 2), None, "computed"),
                Evidence("trained", str(hop.hop.link)),
            ),
        )
    if not is_any:
        yield FINE


def judge_chipset_uplink(facts: RunFacts) -> Iterator[Judgement]:
    """Judge drives that reach the CPU through the chipset."""
    if facts.path is None or not facts.path.members:
        return
    if facts.is_virtual:
        yield Unknown("virtual")
        return
    ports = {
        member.disk: port
        for member in facts.path.members
        if member.function and (port := facts.path.tree.chain(member.function.address)[0]).is_chipset_port
    }
    below, known = list(ports), {find_uplink(port) for port in ports.values()}
    uplink = known.pop() if len(known) == 1 else None
    drives = tuple(Evidence("drive", disk) for disk in below)
    if below and uplink:
        link = format_link(uplink.gts, uplink.lanes)
        yield Finding(
            "chipset-uplink",
            "info",
            CHIPSET_KNOWN(drives=below, link=link, carries=format_bandwidth(uplink.carries)),
            (*drives, Evidence("uplink at most", round(uplink.carries), "bytes/s", "computed")),
            "possible",
        )
    elif below:
        yield Finding("chipset-uplink", "info", CHIPSET(drives=below), drives)
    elif all(member.function for member in facts.path.members):
        yield FINE


DECLARED = (
    Rule(
        "at-link-limit",
        "slowest PCIe link",
        "limit",
        "The bandwidth is at least 90 % of the upper end of what the slowest link carries (below that, from 85 % of "
        "the lower end on: near, likely).",
        "PCI Express Base Specification, encodings and packet overhead as in docs/inventory.md",
        ("measured", "link limit, at most", "link limit, from", "link limit, to", "slowest link"),
        Experiment(
            "Run the same job behind a faster or wider link",
            "If throughput rises, the slower link was the bottleneck, unless the slots differ in more than their link.",
            "If it does not rise, something other than the link limits it at the same rate.",
        ),
        {"full": FULL, "near": NEAR},
        "The payload per packet is unknown (not root): then the limit is a range, for payloads of 128 to 256 bytes, "
        "and certain is only what takes 90 % of the link's rate itself.",
        alternatives=(
            Experiment(
                "Run the same job on a drive with a faster link, or on several drives",
                "Another slot would not help: the link already has the most speed and lanes that the drive supports. "
                "If throughput rises, that is consistent with a link limit.",
                "Neither outcome proves it: another drive differs in more than its link, and several drives may "
                "share one.",
            ),
        ),
        judge=judge_link_limit,
        templates=(AT_LINK, NEAR_LINK),
    ),
    Rule(
        "at-network-limit",
        "network interface",
        "limit",
        "The bandwidth is at least 90 % of what one TCP stream of full packets can carry over the interface.",
        "(MTU − 52) / (MTU + 38) of the line rate, as in backend/fioboard/engine/hardware/inventory/limits.py",
        ("measured", "network limit"),
        Experiment(
            "Measure the network alone: iperf3 between the same hosts",
            "iperf3 reports the same throughput: the network is the limit.",
            "If iperf3 reports more, the server or the mount is the limit.",
        ),
        {"full": FULL, "near": NEAR},
        "A bond carries one stream over one member; RDMA has other overheads.",
        judge=judge_network_limit,
        templates=(AT_NETWORK, NEAR_LINK),
    ),
    Rule(
        "at-serial-limit",
        "SATA or SAS link",
        "limit",
        "The bandwidth is at least 90 % of what the negotiated SATA or SAS links of the drives carry.",
        "Serial ATA, 8b/10b encoding: 6 Gb/s carry 600 MB/s",
        ("measured", "link limit, at most", "drives"),
        None,
        {"full": FULL, "near": NEAR},
        judge=judge_serial_limit,
        templates=(AT_SERIAL, NEAR_LINK),
    ),
    Rule(
        "oversubscribed",
        "shared PCIe links",
        "limit",
        "The drives below a port could bring more than the port's link carries.",
        "sum of the members' own ceilings against the hop's",
        ("drives together", "port limit", "ratio", "trained"),
        Experiment(
            "Run the same job, adding one drive each time",
            "The sum stops rising where it meets the port's ceiling.",
            "If it stops earlier, the port is not the limit.",
        ),
        judge=judge_oversubscribed,
        templates=(OVERSUBSCRIBED,),
    ),
    Rule(
        "chipset-uplink",
        "drives behind the chipset",
        "limit",
        "A drive hangs below a port of the chipset, whose uplink no file shows; of families with a source it is told.",
        "backend/fioboard/engine/hardware/inventory/chipsets.py, a source for each family",
        ("drive", "uplink at most"),
        wrong_when="The board wires fewer lanes, or the model has fewer than the widest of its family.",
        may_name_devices=True,
        judge=judge_chipset_uplink,
        templates=(CHIPSET, CHIPSET_KNOWN),
    ),
)
HEADLINES = (LINK_FULL, FORMER_LINK_FULL, STATED_LINK_FULL, LINKS_FULL, PATH_FULL, NETWORK_FULL, SERIAL_FULL)
"""What a verdict may say of these."""
