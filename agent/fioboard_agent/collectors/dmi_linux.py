"""System, board and BIOS from the kernel's copy of the firmware's tables (/sys/class/dmi/id).

Serial numbers are files of mode 0400: without root they are null and the source says `denied`.
"""

from __future__ import annotations

from typing import Any, Optional

from fioboard_agent.collectors.frame import ABSENT, Reader, without_filler

FOLDER = "/sys/class/dmi/id"


def collect_system(reader: Reader) -> dict[str, Any]:
    """`vendor`, `product`, `serial`, `board`, `bios`; every value text or null. Many ARM machines and micro-VMs have no
    such folder: then the model comes from the device tree, or there is none."""
    if not reader.exists(FOLDER):
        model = reader.text("/proc/device-tree/model")
        if model is None:
            reader.source.note(ABSENT, f"{FOLDER} and /proc/device-tree/model do not exist")
        return {"vendor": None, "product": model, "serial": None, "board": {}, "bios": {}}
    return {
        "vendor": _value(reader, "sys_vendor"),
        "product": _value(reader, "product_name"),
        "version": _value(reader, "product_version"),
        "family": _value(reader, "product_family"),
        "sku": _value(reader, "product_sku"),
        "serial": _value(reader, "product_serial"),
        "board": {
            "vendor": _value(reader, "board_vendor"),
            "product": _value(reader, "board_name"),
            "version": _value(reader, "board_version"),
            "serial": _value(reader, "board_serial"),
        },
        "bios": {
            "vendor": _value(reader, "bios_vendor"),
            "version": _value(reader, "bios_version"),
            "date": _value(reader, "bios_date"),
            "release": _value(reader, "bios_release"),
        },
    }


def _value(reader: Reader, name: str) -> Optional[str]:
    return without_filler(reader.text(f"{FOLDER}/{name}"))
