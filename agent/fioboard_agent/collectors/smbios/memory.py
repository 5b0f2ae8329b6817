"""What the SMBIOS records say of the memory: arrays (type 16) and modules (type 17)."""

from __future__ import annotations

from typing import Optional, Sequence

from fioboard_agent.collectors.smbios.codes import ERROR_CORRECTIONS, MEMORY_TYPES
from fioboard_agent.collectors.smbios.records import Record
from fioboard_agent.host.reader import drop_filler
from fioboard_agent.inventory_types import Dimm

ARRAY, MODULE = 16, 17
_SYSTEM_MEMORY = 0x03
_KIB, _MIB = 1 << 10, 1 << 20


def list_modules(records: Sequence[Record]) -> list[Dimm]:
    """List the modules that are there, in the firmware's order; empty places are only counted (`count_slots`)."""
    return [_build_module(record) for record in _select_system_memory(records) if _read_size(record) != 0]


def count_slots(records: Sequence[Record]) -> Optional[int]:
    """Count places for modules, filled or not."""
    return len(_select_system_memory(records)) or None


def find_error_correction(records: Sequence[Record]) -> Optional[str]:
    """Return `Multi-bit ECC`, `None`, … of the system memory's first array."""
    arrays = [record for record in records if record.type == ARRAY and record.byte(0x05) == _SYSTEM_MEMORY]
    return ERROR_CORRECTIONS.get(arrays[0].byte(0x06) or 0) if arrays else None


def _build_module(record: Record) -> Dimm:
    attributes = record.byte(0x1B)
    return {
        "locator": drop_filler(record.string(0x10)),
        "bank": drop_filler(record.string(0x11)),
        "size_bytes": _read_size(record),
        "type": MEMORY_TYPES.get(record.byte(0x12) or 0),
        "speed_mts": _read_speed(record, 0x15, 0x54),
        "configured_speed_mts": _read_speed(record, 0x20, 0x58),
        "rank": (attributes & 0x0F or None) if attributes is not None else None,
        "manufacturer": drop_filler(record.string(0x17)),
        "part": drop_filler(record.string(0x1A)),
        "serial": drop_filler(record.string(0x18)),
    }


def _select_system_memory(records: Sequence[Record]) -> list[Record]:
    """Select modules, without the flash chips and video memory that some firmware lists as modules of other
    arrays.
    """
    uses = {record.handle: record.byte(0x05) for record in records if record.type == ARRAY}
    return [
        record
        for record in records
        if record.type == MODULE and uses.get(record.word(0x04) or 0, _SYSTEM_MEMORY) == _SYSTEM_MEMORY
    ]


def _read_size(record: Record) -> Optional[int]:
    """Read a module's size in bytes; 0 is an empty place, None unknown. From 32 GiB on the size is in a wider
    field.
    """
    size = record.word(0x0C)
    if size is None or size == 0xFFFF:
        return None
    if size == 0x7FFF:
        wide = record.double_word(0x1C)
        return None if wide is None else (wide & 0x7FFFFFFF) * _MIB
    return (size & 0x7FFF) * (_KIB if size & 0x8000 else _MIB)


def _read_speed(record: Record, offset: int, wide_offset: int) -> Optional[int]:
    """Read mega-transfers per second; 0 is unknown."""
    speed = record.word(offset)
    return (record.double_word(wide_offset) if speed == 0xFFFF else speed) or None
