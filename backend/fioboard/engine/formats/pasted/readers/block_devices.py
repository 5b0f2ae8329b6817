"""lsblk, as a tree, as columns and as JSON: drives, what lies on them, models and schedulers."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence

from fioboard.core.expressions import compile_later
from fioboard.engine.formats.pasted.facts import Array, Fact, Layer, Line, Reader, Record
from fioboard.engine.formats.pasted.parsing import follow_block, read_size, split_columns

_TREE = compile_later(r"^(?P<marks>[\s│|├└`─-]*)(?P<name>[\w./-]+)")
_LEVEL = compile_later(r"raid\d{1,2}")
_NAME = compile_later(r"[a-z][\w-]*\d*\w*")
_COLUMNS = frozenset(
    ["NAME", "KNAME", "MAJ:MIN", "RM", "SIZE", "RO", "TYPE", "MOUNTPOINT", "MOUNTPOINTS", "MODEL", "FSTYPE", "ROTA",
     "TRAN", "SERIAL", "VENDOR", "REV", "SCHED", "LOG-SEC", "PHY-SEC", "LABEL", "UUID", "STATE", "PKNAME", "PATH",
     "HCTL", "WWN", "ALIGNMENT", "MIN-IO", "OPT-IO", "RQ-SIZE", "RA", "WSAME", "ZONED", "PARTUUID",
     "PARTLABEL", "FSAVAIL",
     "FSUSE%", "FSSIZE", "FSUSED", "FSVER", "OWNER", "GROUP", "MODE", "SUBSYSTEMS", "HOTPLUG", "RAND", "PTTYPE", "DAX",
     "DISC-ALN", "DISC-GRAN", "DISC-MAX", "DISC-ZERO", "PARTTYPE", "PARTTYPENAME"]
)  # fmt: skip
_TYPES = frozenset(
    [
        "disk",
        "part",
        "lvm",
        "crypt",
        "rom",
        "loop",
        "raid0",
        "raid1",
        "raid5",
        "raid6",
        "raid10",
        "md",
        "mpath",
    ]
)
_TRANSPORTS = {
    "nvme": "pcie",
    "sata": "sata",
    "sas": "sas",
    "usb": "usb",
    "virtio": "virtio",
    "fc": "fc",
    "iscsi": "iscsi",
}
_FILE_SYSTEMS = frozenset(["ext2", "ext3", "ext4", "xfs", "btrfs", "f2fs", "apfs", "ntfs", "bcachefs"])
_SCHEDULERS = frozenset(["none", "mq-deadline", "bfq", "kyber", "noop", "deadline", "cfq"])


def read_block_devices(lines: Sequence[Line]) -> Iterator[Record]:
    """Read every table that begins with NAME and holds a size or a type, and every JSON of lsblk."""
    for index, line in enumerate(lines):
        if line.text.lstrip().startswith(("NAME ", "KNAME ")):
            columns = split_columns(line.text)
            if len(columns) > 2 and _COLUMNS.issuperset(name for name, _ in columns):
                yield from _read_table(lines, index, columns)
        elif line.text.strip().startswith('"blockdevices"'):
            yield from _read_json(lines, index)


def _read_table(lines: Sequence[Line], index: int, columns: Sequence[tuple[str, int]]) -> Iterator[Record]:
    parents: list[tuple[int, str]] = []
    arrays: dict[str, tuple[str, int, list[str]]] = {}
    for line in follow_block(lines, index):
        match = _TREE.match(line.text)
        if match is None or not _NAME.fullmatch(match["name"].removeprefix("/dev/")):
            break
        name, depth = match["name"].removeprefix("/dev/"), len(match["marks"])
        cells = _split_cells(line.text, columns, match.end())
        while parents and parents[-1][0] >= depth:
            parents.pop()
        if parents:
            yield Layer(name, (parents[-1][1],), line.number)
            if _LEVEL.fullmatch(level := cells.get("TYPE", "")):
                arrays.setdefault(name, (level, line.number, []))[2].append(parents[-1][1])
        parents.append((depth, name))
        yield from _describe_device(name, cells, line.number, has_parent=len(parents) > 1)
    for name, (level, number, members) in arrays.items():
        # A table that shows one member was cut.
        shown = tuple(dict.fromkeys(members)) if len(members) > 1 else ()
        yield Array(name, number, level=level, width=len(shown) or None, members=shown)


def _split_cells(text: str, columns: Sequence[tuple[str, int]], start: int) -> Mapping[str, str]:
    """Cells by their columns: a word belongs to the heading above it, else to the last one that begins before it.

    Numbers stand at the right of their column and words at its left, so that each cell begins or ends at its heading.
    """
    cells: dict[str, list[str]] = {}
    for word in re.finditer(r"\S+", text[start:]):
        first, last = start + word.start(), start + word.end()
        above = [name for name, begin in columns[1:] if first < begin + len(name) and begin < last]
        before = [name for name, begin in columns[1:] if begin <= first]
        owner = next(iter(above or before[-1:]), None)
        if owner is not None:
            cells.setdefault(owner, []).append(word[0])
    return {name: " ".join(words) for name, words in cells.items()}


def _describe_device(name: str, cells: Mapping[str, str], line: int, *, has_parent: bool) -> Iterator[Record]:
    kind = cells.get("TYPE")
    if kind is not None and kind not in _TYPES:
        return
    is_disk = kind == "disk" or (kind is None and not has_parent)
    if is_disk and (model := cells.get("MODEL")) and len(model) > 3:
        yield Fact("drive.model", model, line, device=name, is_listed=True)
        if size := read_size(cells.get("SIZE", "")):
            yield Fact("drive.capacity", size, line, unit="bytes", device=name, is_listed=True)
    if is_disk and (transport := _TRANSPORTS.get(cells.get("TRAN", ""))):
        yield Fact("drive.transport", transport, line, device=name, is_listed=True)
    if is_disk and (scheduler := cells.get("SCHED", "")) in _SCHEDULERS:
        yield Fact("drive.scheduler", scheduler, line, device=name, is_listed=True)
    if is_disk and (logical := cells.get("LOG-SEC", "")) in {"512", "4096"}:
        yield Fact("drive.lba_bytes", logical, line, unit="bytes", device=name, is_listed=True)
    if (system := cells.get("FSTYPE", "")) in _FILE_SYSTEMS:
        yield Fact("fs.type", system, line, device=name, is_listed=True)
    mount = cells.get("MOUNTPOINT") or cells.get("MOUNTPOINTS") or ""
    if mount.startswith("/"):
        yield Layer(mount, (name,), line)


def _read_json(lines: Sequence[Line], index: int) -> Iterator[Record]:
    first = lines[index - 1].text.strip() if index else ""
    text = "\n".join([first if first.startswith("{") else "{", lines[index].text])
    for line in follow_block(lines, index):
        text += "\n" + line.text
    try:
        document, _ = json.JSONDecoder().raw_decode(text.strip())
    except (ValueError, RecursionError):
        return
    if isinstance(document, Mapping):
        yield from _read_entries(document.get("blockdevices"), None, lines[index].number)


def _read_entries(entries: object, parent: str | None, line: int) -> Iterator[Record]:
    for entry in entries if isinstance(entries, list) else []:
        name = entry.get("name") if isinstance(entry, Mapping) else None
        if not isinstance(name, str):
            continue
        name = name.removeprefix("/dev/")
        if parent is not None:
            yield Layer(name, (parent,), line)
        cells = {
            key.upper(): str(value).strip() for key, value in entry.items() if isinstance(value, str | int)
        }
        points = entry.get("mountpoints")
        if isinstance(points, list):
            cells["MOUNTPOINT"] = next((point for point in points if isinstance(point, str)), "")
        yield from _describe_device(name, cells, line, has_parent=parent is not None)
        yield from _read_entries(entry.get("children"), name, line)


READER = Reader(
    "lsblk, also -o and -J",
    ("maj:min", "name ", "blockdevices"),
    read_block_devices,
    "drive.model, drive.capacity, drive.transport, drive.scheduler, drive.lba_bytes, fs.type, raid.level, raid.width; "
    "what lies on which drive",
)
