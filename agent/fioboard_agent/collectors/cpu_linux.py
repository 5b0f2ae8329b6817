"""Processors and NUMA nodes from /sys/devices/system and /proc/cpuinfo."""

from __future__ import annotations

import re
from typing import Any, Optional

from fioboard_agent.collectors.frame import ABSENT, UNPARSED, Reader, parse_cpu_list

CPU = "/sys/devices/system/cpu"
NODE = "/sys/devices/system/node"
# x86 says "model name", POWER "cpu", old ARM kernels "Processor"; newer ARM ones give numbers only: no name then.
_MODEL_KEYS = ("model name", "cpu", "Processor")


def collect_cpu(reader: Reader) -> dict[str, Any]:
    """`model`, `sockets`, `cores`, `threads` (online ones), `microcode`, `smt`, `frequency`, `numa`.

    Counts are null when the topology is not described (some containers and old kernels), never a guess.
    """
    info = reader.text("/proc/cpuinfo", optional=False) or ""
    online = _cpu_list(reader, f"{CPU}/online")
    # A core is a set of sibling threads. core_id would not do: on processors of several dies it repeats in a package.
    packages = {reader.number(f"{CPU}/cpu{cpu}/topology/physical_package_id") for cpu in online} - {None}
    cores = {reader.text(f"{CPU}/cpu{cpu}/topology/thread_siblings_list") for cpu in online} - {None}
    return {
        "model": next((value for key in _MODEL_KEYS if (value := _field(info, key))), None),
        "sockets": len(packages) or None,
        "cores": len(cores) or None,
        "threads": len(online) or None,
        "microcode": reader.text(f"{CPU}/cpu0/microcode/version") or _field(info, "microcode"),
        "smt": reader.text(f"{CPU}/smt/control"),
        "frequency": {
            "driver": reader.text(f"{CPU}/cpu0/cpufreq/scaling_driver"),
            "governors": _count_values(reader, online, "cpufreq/scaling_governor"),
        },
        "numa": {"nodes": _nodes(reader)},
    }


def _nodes(reader: Reader) -> list[dict[str, Any]]:
    """One entry per node with its processors; a node without any is memory only (CXL, HBM)."""
    names = [name for name in reader.names(NODE) if re.fullmatch(r"node\d+", name)]
    return [
        {"id": int(name[len("node") :]), "cpus": reader.text(f"{NODE}/{name}/cpulist")}
        for name in sorted(names, key=lambda name: int(name[len("node") :]))
    ]


def _count_values(reader: Reader, cpus: list[int], name: str) -> dict[str, int]:
    counts: dict[str, int] = {}
    for cpu in cpus:
        value = reader.text(f"{CPU}/cpu{cpu}/{name}")
        if value is not None:
            counts[value] = counts.get(value, 0) + 1
    return counts


def _cpu_list(reader: Reader, path: str) -> list[int]:
    text = reader.text(path)
    if text is None:
        reader.source.note(ABSENT, f"{path} does not exist")
        return []
    try:
        cpus = parse_cpu_list(text)
    except ValueError:
        reader.source.note(UNPARSED, f"{path} is not a list of processors: {text[:40]}")
        return []
    return cpus


def _field(info: str, key: str) -> Optional[str]:
    match = re.search(rf"^{re.escape(key)}\s*:\s*(\S.*)$", info, re.MULTILINE)
    return " ".join(match.group(1).split()) if match else None
