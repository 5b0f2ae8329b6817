"""system_profiler of macOS: model, link and slot of NVMe drives and PCIe cards."""

import re
from collections.abc import Iterator, Sequence

from fioboard.core.expressions import compile_later
from fioboard.engine.formats.pasted.facts import Fact, Line, Reader, Record
from fioboard.engine.formats.pasted.parsing import follow_block

_HEAD = compile_later(r"^(?:NVMExpress|PCI|Serial-ATA|SATA/SATA Express|NVMe|Hardware(?: Overview)?):\s*$")
_FIELD = compile_later(
    r"^\s+(?P<key>Model|Slot|Link Width|Link Speed|Revision|Model Identifier|Chip|Capacity): (?P<value>\S.*?)\s*$"
)
_GENERATION = {"2.5": 1, "5.0": 2, "8.0": 3, "16.0": 4}
_KEYS = {
    "Model": "drive.model", "Revision": "drive.firmware", "Slot": "slot", "Model Identifier": "system.product",
    "Chip": "cpu.model",
}  # fmt: skip
_DISKUTIL = compile_later(r"^\s+Device / Media Name:\s+(?P<model>\S.*?)\s*$")
_DISK_SIZE = compile_later(r"^\s+Disk Size:\s+[\d.]+ [KMGT]B \((?P<bytes>\d{6,18}) Bytes\)")
_SYSCTL = compile_later(
    r"^(?P<key>hw\.model(?=: [A-Z]\w+\d+,\d)|machdep\.cpu\.brand_string): (?P<value>\S.*?)\s*$"
)
_SYSCTL_KEYS = {"hw.model": "system.product", "machdep.cpu.brand_string": "cpu.model"}
_CAPACITY = compile_later(r"\((?P<bytes>\d{1,3}(?:,\d{3}){2,5}) bytes\)$")
_SLOT = compile_later(r"(?:Slot[- ]?)(?P<number>\d{1,2})\b")


def read_profiler(lines: Sequence[Line]) -> Iterator[Record]:
    """Read the fields of each block of devices; a link needs its width and its speed."""
    for index, line in enumerate(lines):
        if not _HEAD.match(line.text):
            yield from _read_line(line)
            continue
        width: str | None = None
        speed: str | None = None
        for row in follow_block(lines, index):
            field = _FIELD.match(row.text)
            if field is None:
                continue
            if field["key"] == "Link Width":
                width = field["value"]
            elif field["key"] == "Link Speed":
                speed = field["value"].partition(" ")[0]
            elif field["key"] == "Capacity":
                if size := _CAPACITY.search(field["value"]):
                    yield Fact("drive.capacity", size["bytes"].replace(",", ""), row.number, unit="bytes")
            elif field["key"] in _KEYS:
                yield from _make_fact(field["key"], field["value"], row.number)
            if width and speed in _GENERATION and re.fullmatch(r"x\d{1,2}", width):
                yield Fact("pcie.link", f"Gen{_GENERATION[speed]} {width}", row.number)
                width = speed = None


def _read_line(line: Line) -> Iterator[Record]:
    """Read a line of diskutil info or sysctl."""
    if match := _DISKUTIL.match(line.text):
        yield Fact("drive.model", match["model"], line.number)
    elif match := _DISK_SIZE.match(line.text):
        yield Fact("drive.capacity", match["bytes"], line.number, unit="bytes")
    elif match := _SYSCTL.match(line.text):
        yield Fact(_SYSCTL_KEYS[match["key"]], match["value"], line.number)


def _make_fact(key: str, value: str, line: int) -> Iterator[Record]:
    if key == "Slot":
        match = _SLOT.match(value)
        if match is None:
            return
        value = match["number"]
    yield Fact(_KEYS[key], value, line)


READER = Reader(
    "system_profiler SPNVMeDataType, SPPCIDataType; diskutil info, sysctl",
    ("link width: x", "model identifier: ", "media name:", "hw.model:", "machdep.cpu"),
    read_profiler,
    "drive.model, drive.firmware, drive.capacity, slot, pcie.link, system.product, cpu.model",
)
