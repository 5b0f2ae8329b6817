"""NUMA nodes from /sys/devices/system/node, and how many of them a socket is divided into."""

from __future__ import annotations

import re
from typing import Optional

from fioboard_agent.collectors.cpu_sets import format_cpu_list, parse_cpu_list, read_cpu_set
from fioboard_agent.host.reader import UNPARSED, Reader
from fioboard_agent.inventory_types import Numa, NumaNode

CPU = "/sys/devices/system/cpu"
NODE = "/sys/devices/system/node"


def collect_nodes(reader: Reader) -> list[NumaNode]:
    """One entry per node: `cpus` as a list ("" on a node that is memory only, such as CXL or HBM),
    `memory_bytes`, `distances` to the nodes in the order of the list."""
    numbers = [int(name[len("node") :]) for name in reader.names(NODE) if re.fullmatch(r"node\d{1,6}", name)]
    return [
        {
            "id": number,
            "cpus": _read_cpus(reader, f"{NODE}/node{number}"),
            "memory_bytes": _read_memory(reader, f"{NODE}/node{number}/meminfo"),
            "distances": _read_distances(reader, f"{NODE}/node{number}/distance"),
        }
        for number in sorted(numbers)
    ]


def describe(reader: Reader, nodes: list[NumaNode], packages: dict[int, list[int]], is_virtual: bool) -> Numa:
    """The `numa` part. `nodes_per_socket`: AMD's NPS, Intel's sub-NUMA clusters; 0 when one node spans all sockets
    (NPS0, or memory interleaved over the sockets); null when sockets differ, nothing tells, or the nodes are made up:
    by a hypervisor (whose usual guest has one node over many "sockets") or by a kernel parameter. Memory-only nodes are
    not counted.

    AMD's "L3 cache as NUMA domain" makes a node of every L3 cache: where both counts are the same (and above 1) the
    kernel's view cannot tell it from NPS, and `nodes_per_socket_is_ambiguous` says so.
    """
    caches = [_count_last_level_caches(reader, cpus) for cpus in packages.values()]
    caches_per_socket = caches[0] if caches and all(count == caches[0] for count in caches) else None
    per_socket = None if is_virtual or _is_simulated(reader) else _count_nodes_per_socket(nodes, packages)
    return {
        "nodes": nodes,
        "nodes_per_socket": per_socket,
        "llc_per_socket": caches_per_socket,
        "nodes_per_socket_is_ambiguous": per_socket is not None and per_socket > 1 and per_socket == caches_per_socket,
    }


def find_nodes(nodes: list[NumaNode], cpus: list[int]) -> list[int]:
    """Return the numbers of the nodes that have any of these processors."""
    wanted = set(cpus)
    return [node["id"] for node in nodes if wanted.intersection(parse_cpu_list(node["cpus"]))]


def _count_nodes_per_socket(nodes: list[NumaNode], packages: dict[int, list[int]]) -> Optional[int]:
    with_cpus = [node for node in nodes if parse_cpu_list(node["cpus"])]
    if not with_cpus or not packages:
        return None
    counts = {len(find_nodes(with_cpus, cpus)) for cpus in packages.values()}
    if len(with_cpus) == 1 and len(packages) > 1 and counts == {1}:
        return 0
    return counts.pop() if len(counts) == 1 and 0 not in counts else None


def _count_last_level_caches(reader: Reader, cpus: list[int]) -> Optional[int]:
    """Count the L3 caches of one package; null where the kernel shows none, as in many virtual machines."""
    folder = f"{CPU}/cpu{cpus[0]}/cache"
    indexes = [name for name in reader.names(folder) if re.fullmatch(r"index\d{1,2}", name)]
    index = next((name for name in indexes if reader.number(f"{folder}/{name}/level") == 3), None)
    if index is None:
        return None
    shared = {reader.text(f"{CPU}/cpu{cpu}/cache/{index}/shared_cpu_list") for cpu in cpus}
    return None if None in shared else len(shared)


def _is_simulated(reader: Reader) -> bool:
    """Return whether nodes are made up: `numa=off` shows one node, `numa=fake=…` any number; neither shows
    anything about the firmware.
    """
    words = (reader.text("/proc/cmdline") or "").split()
    return any(word == "numa=off" or word.startswith("numa=fake") for word in words)


def _read_cpus(reader: Reader, folder: str) -> Optional[str]:
    cpus = read_cpu_set(reader, f"{folder}/cpulist", f"{folder}/cpumap")
    return None if cpus is None else format_cpu_list(cpus)


def _read_memory(reader: Reader, path: str) -> Optional[int]:
    text = reader.text(path)
    match = re.search(r"^Node \d+ MemTotal:\s+(\d{1,15}) kB$", text or "", re.MULTILINE)
    if text is not None and match is None:
        reader.source.note(UNPARSED, f"{path} has no MemTotal")
    return int(match.group(1)) * 1024 if match else None


def _read_distances(reader: Reader, path: str) -> Optional[list[int]]:
    words = (reader.text(path) or "").split()
    if any(re.fullmatch(r"\d{1,5}", word) is None for word in words):
        reader.source.note(UNPARSED, f"{path} is not a list of distances")
        return None
    return [int(word) for word in words] or None
