"""Where JSON begins and ends in a body, and how deep it is, in one linear pass without building anything."""

import re
from dataclasses import dataclass

# An unclosed string runs to the end, so that no character is looked at twice.
_BRACKET = re.compile(rb'"[^"\\]*+(?:\\(?:.|\Z)[^"\\]*+)*+(?:"|\Z)|[{}\[\]]', re.DOTALL)
# What fio's JSON is made of; the key that a root begins with never stands deeper.
_JSON = re.compile(
    rb"""(?:[\s,:}\[\]]++|\{(?!\s*+"(?:fio\ version|client_stats|global\ options)")|"(?:[^"\\\n]|\\[^\n])*+\"
    |[-+]?[\d.][\w.\#+-]*+|[-+]?(?:nan|inf|infinity|null|true|false)\b)*+""",
    re.IGNORECASE | re.VERBOSE,
)


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


def is_deeper_than(source: bytes, max_depth: int) -> bool:
    """Whether it is nested deeper, found before any parser sees the bytes; stops at the first such place."""
    depth = 0
    for match in _BRACKET.finditer(source):
        byte = source[match.start()]
        if byte in b"{[":
            depth += 1
            if depth > max_depth:
                return True
        elif byte in b"}]":
            depth -= 1
    return False


def find_json_end(source: bytes, start: int) -> int:
    """Return where an object that is never closed is cut short: before the line that is no JSON, or the next
    document.
    """
    match = _JSON.match(source, start + 1)
    stop = start + 1 if match is None else match.end()
    if source[stop : stop + 1] == b'"':
        # A string that its line does not close: the cut went through it.
        stop = source.find(b"\n", stop)
        return len(source) if stop < 0 else stop
    if stop == len(source) or source[stop : stop + 1] == b"{":
        return stop
    return max(source.rfind(b"\n", start, stop), start + 1)


def find_extent(source: bytes, start: int, max_depth: int, until: int | None = None) -> Extent:
    """The extent of the object that starts at `start`, in a body that is looked at `until` there.

    When it is cut short, `whole_until` is the last place where a job entry, a direction of the entry
    being written, or another member of the root was complete.
    """
    stack = bytearray()
    whole_until, closing = 0, b""
    until = len(source) if until is None else until
    for match in _BRACKET.finditer(source, start, until):
        byte = source[match.start()]
        if byte in b"{[":
            stack.append(byte)
            if len(stack) > max_depth:
                return Extent(None, looked_until=match.end(), is_too_deep=True)
        elif byte in b"}]":
            if not stack or (stack.pop() == 0x7B) != (byte == 0x7D):
                return Extent(None, looked_until=match.end())
            if not stack:
                return Extent(match.end(), looked_until=match.end())
            if len(stack) <= 3 and bytes(stack) in _CLOSINGS:
                whole_until, closing = match.end(), _CLOSINGS[bytes(stack)]
    return Extent(None, whole_until, closing, looked_until=until)


def extend_into_direction(source: bytes, start: int, extent: Extent, until: int) -> Extent:
    """Return the extent of an object that was cut short within a direction of a job, up to its last whole member.

    Only behind its runtime: then everything that its rates depend on is there. Bins count only as a whole; and where
    percentiles may be of the total latency, which the end of the direction tells, nothing from them on counts.
    """
    stack: list[tuple[int, bytes]] = []
    key, has_runtime = b"", False
    is_open = b'"lat_percentiles"' in source[start:until]
    best: tuple[int, bytes] | None = None
    for match in _MEMBER.finditer(source, start, until):
        byte = source[match.start()]
        if byte == _QUOTE:
            key = match.group()
            if is_open and has_runtime and key in _WITH_PERCENTILES:
                break
            has_runtime = has_runtime or (len(stack) == _DIRECTION_DEPTH and key == b'"runtime"')
            continue
        if byte in b"{[":
            stack.append((byte, key))
            has_runtime = has_runtime and len(stack) > _DIRECTION_DEPTH
            continue
        if byte in b"}]":
            if not stack:
                return extent
            stack.pop()
        is_within = len(stack) >= _DIRECTION_DEPTH and stack[_DIRECTION_DEPTH - 1][1] in _DIRECTIONS
        if is_within and has_runtime and all(name != b'"bins"' for _, name in stack):
            closing = bytes(_CLOSING_OF[opened] for opened, _ in reversed(stack))
            best = match.end() - (byte == _COMMA), closing
    if best is None or best[0] <= extent.whole_until:
        return extent
    return Extent(None, best[0], best[1], extent.looked_until)


_MEMBER = re.compile(rb'"[^"\\]*+(?:\\(?:.|\Z)[^"\\]*+)*+(?:"|\Z)|[{}\[\],]', re.DOTALL)
_QUOTE, _COMMA = b'",'
_DIRECTION_DEPTH = 4
_DIRECTIONS = frozenset([b'"read"', b'"write"', b'"trim"', b'"mixed"'])
_WITH_PERCENTILES = frozenset([b'"clat_ns"', b'"clat"', b'"lat_ns"', b'"lat"'])
_CLOSING_OF = {0x7B: 0x7D, 0x5B: 0x5D}
_CLOSINGS = {b"{": b"}", b"{[": b"]}", b"{[{": b"}]}"}
