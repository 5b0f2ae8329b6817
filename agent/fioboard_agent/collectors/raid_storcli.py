"""Arrays of Broadcom/LSI controllers from storcli or perccli (`… J`).

Sizes and temperatures are text for people; only what is needed is read. HBAs (mpt3sas) have another shape and no
arrays.
"""

from __future__ import annotations

import json
import re
from typing import Any, Optional

from fioboard_agent.collectors.raid_units import parse_bytes
from fioboard_agent.collectors.volume import make_volume
from fioboard_agent.inventory_types import Volume


def parse_storcli(text: str) -> dict[str, Volume]:
    """Arrays of `/cALL show all J`, under `raid:c0/v0`. `options.drives` are the physical drives in the order of their
    slots: the kernel does not see them, so `members` is empty. Raises ValueError, KeyError, TypeError, AttributeError
    on anything else."""
    volumes: dict[str, Volume] = {}
    for entry in json.loads(text)["Controllers"]:
        if entry["Command Status"].get("Status") != "Success":
            continue
        data = entry["Response Data"]
        basics = data.get("Basics", data)
        number = entry["Command Status"].get("Controller", 0)
        for array in data.get("VD LIST") or []:
            group, disk = str(array["DG/VD"]).split("/")
            drives = [_build_drive(drive) for drive in data.get("PD LIST") or [] if str(drive.get("DG")) == group]
            volumes[f"raid:c{number}/v{disk}"] = make_volume(
                "hardware_raid",
                [],
                {
                    "controller_model": _strip_text(basics.get("Model") or basics.get("Product Name")),
                    "controller_firmware": _strip_text(data.get("Version", data).get("Firmware Version")),
                    "cache": _strip_text(array.get("Cache")),
                    "name": _strip_text(array.get("Name")),
                    "drives": drives,
                },
                level=(_strip_text(array.get("TYPE")) or "").lower() or None,
                width=len(drives) or None,
                state=_strip_text(array.get("State")),
                # Optl = optimal; Dgrd, Pdgd, OfLn, Rec are what its legend names otherwise.
                is_degraded=_strip_text(array["State"]) != "Optl" if _strip_text(array.get("State")) else None,
                controller_pci=_parse_address(basics.get("PCI Address")),
            )
    return volumes


def parse_virtual_drives(text: str) -> dict[str, dict[str, Any]]:
    """`chunk_bytes` and `os_device` per array of `/cALL/vALL show all J`, under the keys of `parse_storcli`."""
    arrays: dict[str, dict[str, Any]] = {}
    for entry in json.loads(text)["Controllers"]:
        data = entry.get("Response Data") or {}
        for key, properties in data.items():
            match = re.fullmatch(r"VD([0-9]+) Properties", key)
            if match and isinstance(properties, dict):
                device = _strip_text(properties.get("OS Drive Name"))
                arrays[f"raid:c{entry['Command Status'].get('Controller', 0)}/v{match.group(1)}"] = {
                    "chunk_bytes": parse_bytes(properties.get("Strip Size")),
                    "os_device": device.rsplit("/", 1)[-1] if device else None,
                }
    return arrays


def _build_drive(drive: dict[str, Any]) -> dict[str, Any]:
    return {
        "slot": _strip_text(drive.get("EID:Slt")),
        "model": _strip_text(drive.get("Model")),
        "state": _strip_text(drive.get("State")),
        "interface": _strip_text(drive.get("Intf")),
        "medium": _strip_text(drive.get("Med")),
    }


def _strip_text(value: Any) -> Optional[str]:
    """Return a value without its padding; None for a placeholder."""
    stripped = str(value).strip() if value is not None else ""
    return stripped if stripped not in {"", "-", "N/A"} else None


def _parse_address(address: Any) -> Optional[str]:
    """Return 0000:02:00.0 of 00:02:00:00 (domain, bus, device, function; hexadecimal)."""
    match = re.fullmatch(r"([0-9a-f]{2,4}):([0-9a-f]{2}):([0-9a-f]{2}):0([0-7])", str(address).strip().lower())
    return f"{match.group(1).zfill(4)}:{match.group(2)}:{match.group(3)}.{match.group(4)}" if match else None
