"""Processors from /sys/devices/system/cpu and /proc/cpuinfo: what they are and how they are grouped.

Memory nodes are in numa_linux.py, clocks and sleep states in cpu_power_linux.py.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Optional

from fioboard_agent.collectors import cpu_power_linux, numa_linux
from fioboard_agent.collectors.cpu_arm import find_arm_model, find_arm_vendor
from fioboard_agent.collectors.cpu_sets import format_cpu_list, read_cpu_set
from fioboard_agent.host.reader import ABSENT, Reader
from fioboard_agent.inventory_types import Cpu

CPU = "/sys/devices/system/cpu"
# x86 says "model name", POWER "cpu", old ARM kernels "Processor"; newer ARM ones give numbers only.
_MODEL_KEYS = ("model name", "cpu", "Processor")


@dataclass(frozen=True)
class Topology:
    """Which online processors there are, and the package and set of sibling threads of each that says so."""

    online: list[int]
    package_of: dict[int, int]
    siblings_of: dict[int, str]

    def packages(self) -> dict[int, list[int]]:
        """Processors by package number, both in rising order."""
        by_package: dict[int, list[int]] = {}
        for cpu in self.online:
            if cpu in self.package_of:
                by_package.setdefault(self.package_of[cpu], []).append(cpu)
        return dict(sorted(by_package.items()))


def collect_cpu(reader: Reader, is_virtual: bool = False) -> Cpu:
    """The `cpu` part of the document. Counts are of online processors, null when the topology is not described (some
    containers and old kernels), never a guess. In a virtual machine it is what the hypervisor made up."""
    info = reader.text("/proc/cpuinfo", optional=False) or ""
    topology = read_topology(reader)
    packages = topology.packages()
    nodes = numa_linux.collect_nodes(reader)
    # A core is a set of sibling threads. core_id would not do: on processors of several dies it repeats in a package.
    cores = set(topology.siblings_of.values())
    return {
        "model": next((value for key in _MODEL_KEYS if (value := _parse_field(info, key))), None)
        or find_arm_model(info),
        "vendor": _parse_field(info, "vendor_id") or find_arm_vendor(info),
        "family": _parse_number(info, "cpu family"),
        "model_number": _parse_number(info, "model"),
        "stepping": _parse_number(info, "stepping"),
        "sockets": len(packages) or None,
        "cores": len(cores) or None,
        "threads": len(topology.online) or None,
        # In this order: kernels before 5.4 show the file to root only.
        "microcode": _parse_field(info, "microcode") or _read_microcode(reader, topology.online),
        "smt": reader.text(f"{CPU}/smt/control"),
        "has_x2apic": _has_flag(info, "x2apic"),
        "packages": [
            {"id": package, "cpus": format_cpu_list(cpus), "nodes": numa_linux.find_nodes(nodes, cpus)}
            for package, cpus in packages.items()
        ],
        "numa": numa_linux.describe(reader, nodes, packages, is_virtual),
        "frequency": cpu_power_linux.collect_frequency(reader, topology.online),
        "idle": cpu_power_linux.collect_idle(reader, topology.online),
        "mitigations": {
            name: reader.text(f"{CPU}/vulnerabilities/{name}") for name in reader.names(f"{CPU}/vulnerabilities")
        },
    }


def read_topology(reader: Reader) -> Topology:
    """Offline processors have no topology and are left out; a package number of -1 means that nobody told."""
    online = read_cpu_set(reader, f"{CPU}/online")
    if online is None:
        online = _list_cpus_with_topology(reader)
    package_of: dict[int, int] = {}
    siblings_of: dict[int, str] = {}
    for cpu in online:
        folder = f"{CPU}/cpu{cpu}/topology"
        package = reader.number(f"{folder}/physical_package_id")
        siblings = read_cpu_set(reader, f"{folder}/thread_siblings_list", f"{folder}/thread_siblings")
        if package is not None and package >= 0:
            package_of[cpu] = package
        if siblings:
            siblings_of[cpu] = format_cpu_list(siblings)
    if not package_of:
        reader.source.note(ABSENT, f"{CPU}/cpu*/topology does not say which socket a CPU is in")
    return Topology(online, package_of, siblings_of)


def _list_cpus_with_topology(reader: Reader) -> list[int]:
    """List the processors that have a topology: kernels before 2.6.27 have no list of the online ones."""
    numbers = [int(name[3:]) for name in reader.names(CPU) if re.fullmatch(r"cpu\d{1,5}", name)]
    return sorted(number for number in numbers if reader.exists(f"{CPU}/cpu{number}/topology"))


def _read_microcode(reader: Reader, online: list[int]) -> Optional[str]:
    return reader.text(f"{CPU}/cpu{online[0]}/microcode/version") if online else None


def _has_flag(info: str, flag: str) -> Optional[bool]:
    flags = _parse_field(info, "flags")
    return None if flags is None else flag in flags.split()


def _parse_number(info: str, key: str) -> Optional[int]:
    text = _parse_field(info, key)
    return int(text) if text and re.fullmatch(r"\d{1,6}", text) else None


def _parse_field(info: str, key: str) -> Optional[str]:
    match = re.search(rf"^{re.escape(key)}[ \t]*:[ \t]*(\S.*)$", info, re.MULTILINE)
    return " ".join(match.group(1).split()) if match else None
