"""PCI configuration space: what a function says of itself beyond what /sys shows. Pure: bytes in, values out.

Offsets and bits: PCI Express Base Specification 6.0, section 7.5.3 (capability 10h) and 7.8 (extended capabilities);
Linux include/uapi/linux/pci_regs.h names them. Ordinary users get 64 bytes, which hold none of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from fioboard_agent.inventory_types import FunctionConfig, Link

HEADER_BYTES = 64
_STATUS, _CAPABILITIES_POINTER = 0x06, 0x34
_HAS_CAPABILITIES = 0x10
_PCI_EXPRESS = 0x10
_ACS, _RESIZABLE_BAR = 0x000D, 0x0015
_SPEEDS_GTS = {1: 2.5, 2: 5.0, 3: 8.0, 4: 16.0, 5: 32.0, 6: 64.0}
_PORT_TYPES = {
    0x0: "endpoint",
    0x1: "endpoint",  # legacy
    0x4: "root",
    0x5: "upstream",
    0x6: "downstream",
    0x7: "bridge",
    0x8: "bridge",
    0x9: "integrated",
    0xA: "integrated",  # event collector
}
_ASPM = {0: "disabled", 1: "l0s", 2: "l1", 3: "l0s+l1"}


@dataclass(frozen=True)
class Config:
    """What configuration space says: the port's type, the link as the hardware has it, and the tuning."""

    port_type: Optional[str]
    link: Link
    fields: FunctionConfig


def parse_config(data: bytes) -> Optional[Config]:
    """None when there is no PCI Express capability in the bytes given: a plain PCI function, or only the header.

    `link` has current_gts, current_lanes, max_gts, max_lanes; `fields` are those of the document's `config`. A field
    of a register that the function does not have is null."""
    express = _find_capability(data, _PCI_EXPRESS)
    if express is None or len(data) < express + 0x14:
        return None
    capabilities = _read_u16(data, express + 0x02)
    port_type = _PORT_TYPES.get(capabilities >> 4 & 0xF)
    version = capabilities & 0xF
    device_capabilities, device_control = _read_u32(data, express + 0x04), _read_u16(data, express + 0x08)
    link: Link = {"current_gts": None, "current_lanes": None, "max_gts": None, "max_lanes": None}
    aspm = None
    if port_type != "integrated":
        link_capabilities, link_control = _read_u32(data, express + 0x0C), _read_u16(data, express + 0x10)
        link_status = _read_u16(data, express + 0x12)
        link = {
            "current_gts": _SPEEDS_GTS.get(link_status & 0xF),
            "current_lanes": _check_lanes(link_status >> 4 & 0x3F),
            "max_gts": _SPEEDS_GTS.get(link_capabilities & 0xF),
            "max_lanes": _check_lanes(link_capabilities >> 4 & 0x3F),
        }
        aspm = _ASPM[link_control & 3]
    has_second_set = version >= 2 and len(data) >= express + 0x34
    fields: FunctionConfig = {
        "mps_bytes": _parse_payload(device_control >> 5),
        "mps_supported_bytes": _parse_payload(device_capabilities),
        "mrrs_bytes": _parse_payload(device_control >> 12) if _is_requester(port_type) else None,
        "relaxed_ordering": bool(device_control & 0x10),
        "extended_tags": bool(device_control & 0x100),
        "ten_bit_tags": bool(_read_u16(data, express + 0x28) & 0x1000) if has_second_set else None,
        "aspm": aspm,
        "target_gts": _read_target(data, express) if has_second_set and port_type != "integrated" else None,
        "slot_number": _read_slot_number(data, express, port_type, capabilities),
        "acs": _read_acs(data),
        "rebar_bytes": _find_largest_bar(data),
    }
    return Config(port_type, link, fields)


def _find_capability(data: bytes, wanted: int) -> Optional[int]:
    """Offset of a capability in the list that begins at 34h; None at its end, at a circle or at the end of the data."""
    if len(data) <= HEADER_BYTES or not _read_u16(data, _STATUS) & _HAS_CAPABILITIES:
        return None
    seen: set[int] = set()
    offset = data[_CAPABILITIES_POINTER] & 0xFC
    while HEADER_BYTES <= offset < min(len(data), 256) - 1 and offset not in seen:
        if data[offset] == wanted:
            return offset
        seen.add(offset)
        offset = data[offset + 1] & 0xFC
    return None


def _find_extended(data: bytes, wanted: int) -> Optional[int]:
    """Offset of an extended capability (list at 100h)."""
    seen: set[int] = set()
    offset = 0x100
    while 0x100 <= offset <= len(data) - 4 and offset not in seen:
        header = _read_u32(data, offset)
        if header in {0, 0xFFFF_FFFF}:
            return None
        if header & 0xFFFF == wanted:
            return offset
        seen.add(offset)
        offset = header >> 20 & 0xFFC
    return None


def _parse_payload(field: int) -> Optional[int]:
    """Return 128 << n; 6 and 7 are reserved."""
    size = field & 7
    return 128 << size if size < 6 else None


def _is_requester(port_type: Optional[str]) -> bool:
    """Switch ports send no reads of their own: their maximum read request size means nothing."""
    return port_type in {"endpoint", "integrated", "root", "bridge"}


def _check_lanes(width: int) -> Optional[int]:
    return width if 0 < width <= 32 else None


def _read_target(data: bytes, express: int) -> Optional[float]:
    return _SPEEDS_GTS.get(_read_u16(data, express + 0x30) & 0xF)


def _read_slot_number(data: bytes, express: int, port_type: Optional[str], capabilities: int) -> Optional[int]:
    """Read the physical slot number of a port whose slot is implemented (bit 8); 0 is what firmware leaves
    unnumbered.
    """
    if port_type not in {"root", "downstream"} or not capabilities & 0x100 or len(data) < express + 0x18:
        return None
    return _read_u32(data, express + 0x14) >> 19 or None


def _read_acs(data: bytes) -> Optional[bool]:
    """Return True when any redirection or validation is on: peers' traffic then goes through the root. None
    without it.
    """
    offset = _find_extended(data, _ACS)
    return None if offset is None or len(data) < offset + 8 else bool(_read_u16(data, offset + 6) & 0x7F)


def _find_largest_bar(data: bytes) -> Optional[int]:
    """Return the size in force of the largest resizable BAR: 1 MiB << bits 13:8 of each control register."""
    offset = _find_extended(data, _RESIZABLE_BAR)
    if offset is None or len(data) < offset + 12:
        return None
    count = _read_u32(data, offset + 8) >> 5 & 7
    controls = [
        _read_u32(data, offset + 8 + 8 * number) for number in range(count) if len(data) >= offset + 12 + 8 * number
    ]
    return max((1 << (20 + (control >> 8 & 0x3F)) for control in controls), default=None)


def _read_u16(data: bytes, offset: int) -> int:
    return int.from_bytes(data[offset : offset + 2], "little")


def _read_u32(data: bytes, offset: int) -> int:
    return int.from_bytes(data[offset : offset + 4], "little")
