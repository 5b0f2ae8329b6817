"""lshw -short: a line for each part of the machine."""

import re
from collections.abc import Iterator, Sequence

from fioboard.core.expressions import compile_later
from fioboard.engine.formats.pasted.facts import Fact, Line, Reader, Record
from fioboard.engine.formats.pasted.parsing import follow_block

_HEADING = compile_later(r"^H/W path\s+Device\s+Class\s+Description\s*$")
_ROW = compile_later(
    r"^(?:/\S*)?\s+(?:(?P<device>\S+)\s+)?(?P<kind>system|bus|processor|memory|disk|storage)\s{2,}(?P<name>\S.*?)\s*$"
)
_MEMORY = compile_later(r"(?P<size>\d{1,4})GiB System [Mm]emory$")
# What a maker left open, and what it calls the board beside its name.
_REMARK = compile_later(r"\s?\((?:Default string|To be filled[^()]*|MS-\w+|SKU[^()]*)\)$")
_NO_DRIVE = compile_later(r"Controller|AHCI|RAID bus|Chipset|Virtual|QEMU", re.IGNORECASE)
_KEYS = {"system": "system.product", "bus": "board.product", "processor": "cpu.model"}


def read_lists(lines: Sequence[Line]) -> Iterator[Record]:
    """Read the rows of each list; the first of a class is the machine's."""
    for index, line in enumerate(lines):
        if not _HEADING.match(line.text):
            continue
        known: set[str] = set()
        for row in follow_block(lines, index):
            match = _ROW.match(row.text)
            if match is None:
                continue
            if match["kind"] in _KEYS and match["kind"] not in known:
                known.add(match["kind"])
                yield Fact(_KEYS[match["kind"]], _REMARK.sub("", match["name"]), row.number)
            elif match["kind"] == "memory" and (memory := _MEMORY.match(match["name"])):
                yield Fact("memory.total", str(int(memory["size"]) << 30), row.number, unit="bytes")
            elif (
                match["kind"] in {"disk", "storage"}
                and match["device"]
                and not _NO_DRIVE.search(match["name"])
            ):
                device = match["device"].removeprefix("/dev/")
                yield Fact("drive.model", match["name"], row.number, device=device, is_listed=True)


READER = Reader(
    "lshw -short",
    ("h/w path",),
    read_lists,
    "system.product, board.product, cpu.model, memory.total, drive.model",
)
