"""What the SMBIOS records say of the machine around the memory: BIOS, board, chassis, sockets, slots, on-board devices.

As printed: slot addresses in particular are often wrong and are checked against the PCI tree elsewhere.
"""

from __future__ import annotations

import uuid
from typing import Optional, Sequence

from fioboard_agent.collectors.smbios.codes import CHASSIS_TYPES, SLOT_LANES, SLOT_TYPES, SLOT_USAGES
from fioboard_agent.collectors.smbios.records import Record
from fioboard_agent.host.reader import drop_filler
from fioboard_agent.inventory_types import Onboard, Processor, Slot, System

BIOS, SYSTEM, BOARD, CHASSIS, PROCESSOR, SLOT, IPMI, ONBOARD, HOST_INTERFACE = 0, 1, 2, 3, 4, 9, 38, 41, 42
_MOTHERBOARD = 0x0A


def build_system(records: Sequence[Record]) -> System:
    """Build `vendor` … `uuid`, `chassis`, `board`, `bios` of types 0 to 3, in the shape of the document's
    `build_system`.
    """
    about = _find_first(records, SYSTEM)
    chassis = _find_first(records, CHASSIS)
    board = _find_board(records)
    bios = _find_first(records, BIOS)
    return {
        "vendor": _read_text(about, 0x04),
        "product": _read_text(about, 0x05),
        "version": _read_text(about, 0x06),
        "family": _read_text(about, 0x1A),
        "sku": _read_text(about, 0x19),
        "serial": _read_text(about, 0x07),
        "uuid": _read_uuid(about),
        "chassis": {
            "type": CHASSIS_TYPES.get((chassis.byte(0x05) or 0) & 0x7F) if chassis else None,
            "serial": _read_text(chassis, 0x07),
        },
        "board": {
            "vendor": _read_text(board, 0x04),
            "product": _read_text(board, 0x05),
            "version": _read_text(board, 0x06),
            "serial": _read_text(board, 0x07),
        },
        "bios": {
            "vendor": _read_text(bios, 0x04),
            "version": _read_text(bios, 0x05),
            "date": _read_text(bios, 0x08),
            "release": _release(bios),
        },
    }


def list_processors(records: Sequence[Record]) -> list[Processor]:
    """List type 4, one per socket, empty ones too: PCIe slots of an empty socket are dead. Counts as the firmware
    reports them.
    """
    return [
        {
            "designation": _read_text(record, 0x04),
            "version": _read_text(record, 0x10),
            "is_populated": None if record.byte(0x18) is None else bool((record.byte(0x18) or 0) & 0x40),
            "cores": _count(record, 0x23, 0x2A),
            "enabled_cores": _count(record, 0x24, 0x2C),
            "threads": _count(record, 0x25, 0x2E),
        }
        for record in records
        if record.type == PROCESSOR
    ]


def list_slots(records: Sequence[Record]) -> list[Slot]:
    """List type 9. `width_lanes` is of the connector or its wiring, as the firmware's maker saw it; null for other
    buses.
    """
    return [
        {
            "designation": _read_text(record, 0x04),
            "id": record.word(0x09),
            "type": SLOT_TYPES.get(record.byte(0x05) or 0),
            "width_lanes": SLOT_LANES.get(record.byte(0x06) or 0),
            "usage": SLOT_USAGES.get(record.byte(0x07) or 0),
            "address": _read_address(record, 0x0D),
        }
        for record in records
        if record.type == SLOT
    ]


def list_onboard(records: Sequence[Record]) -> list[Onboard]:
    """List type 41: devices soldered to the board, with the name printed beside them."""
    return [
        {"designation": _read_text(record, 0x04), "address": _read_address(record, 0x07)}
        for record in records
        if record.type == ONBOARD
    ]


def has_bmc(records: Sequence[Record]) -> bool:
    """A management controller announces itself by IPMI (38) or a host interface (42)."""
    return any(record.type in {IPMI, HOST_INTERFACE} for record in records)


def _read_address(record: Record, offset: int) -> Optional[str]:
    """Return segment, bus, device and function; null when the record is too short or says "not applicable" (all
    ones).
    """
    segment, bus, devfn = record.word(offset), record.byte(offset + 2), record.byte(offset + 3)
    if segment is None or bus is None or devfn is None or (bus == 0xFF and devfn == 0xFF):
        return None
    return f"{segment:04x}:{bus:02x}:{devfn >> 3:02x}.{devfn & 7}"


def _count(record: Record, offset: int, wide_offset: int) -> Optional[int]:
    """0 is unknown; 255 means that the number stands in a wider field."""
    count = record.byte(offset)
    return (record.word(wide_offset) if count == 0xFF else count) or None


def _find_board(records: Sequence[Record]) -> Optional[Record]:
    """Find the motherboard: machines of several boards list them all."""
    boards = [record for record in records if record.type == BOARD]
    return next((board for board in boards if board.byte(0x0D) == _MOTHERBOARD), boards[0] if boards else None)


def _release(bios: Optional[Record]) -> Optional[str]:
    major, minor = (bios.byte(0x14), bios.byte(0x15)) if bios else (None, None)
    return None if major in {None, 0xFF} or minor in {None, 0xFF} else f"{major}.{minor}"


def _read_uuid(about: Optional[Record]) -> Optional[str]:
    """Read the UUID: the first three parts are little-endian since SMBIOS 2.6 (2008); all zeros or ones mean "not
    set".
    """
    raw = about.data[0x08:0x18] if about else b""
    return str(uuid.UUID(bytes_le=raw)) if len(raw) == 16 and set(raw) not in ({0}, {0xFF}) else None


def _read_text(record: Optional[Record], offset: int) -> Optional[str]:
    return drop_filler(record.string(offset)) if record else None


def _find_first(records: Sequence[Record], kind: int) -> Optional[Record]:
    return next((record for record in records if record.type == kind), None)
