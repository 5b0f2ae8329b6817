"""Where fio ran and where the drives hang: NUMA nodes and sockets."""

from collections.abc import Iterable, Iterator

from fioboard.core.sentence import Template
from fioboard.findings.check import Check
from fioboard.findings.facts import RunFacts
from fioboard.findings.finding import FINE, Evidence, Finding, Judgement, Unknown
from fioboard.inventory.numa import cpus_by_node, sockets_of_node
from fioboard.inventory.path import Path

NOT_PINNED = Template(
    "Nothing says that fio was pinned; the drives hang on NUMA node {drives:figures} of {count:figure}."
)
REMOTE_NODE = Template(
    "fio ran on NUMA node {fio:figures}, the drives hang on node {drives:figures}: data crosses between them."
)


def _drive_nodes(facts: RunFacts) -> list[int]:
    members = facts.path.members if facts.path else []
    return sorted({node for member in members if (node := member.numa_node) is not None})


def not_pinned(facts: RunFacts) -> Iterator[Judgement]:
    """Silent on machines of one node, and where a program before fio did the binding."""
    path, nodes = facts.path, _drive_nodes(facts)
    if path is None or not nodes or len(cpus_by_node(path.document)) < 2:
        return
    if path.fio_nodes is None and not path.is_launcher_binding:
        spoken = ", ".join(map(str, nodes))
        yield Finding(
            "not-pinned",
            "info",
            NOT_PINNED(drives=spoken, count=len(cpus_by_node(path.document))),
            (Evidence("drives' nodes", spoken),),
        )
    else:
        yield FINE


def remote_numa_node(facts: RunFacts) -> Iterator[Judgement]:
    """By socket: nodes of one socket share its fabric."""
    path, nodes = facts.path, _drive_nodes(facts)
    if path is None or not path.members:
        if facts.lacking_path:
            yield Unknown(facts.lacking_path)
        return
    if len(cpus_by_node(path.document)) == 1:
        yield FINE
        return
    if not nodes:
        yield Unknown("NUMA")
        return
    if path.fio_nodes is None:
        return
    if path.is_local is False and _crosses_sockets(path, path.fio_nodes, nodes):
        spoken, ran = ", ".join(map(str, nodes)), ", ".join(map(str, sorted(path.fio_nodes)))
        yield Finding(
            "remote-numa-node",
            "warning",
            REMOTE_NODE(fio=ran, drives=spoken),
            (Evidence("fio's nodes", ran, None, "targets"), Evidence("drives' nodes", spoken)),
        )
    else:
        yield FINE


def _crosses_sockets(path: Path, fio_nodes: Iterable[int], drive_nodes: Iterable[int]) -> bool:
    """Whether fio ran on another socket than the drives'. True where sockets are unknown: then nodes are all there is.

    Nodes of one socket share its memory controllers' fabric: case 004 was fastest on all four of the drives' socket.
    """
    sockets = sockets_of_node(path.document)
    of_drives = {sockets.get(node) for node in drive_nodes}
    of_fio = {sockets.get(node) for node in fio_nodes}
    return None in of_drives | of_fio or not of_fio <= of_drives


CHECKS = (
    Check("not-pinned", not_pinned, (NOT_PINNED,)),
    Check("remote-numa-node", remote_numa_node, (REMOTE_NODE,)),
)
