"""The two binary forms that collectors read: SMBIOS records and PCI configuration space, without what identifies."""

from __future__ import annotations

import struct
import uuid
from typing import Callable

from fioboard_agent.collectors.smbios.records import END_OF_TABLE, Record, parse_table

# Offsets of the strings that are serial numbers and asset tags, by type of record (DMTF DSP0134, chapter 7).
_STRINGS = {1: (0x07,), 2: (0x07, 0x08), 3: (0x07, 0x08), 4: (0x20, 0x21), 17: (0x18, 0x19)}
# Other records hold what a maker or a company put there (OEM strings, passwords' hashes): collectors do not read them.
_KEPT = frozenset({0, 1, 2, 3, 4, 9, 16, 17, 38, 41, 42})
_UUID = slice(0x08, 0x18)
_SERIAL_NUMBER = 0x0003  # extended capability "device serial number": often a MAC address


def scrub_smbios(table: bytes, word: Callable[[str], str]) -> bytes:
    """Return the records that collectors read, with other serial numbers, asset tags and UUID; ends as a table
    must.
    """
    records = [record for record in parse_table(table) if record.type in _KEPT]
    return (
        b"".join(_scrub_record(record, word) for record in records)
        + struct.pack("<BBH", END_OF_TABLE, 4, 0xFEFF)
        + b"\0\0"
    )


def _scrub_record(record: Record, word: Callable[[str], str]) -> bytes:
    """Return the bytes of a record with pseudonyms."""
    data, strings = bytearray(record.data), list(record.strings)
    for offset in _STRINGS.get(record.type, ()):
        number = record.byte(offset)
        if number and number <= len(strings):
            strings[number - 1] = word(strings[number - 1])
    if record.type == 1 and len(data) >= _UUID.stop and set(data[_UUID]) not in ({0}, {0xFF}):
        data[_UUID] = uuid.UUID(word(str(uuid.UUID(bytes_le=bytes(data[_UUID]))))).bytes_le
    kept = b"\0".join(text.encode("latin-1", "replace") for text in strings)
    return bytes(data) + kept + b"\0\0"


def scrub_config(space: bytes) -> bytes:
    """Return configuration space with a device serial number of zeros."""
    data, offset, seen = bytearray(space), 0x100, set()
    while 0x100 <= offset <= len(data) - 12 and offset not in seen:
        seen.add(offset)
        (header,) = struct.unpack_from("<I", data, offset)
        if header & 0xFFFF == _SERIAL_NUMBER:
            data[offset + 4 : offset + 12] = bytes(8)
        offset = header >> 20 & 0xFFC
    return bytes(data)
