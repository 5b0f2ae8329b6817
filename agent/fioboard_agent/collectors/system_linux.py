"""System, board and BIOS from the kernel's copy of the firmware's tables (/sys/class/dmi/id), and for root from the
tables themselves.

Serial numbers are files of mode 0400: without root they are null and the source says `denied`.
"""

from __future__ import annotations

import re
from typing import Any, Optional, Sequence, cast

from fioboard_agent.collectors.smbios import system as smbios_system
from fioboard_agent.collectors.smbios.codes import CHASSIS_TYPES
from fioboard_agent.collectors.smbios.records import Record
from fioboard_agent.host.reader import ABSENT, Reader, drop_filler
from fioboard_agent.inventory_types import System

FOLDER = "/sys/class/dmi/id"


def collect_system(reader: Reader, records: Optional[Sequence[Record]] = None) -> System:
    """The `system` part of the document. Many ARM machines and micro-VMs have no such folder: then the model comes from
    the device tree, or there is none. `slots`, `onboard` and `processors` are null without the tables: unknown."""
    reported = smbios_system.build_system(records or [])
    shown = _read_kernel(reader) if reader.exists(FOLDER) else _read_device_tree(reader, is_required=records is None)
    system = cast(System, {key: _merge(shown.get(key), value) for key, value in reported.items()})
    system["has_bmc"] = _has_bmc(reader, records)
    system["processors"] = None if records is None else smbios_system.list_processors(records)
    system["slots"] = None if records is None else smbios_system.list_slots(records)
    system["onboard"] = None if records is None else smbios_system.list_onboard(records)
    return system


def _read_kernel(reader: Reader) -> System:
    def value(name: str) -> Optional[str]:
        return drop_filler(reader.text(f"{FOLDER}/{name}"))

    chassis = reader.number(f"{FOLDER}/chassis_type")
    return {
        "vendor": value("sys_vendor"),
        "product": value("product_name"),
        "version": value("product_version"),
        "family": value("product_family"),
        "sku": value("product_sku"),
        "serial": value("product_serial"),
        "uuid": _parse_uuid(value("product_uuid")),
        "chassis": {
            "type": CHASSIS_TYPES.get(chassis) if chassis is not None else None,
            "serial": value("chassis_serial"),
        },
        "board": {
            "vendor": value("board_vendor"),
            "product": value("board_name"),
            "version": value("board_version"),
            "serial": value("board_serial"),
        },
        "bios": {
            "vendor": value("bios_vendor"),
            "version": value("bios_version"),
            "date": value("bios_date"),
            "release": value("bios_release"),
        },
    }


def _read_device_tree(reader: Reader, is_required: bool) -> System:
    model = reader.text("/proc/device-tree/model")
    if model is None and is_required:
        reader.source.note(ABSENT, f"{FOLDER} and /proc/device-tree/model do not exist")
    return {"product": model, "serial": drop_filler(reader.text("/proc/device-tree/serial-number"))}


def _merge(shown: Any, reported: Any) -> Any:
    """Merge what the kernel shows, and where it shows nothing, what the tables say."""
    if isinstance(reported, dict):
        return {key: _merge((shown or {}).get(key), value) for key, value in reported.items()}
    return reported if shown is None else shown


def _has_bmc(reader: Reader, records: Optional[Sequence[Record]]) -> Optional[bool]:
    """Null when neither an IPMI device is there nor the tables can be read."""
    if reader.exists("/dev/ipmi0") or reader.names("/sys/class/ipmi"):
        return True
    return None if records is None else smbios_system.has_bmc(records)


def _parse_uuid(text: Optional[str]) -> Optional[str]:
    return text.lower() if text and re.fullmatch(r"[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}", text) else None
