"""lsscsi and FreeBSD's diskinfo -v: models, firmware, sizes and sectors of drives."""

from collections.abc import Iterator, Sequence

from fioboard.core.expressions import compile_later
from fioboard.engine.formats.pasted.facts import Fact, Line, Reader, Record
from fioboard.engine.formats.pasted.parsing import find_command_device, follow_block

_LSSCSI = compile_later(
    r"^\[\d+:\d+:\d+:\d+\]\s+disk\s+(?P<vendor>\S+)\s+(?P<model>\S.*?)\s+(?P<firmware>\S{1,8})\s+/dev/(?P<name>sd[a-z]{1,3})\s*$"
)
_SECTOR = compile_later(r"^\s+(?P<bytes>512|4096)\s+# sectorsize$")
_SIZE = compile_later(r"^\s+(?P<bytes>\d{6,18})\s+# mediasize in bytes\b")
_MODEL = compile_later(r"^\s+(?P<model>\S.*?)\s+# Disk descr\.$")
# What the SCSI layer of Linux says instead of a maker, and makers of virtual disks.
_NO_VENDORS = frozenset(["ATA", "NVMe"])
_VIRTUAL = frozenset(["QEMU", "VMware", "Msft", "Google", "LIO-ORG", "VBOX"])


def read_scsi_devices(lines: Sequence[Line]) -> Iterator[Record]:
    """Read each row of lsscsi, and each report of diskinfo from its first field on."""
    for index, line in enumerate(lines):
        if (row := _LSSCSI.match(line.text)) and row["vendor"] not in _VIRTUAL:
            model = row["model"] if row["vendor"] in _NO_VENDORS else f"{row['vendor']} {row['model']}"
            yield Fact("drive.model", model, line.number, device=row["name"], is_listed=True)
            yield Fact("drive.firmware", row["firmware"], line.number, device=row["name"], is_listed=True)
        elif sector := _SECTOR.match(line.text):
            device = find_command_device(lines, index)
            yield Fact("drive.lba_bytes", sector["bytes"], line.number, unit="bytes", device=device)
            for field in follow_block(lines, index):
                if size := _SIZE.match(field.text):
                    yield Fact("drive.capacity", size["bytes"], field.number, unit="bytes", device=device)
                elif model := _MODEL.match(field.text):
                    yield Fact("drive.model", model["model"], field.number, device=device)


READER = Reader(
    "lsscsi; diskinfo -v",
    ("disk    ", "] disk ", "# sectorsize"),
    read_scsi_devices,
    "drive.model, drive.firmware, drive.capacity, drive.lba_bytes",
)
