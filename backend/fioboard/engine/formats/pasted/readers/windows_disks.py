"""PowerShell's Get-PhysicalDisk and Get-Disk: models and sizes of the drives."""

import re
from collections.abc import Iterator, Mapping, Sequence

from fioboard.core.expressions import compile_later
from fioboard.engine.formats.pasted.facts import Fact, Line, Reader, Record
from fioboard.engine.formats.pasted.parsing import follow_block, read_size

_RULE = compile_later(r"^-{2,}(?: +-{2,})+\s*$")
_NUMBER_COLUMNS = ("Number", "DeviceId")
_FIELD = compile_later(
    r"^(?P<key>FriendlyName|Model|Size|DeviceId|Number|FirmwareVersion|BusType) {1,30}: (?P<value>\S.*?)\s*$"
)
_SIZE = compile_later(r"\s(\d[\d.,]{0,9} [KMGTP]B)\s*$")
_BUSES = {"NVMe": "pcie", "SATA": "sata", "SAS": "sas", "USB": "usb", "iSCSI": "iscsi"}


def read_disks(lines: Sequence[Line]) -> Iterator[Record]:
    """Read each table by the rule below its heading, and each list of fields."""
    for index, line in enumerate(lines):
        if index and _RULE.match(line.text) and "FriendlyName" in lines[index - 1].text:
            yield from _read_table(lines, index)
    yield from _read_lists(lines)


def _read_table(lines: Sequence[Line], index: int) -> Iterator[Record]:
    """The rule tells where columns begin; sizes stand at the right, and end their row."""
    names = lines[index - 1].text.split()
    starts = [one.start() for one in re.finditer(r"-+", lines[index].text)]
    if len(names) != len(starts):
        return
    for row in follow_block(lines, index):
        if not row.text.strip():
            return
        ends = [*starts[1:], len(row.text)]
        cells = {
            name: row.text[start:end].strip() for name, start, end in zip(names, starts, ends, strict=True)
        }
        size = _SIZE.search(row.text)
        yield from _describe_disk(cells | {"Size": size[1] if size else ""}, row.number)


def _read_lists(lines: Sequence[Line]) -> Iterator[Record]:
    """Fields one below the other, as `| fl` and `| Select` print them; a blank line ends a disk."""
    fields: dict[str, str] = {}
    first = before = 0
    for line in [*lines, Line(1 << 60, "")]:
        match = _FIELD.match(line.text)
        if fields and (line.number > before + 12 or not line.text.strip()):
            yield from _describe_disk(fields, first)
            fields = {}
        if match:
            first = first if fields else line.number
            fields.setdefault(match["key"], match["value"])
            before = line.number
    yield from _describe_disk(fields, first)


def _describe_disk(cells: Mapping[str, str], line: int) -> Iterator[Record]:
    model = cells.get("FriendlyName", "")
    number = next((cells[name] for name in _NUMBER_COLUMNS if cells.get(name, "").isdecimal()), None)
    if len(model) <= 3 or "Size" not in cells:
        return
    device = f"PhysicalDrive{number}" if number is not None else f"disk {model}"
    yield Fact("drive.model", model, line, device=device, is_listed=True)
    # PowerShell says GB and means 1024**3 bytes.
    size = cells["Size"] if cells["Size"].isdecimal() else read_size(cells["Size"].replace(" ", ""))
    if size and int(size) > 0:
        yield Fact("drive.capacity", size, line, unit="bytes", device=device, is_listed=True)
    if transport := _BUSES.get(cells.get("BusType", "")):
        yield Fact("drive.transport", transport, line, device=device, is_listed=True)


READER = Reader(
    "Get-PhysicalDisk, Get-Disk of PowerShell",
    ("friendlyname",),
    read_disks,
    "drive.model, drive.capacity, drive.transport",
)
