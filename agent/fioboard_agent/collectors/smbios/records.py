"""The firmware's own tables (SMBIOS): bytes in, records out. Says nothing about what a record means.

The bytes are whatever the firmware's maker left there: a record may be shorter than the standard says, its strings may
be missing, and a length may lead astray. Nothing here raises, and every step goes forward.
Layout: DMTF DSP0134, section 6.1.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Optional

END_OF_TABLE = 127
_HEADER = struct.Struct("<BBH")


@dataclass(frozen=True)
class Record:
    """One structure. Offsets count from its first byte, as in the standard; a field beyond its length is None."""

    type: int
    handle: int
    data: bytes
    strings: tuple[str, ...] = ()

    def byte(self, offset: int) -> Optional[int]:
        """Unsigned, 8 bits."""
        return self._read_integer("<B", offset)

    def word(self, offset: int) -> Optional[int]:
        """Unsigned, 16 bits."""
        return self._read_integer("<H", offset)

    def double_word(self, offset: int) -> Optional[int]:
        """Unsigned, 32 bits."""
        return self._read_integer("<I", offset)

    def string(self, offset: int) -> Optional[str]:
        """The text that the byte at the offset numbers, without padding; None for number 0, an unknown one, blanks."""
        number = self.byte(offset)
        if not number or number > len(self.strings):
            return None
        return self.strings[number - 1].strip() or None

    def _read_integer(self, layout: str, offset: int) -> Optional[int]:
        if offset + struct.calcsize(layout) > len(self.data):
            return None
        return int(struct.unpack_from(layout, self.data, offset)[0])


def parse_table(content: bytes) -> list[Record]:
    """All records up to the end-of-table record, or up to where the bytes stop making sense."""
    records: list[Record] = []
    position = 0
    while position + _HEADER.size <= len(content):
        kind, length, handle = _HEADER.unpack_from(content, position)
        if length < _HEADER.size or position + length > len(content) or kind == END_OF_TABLE:
            break
        strings, after = _read_strings(content, position + length)
        records.append(Record(kind, handle, content[position : position + length], strings))
        position = after
    return records


def _read_strings(content: bytes, start: int) -> tuple[tuple[str, ...], int]:
    """Return strings up to two zero bytes, and where the next record begins. A record without strings has the two
    as well.
    """
    if content[start : start + 2] == b"\0\0":
        return (), start + 2
    end = content.find(b"\0\0", start)
    end = len(content) if end < 0 else end
    words = content[start:end].split(b"\0")
    # A table that is cut off has its last word without an end.
    return tuple("".join(filter(str.isprintable, word.decode("latin-1"))) for word in words), end + 2
