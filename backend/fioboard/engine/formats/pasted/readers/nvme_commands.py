"""nvme list, id-ctrl, id-ns and smart-log; nvmecontrol identify: model, firmware, capacity, temperature."""

import re
from collections.abc import Iterator, Sequence

from fioboard.core.expressions import compile_later
from fioboard.engine.formats.pasted.facts import Fact, Line, Reader, Record
from fioboard.engine.formats.pasted.parsing import find_command_device, follow_block, read_size

_RULE = compile_later(r"^-{5,}(?: +-{2,})+\s*$")
_NODE = compile_later(r"^/dev/(nvme\d+n\d+)$")
_FORMAT = compile_later(r"^(\d+)\s+(K?i?)B\s+\+")
# A row whose heading a forum stripped of its rule, or whose columns it moved.
_ROW = compile_later(
    r"^/dev/(?P<device>nvme\d+n\d+)\s+(?:/dev/ng\d+n\d+\s+)?\S+\s+(?P<model>\S.*?)\s+(?:(?:0x)?[0-9a-f]{1,4}\s+)?"
    r"[\d.]+\s+[kMGTP]?B\s+/\s+(?P<size>[\d.]+\s+[kMGTP]B)\s+(?P<lba>\d+)\s+(?P<power>K?)i?B\s+\+\s+\d+\s+B\s+(?P<firmware>\S+)"
)
MAX_PARTS = 3
_IDENTIFY = compile_later(r"^NVME Identify Controller:")
_FIELD = compile_later(r"^(?P<key>mn|fr|tnvmcap)\s*:\s(?P<value>.*?)\s*$")
_SMART = compile_later(r"^Smart Log for NVME device:\s?(?P<device>nvme\d+(?:n\d+)?)\b")
_TEMPERATURE = compile_later(r"^temperature\s*:\s*(?P<value>\d{1,3})\s?(?:°?C\b|°)")
_BSD = compile_later(r"^(?P<key>Model Number|Firmware Version):\s+(?P<value>\S.*?)\s*$")
_BSD_HEAD = compile_later(r"^Controller Capabilities/Features")


def read_nvme(lines: Sequence[Line]) -> Iterator[Record]:
    """Read each output from its heading on."""
    ruled: set[int] = set()
    for index, line in enumerate(lines):
        if _RULE.match(line.text) and index and lines[index - 1].text.startswith("Node "):
            for fact in _read_list(lines, index):
                ruled.add(fact.line)
                yield fact
        elif line.number not in ruled and line.text.startswith("/dev/nvme"):
            # A mail breaks the rows.
            parts = [one.text.strip() for one in lines[index : index + MAX_PARTS]]
            rows = (_ROW.match(" ".join(parts[:count])) for count in range(1, len(parts) + 1))
            if row := next(filter(None, rows), None):
                yield from _read_row(row, line.number)
        elif _IDENTIFY.match(line.text):
            yield from _read_identify(lines, index)
        elif smart := _SMART.match(line.text):
            yield from _read_smart(lines, index, smart["device"])
        elif _BSD_HEAD.match(line.text):
            yield from _read_nvmecontrol(lines, index)


def _read_row(row: re.Match[str], line: int) -> Iterator[Fact]:
    size = read_size(row["size"], is_decimal=True)
    values = {
        "drive.model": row["model"],
        "drive.capacity": size,
        "drive.firmware": row["firmware"],
        "drive.lba_bytes": str(int(row["lba"]) * (1024 if row["power"] else 1)),
    }
    for key, value in values.items():
        if value is not None:
            unit = "bytes" if key in {"drive.capacity", "drive.lba_bytes"} else None
            yield Fact(key, value, line, unit=unit, device=row["device"], is_listed=True)


def _read_list(lines: Sequence[Line], index: int) -> Iterator[Fact]:
    """The rule below the heading tells the columns: a model may hold blanks."""
    bounds = [(match.start(), match.end()) for match in re.finditer(r"-+", lines[index].text)]
    heading = lines[index - 1].text
    names = [heading[first:last].strip() for first, last in bounds]
    for line in follow_block(lines, index):
        cells = {
            name: line.text[first:last].strip() for name, (first, last) in zip(names, bounds, strict=True)
        }
        if bounds:
            cells[names[-1]] = line.text[bounds[-1][0] :].strip()
        node = _NODE.match(cells.get("Node", ""))
        if node is None:
            return
        device = node[1]
        if model := cells.get("Model"):
            yield Fact("drive.model", model, line.number, device=device, is_listed=True)
        size = read_size(cells.get("Usage", "").rpartition("/")[2], is_decimal=True)
        if size:
            yield Fact("drive.capacity", size, line.number, unit="bytes", device=device, is_listed=True)
        if firmware := cells.get("FW Rev"):
            yield Fact("drive.firmware", firmware.split()[0], line.number, device=device, is_listed=True)
        block = _FORMAT.match(cells.get("Format", ""))
        if block:
            lba = int(block[1]) * (1024 if block[2] else 1)
            yield Fact("drive.lba_bytes", str(lba), line.number, unit="bytes", device=device, is_listed=True)


def _read_identify(lines: Sequence[Line], index: int) -> Iterator[Record]:
    device = find_command_device(lines, index)
    for line in follow_block(lines, index):
        match = _FIELD.match(line.text)
        if match is None or not match["value"]:
            continue
        if match["key"] == "tnvmcap":
            size = match["value"].replace(",", "")
            if size.isdecimal() and int(size) > 0:
                yield Fact("drive.capacity", size, line.number, unit="bytes", device=device)
        else:
            key = "drive.model" if match["key"] == "mn" else "drive.firmware"
            yield Fact(key, match["value"], line.number, device=device)


def _read_smart(lines: Sequence[Line], index: int, device: str) -> Iterator[Record]:
    for line in follow_block(lines, index):
        if match := _TEMPERATURE.match(line.text):
            yield Fact("temperature", match["value"], line.number, unit="°C", device=device)
            return


def _read_nvmecontrol(lines: Sequence[Line], index: int) -> Iterator[Record]:
    for line in follow_block(lines, index):
        if match := _BSD.match(line.text):
            key = "drive.model" if match["key"] == "Model Number" else "drive.firmware"
            yield Fact(key, match["value"], line.number)


READER = Reader(
    "nvme list, id-ctrl, smart-log; nvmecontrol identify",
    ("/dev/nvme", "nvme identify controller", "smart log for nvme", "controller capabilities/features"),
    read_nvme,
    "drive.model, drive.firmware, drive.capacity, drive.lba_bytes, temperature",
)
