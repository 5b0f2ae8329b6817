"""NUMA nodes and lists of CPUs as the kernel writes them."""

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import product

from fioboard.core.sanitize import Document
from fioboard.engine.hardware.inventory.tolerant import objects, text, whole

MAX_CPUS = 65_536


def parse_cpu_list(listed: str | None) -> set[int]:
    """Return {0, 1, 2, 8} of `0-2,8`; a stride (`0-10:2`) and fio's blanks are understood; empty when it is no
    such list.
    """
    return set(_parse(listed or ""))


@lru_cache(maxsize=1024)
def _parse(listed: str) -> frozenset[int]:
    """Parse a list; kept, since each of many rules asks for the processors of each node."""
    parsed: set[int] = set()
    for part in re.split(r"[,:]?\s+|,", listed.strip()):
        match = re.fullmatch(r"(\d{1,5})(?:-(\d{1,5})(?::(\d{1,3}))?)?", part)
        if not match:
            return frozenset()
        first, last, step = int(match[1]), int(match[2] or match[1]), int(match[3] or 1)
        if step < 1 or last - first > MAX_CPUS:
            return frozenset()
        parsed.update(range(first, last + 1, step))
    return frozenset(parsed)


def map_cpus_by_node(document: Document) -> dict[int, set[int]]:
    """Map CPUs of each node that has any: memory-only nodes (CXL, HBM) are left out."""
    nodes: dict[int, set[int]] = {}
    for node in objects(document, "cpu.numa.nodes"):
        number, cpus = whole(node, "id"), parse_cpu_list(text(node, "cpus"))
        if number is not None and cpus:
            nodes[number] = cpus
    return nodes


def format_cpus(document: Document, nodes: Iterable[int]) -> str:
    """Return CPUs of these nodes as fio takes them: `0-7,16-23`."""
    wanted = set(nodes)
    listed = (
        text(node, "cpus") for node in objects(document, "cpu.numa.nodes") if whole(node, "id") in wanted
    )
    return ",".join(cpus for cpus in listed if cpus)


def find_nodes(document: Document, listed: str | None) -> set[int]:
    """Find the nodes that some of these CPUs belong to."""
    wanted = parse_cpu_list(listed)
    return {node for node, cpus in map_cpus_by_node(document).items() if cpus & wanted}


def find_fio_nodes(document: Document, fio_cpus: Document | None) -> set[int] | None:
    """Find the nodes fio was allowed to run on. None when nobody said, or when it was not pinned on a machine with
    several.

    What fio itself was told goes before what its process was started with (`allowed`: taskset, a cpuset), which says
    something only where it leaves processors out.
    """
    every = map_cpus_by_node(document)
    stated = parse_cpu_list(text(fio_cpus, "numa_cpu_nodes"))
    if stated:
        return stated
    pinned = find_nodes(document, text(fio_cpus, "cpus_allowed"))
    if pinned:
        return pinned
    allowed = parse_cpu_list(text(fio_cpus, "allowed"))
    if allowed and not set().union(*every.values()) <= allowed:
        return find_nodes(document, text(fio_cpus, "allowed")) or None
    return set(every) if len(every) == 1 else None


def find_distance(document: Document, nodes: Iterable[int], others: Iterable[int]) -> int | None:
    """Return the longest distance from one of these nodes to one of those, as the firmware's table has it (10:
    itself); None when it does not list all.
    """
    every = [
        number for node in objects(document, "cpu.numa.nodes") if (number := whole(node, "id")) is not None
    ]
    rows = {whole(node, "id"): node.get("distances") for node in objects(document, "cpu.numa.nodes")}
    distances: list[int] = []
    for one, other in product(nodes, others):
        row = rows.get(one)
        if not isinstance(row, list) or len(row) != len(every) or other not in every:
            return None
        away = row[every.index(other)]
        if not isinstance(away, int):
            return None
        distances.append(away)
    return max(distances, default=None)


def map_sockets_by_node(document: Document) -> dict[int, int]:
    """Map the package of each node; a node that spans several packages counts for the first."""
    placed: dict[int, int] = {}
    for package in objects(document, "cpu.packages"):
        number = whole(package, "id")
        listed = package.get("nodes")
        for node in listed if isinstance(listed, list) else []:
            if number is not None and isinstance(node, int):
                placed.setdefault(node, number)
    return placed


def count_cpus(document: Document, fio_cpus: Document) -> int | None:
    """Count the CPUs that fio could run on, with the same precedence; None when the machine is not known."""
    own = parse_cpu_list(text(fio_cpus, "cpus_allowed"))
    if own:
        return len(own)
    by_node = map_cpus_by_node(document)
    nodes = parse_cpu_list(text(fio_cpus, "numa_cpu_nodes"))
    if nodes:
        return len(set().union(*(by_node.get(node, set()) for node in nodes))) or None
    return len(parse_cpu_list(text(fio_cpus, "allowed"))) or whole(document, "cpu.threads")
