"""fdisk -l, parted -l, geom disk list, hdparm -i, lshw: models, sizes and sectors of drives."""

import re
from collections.abc import Iterator, Sequence

from fioboard.core.expressions import compile_later
from fioboard.engine.formats.pasted.facts import Fact, Line, Reader, Record
from fioboard.engine.formats.pasted.parsing import DEVICE, find_command_device, follow_block

_FDISK = compile_later(rf"^Disk /dev/(?P<name>{DEVICE}): [\d.,]+ [KMGT]i?B, (?P<bytes>\d{{6,18}}) bytes\b")
_FDISK_MODEL = compile_later(r"^Disk model: (?P<model>\S.*?)\s*$")
_FDISK_SECTOR = compile_later(r"^Sector size \(logical/physical\): (?P<bytes>512|4096) bytes / \d+ bytes$")
_PARTED = compile_later(r"^Model: (?P<model>\S.*?) \((?P<bus>\w+)\)\s*$")
_PARTED_DISK = compile_later(rf"^Disk /dev/(?P<name>{DEVICE}): [\d.]+[KMGT]?B\s*$")
_PARTED_SECTOR = compile_later(r"^Sector size \(logical/physical\): (?P<bytes>512|4096)B/\d+B\s*$")
_GEOM = compile_later(r"^Geom name: (?P<name>(?:ada|da|nda|nvd|nvme)\d+)\s*$")
_GEOM_FIELD = compile_later(
    r"^\s+(?P<key>Mediasize|Sectorsize|descr): (?P<value>\S.*?)(?: \([\d.]+[KMGT]\))?\s*$"
)
_GEOM_KEYS = {"Mediasize": "drive.capacity", "Sectorsize": "drive.lba_bytes", "descr": "drive.model"}
_HDPARM = compile_later(r"^\s*Model=(?P<model>[^,]{3,60}), FwRev=(?P<firmware>[^,]{1,20}), SerialNo=")
_LBA_SECTORS = compile_later(r"\bLBAsects=(?P<count>\d{5,11})\b")
_LSHW = compile_later(r"^\s+\*-(?:disk|namespace|nvme)\b")
_LSHW_FIELD = compile_later(
    r"^\s+(?P<key>product|logical name|version|size|configuration): (?P<value>\S.*?)\s*$"
)
_LSHW_SIZE = compile_later(r"\d+[KMGT]iB \((?P<size>\d+)(?P<unit>[GT])B\)")
_LSHW_SECTOR = compile_later(r"\blogicalsectorsize=(?P<bytes>512|4096)\b")
# Disks that a hypervisor makes up.
_VIRTUAL = compile_later(
    r"QEMU|Virtual|VBOX|VMware|Virtio|PersistentDisk|Elastic Block|Msft|LOGICAL VOLUME", re.IGNORECASE
)


def read_disk_tables(lines: Sequence[Line]) -> Iterator[Record]:
    """Read each disk from its first line on."""
    for index, line in enumerate(lines):
        text = line.text
        if disk := _FDISK.match(text):
            yield from _read_fdisk(lines, index, disk)
        elif parted := _PARTED.match(text):
            yield from _read_parted(lines, index, parted["model"])
        elif geom := _GEOM.match(text):
            yield from _read_geom(lines, index, geom["name"])
        elif hdparm := _HDPARM.match(text):
            device = find_command_device(lines, index)
            yield Fact("drive.model", hdparm["model"].strip(), line.number, device=device)
            yield Fact("drive.firmware", hdparm["firmware"].strip(), line.number, device=device)
            for row in follow_block(lines, index):
                if sectors := _LBA_SECTORS.search(row.text):
                    size = str(int(sectors["count"]) * 512)
                    yield Fact("drive.capacity", size, row.number, unit="bytes", device=device)
                    break
        elif _LSHW.match(text):
            yield from _read_lshw(lines, index)


def _read_fdisk(lines: Sequence[Line], index: int, disk: re.Match[str]) -> Iterator[Record]:
    name = disk["name"]
    if re.fullmatch(r"md\d+|dm-\d+", name):
        return
    yield Fact(
        "drive.capacity", disk["bytes"], lines[index].number, unit="bytes", device=name, is_listed=True
    )
    for line in follow_block(lines, index):
        if _FDISK.match(line.text) or not line.text.strip():
            return
        if (model := _FDISK_MODEL.match(line.text)) and not _VIRTUAL.search(model["model"]):
            yield Fact("drive.model", model["model"], line.number, device=name, is_listed=True)
        elif sector := _FDISK_SECTOR.match(line.text):
            yield Fact(
                "drive.lba_bytes", sector["bytes"], line.number, unit="bytes", device=name, is_listed=True
            )


def _read_parted(lines: Sequence[Line], index: int, model: str) -> Iterator[Record]:
    rows = list(follow_block(lines, index))[:4]
    disk = next(filter(None, (_PARTED_DISK.match(row.text) for row in rows)), None)
    if disk is None or _VIRTUAL.search(model) or model == "Linux device-mapper":
        return
    name = model.removeprefix("ATA ")
    yield Fact("drive.model", name, lines[index].number, device=disk["name"], is_listed=True)
    for row in rows:
        if sector := _PARTED_SECTOR.match(row.text):
            yield Fact(
                "drive.lba_bytes",
                sector["bytes"],
                row.number,
                unit="bytes",
                device=disk["name"],
                is_listed=True,
            )


def _read_geom(lines: Sequence[Line], index: int, name: str) -> Iterator[Record]:
    known = set()
    for line in follow_block(lines, index):
        field = _GEOM_FIELD.match(line.text)
        if _GEOM.match(line.text):
            return
        if field and field["key"] not in known:
            known.add(field["key"])
            key, is_size = _GEOM_KEYS[field["key"]], field["key"] != "descr"
            if not is_size or field["value"].isdecimal():
                unit = "bytes" if is_size else None
                yield Fact(key, field["value"], line.number, unit=unit, device=name, is_listed=True)


def _read_lshw(lines: Sequence[Line], index: int) -> Iterator[Record]:
    fields: dict[str, Line] = {}
    values: dict[str, str] = {}
    for line in follow_block(lines, index):
        if line.text.lstrip().startswith("*-"):
            break
        if field := _LSHW_FIELD.match(line.text):
            fields.setdefault(field["key"], line)
            values.setdefault(field["key"], field["value"])
    name = values.get("logical name", "").removeprefix("/dev/")
    if "product" in values and name and not _VIRTUAL.search(values["product"]):
        yield Fact("drive.model", values["product"], fields["product"].number, device=name, is_listed=True)
        if "version" in values:
            yield Fact(
                "drive.firmware", values["version"], fields["version"].number, device=name, is_listed=True
            )
        if size := _LSHW_SIZE.fullmatch(values.get("size", "")):
            count = int(size["size"]) * (10**12 if size["unit"] == "T" else 10**9)
            yield Fact(
                "drive.capacity", str(count), fields["size"].number, unit="bytes", device=name, is_listed=True
            )
        if sector := _LSHW_SECTOR.search(values.get("configuration", "")):
            number = fields["configuration"].number
            yield Fact("drive.lba_bytes", sector["bytes"], number, unit="bytes", device=name, is_listed=True)


READER = Reader(
    "fdisk -l, parted -l, geom disk list, hdparm -i, lshw",
    ("disk /dev/", "geom name: ", "fwrev=", "*-disk", "*-namespace", "*-nvme"),
    read_disk_tables,
    "drive.model, drive.firmware, drive.capacity, drive.lba_bytes",
)
