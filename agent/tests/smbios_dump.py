"""Turns dmidecode's text back into the table it was printed from, as far as the agent reads it.

Written against DMTF DSP0134 and dmidecode's source, not against the agent: offsets and numbers stand here once more.
A record keeps the length that dmidecode printed, so short records of old machines stay short.
"""

from __future__ import annotations

import re
import struct
from typing import Iterator

_SLOT_WIDTHS = {"x1": 8, "x2": 9, "x4": 10, "x8": 11, "x16": 13}
_SLOT_TYPES = {
    "PCI": 0x06,
    "M.2 Socket 3": 0x17,
    "PCI Express": 0xA5,
    "PCI Express 3": 0xB1,
    "PCI Express 3 x4": 0xB4,
    "PCI Express 3 x8": 0xB5,
    "PCI Express 3 x16": 0xB6,
    "PCI Express 4": 0xB8,
}
_USAGES = {"Other": 1, "Unknown": 2, "Available": 3, "In Use": 4}
_CHASSIS = {"Tower": 7, "Main Server Chassis": 17, "Rack Mount Chassis": 23}
_MEMORY = {"Unknown": 2, "DDR2 FB-DIMM": 0x14, "DDR3": 0x18, "DDR4": 0x1A}
_ECC = {"None": 3, "Single-bit ECC": 5, "Multi-bit ECC": 6}
_UNITS = {"MB": 1, "GB": 1 << 10, "TB": 1 << 20}


class Builder:
    """One record: numbers at offsets, strings numbered as they come."""

    def __init__(self, kind: int, handle: int, length: int) -> None:
        self.data = bytearray(max(length, 0x60))
        struct.pack_into("<BBH", self.data, 0, kind, length, handle)
        self.length, self.strings = length, []

    def put(self, layout: str, offset: int, *values: int) -> None:
        struct.pack_into("<" + layout, self.data, offset, *values)

    def string(self, offset: int, text: str | None) -> None:
        if text is None or text == "Not Specified":
            return
        self.strings.append(text or " ")
        self.data[offset] = len(self.strings)

    def to_bytes(self) -> bytes:
        tail = b"".join(text.encode("latin-1") + b"\0" for text in self.strings) + b"\0"
        return bytes(self.data[: self.length]) + (tail if self.strings else b"\0\0")


def records_of(text: str) -> Iterator[tuple[int, int, int, dict[str, str]]]:
    """(type, handle, length, {key: value}) of every block; values that are lists are left out."""
    for block in re.split(r"\n\s*\n", text):
        head = re.search(r"Handle 0x(\w+), DMI type (\d+), (\d+) bytes", block)
        if head:
            pairs = re.findall(r"^(?:\t| {8}|)(\w[^:\n]*): (.*)$", block, re.MULTILINE)
            yield (
                int(head.group(2)),
                int(head.group(1), 16),
                int(head.group(3)),
                {k: v.strip() for k, v in pairs},
            )


def table_of(text: str) -> bytes:
    """The bytes of /sys/firmware/dmi/tables/DMI of the machine that was printed."""
    table = b""
    for kind, handle, length, values in records_of(text):
        record = Builder(kind, handle, length)
        _FILL.get(kind, lambda *_: None)(record, values)
        table += record.to_bytes()
    return table + Builder(127, 0xFEFF, 4).to_bytes()


def _bios(record: Builder, values: dict[str, str]) -> None:
    for offset, key in ((0x04, "Vendor"), (0x05, "Version"), (0x08, "Release Date")):
        record.string(offset, values.get(key))
    major, minor = map(int, values.get("BIOS Revision", "255.255").split("."))
    record.put("BB", 0x14, major, minor)


def _system(record: Builder, values: dict[str, str]) -> None:
    for offset, key in ((4, "Manufacturer"), (5, "Product Name"), (6, "Version"), (7, "Serial Number")):
        record.string(offset, values.get(key))
    record.string(0x19, values.get("SKU Number"))
    record.string(0x1A, values.get("Family"))


def _board(record: Builder, values: dict[str, str]) -> None:
    for offset, key in ((4, "Manufacturer"), (5, "Product Name"), (6, "Version"), (7, "Serial Number")):
        record.string(offset, values.get(key))
    record.put("B", 0x0D, {"Motherboard": 0x0A, "Processor+Memory Module": 0x08}.get(values.get("Type", ""), 2))


def _chassis(record: Builder, values: dict[str, str]) -> None:
    record.put("B", 0x05, _CHASSIS.get(values.get("Type", ""), 2) | 0x80)
    record.string(0x07, values.get("Serial Number"))


def _processor(record: Builder, values: dict[str, str]) -> None:
    record.string(0x04, values.get("Socket Designation"))
    record.string(0x10, values.get("Version"))
    record.put("B", 0x18, 0x41 if values.get("Status", "").startswith("Populated") else 0)
    for offset, wide, key in (
        (0x23, 0x2A, "Core Count"),
        (0x24, 0x2C, "Core Enabled"),
        (0x25, 0x2E, "Thread Count"),
    ):
        count = int(values.get(key, 0))
        record.put("B", offset, min(count, 0xFF))
        record.put("H", wide, count)


def _slot(record: Builder, values: dict[str, str]) -> None:
    width, _, kind = values.get("Type", "").partition(" ")
    record.string(0x04, values.get("Designation"))
    record.put("B", 0x05, _SLOT_TYPES.get(kind, 2))
    record.put("B", 0x06, _SLOT_WIDTHS.get(width, 2))
    record.put("B", 0x07, _USAGES.get(values.get("Current Usage", ""), 2))
    record.put("H", 0x09, int(values.get("ID", 0)))
    _put_address(record, 0x0D, values)


def _put_address(record: Builder, offset: int, values: dict[str, str]) -> None:
    address = re.fullmatch(r"(\w{4}):(\w\w):(\w\w)\.(\d)", values.get("Bus Address", ""))
    segment, bus, device, function = (int(part, 16) for part in address.groups()) if address else (0xFFFF, 0xFF, 31, 7)
    record.put("HBB", offset, segment, bus, device << 3 | function)


def _onboard(record: Builder, values: dict[str, str]) -> None:
    record.string(0x04, values.get("Reference Designation"))
    _put_address(record, 0x07, values)


def _array(record: Builder, values: dict[str, str]) -> None:
    record.put("B", 0x05, 3 if values.get("Use") == "System Memory" else 4)
    record.put("B", 0x06, _ECC.get(values.get("Error Correction Type", ""), 2))


def _module(record: Builder, values: dict[str, str]) -> None:
    record.put("H", 0x04, int(values.get("Array Handle", "0"), 16))
    megabytes = module_megabytes(values)
    record.put("H", 0x0C, 0x7FFF if megabytes >= 0x7FFF else megabytes)
    record.put("I", 0x1C, megabytes)
    for offset, key in (
        (0x10, "Locator"),
        (0x11, "Bank Locator"),
        (0x17, "Manufacturer"),
        (0x18, "Serial Number"),
    ):
        record.string(offset, values.get(key))
    record.string(0x1A, values.get("Part Number"))
    record.put("B", 0x12, _MEMORY[values.get("Type", "Unknown")])
    record.put("H", 0x15, leading_number(values.get("Speed")) or 0)
    record.put("B", 0x1B, leading_number(values.get("Rank")) or 0)
    configured = values.get("Configured Memory Speed") or values.get("Configured Clock Speed")
    record.put("H", 0x20, leading_number(configured) or 0)


def module_megabytes(values: dict[str, str]) -> int:
    amount, _, unit = values.get("Size", "").partition(" ")
    return int(amount) * _UNITS[unit] if unit in _UNITS else 0


def leading_number(text: str | None) -> int | None:
    match = re.match(r"\d+", text or "")
    return int(match.group(0)) if match else None


_FILL = {
    0: _bios,
    1: _system,
    2: _board,
    3: _chassis,
    4: _processor,
    9: _slot,
    16: _array,
    17: _module,
    41: _onboard,
}
