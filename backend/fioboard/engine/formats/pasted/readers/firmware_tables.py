"""dmidecode: system, board and BIOS."""

import re
from collections.abc import Iterator, Sequence

from fioboard.core.expressions import compile_later
from fioboard.engine.formats.pasted.facts import Fact, Line, Reader, Record
from fioboard.engine.formats.pasted.parsing import follow_block, read_command

_SECTION = compile_later(r"^(?P<name>BIOS|System|Base Board) Information$")
_FIELD = compile_later(r"^\s+(?P<key>[A-Z][\w ]{2,30}): (?P<value>\S.*?)\s*$")
_KEYS = {
    ("BIOS", "Version"): "bios.version",
    ("System", "Manufacturer"): "system.vendor",
    ("System", "Product Name"): "system.product",
    ("Base Board", "Product Name"): "board.product",
}
# What makers leave in a field that they did not fill in.
_FILLERS = compile_later(
    r"(?:To Be Filled By|Default string|System Product Name|System manufacturer|Not"
    r" Specified|None$|O\.E\.M|Unknown|0123456789)",
    re.IGNORECASE,
)
# What grep took of one section.
_GREPPED = compile_later(r"^dmidecode -t ?(?P<type>bios|system|baseboard|[012])\b.*\|")
_TYPES = {
    "bios": "BIOS",
    "0": "BIOS",
    "system": "System",
    "1": "System",
    "baseboard": "Base Board",
    "2": "Base Board",
}


def read_tables(lines: Sequence[Line]) -> Iterator[Record]:
    """Read sections of dmidecode."""
    for index, line in enumerate(lines):
        if match := _SECTION.match(line.text):
            for row in follow_block(lines, index):
                field = _FIELD.match(row.text)
                if field is None:
                    break
                key = _KEYS.get((match["name"], field["key"]))
                if key and not _FILLERS.search(field["value"]):
                    yield Fact(key, field["value"], row.number)
        elif "dmidecode" in line.text and (grepped := _GREPPED.match(read_command(line.text) or "")):
            for row in follow_block(lines, index):
                field = _FIELD.match(row.text)
                key = _KEYS.get((_TYPES[grepped["type"]], field["key"])) if field else None
                if field and key and not _FILLERS.search(field["value"]):
                    yield Fact(key, field["value"], row.number)


READER = Reader(
    "dmidecode",
    (
        "bios information",
        "system information",
        "base board information",
        "dmidecode -t",
    ),
    read_tables,
    "system.vendor, system.product, board.product, bios.version",
)
