"""smartctl -i/-a, hdparm -I, camcontrol devlist: what one drive says of itself."""

import re
from collections.abc import Iterator, Sequence

from fioboard.core.expressions import compile_later
from fioboard.engine.formats.pasted.facts import Fact, Line, Reader, Record
from fioboard.engine.formats.pasted.parsing import (
    find_command_device,
    find_device,
    follow_block,
    read_command,
)

_SMARTCTL = compile_later(r"^=== START OF INFORMATION SECTION ===")
_HEADLESS = compile_later(r"^(?:Model Family|Device Model):\s{2,}\S")
_FIELDS = {
    "Device Model": "drive.model",
    "Model Number": "drive.model",
    "Firmware Version": "drive.firmware",
    "Firmware Revision": "drive.firmware",
}
_FIELD = compile_later(r"^\s*(?P<key>[A-Z][\w ./%-]{2,40}?):\s+(?P<value>\S.*?)\s*$")
_CAPACITY = compile_later(
    r"^(?:User Capacity|Namespace 1 Size/Capacity|Total NVM Capacity):\s+(?P<bytes>[\d,. ']+?) (?:bytes )?\["
)
_SECTORS = compile_later(
    r"^(?:Sector Sizes?:\s+(?P<ata>\d+) bytes logical|Namespace 1 Formatted LBA Size:\s+(?P<nvme>\d+))"
)
_SATA = compile_later(r"^SATA Version is:\s+SATA \d")
_TEMPERATURE = compile_later(r"^Temperature:\s+(?P<value>\d{1,3}) Celsius")
_HDPARM = compile_later(r"^\s*ATA device, with (?:non-)?removable media")
_CAMCONTROL = compile_later(
    r"^<(?P<model>\S.*?) (?P<firmware>\S+)>\s+at scbus\d+ target \d+ lun \d+ \((?P<names>[\w,]+)\)"
)
_DISK = compile_later(r"(?:ada|da|nda|cd)\d+")
MAX_SMARTCTL_LINES = 120
# What grep took of a report: the command names the device.
_GREPPED = compile_later(r"^(?:smartctl|hdparm|nvme id-ctrl)\s.*\|")
_BANNER = compile_later(
    r"^smartctl \d\.\d \S+ \S+ \[(?:\S+?-linux-(?P<kernel>\d+\.\d[^\s\]]*)"
    r"|(?P<bsd>FreeBSD|OpenBSD|NetBSD) (?P<release>\d+\.\d[^\s\]]*)[^\]]*)\]"
)
_IDENTIFY = {"mn": "drive.model", "fr": "drive.firmware", "tnvmcap": "drive.capacity"}
_IDENTIFY_FIELD = compile_later(r"^(?P<key>mn|fr|tnvmcap)\s*:\s(?P<value>\S.*?)\s*$")
_ATA_TRANSPORT = compile_later(r"^\s+Transport:\s+Serial, .*\bSATA\b")
_ATA_SECTORS = compile_later(r"^\s+LBA48\s+user addressable sectors:\s+(?P<count>\d{5,13})\s*$")
_ATA_SECTOR = compile_later(r"^\s+Logical(?:/Physical|\s)\s*Sector size:\s+(?P<bytes>\d{3,4}) bytes\s*$")


def read_drive_reports(lines: Sequence[Line]) -> Iterator[Record]:
    """Read each report from its heading on."""
    last = -1
    for index, line in enumerate(lines):
        if _SMARTCTL.match(line.text):
            last = index + MAX_SMARTCTL_LINES
            yield from _read_smartctl(lines, index)
        elif (
            index > last and index and _HEADLESS.match(line.text) and not read_command(lines[index - 1].text)
        ):
            # A report whose heading somebody left out, or replaced by their own.
            last = index + len(list(follow_block(lines, index)))
            yield from _read_smartctl(lines[: last + 1], index - 1)
        elif _HDPARM.match(line.text):
            last = index + MAX_SMARTCTL_LINES
            yield from _read_fields(lines, index, find_command_device(lines, index))
        elif "|" in line.text and _GREPPED.match(read_command(line.text) or ""):
            yield from _read_fields(lines, index, find_device(line.text))
        elif match := _BANNER.match(line.text):
            if match["kernel"]:
                yield Fact("kernel", match["kernel"], line.number)
            else:
                yield Fact("os.name", match["bsd"], line.number)
                yield Fact("os.version", match["release"], line.number)
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
    sectors: tuple[int, int] | None = None
    for line in follow_block(lines, index):
        if count := _ATA_SECTORS.match(line.text):
            sectors = int(count["count"]), line.number
        match = _FIELD.match(line.text)
        if match and match["key"].strip() in _FIELDS:
            yield Fact(_FIELDS[match["key"].strip()], match["value"], line.number, device=device)
        elif field := _IDENTIFY_FIELD.match(line.text):
            if field["key"] != "tnvmcap" or field["value"].isdecimal():
                unit = "bytes" if field["key"] == "tnvmcap" else None
                yield Fact(_IDENTIFY[field["key"]], field["value"], line.number, unit=unit, device=device)
        elif _ATA_TRANSPORT.match(line.text):
            yield Fact("drive.transport", "sata", line.number, device=device)
        elif sector := _ATA_SECTOR.match(line.text):
            yield Fact("drive.lba_bytes", sector["bytes"], line.number, unit="bytes", device=device)
            if sectors is not None:
                size = str(sectors[0] * int(sector["bytes"]))
                yield Fact("drive.capacity", size, sectors[1], unit="bytes", device=device)


READER = Reader(
    "smartctl -i, -a; hdparm -I; camcontrol devlist",
    (
        "start of information section",
        "removable media",
        "at scbus",
        "smartctl ",
        "hdparm ",
        "id-ctrl",
        "device model:",
    ),
    read_drive_reports,
    "drive.model, drive.firmware, drive.capacity, drive.lba_bytes, drive.transport, temperature, kernel, os.name, "
    "os.version",
)
