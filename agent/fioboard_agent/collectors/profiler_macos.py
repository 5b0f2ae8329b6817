"""system_profiler(8) of macOS as property lists: every version writes them, JSON only those since 10.15.

Which values it has depends on version and machine; whatever is not there is null.
"""

from __future__ import annotations

import plistlib
import re
from typing import Any, Iterable, Optional
from xml.parsers.expat import ExpatError

from fioboard_agent.collectors.shapes import make_disk, make_system
from fioboard_agent.host.reader import ABSENT, UNPARSED, Reader, drop_filler
from fioboard_agent.inventory_types import Disk, System

TYPES = ("SPHardwareDataType", "SPSoftwareDataType", "SPNVMeDataType", "SPSerialATADataType", "SPSASDataType")
PROFILER = ["system_profiler", "-xml", *TYPES]
_TIMEOUT_S = 60.0

Items = dict[str, list[dict[str, Any]]]


def read_profile(reader: Reader) -> Items:
    """Items by data type."""
    answer = reader.ask(PROFILER, _TIMEOUT_S, optional=False)
    document = read_plist(reader, "system_profiler", answer.stdout if answer else None)
    if not isinstance(document, list):
        return {}
    return {
        part["_dataType"]: [item for item in part.get("_items", []) if isinstance(item, dict)]
        for part in document
        if isinstance(part, dict) and isinstance(part.get("_dataType"), str)
    }


def read_plist(reader: Reader, name: str, content: Optional[bytes]) -> Any:
    """A property list; None when there is none, or it is damaged (then the source says so)."""
    if not content:
        return None
    try:
        return plistlib.loads(content)
    except (plistlib.InvalidFileException, ExpatError, ValueError, OverflowError, RecursionError) as error:
        reader.source.note(UNPARSED, f"{name}: {error}")
        return None


def read_system(items: Items) -> Optional[System]:
    """Read `system`; every Mac is Apple's."""
    hardware = next(iter(items.get("SPHardwareDataType", [])), None)
    if hardware is None:
        return None
    version = _get_text(hardware, "boot_rom_version") or _get_text(hardware, "system_firmware_version")
    return make_system(
        vendor="Apple Inc.",
        product=_get_text(hardware, "machine_model"),
        family=_get_text(hardware, "machine_name"),
        serial=drop_filler(_get_text(hardware, "serial_number")),
        uuid=_get_text(hardware, "platform_UUID"),
        bios={"vendor": "Apple Inc.", "version": version, "date": None, "release": None},
    )


def read_disks(reader: Reader, items: Items) -> dict[str, Disk]:
    """Read whole disks under their BSD names, from the NVMe, SATA and SAS reports."""
    if not items:
        reader.source.note(ABSENT, "system_profiler reported nothing")
    kinds = {"SPNVMeDataType": "pcie", "SPSerialATADataType": "sata", "SPSASDataType": "sas"}
    return {
        name: _build_disk(item, controller, transport)
        for data_type, transport in kinds.items()
        for controller, item in _list_devices(items.get(data_type, []), {})
        if (name := _get_text(item, "bsd_name"))
    }


def _list_devices(
    items: list[dict[str, Any]], above: dict[str, Any]
) -> Iterable[tuple[dict[str, Any], dict[str, Any]]]:
    """List every item that is a device, with the controller's item above it."""
    for item in items:
        if _get_text(item, "bsd_name"):
            yield above, item
        inner = [one for one in item.get("_items", []) if isinstance(one, dict)]
        yield from _list_devices(inner, item)


def _build_disk(item: dict[str, Any], controller: dict[str, Any], transport: str) -> Disk:
    size = item.get("size_in_bytes")
    medium = _get_text(item, "spsata_medium_type")
    speed = _get_text(controller, "spsata_negotiatedlinkspeed")
    return make_disk(
        model=drop_filler(_get_text(item, "device_model")),
        serial=drop_filler(_get_text(item, "device_serial")),
        firmware=drop_filler(_get_text(item, "device_revision")),
        size_bytes=size if isinstance(size, int) else None,
        rotational=False
        if transport == "pcie" or medium == "Solid State"
        else True
        if medium == "Rotational"
        else None,
        transport=transport,
        negotiated_link=speed,
        partitions=[
            {
                "name": _get_text(volume, "bsd_name"),
                "number": _parse_partition_number(_get_text(volume, "bsd_name")),
                "start_bytes": None,
                "size_bytes": volume["size_in_bytes"] if isinstance(volume.get("size_in_bytes"), int) else None,
            }
            for volume in item.get("volumes", [])
            if isinstance(volume, dict)
        ],
    )


def _parse_partition_number(name: Optional[str]) -> Optional[int]:
    match = re.fullmatch(r"disk\d+s(\d+)", name or "")
    return int(match[1]) if match else None


def _get_text(item: dict[str, Any], key: str) -> Optional[str]:
    value = item.get(key)
    return value.strip() or None if isinstance(value, str) else None
