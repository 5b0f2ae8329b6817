"""dmesg: models, firmware, sizes and sectors of drives as the kernel finds them, links below their best, itself."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from fioboard.core.expressions import compile_later
from fioboard.engine.formats.pasted.facts import Fact, Line, Reader, Record

_TIME = r"^\s{0,4}(?:\[ *\d+\.\d+\]\s|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \S+ kernel: (?:\[ *\d+\.\d+\] )?)?"
_KERNEL = compile_later(_TIME + r"Linux version (?P<kernel>\d\.\d{1,3}[\w.+~-]*) \(")
_ATA = compile_later(
    _TIME + r"ata\d+(?:\.\d+)?: ATA-\d+: (?P<model>[^,]{3,60}?), +(?P<firmware>[^,]{1,20}), max UDMA/\d+"
)
_SCSI = compile_later(
    _TIME
    + r"scsi \d+:\d+:\d+:\d+: Direct-Access\s+(?P<vendor>\S+)\s+(?P<model>\S.*?)\s+(?P<firmware>\S{1,8})\s+PQ: "
)
_SIZE = compile_later(
    _TIME
    + r"sd \d+:\d+:\d+:\d+: \[(?P<name>sd[a-z]{1,3})\] (?P<count>\d{4,13}) (?P<bytes>512|4096)-byte logical blocks:"
)
_IDE = compile_later(_TIME + r"(?P<name>hd[a-z]): (?P<model>[A-Z][^,]{3,40}), ATA DISK drive$")
_MOUNT = compile_later(
    _TIME + r"(?P<kind>EXT4-fs|XFS|BTRFS info) \((?:device )?(?P<name>[a-z]\w+)\): (?:mounted filesystem"
    r"|Mounting V\d|using )"
)
_MOUNTED = {"EXT4-fs": "ext4", "XFS": "xfs", "BTRFS info": "btrfs"}
# FreeBSD: da0: <ASMT 2115 0> Fixed Direct Access SPC-4 SCSI device
_CAM = compile_later(
    r"^(?P<name>a?da\d+|nda\d+): <(?P<model>[^<>]{3,60}?) (?P<firmware>\S{1,8})> (?:Fixed Direct Access |ACS-|ATA|NVMe)"
)
_CAM_SIZE = compile_later(
    r"^(?P<name>a?da\d+|nda\d+): \d+MB \((?P<count>\d{5,13}) (?P<bytes>512|4096) byte sectors"
)
MAX_ATA_NAME = 16
_VIRTUAL = frozenset(["QEMU", "VMware", "Msft", "Google", "LIO-ORG", "VBOX"])


def read_messages(lines: Sequence[Line]) -> Iterator[Record]:
    """Read lines of the kernel's log; of several drives nothing tells which was measured."""
    facts = list(_read_lines(lines))
    are_several = len({fact.value for fact in facts if fact.key == "drive.model"}) > 1
    for fact in facts:
        is_of_one = fact.key in {"drive.model", "drive.firmware"}
        is_unplaced = are_several and is_of_one and fact.device is None
        yield replace(fact, device="a disk", is_listed=True) if is_unplaced else fact


def _read_lines(lines: Sequence[Line]) -> Iterator[Fact]:
    for line in lines:
        text = line.text
        if match := _KERNEL.match(text):
            yield Fact("kernel", match["kernel"], line.number)
        elif match := _ATA.match(text):
            yield Fact("drive.model", match["model"].strip(), line.number)
            yield Fact("drive.firmware", match["firmware"].strip(), line.number)
        elif (match := _SCSI.match(text)) and match["vendor"] not in _VIRTUAL:
            is_ata = match["vendor"] == "ATA"
            # Of ATA drives the kernel prints the first 16 characters of the name.
            if is_ata and len(match["model"]) >= MAX_ATA_NAME:
                continue
            model = match["model"] if is_ata else f"{match['vendor']} {match['model']}"
            yield Fact("drive.model", model, line.number)
            yield Fact("drive.firmware", match["firmware"], line.number)
        elif match := _IDE.match(text):
            yield Fact("drive.model", match["model"], line.number, device=match["name"], is_listed=True)
        elif match := _MOUNT.match(text):
            yield Fact("fs.type", _MOUNTED[match["kind"]], line.number, device=match["name"], is_listed=True)
        elif match := _CAM.match(text):
            yield Fact("drive.model", match["model"], line.number, device=match["name"], is_listed=True)
            if match["firmware"] != "0":
                yield Fact(
                    "drive.firmware", match["firmware"], line.number, device=match["name"], is_listed=True
                )
        elif match := _SIZE.match(text) or _CAM_SIZE.match(text):
            size = int(match["count"]) * int(match["bytes"])
            yield Fact(
                "drive.capacity", str(size), line.number, unit="bytes", device=match["name"], is_listed=True
            )
            yield Fact(
                "drive.lba_bytes",
                match["bytes"],
                line.number,
                unit="bytes",
                device=match["name"],
                is_listed=True,
            )


READER = Reader(
    "dmesg",
    (
        "linux version",
        ": ata-",
        "direct-access ",
        "ata disk drive",
        "-byte logical blocks",
        "ext4-fs (",
        "xfs (",
        "btrfs info",
        "byte sectors",
        "> fixed direct access",
    ),
    read_messages,
    "kernel, drive.model, drive.firmware, drive.capacity, drive.lba_bytes, fs.type",
)
