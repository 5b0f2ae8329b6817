"""Which drive, array or file system a target is, by what outlives a reboot: serials, WWIDs and UUIDs, never names and
numbers that the kernel gives. Where the inventory does not tell it, its name is all there is (docs/identity.md)."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from fioboard.core.sanitize import Document
from fioboard.engine.hardware.inventory import sentences
from fioboard.engine.hardware.inventory.targets import MEMORY_KINDS, Target
from fioboard.engine.hardware.inventory.tolerant import mapping, named, text, texts, whole
from fioboard.engine.words import target_names

MAX_DEPTH = 16
# More places than this are counted and not listed.
MAX_NAMED = 3
# What makers leave in the place of a serial number.
_NO_SERIAL = frozenset(
    {"", "0", "none", "unknown", "n/a", "not specified", "0123456789abcdef", "default string"}
)
_VOLUMES = {
    "md": "md array",
    "lvm": "LVM volume",
    "crypt": "encrypted volume",
    "multipath": "multipath volume",
    "zfs": "ZFS pool",
}


# Without a UUID these are what they are made of; of the others many lie on the same drives.
_OF_MEMBERS = frozenset({"md", "zfs", "btrfs", "bcachefs", "bcache", "loop"})


@dataclass(frozen=True, slots=True)
class Place:
    """What was measured: words for people, and what it is known by."""

    words: str
    key: str

    @property
    def value(self) -> str:
        """The words, and a hash of the key in brackets."""
        return f"{self.words} [{sha256(self.key.encode('utf-8', 'replace')).hexdigest()[:8]}]"


def list_places(document: Document, targets: Sequence[Target], named_files: Sequence[str] = ()) -> list[str]:
    """List each target by its place, or else by its name. `named_files`: paths that fio was given as files, which
    distinguishes a file from a folder where the kind does not.

    `named_files`: paths that fio was given as files, which tells a file from a folder where the kind does not.
    """
    drives = Drives(document)
    return [_find_value(document, drives, target, named_files) for target in targets]


def join_places(values: Sequence[str]) -> str | None:
    """Join the values to one of `target.path` for all targets of a run, in an order of its own."""
    distinct = sorted({*values} - {""})
    if not distinct:
        return None
    known = [target_names.is_identified(value) for value in distinct]
    if len(distinct) > MAX_NAMED and all(known):
        return Place(f"{len(distinct)} targets", "\n".join(distinct)).value
    # Names are joined as they always were.
    return (target_names.SEVERAL if any(known) else ":").join(distinct)


class Drives:
    """The drives of one document by what they are known by; one that shares it with another is not known."""

    def __init__(self, document: Document) -> None:
        drives = {name: _find_drive(disk) for name, disk in named(document, "disks")}
        times = Counter(place.key for place in drives.values() if place is not None)
        self._places = {
            name: place for name, place in drives.items() if place is not None and times[place.key] == 1
        }

    def place(self, name: str) -> Place | None:
        """The drive of a kernel's name."""
        return self._places.get(name)


def _find_drive(disk: Document) -> Place | None:
    serial, wwid = (_clean_identifier(text(disk, key)) for key in ("serial", "wwid"))
    known = serial or wwid
    if known is None:
        return None
    model = " ".join((text(disk, "model") or "drive").split())
    # All namespaces of a controller have its serial.
    namespace = whole(disk, "nsid") or 1
    words = f"{model} …{known[-4:]}" + (f" namespace {namespace}" if namespace > 1 else "")
    return Place(words, f"{known} {namespace}")


def _clean_identifier(identifier: str | None) -> str | None:
    """Return a serial number or WWID that identifies something; else None."""
    stripped = (identifier or "").strip()
    is_filler = stripped.casefold() in _NO_SERIAL or len(set(stripped.replace("-", ""))) < 2
    return None if is_filler else stripped


def _find_value(document: Document, drives: Drives, target: Target, named_files: Sequence[str]) -> str:
    below = _Below(document, drives, target)
    if target.filesystem is None and target.network is None:
        device = below.device()
        return device.value if device else target_names.lasting_name(target.path)
    folder = _find_folder(target, named_files)
    kind = text(target.filesystem, "type") or target.kind
    if target.network is not None:
        source = text(target.filesystem, "source") or text(target.network, "server")
        on = Place(f"{kind}, {source}", f"{kind} {source}") if source else None
    elif target.kind in MEMORY_KINDS:
        on = Place(kind, kind)
    else:
        on = _find_on_device(target, kind, below.device())
    if on is not None:
        folder = target_names.lasting_folder(folder)
        return Place(f"{folder} on {on.words}", f"{folder}\n{on.key}").value
    mount = text(target.filesystem, "mount_point")
    return folder if mount is None else target_names.lasting_folder(folder, fixed=mount)


def _find_on_device(target: Target, kind: str, device: Place | None) -> Place | None:
    if device is None:
        return None
    # Of a pool with many file systems it is one.
    dataset = text(target.filesystem, "source") if kind == "zfs" else None
    named = f"{kind} {dataset}" if dataset else kind
    return Place(f"{named}, {device.words}", f"{named}\n{device.key}")


def _find_folder(target: Target, named_files: Sequence[str]) -> str:
    """Return the folder that a file is in; a folder is its own."""
    path = target.real_path or target.path
    is_file = target.kind == "file" or target.path in named_files
    own = target_names.folder_of_own_file(path)
    if own != path or not is_file or "/" not in path:
        return own
    return path.rpartition("/")[0] or "/"


class _Below:
    """The block device that a target is, or that its file system lies on."""

    def __init__(self, document: Document, drives: Drives, target: Target) -> None:
        self._document, self._drives, self._target = document, drives, target
        self._nodes = target.nodes

    def device(self) -> Place | None:
        """The topmost device. None where what it lies on is not known."""
        if self._target.root is not None:
            return self._find_by_node(self._target.root, 0)
        # An older agent sent one name: a disk, or a partition of one.
        drive = self._drives.place(self._target.members[0]) if len(self._target.members) == 1 else None
        if self._target.kind == "partition":
            return _find_partition(drive, self._target.layers[0].name if self._target.layers else None)
        return drive

    def _find_by_node(self, key: str, depth: int) -> Place | None:
        node = _get_entry(self._nodes, key)
        kind, name = text(node, "kind"), text(node, "name") or key
        if depth > MAX_DEPTH:
            return None
        if kind == "disk":
            return self._drives.place(name)
        if kind == "volume":
            return self._find_by_volume(name, texts(node, "children"), depth)
        children = texts(node, "children")
        child = self._find_by_node(children[0], depth + 1) if len(children) == 1 else None
        if kind == "partition":
            return _find_partition(child, name)
        return child if kind in {"file", "filesystem"} else None

    def _find_by_volume(self, name: str, children: Sequence[str], depth: int) -> Place | None:
        volume = _get_entry(mapping(self._document, "volumes"), name)
        kind = text(volume, "kind") or "volume"
        title = _VOLUMES.get(kind, f"{kind} volume")
        uuid = text(volume, "uuid")
        if uuid is not None and len(set(uuid)) > 2:
            short = re.sub(r"^[A-Za-z0-9]+-(?=.{8})", "", uuid) if kind not in {"md", "btrfs"} else uuid
            return Place(f"{title} {short[:8]}", f"{kind} {uuid}")
        if kind not in _OF_MEMBERS:
            return None
        members = [self._find_by_node(child, depth + 1) for child in children]
        known = [member for member in members if member is not None]
        if not known or len(known) < len(members):
            return None
        backing = text(volume, "options.backing_file")
        if kind == "loop":
            if backing is None:
                return None
            file = target_names.lasting_folder(backing)
            return Place(sentences.LOOP(file=file, drive=known[0].words), f"loop {file}\n{known[0].key}")
        # A pool has its name from people; an array is the drives in their order.
        called = name if kind == "zfs" else text(volume, "level") or ""
        head = f"{title} {called}".rstrip()
        return Place(f"{head} of {len(known)}", "\n".join([head, *(member.key for member in known)]))


def _find_partition(on: Place | None, name: str | None) -> Place | None:
    number = re.search(r"(\d+)[a-h]?$", name or "")
    return (
        Place(f"{on.words} partition {number[1]}", f"{on.key} partition {number[1]}")
        if on and number
        else None
    )


def _get_entry(entries: Mapping[str, object], key: str) -> Document:
    entry = entries.get(key)
    return entry if isinstance(entry, Mapping) else {}
