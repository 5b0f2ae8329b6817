"""What other benchmarks print of the machine among their results: diskspd, CrystalDiskMark, SPDK."""

from collections.abc import Iterator, Sequence

from fioboard.core.expressions import compile_later
from fioboard.engine.formats.pasted.facts import Fact, Line, Reader, Record
from fioboard.engine.formats.pasted.readers.shell_prompts import NAMELESS

_COMPUTER = compile_later(r"^\s+computer name: (?P<host>[\w.-]{1,63})\s*$")
_WINDOWS = compile_later(
    r"^\s*OS ?: (?P<name>Windows (?:Server )?\d{1,4}(?:\.\d)?(?: R2)?(?: [A-Z][a-z]+){0,2})\b.{0,80}\[\d"
)
_SPDK_MODEL = compile_later(
    r"^Associating (?P<model>(?!PCIE\b|RDMA\b|TCP\b)[A-Z][\w -]{3,60}?)\s+\(\S+\s*\) (?:NSID \d+ )?with lcore \d+$"
)
_SPDK_NODE = compile_later(r"^EAL: PCI device \S{5,20} on NUMA (?:socket|node) (?P<node>\d{1,3})\s*$")
_BONNIE = compile_later(r"^Version\s+\d\.\d\d.*-+Sequential Output-+")
_BONNIE_ROW = compile_later(r"^(?P<host>[A-Za-z][\w.-]{1,40})\s+\d+[MG](?::\d+\w)?\s")
MAX_NODES = 8


def read_headers(lines: Sequence[Line]) -> Iterator[Record]:
    """Read lines that only these programs print."""
    nodes: dict[str, int] = {}
    is_bonnie = False
    for line in lines:
        text = line.text
        is_bonnie = is_bonnie or _BONNIE.match(text) is not None
        if is_bonnie and (row := _BONNIE_ROW.match(text)) and row["host"] not in NAMELESS:
            yield Fact("host", row["host"], line.number)
        if match := _COMPUTER.match(text):
            yield Fact("host", match["host"], line.number)
        elif match := _WINDOWS.match(text):
            yield Fact("os.name", match["name"], line.number)
        elif match := _SPDK_MODEL.match(text):
            yield Fact("drive.model", match["model"], line.number)
        elif match := _SPDK_NODE.match(text):
            nodes.setdefault(match["node"], line.number)
    # Of devices of several nodes nothing tells which was measured.
    if len(nodes) == 1:
        yield from (Fact("drive.numa_node", node, line) for node, line in nodes.items())


READER = Reader(
    "diskspd, CrystalDiskMark, SPDK, bonnie++",
    (
        "computer name: ",
        "os: windows",
        "os : windows",
        "associating ",
        "eal: pci device",
        "sequential output",
    ),
    read_headers,
    "host, os.name, drive.model, drive.numa_node",
    reads_results=True,
)
