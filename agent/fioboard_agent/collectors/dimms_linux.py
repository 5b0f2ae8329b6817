"""Memory modules: from SMBIOS for root, else from what udev noted at boot, else from the EDAC drivers."""

from __future__ import annotations

import re
from typing import Optional, Sequence, cast

from fioboard_agent.collectors.smbios import memory as smbios_memory
from fioboard_agent.collectors.smbios.records import Record
from fioboard_agent.host.reader import Reader, drop_filler
from fioboard_agent.inventory_types import Dimm, Memory

# Written by systemd's dmi_memory_id (since 248) for the device /sys/devices/virtual/dmi/id.
UDEV = "/run/udev/data/+dmi:id"
EDAC = "/sys/devices/system/edac/mc"
_UNKNOWN_MODULE = cast(Dimm, dict.fromkeys(Dimm.__annotations__))


def collect_dimms(reader: Reader, records: Optional[Sequence[Record]]) -> Memory:
    """`dimms` (filled places only; null when nothing tells), `slot_count`, `error_correction`, and `dimms_source`:
    `smbios`, `udev` or `edac`, which know less and less."""
    if records and (slot_count := smbios_memory.count_slots(records)) is not None:
        return {
            "dimms": smbios_memory.list_modules(records),
            "dimms_source": "smbios",
            "slot_count": slot_count,
            "error_correction": smbios_memory.find_error_correction(records),
        }
    properties = _read_udev_properties(reader)
    if properties:
        return _build_from_udev(properties)
    modules = _read_edac(reader)
    return {
        "dimms": modules or None,
        "dimms_source": "edac" if modules else None,
        "slot_count": None,
        "error_correction": None,
    }


def _read_udev_properties(reader: Reader) -> dict[str, str]:
    # A server of 64 modules fills more than the 64 KiB that one value may have.
    lines = (reader.binary(UDEV) or b"").decode("utf-8", "replace").splitlines()
    pairs = (line[2:].partition("=") for line in lines if line.startswith("E:MEMORY_"))
    return {key: value for key, _, value in pairs}


def _build_from_udev(properties: dict[str, str]) -> Memory:
    """Build the modules that udev noted at boot."""
    numbers = {int(match.group(1)) for key in properties if (match := re.match(r"MEMORY_DEVICE_(\d{1,4})_", key))}
    correction = properties.get("MEMORY_ARRAY_EC_TYPE")
    return {
        "dimms": [
            _build_udev_module(properties, f"MEMORY_DEVICE_{number}_")
            for number in sorted(numbers)
            if properties.get(f"MEMORY_DEVICE_{number}_PRESENT") != "0"
        ],
        "dimms_source": "udev",
        "slot_count": _parse_count(properties.get("MEMORY_ARRAY_NUM_DEVICES")),
        "error_correction": correction if correction not in {"Unknown", "Other"} else None,
    }


def _build_udev_module(properties: dict[str, str], prefix: str) -> Dimm:
    def text(name: str) -> Optional[str]:
        return drop_filler(properties.get(prefix + name))

    return {
        "locator": text("LOCATOR"),
        "bank": text("BANK_LOCATOR"),
        "size_bytes": _parse_count(properties.get(prefix + "SIZE")),
        "type": text("TYPE"),
        "speed_mts": _parse_count(properties.get(prefix + "SPEED_MTS")),
        "configured_speed_mts": _parse_count(properties.get(prefix + "CONFIGURED_SPEED_MTS")),
        "rank": _parse_count(properties.get(prefix + "RANK")),
        "manufacturer": text("MANUFACTURER"),
        "part": text("PART_NUMBER"),
        "serial": text("SERIAL_NUMBER"),
    }


def _read_edac(reader: Reader) -> list[Dimm]:
    """Read modules from the drivers that count memory errors: place, size (MiB) and type."""
    modules: list[Dimm] = []
    for controller in (name for name in reader.names(EDAC) if re.fullmatch(r"mc\d{1,3}", name)):
        names = [name for name in reader.names(f"{EDAC}/{controller}") if re.fullmatch(r"dimm\d{1,4}", name)]
        for name in sorted(names, key=lambda name: int(name[len("dimm") :])):
            folder = f"{EDAC}/{controller}/{name}"
            size = reader.number(f"{folder}/size")
            kind = re.search(r"(LP)?DDR\d?", reader.text(f"{folder}/dimm_mem_type") or "")
            modules.append(
                {
                    **_UNKNOWN_MODULE,
                    "locator": reader.text(f"{folder}/dimm_label"),
                    "bank": reader.text(f"{folder}/dimm_location"),
                    "size_bytes": None if size is None else size << 20,
                    "type": kind.group(0) if kind else None,
                }
            )
    return modules


def _parse_count(text: Optional[str]) -> Optional[int]:
    """Parse a count or quantity; 0 is unknown in all of these."""
    return int(text) or None if text and re.fullmatch(r"\d{1,18}", text) else None
