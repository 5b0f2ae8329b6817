"""Which NUMA node served the interrupts of a drive's controller: counters since boot, of its I/O queues only.

From /sys/kernel/irq: some hundred bytes per queue, where /proc/interrupts has all processors times all interrupts.
"""

from __future__ import annotations

import re
from typing import Any, Iterable, Optional

from fioboard_agent.collectors.cpu_sets import read_cpu_set
from fioboard_agent.collectors.numa_linux import NODE
from fioboard_agent.host.reader import Reader

# NVMe's admin queue and virtio's change of configuration move no data.
_NO_QUEUE = re.compile(r"nvme\d+q0|.*-config")


def collect_interrupts(reader: Reader, functions: Iterable[str]) -> dict[str, dict[str, Any]]:
    """`{"0000:41:00.0": {"vectors": 8, "by_node": {"0": 120, "1": 3}}}` per PCI function; `vectors` are those counted.

    A function without vectors of its own, or whose counters cannot be read, is left out: unknown, not 0."""
    nodes = _read_nodes(reader)
    counted = {}
    for function in functions:
        rows = [row for number in _list_vectors(reader, function) if (row := _read_counts(reader, number)) is not None]
        if nodes and rows:
            by_node = {
                node: sum(row[cpu] for row in rows for cpu in cpus if cpu < len(row)) for node, cpus in nodes.items()
            }
            counted[function] = {"vectors": len(rows), "by_node": by_node}
    return counted


def _read_nodes(reader: Reader) -> dict[str, list[int]]:
    numbers = sorted(int(name[4:]) for name in reader.names(NODE) if re.fullmatch(r"node\d{1,6}", name))
    cpus = {str(number): read_cpu_set(reader, f"{NODE}/node{number}/cpulist") for number in numbers}
    return {node: known for node, known in cpus.items() if known}


def _list_vectors(reader: Reader, function: str) -> list[int]:
    names = reader.names(f"/sys/bus/pci/devices/{function}/msi_irqs")
    return sorted(int(name) for name in names if name.isdigit())


def _read_counts(reader: Reader, number: int) -> Optional[list[int]]:
    """Return one count per possible processor, in their order; None for what is no queue or has no user."""
    actions = reader.text(f"/sys/kernel/irq/{number}/actions")
    counts = reader.text(f"/sys/kernel/irq/{number}/per_cpu_count")
    if actions is None or counts is None or _NO_QUEUE.fullmatch(actions):
        return None
    values = counts.split(",")
    return [int(value) for value in values] if all(value.isdigit() for value in values) else None
