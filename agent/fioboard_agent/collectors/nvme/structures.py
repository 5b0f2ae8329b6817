"""The binary answers of an NVMe controller: SMART log, Identify Controller, Identify Namespace, features. Pure: bytes
in, values out; the same for Linux' ioctl, `nvme … -b` and FreeBSD's `nvmecontrol -b`.

Offsets: NVM Express Base Specification 2.0, figures 207 (log 02h), 275 (controller), 276 (power states), the features
02h, 0Ch and 10h (section 5.27.1), and NVM Command Set 1.0 figure 97 (namespace). Numbers are little-endian;
temperatures are Kelvin, and Celsius here is K - 273, as the drives round.
"""

from __future__ import annotations

from typing import Optional

from fioboard_agent.inventory_types import Disk, DiskHealth, LbaFormat, PowerState

SMART_BYTES = 512
IDENTIFY_BYTES = 4096
DATA_UNIT_BYTES = 512_000  # "thousands of 512 byte units"
_SENSORS = range(200, 216, 2)
_POWER_STATES, _POWER_STATE_BYTES, MAX_POWER_STATES = 2048, 32, 32


def parse_smart(data: bytes) -> Optional[DiskHealth]:
    """The health fields of `moment.disks` from log 02h; None when it is too short or nothing but zeros.

    Counters of 16 bytes keep all their digits. A temperature of 0 K means not reported: null. `attributes` holds what
    has no field of its own: spare threshold, power cycles, unsafe shutdowns, error entries, busy minutes, host reads
    and writes, and the extra sensors in Celsius."""
    if len(data) < SMART_BYTES or not any(data[:SMART_BYTES]):
        return None
    sensors = {
        f"sensor_{number}_c": value
        for number, offset in enumerate(_SENSORS, start=1)
        if (value := _convert_kelvin(_read_number(data, offset, 2))) is not None
    }
    return {
        "temperature_c": _convert_kelvin(_read_number(data, 1, 2)),
        "percentage_used": data[5],
        "available_spare_pct": data[3],
        "critical_warning": data[0],
        "media_errors": _read_number(data, 160, 16),
        "power_on_hours": _read_number(data, 128, 16),
        "data_written_bytes": _read_number(data, 48, 16) * DATA_UNIT_BYTES,
        "data_read_bytes": _read_number(data, 32, 16) * DATA_UNIT_BYTES,
        "warning_temp_minutes": _read_number(data, 192, 4),
        "critical_temp_minutes": _read_number(data, 196, 4),
        "t1_transitions": _read_number(data, 216, 4),
        "t2_transitions": _read_number(data, 220, 4),
        "t1_seconds": _read_number(data, 224, 4),
        "t2_seconds": _read_number(data, 228, 4),
        "attributes": {
            "available_spare_threshold_pct": data[4],
            "host_reads": _read_number(data, 64, 16),
            "host_writes": _read_number(data, 80, 16),
            "busy_minutes": _read_number(data, 96, 16),
            "power_cycles": _read_number(data, 112, 16),
            "unsafe_shutdowns": _read_number(data, 144, 16),
            "error_log_entries": _read_number(data, 176, 16),
            **sensors,
        },
    }


def parse_identify_controller(data: bytes, page_bytes: int = 4096) -> Optional[Disk]:
    """Facts of the controller that belong to the disk: `max_transfer_bytes` (null = no limit stated), `has_apst`,
    `temperature_warning_c`, `temperature_critical_c` (null = not reported), and `power_states`. `page_bytes` is the
    smallest memory page of the controller (CAP.MPSMIN, which only the driver sees): 4096 on everything sold."""
    if len(data) < IDENTIFY_BYTES or not any(data[:72]):
        return None
    mdts = data[77]
    return {
        "max_transfer_bytes": page_bytes << mdts if 0 < mdts < 32 else None,
        "has_apst": bool(data[265] & 1),
        "temperature_warning_c": _convert_kelvin(_read_number(data, 266, 2)),
        "temperature_critical_c": _convert_kelvin(_read_number(data, 268, 2)),
        "power_states": [_parse_power_descriptor(data, index) for index in range(min(data[263] + 1, MAX_POWER_STATES))],
    }


def _parse_power_descriptor(data: bytes, index: int) -> PowerState:
    """Parse `index`, `max_power_w` (null = not reported), `is_operational`: in the others no I/O is done."""
    offset = _POWER_STATES + _POWER_STATE_BYTES * index
    power, flags = _read_number(data, offset, 2), data[offset + 3]
    watts = power / 10_000 if flags & 1 else power / 100
    return {"index": index, "max_power_w": watts or None, "is_operational": not flags & 2}


def parse_power_state(bits: int) -> int:
    """The power state of feature 02h."""
    return bits & 0x1F


def parse_apst(bits: int) -> bool:
    """Whether feature 0Ch lets the drive go to sleep by itself."""
    return bool(bits & 1)


def parse_thermal_management(bits: int) -> tuple[Optional[int], Optional[int]]:
    """Celsius from which feature 10h has the drive throttle lightly and heavily; None = that one is switched off."""
    return _convert_kelvin(bits >> 16), _convert_kelvin(bits & 0xFFFF)


def parse_identify_namespace(data: bytes) -> Optional[Disk]:
    """`lba_formats` [{index, data_bytes, metadata_bytes, relative_performance}] and `lba_format_in_use`.

    Relative performance is NVMe's: 0 best, 3 degraded. Formats that the namespace does not support are left out."""
    if len(data) < 384 or not _read_number(data, 0, 8):
        return None
    count, flbas = data[25] + 1, data[26]
    # More than 16 formats: bits 6:5 are the upper half of the index.
    in_use = flbas & 0xF | ((flbas >> 5 & 3) << 4 if count > 16 else 0)
    formats: list[LbaFormat] = []
    for index in range(min(count, 64)):
        offset = 128 + 4 * index
        exponent = data[offset + 2]
        if 9 <= exponent <= 31:
            formats.append(
                {
                    "index": index,
                    "data_bytes": 1 << exponent,
                    "metadata_bytes": _read_number(data, offset, 2),
                    "relative_performance": data[offset + 3] & 3,
                }
            )
    known = {entry["index"] for entry in formats}
    return {"lba_formats": formats, "lba_format_in_use": in_use if in_use in known else None}


def _read_number(data: bytes, offset: int, length: int) -> int:
    return int.from_bytes(data[offset : offset + length], "little")


def _convert_kelvin(kelvin: int) -> Optional[int]:
    return kelvin - 273 if kelvin else None
