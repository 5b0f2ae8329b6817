"""Health of SATA, SAS and hidden RAID members as smartctl tells it (`-j`). Temperature here is Celsius.

The exit code is a bit mask: bits 0 and 1 mean that nothing was read, the others are findings about the drive.
"""

from __future__ import annotations

import json
import re
from typing import Any, Optional, cast

from fioboard_agent.collectors.nvme.structures import DATA_UNIT_BYTES
from fioboard_agent.host.reader import DENIED, ERROR, UNPARSED, Reader
from fioboard_agent.inventory_types import Disk, DiskHealth

_NOTHING_READ = 0b11
# With many drives each answer waits for the drive itself.
_TIMEOUT_S = 20.0
_NVME_LOG = {
    "percentage_used": "percentage_used",
    "available_spare_pct": "available_spare",
    "critical_warning": "critical_warning",
    "media_errors": "media_errors",
    "power_on_hours": "power_on_hours",
    "warning_temp_minutes": "warning_temp_time",
    "critical_temp_minutes": "critical_comp_time",
}


def collect_smartctl(
    reader: Reader, has_nvme_health: set[str], disks: Optional[dict[str, Disk]] = None
) -> dict[str, DiskHealth]:
    """Health per disk under its kernel name; a drive hidden behind a RAID controller under `sda megaraid,0`. Disks of
    `has_nvme_health` are not asked again; a sleeping disk is left asleep. Fills `capable_link` of `disks`: the fastest
    link that the drive itself can have (SATA)."""
    answer = reader.ask(["smartctl", "--scan-open", "-j"], optional=False)
    if answer is None:
        return {}
    by_disk: dict[str, DiskHealth] = {}
    for device, kind in parse_scan(answer.text):
        name = device.rsplit("/", 1)[-1]
        is_nvme = name.startswith("nvme")
        if is_nvme and any(disk.startswith(name + "n") for disk in has_nvme_health):
            continue
        key = f"{name} {_parse_hidden_number(kind)}" if _parse_hidden_number(kind) else name + ("n1" if is_nvme else "")
        document = _read_drive(reader, device, kind)
        if document is None:
            continue
        by_disk[key] = _read_health(document)
        if disks and key in disks:
            disks[key]["capable_link"] = _find_capable_link(document)
    return by_disk


def parse_scan(text: str) -> list[tuple[str, str]]:
    """Device and type (`-d`) of every drive that `--scan-open -j` lists and could open."""
    document = _load(text)
    devices = document.get("devices") if document else None
    return [
        (str(device["name"]), str(device["type"]))
        for device in (devices if isinstance(devices, list) else [])
        if isinstance(device, dict) and device.get("name") and device.get("type") and not device.get("open_error")
    ]


def parse_drive(text: str) -> Optional[DiskHealth]:
    """The health fields of one drive; None when smartctl read nothing. `attributes` are the drive's own: raw values of
    ATA attributes by name, error counters of SCSI."""
    document = _parse_answer(text)
    return None if document is None else _read_health(document)


def _parse_answer(text: str) -> Optional[dict[str, Any]]:
    """Parse what smartctl printed; None when it read nothing."""
    document = _load(text)
    if document is None:
        return None
    status = _map(document, "smartctl").get("exit_status")
    return None if not isinstance(status, int) or status & _NOTHING_READ else document


def _read_health(document: dict[str, Any]) -> DiskHealth:
    protocol = _map(document, "device").get("protocol")
    health = cast(DiskHealth, {**dict.fromkeys(DiskHealth.__annotations__), "source": "smartctl", "attributes": {}})
    health["temperature_c"] = _find_temperature(document, protocol)
    health["power_on_hours"] = _count(_map(document, "power_on_time").get("hours"))
    if protocol == "NVMe":
        _take_nvme(health, _map(document, "nvme_smart_health_information_log"))
    elif protocol == "ATA":
        _take_ata(health, document)
    else:
        _take_scsi(health, document)
    return health


def _read_drive(reader: Reader, device: str, kind: str) -> Optional[dict[str, Any]]:
    answer = reader.ask(["smartctl", "-j", "-x", "-n", "standby", "-d", kind, device], _TIMEOUT_S)
    if answer is None:
        return None
    document = _parse_answer(answer.text)
    if document is None:
        messages = _map(_load(answer.text) or {}, "smartctl").get("messages") or []
        complaint = "; ".join(str(message.get("string")) for message in messages if isinstance(message, dict))
        if "STANDBY" not in complaint and "SLEEP" not in complaint:
            denied = "ermission denied" in complaint
            status = DENIED if denied else ERROR if complaint else UNPARSED
            reader.source.note(status, f"smartctl {device}: {complaint or answer.text[:40] or answer.stderr[:80]}")
    return document


def _find_capable_link(document: dict[str, Any]) -> Optional[str]:
    """Return `6.0 Gb/s`, as smartctl spells it."""
    speed = _map(_map(document, "interface_speed"), "max").get("string")
    return speed if isinstance(speed, str) and re.fullmatch(r"\d+(\.\d+)? Gb/s", speed) else None


def _parse_hidden_number(kind: str) -> Optional[str]:
    """Return `megaraid,0` of `sat+megaraid,0`; None for drives that the kernel shows itself."""
    bare = kind.rsplit("+", 1)[-1]
    return (
        bare
        if "," in bare and bare.split(",")[0] in {"megaraid", "cciss", "aacraid", "3ware", "areca", "hpt"}
        else None
    )


def _find_temperature(document: dict[str, Any], protocol: Any) -> Optional[int]:
    temperature = _map(document, "temperature")
    current = temperature.get("current")
    if not isinstance(current, int):
        return None
    # A RAID controller's logical drive answers 0 for the temperature and for its limit.
    return None if current == 0 and protocol == "SCSI" and not temperature.get("drive_trip") else current


def _take_nvme(health: DiskHealth, log: dict[str, Any]) -> None:
    health.update(cast(DiskHealth, {field: _count(log.get(key)) for field, key in _NVME_LOG.items()}))
    written, read = _count(log.get("data_units_written")), _count(log.get("data_units_read"))
    health["data_written_bytes"] = None if written is None else written * DATA_UNIT_BYTES
    health["data_read_bytes"] = None if read is None else read * DATA_UNIT_BYTES
    others = ("host_reads", "host_writes", "power_cycles", "unsafe_shutdowns")
    health["attributes"] = {key: log[key] for key in others if isinstance(log.get(key), int)}


def _take_ata(health: DiskHealth, document: dict[str, Any]) -> None:
    """Total_LBAs_Written and the like count vendor's units: only the standardised statistics are taken as bytes."""
    table = _map(document, "ata_smart_attributes").get("table")
    rows = [row for row in table if isinstance(row, dict)] if isinstance(table, list) else []
    health["attributes"] = {str(row["name"]): _map(row, "raw").get("value") for row in rows if row.get("name")}
    sector = _count(document.get("logical_block_size")) or 512
    for name, value in _list_ata_statistics(document):
        if name == "Logical Sectors Written":
            health["data_written_bytes"] = value * sector
        elif name == "Logical Sectors Read":
            health["data_read_bytes"] = value * sector
        elif name == "Percentage Used Endurance Indicator":
            health["percentage_used"] = value
        elif name == "Number of Reported Uncorrectable Errors":
            health["media_errors"] = value


def _list_ata_statistics(document: dict[str, Any]) -> list[tuple[str, int]]:
    pages = _map(document, "ata_device_statistics").get("pages")
    rows = [row for page in (pages or []) if isinstance(page, dict) for row in page.get("table") or []]
    return [
        (str(row.get("name")), row["value"])
        for row in rows
        if isinstance(row, dict) and isinstance(row.get("value"), int) and _map(row, "flags").get("valid", True)
    ]


def _take_scsi(health: DiskHealth, document: dict[str, Any]) -> None:
    log = _map(document, "scsi_error_counter_log")
    read, write = _map(log, "read"), _map(log, "write")
    health["data_read_bytes"], health["data_written_bytes"] = _parse_gigabytes(read), _parse_gigabytes(write)
    errors = [_count(counters.get("total_uncorrected_errors")) or 0 for counters in (read, write)]
    health["media_errors"] = sum(errors) if log else None
    health["percentage_used"] = _count(document.get("scsi_percentage_used_endurance_indicator"))
    defects = _count(document.get("scsi_grown_defect_list"))
    health["attributes"] = {} if defects is None else {"grown_defects": defects}


def _parse_gigabytes(counters: dict[str, Any]) -> Optional[int]:
    """Return the bytes that were processed: gigabytes of 10^9, as text with three decimals."""
    try:
        return round(float(counters["gigabytes_processed"]) * 1_000_000) * 1_000
    except (KeyError, TypeError, ValueError):
        return None


def _load(text: str) -> Optional[dict[str, Any]]:
    try:
        document = json.loads(text)
    except ValueError:
        return None
    return document if isinstance(document, dict) else None


def _map(document: dict[str, Any], key: str) -> dict[str, Any]:
    value = document.get(key)
    return value if isinstance(value, dict) else {}


def _count(value: Any) -> Optional[int]:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
