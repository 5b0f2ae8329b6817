"""Where JSON begins and ends in a body, and how deep it is, in one linear pass without building anything."""

import re
from dataclasses import dataclass

# An unclosed string runs to the end, so that no character is looked at twice.
_BRACKET = re.compile(rb'"[^"\\]*+(?:\\(?:.|\Z)[^"\\]*+)*+(?:"|\Z)|[{}\[\]]', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Extent:
    """One JSON object in a body: its end, or how far it is whole when the body ends first."""

    end: int | None
    """Offset behind the closing brace; None when it is never closed."""
    whole_until: int = 0
    closing: bytes = b""
    """What must follow source[start:whole_until] to make it a document again; empty when nothing is whole."""
    looked_until: int = 0
    """Offset behind the last byte that was looked at."""
    is_too_deep: bool = False


def is_deeper_than(source: bytes, most_depth: int) -> bool:
    """Whether it is nested deeper, found before any parser sees the bytes; stops at the first such place."""
    depth = 0
    for match in _BRACKET.finditer(source):
        byte = source[match.start()]
        if byte in b"{[":
            depth += 1
            if depth > most_depth:
                return True
        elif byte in b"}]":
            depth -= 1
    return False


def find_extent(source: bytes, start: int, most_depth: int) -> Extent:
    """The extent of the object that starts at `start`.

    When it is cut short, `whole_until` is the last place where a job entry, a direction of the entry
    being written, or another member of the root was complete.
    """
    stack = bytearray()
    whole_until, closing = 0, b""
    for match in _BRACKET.finditer(source, start):
        byte = source[match.start()]
        if byte in b"{[":
            stack.append(byte)
            if len(stack) > most_depth:
                return Extent(None, looked_until=match.end(), is_too_deep=True)
        elif byte in b"}]":
            if not stack or (stack.pop() == 0x7B) != (byte == 0x7D):
                return Extent(None, looked_until=match.end())
            if not stack:
                return Extent(match.end(), looked_until=match.end())
            if len(stack) <= 3 and bytes(stack) in _CLOSINGS:
                whole_until, closing = match.end(), _CLOSINGS[bytes(stack)]
    return Extent(None, whole_until, closing, looked_until=len(source))


_CLOSINGS = {b"{": b"}", b"{[": b"]}", b"{[{": b"}]}"}
