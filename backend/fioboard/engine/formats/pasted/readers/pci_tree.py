"""lspci -t, -tv: which bridge leads to which bus, down to the functions."""

import re
from collections.abc import Iterator, Sequence

from fioboard.core.expressions import compile_later
from fioboard.engine.formats.pasted.facts import Line, PciFunction, Reader, Record
from fioboard.engine.formats.pasted.readers.pci_functions import NVME

_ROOT = compile_later(r"^\s*[-+\\| ]*\[(?P<domain>[0-9a-f]{4,8}):(?P<bus>[0-9a-f]{2})(?:-[0-9a-f]{2})?\]-")
_PLACE = compile_later(r"(?<=-)(?P<place>[01][0-9a-f]\.[0-7])(?=-|\s|$)")
_BUS = compile_later(r"-\[(?P<first>[0-9a-f]{2})(?:-[0-9a-f]{2})?\]")
_NAME = compile_later(r"(?<=\.[0-7])\s{2}(?P<name>\S.*)$")
_NVME = compile_later(r"\bNVMe\b|Non-Volatile", re.IGNORECASE)
BRIDGE = "0x060400"


def read_tree(lines: Sequence[Line]) -> Iterator[Record]:
    """Give each bridge with the bus below it, and each NVMe controller, from the line of a root on."""
    domain = ""
    buses: list[tuple[int, str]] = []
    before = 0
    for line in lines:
        root = _ROOT.match(line.text)
        if root is not None:
            domain, buses = root["domain"][-4:], [(root.end() - 1, root["bus"])]
        elif not buses or line.number != before + 1 or line.text.strip()[:1] not in {"+", "\\", "|", "-"}:
            buses = []
            continue
        before = line.number
        yield from _read_line(line, domain, buses)


def _read_line(line: Line, domain: str, buses: list[tuple[int, str]]) -> Iterator[Record]:
    """Read the functions of a line from left to right; `buses`: those that are open, with their columns."""
    tree = _NAME.sub("", line.text)
    name = _NAME.search(line.text)
    for place in _PLACE.finditer(tree):
        while len(buses) > 1 and buses[-1][0] >= place.start():
            buses.pop()
        address = f"{domain}:{buses[-1][1]}:{place['place']}"
        below = _BUS.match(tree, place.end())
        if below is not None:
            buses.append((below.start(), below["first"]))
            yield PciFunction(address, line.number, "", BRIDGE, secondary_bus=int(below["first"], 16))
        elif name is not None and _NVME.search(name["name"]) and place.end() == len(tree):
            yield PciFunction(address, line.number, name["name"], NVME)


READER = Reader(
    "lspci -t, -tv", ("-[0000:", "-[0001:", "-[10000:"), read_tree, "which bridge leads to which drive"
)
