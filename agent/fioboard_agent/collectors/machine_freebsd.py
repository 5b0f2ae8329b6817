"""A FreeBSD host: what it is, from kenv(1) and sysctl(8), and in which order its storage is asked about."""

from __future__ import annotations

import re
from typing import Optional

from fioboard_agent.collectors import (
    cam_freebsd,
    geom_freebsd,
    pci_freebsd,
    zfs,
)
from fioboard_agent.collectors.cpu_sets import format_cpu_list
from fioboard_agent.collectors.nvme import freebsd as nvme_freebsd
from fioboard_agent.collectors.shapes import make_system
from fioboard_agent.collectors.storage_linux import Ask
from fioboard_agent.collectors.sysctl_tree import Tree, list_instances, read_number, read_sysctl
from fioboard_agent.firmware.settings import build_empty_settings
from fioboard_agent.host.reader import UNPARSED, Reader, drop_filler
from fioboard_agent.inventory_types import Cpu, Document, Memory, NumaNode, System

SYSCTL = [
    "kern.ostype",
    "kern.osrelease",
    "kern.version",
    "kern.hostname",
    "kern.vm_guest",
    "kern.smp",
    "kern.timecounter.hardware",
    "vm.ndomains",
    "hw.model",
    "hw.ncpu",
    "hw.physmem",
    "hw.nvme",
    "dev.cpu",
    "dev.pcib",
    "dev.nvme",
    "dev.ahcich",
    "dev.ahci",
    "vfs.zfs.version",
]
_GUESTS = {"none": None, "generic": "unknown", "hv": "microsoft", "vbox": "oracle"}


def collect_freebsd(ask: Ask) -> Document:
    """All subjects of the document."""
    sysctl = ask("sysctl", lambda reader: read_sysctl(reader, SYSCTL)) or {}
    functions, errors, names = ask("pci", lambda reader: pci_freebsd.collect_pci(reader, sysctl)) or (
        {},
        {},
        {},
    )
    disks, volumes = ask("disks", geom_freebsd.collect_geom) or ({}, {})
    health = ask("nvme_smart", lambda reader: nvme_freebsd.add_nvme(reader, disks, names, functions)) or {}
    ask("cam", lambda reader: cam_freebsd.add_cam(reader, disks, names, sysctl))
    volumes.update(ask("zfs", zfs.collect_zfs) or {})
    guest = sysctl.get("kern.vm_guest")
    return {
        "host": {"name": sysctl.get("kern.hostname") or None, "machine_id_hash": None},
        "virtualized": _GUESTS.get(guest, guest) if guest else None,
        "container": None,
        "system": ask("dmi", collect_system),
        "cpu": ask("cpu", lambda reader: collect_cpu(reader, sysctl)),
        "memory": ask("memory", lambda reader: Memory(total_bytes=read_number(reader, sysctl, "hw.physmem"))),
        "os": {
            "name": sysctl.get("kern.ostype") or None,
            "version": sysctl.get("kern.osrelease") or None,
            "kernel": sysctl.get("kern.osrelease") or None,
            "kernel_build": (sysctl.get("kern.version") or "").split("\n")[0].strip() or None,
            "cmdline": [],
            "clocksource": sysctl.get("kern.timecounter.hardware") or None,
            # nvd or nda: two drivers of the same disks, and not equally fast.
            "module_params": {"nvme": {key[8:]: value for key, value in sysctl.items() if key.startswith("hw.nvme.")}},
        },
        "network": [],
        "firmware_settings": build_empty_settings(),
        "pci": functions,
        "disks": disks,
        "volumes": volumes,
        "moment": {"disks": health, "aer": errors, "links": {}},
    }


def collect_system(reader: Reader) -> Optional[System]:
    """kenv's smbios.* variables; None when the loader left none."""
    answer = reader.ask(["kenv"], optional=False)
    if answer is None:
        return None
    variables = dict(re.findall(r'^smbios\.([\w.]+)="(.*)"$', answer.text, re.MULTILINE))
    value = {key: drop_filler(text.strip()) for key, text in variables.items()}
    if not value:
        reader.source.note(UNPARSED, "kenv has no smbios variables")
        return None
    release = value.get("bios.revision")
    return make_system(
        vendor=value.get("system.maker"),
        product=value.get("system.product"),
        version=value.get("system.version"),
        family=value.get("system.family"),
        sku=value.get("system.sku"),
        serial=value.get("system.serial"),
        uuid=value.get("system.uuid"),
        chassis={"type": value.get("chassis.type"), "serial": value.get("chassis.serial")},
        board={
            "vendor": value.get("planar.maker"),
            "product": value.get("planar.product"),
            "version": value.get("planar.version"),
            "serial": value.get("planar.serial"),
        },
        bios={
            "vendor": value.get("bios.vendor"),
            "version": value.get("bios.version"),
            "date": value.get("bios.reldate"),
            "release": release,
        },
    )


def collect_cpu(reader: Reader, sysctl: Tree) -> Cpu:
    """Counts and memory domains; FreeBSD counts no sockets."""
    threads = read_number(reader, sysctl, "hw.ncpu")
    per_core = read_number(reader, sysctl, "kern.smp.threads_per_core")
    cores = read_number(reader, sysctl, "kern.smp.cores")
    domains: dict[int, list[int]] = {}
    for unit in list_instances(sysctl, "cpu"):
        domain = sysctl.get(f"dev.cpu.{unit}.%domain", "")
        if domain.isdigit():
            domains.setdefault(int(domain), []).append(int(unit))
    nodes: list[NumaNode] = [
        {"id": domain, "cpus": format_cpu_list(cpus), "memory_bytes": None, "distances": None}
        for domain, cpus in sorted(domains.items())
    ]
    return {
        "model": " ".join(sysctl.get("hw.model", "").split()) or None,
        "vendor": None,
        "family": None,
        "stepping": None,
        "sockets": None,
        "cores": cores,
        "threads": threads,
        "microcode": None,
        "smt": None if per_core is None else "on" if per_core > 1 else "off",
        "packages": [],
        "numa": {
            "nodes": nodes,
            "nodes_per_socket": None,
            "llc_per_socket": None,
            "nodes_per_socket_is_ambiguous": False,
        },
        "frequency": None,
        "idle": None,
        "mitigations": None,
    }
