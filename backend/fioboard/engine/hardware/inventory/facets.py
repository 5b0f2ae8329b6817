"""What counts for each facet of a machine: hardware, firmware settings, operating system. Never serials, names, clocks.

A list of hardware that was not read (no DIMM table without root) is unknown, which is not the same as none.
"""

import re

from fioboard.core.sanitize import Document
from fioboard.engine.hardware.inventory import firmware
from fioboard.engine.hardware.inventory.fingerprint import Facet, Projection, build_projection, sort_values
from fioboard.engine.hardware.inventory.tolerant import (
    flag,
    follow,
    mapping,
    named,
    objects,
    text,
    texts,
    whole,
)
from fioboard.engine.words.factors import FACTORS

# Tokens of the kernel's command line that name a root file system or an image: they differ on equal machines.
NAMELESS = ("root=", "resume=", "BOOT_IMAGE", "initrd", "cryptdevice", "rd.luks", "rd.lvm", "rd.md")
STORAGE = "0x01"


def project_machine(document: Document) -> dict[Facet, Projection]:
    """Return the three facets that an inventory alone decides; `path` needs a run."""
    return {
        "hw": _project_hardware(document),
        "fw": _project_firmware(document),
        "os": _project_operating_system(document),
    }


def _read_declared(document: Document, facet: Facet) -> dict[str, object]:
    """Read what the factors' declarations give a facet: fields of the document that are in it as they are."""
    read = {"text": text, "number": whole, "bytes": whole, "flag": flag}
    return {
        factor.facet_name: read[factor.type](document, factor.path)
        for factor in FACTORS.values()
        if factor.facet == facet and factor.facet_name is not None and factor.path is not None
    }


def _project_hardware(document: Document) -> Projection:
    return build_projection(
        {
            "system": [text(document, "system.vendor"), text(document, "system.product")]
            if text(document, "system.product")
            else None,
            "board": [text(document, "system.board.vendor"), text(document, "system.board.product")]
            if text(document, "system.board.product")
            else None,
            **_read_declared(document, "hw"),
            "memory_modules": sort_values(_project_module(d) for d in objects(document, "memory.dimms")),
            "virtualized": text(document, "virtualized") or "no",
        }
    )


def _project_module(dimm: Document) -> list[object]:
    place = re.sub(r"\d+$", "", text(dimm, "locator") or "")
    return [
        place,
        whole(dimm, "size_bytes"),
        text(dimm, "type"),
        whole(dimm, "configured_speed_mts"),
    ]


def _project_firmware(document: Document) -> Projection:
    settings = {s.key: s.in_force for s in firmware.list_settings(document) if s.in_force is not None}
    configs = [c for _, f in named(document, "pci") if (c := mapping(f, "config"))]
    return build_projection(
        {
            **_read_declared(document, "fw"),
            "settings": settings,
            "nodes_per_socket": whole(document, "cpu.numa.nodes_per_socket"),
            "smt": flag(document, "cpu.smt"),
            "boost": flag(document, "cpu.frequency.boost"),
            "idle_states": sorted({text(s, "name") or "" for s in objects(document, "cpu.idle.states")}),
            "iommu": _project_iommu(document),
            "pci_settings": sort_values(_drop_repeated([_project_transfers(c) for c in configs])),
            "vmd": any(text(f, "vmd") for _, f in named(document, "pci")) if document.get("pci") else None,
        }
    )


def _project_iommu(document: Document) -> list[object] | None:
    active = flag(document, "os.iommu.is_active")
    return None if active is None else [active, sorted(mapping(document, "os.iommu.group_types"))]


def _project_transfers(config: Document) -> list[object]:
    """Return how a function may talk: payload, read request, ordering, tags, power states."""
    names = ("mps_bytes", "mrrs_bytes", "relaxed_ordering", "extended_tags", "ten_bit_tags", "aspm")
    return [config.get(name) for name in names]


def _drop_repeated(values: list[list[object]]) -> list[list[object]]:
    return [value for i, value in enumerate(values) if value not in values[:i]]


def _project_operating_system(document: Document) -> Projection:
    drivers = {
        f"{text(f, 'driver')} {text(f, 'driver_version')}"
        for _, f in named(document, "pci")
        if (text(f, "ids.class") or "").startswith(STORAGE) and text(f, "driver_version")
    }
    tokens = texts(document, "os.cmdline")
    return build_projection(
        {
            **_read_declared(document, "os"),
            # An empty list of options is known: none were given.
            "cmdline": {"tokens": sorted(t for t in tokens if not t.startswith(NAMELESS))}
            if isinstance(follow(document, "os.cmdline"), list)
            else None,
            "module_params": dict(mapping(document, "os.module_params")),
            "governors": sorted(mapping(document, "cpu.frequency.governors")),
            "epp": sorted(mapping(document, "cpu.frequency.epp")),
            "mitigations": dict(mapping(document, "cpu.mitigations")),
            "drivers": sorted(drivers),
            "aspm_policy": text(document, "os.aspm_policy"),
            "thp": text(document, "memory.thp"),
            "numa_balancing": follow(document, "os.numa_balancing"),
            "fio": text(document, "fio.version"),
        }
    )
