"""free, /proc/meminfo and the overview of macOS: main memory."""

from collections.abc import Iterator, Sequence

from fioboard.core.expressions import compile_later
from fioboard.engine.formats.pasted.facts import Fact, Line, Reader, Record

_HEADING = compile_later(r"^\s*total\s+used\s+free\s+shared\b")
_FREE = compile_later(r"^Mem:\s+(?P<size>\d{1,9}(?:[.,]\d)?)(?P<unit>[GTM]i?)?\s+\d")
_MEMINFO = compile_later(r"^MemTotal:\s+(?P<size>\d{6,11}) kB$")
_POWERS = {"M": 20, "G": 30, "T": 40}
MIN_KIB = 1 << 20
"""A smaller number without a unit may be one of MiB."""


def read_memory(lines: Sequence[Line]) -> Iterator[Record]:
    """Read what the kernel can use, which is a little less than what is fitted."""
    for index, line in enumerate(lines):
        if meminfo := _MEMINFO.match(line.text):
            yield Fact("memory.total", str(int(meminfo["size"]) * 1024), line.number, unit="bytes")
        elif _HEADING.match(line.text) and index + 1 < len(lines):
            row = _FREE.match(lines[index + 1].text)
            if row is None:
                continue
            size = float(row["size"].replace(",", "."))
            power = _POWERS[row["unit"][0]] if row["unit"] else 10
            if row["unit"] or size >= MIN_KIB:
                yield Fact("memory.total", str(int(size * 2**power)), lines[index + 1].number, unit="bytes")


READER = Reader("free, /proc/meminfo", ("mem: ", "memtotal:"), read_memory, "memory.total")
