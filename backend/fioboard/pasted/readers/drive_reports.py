"""smartctl -i/-a, hdparm -I, camcontrol devlist: what one drive says of itself."""

import re
from collections.abc import Iterator, Sequence

from fioboard.pasted.facts import Fact, Line, Reader, Record
from fioboard.pasted.parsing import find_command_device, follow_block

_SMARTCTL = re.compile(r"^=== START OF INFORMATION SECTION ===")
_FIELDS = {
    "Device Model": "drive.model",
    "Model Number": "drive.model",
    "Firmware Version": "drive.firmware",
    "Firmware Revision": "drive.firmware",
}
_FIELD = re.compile(r"^\s*(?P<key>[A-Z][\w ./%-]{2,40}?):\s+(?P<value>\S.*?)\s*$")
_CAPACITY = re.compile(
    r"^(?:User Capacity|Namespace 1 Size/Capacity|Total NVM Capacity):\s+(?P<bytes>[\d,. ']+?) (?:bytes )?\["
)
_SECTORS = re.compile(
    r"^(?:Sector Sizes?:\s+(?P<ata>\d+) bytes logical|Namespace 1 Formatted LBA Size:\s+(?P<nvme>\d+))"
)
_SATA = re.compile(r"^SATA Version is:\s+\S.*\(current: (?P<speed>[\d.]+) Gb/s\)")
_TEMPERATURE = re.compile(r"^Temperature:\s+(?P<value>\d{1,3}) Celsius")
_HDPARM = re.compile(r"^ATA device, with (?:non-)?removable media")
_CAMCONTROL = re.compile(
    r"^<(?P<model>\S.*?) (?P<firmware>\S+)>\s+at scbus\d+ target \d+ lun \d+ \((?P<names>[\w,]+)\)"
)
_DISK = re.compile(r"(?:ada|da|nda|cd)\d+")
MAX_SMARTCTL_LINES = 120


def read_drive_reports(lines: Sequence[Line]) -> Iterator[Record]:
    """Read each report from its heading on."""
    for index, line in enumerate(lines):
        if _SMARTCTL.match(line.text):
            yield from _read_smartctl(lines, index)
        elif _HDPARM.match(line.text):
            yield from _read_fields(lines, index, find_command_device(lines, index))
        elif match := _CAMCONTROL.match(line.text):
            for name in filter(_DISK.fullmatch, match["names"].split(",")):
                model = match["model"].removeprefix("ATA ")
                yield Fact("drive.model", model, line.number, device=name, is_listed=True)
                yield Fact("drive.firmware", match["firmware"], line.number, device=name, is_listed=True)


def _read_smartctl(lines: Sequence[Line], index: int) -> Iterator[Record]:
    device = find_command_device(lines, index)
    yield from _read_fields(lines, index, device)
    for line in lines[index + 1 : index + MAX_SMARTCTL_LINES]:
        if _SMARTCTL.match(line.text):
            return
        if match := _CAPACITY.match(line.text):
            size = re.sub(r"\D", "", match["bytes"])
            if int(size) > 0:
                yield Fact("drive.capacity", size, line.number, unit="bytes", device=device)
        elif match := _SECTORS.match(line.text):
            yield Fact(
                "drive.lba_bytes", match["ata"] or match["nvme"], line.number, unit="bytes", device=device
            )
        elif _SATA.match(line.text):
            yield Fact("drive.transport", "sata", line.number, device=device)
        elif match := _TEMPERATURE.match(line.text):
            yield Fact("temperature", match["value"], line.number, unit="°C", device=device)


def _read_fields(lines: Sequence[Line], index: int, device: str | None) -> Iterator[Record]:
    for line in follow_block(lines, index):
        match = _FIELD.match(line.text)
        if match and match["key"].strip() in _FIELDS:
            yield Fact(_FIELDS[match["key"].strip()], match["value"], line.number, device=device)


READER = Reader(
    "smartctl -i, -a; hdparm -I; camcontrol devlist",
    ("start of information section", "removable media", "at scbus"),
    read_drive_reports,
    "drive.model, drive.firmware, drive.capacity, drive.lba_bytes, drive.transport, temperature",
)
