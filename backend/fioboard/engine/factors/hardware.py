"""A machine in one line, of the factors of one of its runs: board, processors, memory, drives, firmware, system."""

import re
from collections.abc import Mapping
from typing import Final

from fioboard.core.block_size import drive_size
from fioboard.engine.factors import sentences
from fioboard.engine.factors.project import FactorValue

HARDWARE_KEYS: Final = (
    "system.vendor",
    "system.product",
    "board.product",
    "cpu.model",
    "cpu.sockets",
    "cpu.cores",
    "bios.nps",
    "memory.total",
    "drive.count",
    "drive.capacity",
    "drive.model",
    "drive.transport",
    "raid.level",
    "bios.version",
    "os.name",
    "os.version",
)
"""What `hardware` reads."""
_BUSES: Final = {
    **{"pcie": "PCIe", "sata": "SATA", "sas": "SAS"},
    **{"virtio": "virtio disk", "xen": "Xen disk", "vmbus": "Hyper-V disk", "virtual": "virtual disk"},
}
_GIB = 1 << 30
_CORES = re.compile(r"\s+\d+-Core Processor$")


def hardware(factors: Mapping[str, FactorValue | None]) -> list[str]:
    """Parts of the line, what identifies the machine first; of what nothing is known there is no part.

    The drives are those of the run that the factors are of.
    """
    known = {key: _text(value) for key, value in factors.items() if value is not None}
    parts = (_board(known), _processors(known), _memory(known), _drives(known), _bios(known), _system(known))
    return [part for part in parts if part]


def _text(value: FactorValue) -> str:
    """Several values as the run had them: `A + B`."""
    if isinstance(value, list):
        return " + ".join(_text(one) for one in value)
    return f"{value:g}" if isinstance(value, float) else str(value)


def _board(known: Mapping[str, str]) -> str:
    product = known.get("board.product") or known.get("system.product", "")
    vendor = known.get("system.vendor", "")
    if not vendor or product.casefold().startswith(vendor.casefold()):
        return product
    return f"{vendor} {product}".rstrip()


def _processors(known: Mapping[str, str]) -> str:
    sockets, model, cores = (known.get(key, "") for key in ("cpu.sockets", "cpu.model", "cpu.cores"))
    # "AMD Ryzen 9 5950X 16-Core Processor, 16 cores" says its cores twice.
    model = _CORES.sub("", model) if cores else model
    words = f"{sockets} × {model}" if model and sockets not in ("", "1") else model
    nodes = known.get("bios.nps")
    more = [f"{cores} cores" if cores else "", f"NPS{nodes}" if nodes else ""]
    return ", ".join(part for part in (words, *more) if part)


def _memory(known: Mapping[str, str]) -> str:
    size = known.get("memory.total", "")
    if not size.isdecimal():
        return ""
    gib = int(size) / _GIB
    # As the page of a run has it: 23.5 GiB, 256 GiB.
    return sentences.MEMORY(size=f"{gib:.1f}".removesuffix(".0") if gib < 100 else f"{gib:.0f}")


def _drives(known: Mapping[str, str]) -> str:
    transport = known.get("drive.transport", "")
    model = known.get("drive.model") or _BUSES.get(transport, transport)
    count, capacity = known.get("drive.count", ""), known.get("drive.capacity", "")
    size = drive_size(int(capacity)) if capacity.isdecimal() else ""
    # "Samsung SSD 990 PRO 2TB" says it.
    size = "" if size and size.replace(" ", "") in model.replace(" ", "") else size
    drive = " ".join(part for part in (size, model) if part)
    if not drive:
        return ""
    several = f"{count} × {drive}" if count not in ("", "1") else drive
    return f"{several}, {known['raid.level']}" if "raid.level" in known else several


def _bios(known: Mapping[str, str]) -> str:
    return f"BIOS {known['bios.version']}" if "bios.version" in known else ""


def _system(known: Mapping[str, str]) -> str:
    name, version = known.get("os.name", ""), known.get("os.version", "")
    return name if not version or version in name else f"{name} {version}"
