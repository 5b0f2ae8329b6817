"""Where fio ran and where the drives hang: NUMA nodes and sockets."""

from collections.abc import Collection, Iterable, Iterator

from fioboard.core.figures import format_bandwidth, format_numbers
from fioboard.engine.hardware.inventory import firmware
from fioboard.engine.hardware.inventory.numa import (
    find_distance,
    format_cpus,
    map_cpus_by_node,
    map_sockets_by_node,
)
from fioboard.engine.hardware.inventory.path import Path
from fioboard.engine.hardware.inventory.tolerant import text, whole
from fioboard.engine.rules.facts import RunFacts
from fioboard.engine.rules.finding import FINE, Evidence, Finding, Judgement, Unknown, format_share
from fioboard.engine.rules.rule import RULES, Experiment, Rule
from fioboard.engine.rules.sentences.machine import NOT_PINNED, NPS, OTHER_NODE, REMOTE_NODE

NODE, NODES = "node", "nodes"
_EPYC_SINCE_FAMILY = 0x17


def _list_drive_nodes(facts: RunFacts) -> list[int]:
    """List the NUMA nodes of the run's drives."""
    members = facts.path.members if facts.path else []
    return sorted({node for member in members if (node := member.numa_node) is not None})


def judge_not_pinned(facts: RunFacts) -> Iterator[Judgement]:
    """Judge whether fio was free to run on all nodes. Silent on machines of one node, and where a program before fio
    did the binding.
    """
    path, nodes = facts.path, _list_drive_nodes(facts)
    if path is None or not nodes or len(map_cpus_by_node(path.document)) < 2:
        return
    if path.fio_nodes is None and not path.is_launcher_binding:
        spoken = ", ".join(map(str, nodes))
        yield Finding(
            "not-pinned",
            "info",
            NOT_PINNED(
                on=_choose_noun(nodes),
                drives=format_numbers(nodes),
                count=len(map_cpus_by_node(path.document)),
            ),
            (Evidence("drives' nodes", spoken),),
        )
    else:
        yield FINE


def judge_remote_numa_node(facts: RunFacts) -> Iterator[Judgement]:
    """Judge whether fio ran on another socket than its drives: nodes of one socket share its fabric."""
    path, nodes = facts.path, _list_drive_nodes(facts)
    if path is None or not path.members:
        if facts.lacking_path:
            yield Unknown(facts.lacking_path)
        return
    if facts.is_virtual:
        yield Unknown("virtual")
        return
    if len(map_cpus_by_node(path.document)) == 1:
        yield FINE
        return
    if not nodes:
        yield Unknown("NUMA")
        return
    if path.fio_nodes is None:
        return
    spoken, ran = ", ".join(map(str, nodes)), ", ".join(map(str, sorted(path.fio_nodes)))
    words = {
        "at": _choose_noun(path.fio_nodes),
        "fio": format_numbers(path.fio_nodes),
        "on": _choose_noun(nodes),
        "drives": format_numbers(nodes),
    }
    evidence = (
        Evidence("fio's nodes", ran, None, "targets"),
        Evidence("drives' nodes", spoken),
        Evidence("distance", find_distance(path.document, path.fio_nodes, nodes)),
    )
    if path.is_local is False and _crosses_sockets(path, path.fio_nodes, nodes):
        bound = () if path.is_launcher_binding else (f"cpus_allowed={format_cpus(path.document, nodes)}",)
        yield Finding("remote-numa-node", "warning", REMOTE_NODE(**words), evidence, options=bound)
    elif path.fio_nodes.isdisjoint(nodes):
        yield Finding("remote-numa-node", "info", OTHER_NODE(**words), evidence, "possible")
    else:
        yield FINE


def _choose_noun(nodes: Collection[int]) -> str:
    return NODE if len(nodes) == 1 else NODES


def _crosses_sockets(path: Path, fio_nodes: Iterable[int], drive_nodes: Iterable[int]) -> bool:
    """Whether fio ran on another socket than the drives'. True where sockets are unknown: then nodes are all there is.

    Nodes of one socket share its memory controllers' fabric: case 004 was fastest on all four of the drives' socket.
    """
    sockets = map_sockets_by_node(path.document)
    of_drives = {sockets.get(node) for node in drive_nodes}
    of_fio = {sockets.get(node) for node in fio_nodes}
    return None in of_drives | of_fio or not of_fio <= of_drives


def judge_nps_test(facts: RunFacts) -> Iterator[Judgement]:
    """Judge large reads of several drives below one port of an EPYC, well below their path, with nothing else found."""
    path, thresholds = facts.path, RULES["nps-test"].thresholds
    if path is None or not _is_epyc(path):
        return
    drives = max((len({leaf.disk for leaf in branch.disks()}) for branch in path.branches), default=0)
    moved, ceiling = facts.moved("read"), facts.ceiling("read")
    if drives < thresholds["drives"] or moved is None or not moved.bw_bytes_per_s or ceiling is None:
        return
    share = moved.bw_bytes_per_s / ceiling.low
    if (moved.bs_bytes or 0) < thresholds["large block bytes"] or share >= thresholds["share"]:
        return
    settings = {setting.key: setting.in_force for setting in firmware.list_settings(path.document)}
    nodes = settings.get("numa.nodes_per_socket")
    if nodes == 1:
        yield Finding(
            "nps-test",
            "info",
            NPS(count=drives, measured=format_bandwidth(moved.bw_bytes_per_s), share=format_share(share)),
            (
                Evidence("nodes per socket", nodes),
                Evidence("drives", drives),
                Evidence("measured", moved.bw_bytes_per_s, "bytes/s", "result"),
                Evidence("link limit", ceiling.low, "bytes/s", "computed"),
            ),
            "possible",
            direction="read",
        )
    else:
        yield FINE if isinstance(nodes, int) else Unknown("NPS")


def _is_epyc(path: Path) -> bool:
    """By vendor and family; a model that is told has to say so, too."""
    family, model = whole(path.document, "cpu.family"), text(path.document, "cpu.model")
    is_amd = text(path.document, "cpu.vendor") == "AuthenticAMD"
    return is_amd and (family or 0) >= _EPYC_SINCE_FAMILY and (model is None or "EPYC" in model)


DECLARED = (
    Rule(
        "not-pinned",
        "CPU pinning",
        "note",
        "Several NUMA nodes, and nothing says that fio was pinned.",
        "job options and launchers",
        ("drives' nodes",),
        judge=judge_not_pinned,
        templates=(NOT_PINNED,),
    ),
    Rule(
        "remote-numa-node",
        "NUMA node of fio",
        "cause",
        "fio could run on another socket than that of the drives (a warning), or only on other nodes of theirs.",
        "ACPI SLIT and packages; nodes of one socket share its fabric",
        ("fio's nodes", "drives' nodes", "distance"),
        Experiment(
            "Run the same job with cpus_allowed of the drives' socket",
            "The result should rise.",
            "If it does not change, the sockets' link is wide enough for this run.",
            expects="rate_rises",
        ),
        judge=judge_remote_numa_node,
        templates=(REMOTE_NODE, OTHER_NODE),
    ),
    Rule(
        "nps-test",
        "NUMA nodes per socket",
        "cause",
        "An EPYC with one node per socket, four or more drives below one port, reads of at least 128 KiB under 60 % "
        "of the path, and no limit found.",
        "two EPYC machines: NPS4 lifted 7-9 to 28.4 GB/s and 6 to 13.3 GB/s",
        ("nodes per socket", "drives", "measured", "link limit"),
        Experiment(
            "Run the same job with NPS4 in the BIOS",
            "The result rises two- to threefold.",
            "If it does not change, the number of nodes is not the limit.",
            expects="rate_rises",
        ),
        {"drives": 4, "share": 0.6, "large block bytes": 131_072},
        "It depends on the generation; programs that need the whole memory may lose.",
        judge=judge_nps_test,
        templates=(NPS,),
        is_last_resort=True,
    ),
)
