"""A Mac: what it is, and in which order its storage is asked about."""

from __future__ import annotations

from fioboard_agent.collectors import diskutil_macos, ioreg_macos, profiler_macos, smartctl
from fioboard_agent.collectors.storage_linux import Ask
from fioboard_agent.collectors.sysctl_tree import Tree, read_number, read_sysctl
from fioboard_agent.firmware.settings import build_empty_settings
from fioboard_agent.host.reader import Reader
from fioboard_agent.inventory_types import Cpu, DiskHealth, Document, Memory

SYSCTL = [
    "kern.hostname",
    "kern.osproductversion",
    "kern.osrelease",
    "kern.version",
    "kern.hv_vmm_present",
    "machdep.cpu",
    "hw.physicalcpu",
    "hw.logicalcpu",
    "hw.packages",
    "hw.memsize",
    "hw.model",
    "hw.nperflevels",
    "hw.perflevel0",
    "hw.perflevel1",
]


def collect_macos(ask: Ask) -> Document:
    """All subjects of the document."""
    sysctl = ask("sysctl", lambda reader: read_sysctl(reader, SYSCTL)) or {}
    items = ask("profiler", profiler_macos.read_profile) or {}
    functions, places = ask("pci", ioreg_macos.collect_pci) or ({}, {})
    disks = ask("disks", lambda reader: profiler_macos.read_disks(reader, items)) or {}
    for name, disk in disks.items():
        disk["pci"] = places.get(name)
    return {
        "host": {"name": sysctl.get("kern.hostname") or None, "machine_id_hash": None},
        "virtualized": "apple" if sysctl.get("kern.hv_vmm_present") == "1" else None,
        "container": None,
        "system": ask("dmi", lambda _: profiler_macos.read_system(items)),
        "cpu": ask("cpu", lambda reader: collect_cpu(reader, sysctl)),
        "memory": ask("memory", lambda reader: Memory(total_bytes=read_number(reader, sysctl, "hw.memsize"))),
        "os": {
            "name": "macOS",
            "version": sysctl.get("kern.osproductversion") or None,
            "kernel": sysctl.get("kern.osrelease") or None,
            "kernel_build": sysctl.get("kern.version") or None,
            "cmdline": [],
        },
        "network": [],
        "firmware_settings": build_empty_settings(),
        "pci": functions,
        "disks": disks,
        "volumes": ask("volumes", diskutil_macos.collect_containers) or {},
        # smartmontools is the only one to ask; Apple's drives answer no command of ours.
        "moment": {"disks": ask("smart", _collect_health) or {}, "aer": {}, "links": {}},
    }


def _collect_health(reader: Reader) -> dict[str, DiskHealth]:
    return smartctl.collect_smartctl(reader, set())


def collect_cpu(reader: Reader, sysctl: Tree) -> Cpu:
    """Counts; macOS tells nothing of memory domains."""
    cores, threads = read_number(reader, sysctl, "hw.physicalcpu"), read_number(reader, sysctl, "hw.logicalcpu")
    return {
        "model": sysctl.get("machdep.cpu.brand_string") or None,
        "vendor": sysctl.get("machdep.cpu.vendor") or None,
        "family": read_number(reader, sysctl, "machdep.cpu.family"),
        "stepping": read_number(reader, sysctl, "machdep.cpu.stepping"),
        "sockets": read_number(reader, sysctl, "hw.packages"),
        "cores": cores,
        "threads": threads,
        "microcode": sysctl.get("machdep.cpu.microcode_version") or None,
        "smt": None if cores is None or threads is None else "on" if threads > cores else "off",
        "packages": [],
        "numa": None,
        "frequency": None,
        "idle": None,
        "mitigations": None,
    }
