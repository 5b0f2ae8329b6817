"""df -T, mount, findmnt, /proc/mounts, lvs: what a directory lies on, its file system, a file server."""

import re
from collections.abc import Iterator, Sequence

from fioboard.core.expressions import compile_later
from fioboard.engine.formats.pasted.facts import Fact, Layer, Line, Reader, Record
from fioboard.engine.formats.pasted.parsing import follow_block

_MOUNT = compile_later(
    r"^(?P<source>\S+) on (?P<point>/\S*) type (?P<type>[\w.]+) \((?P<options>[\w,.=:/@%+-]+)\)$"
)
_PROC = compile_later(
    r"^(?P<source>/dev/\S+|[\w.-]+:/\S*) (?P<point>/\S*) (?P<type>[\w.]+)"
    r" (?P<options>[\w,.=:/@%+-]*\brw\b[\w,.=:/@%+-]*|\bro\b\S*) \d \d$"
)
# The command itself: mount -t nfs -o rsize=1048576 server:/path /mnt
_COMMAND = compile_later(r"^(?:[\w@:~./-]+[#$] )?(?:sudo )?mount(?:\.nfs4?)? (?P<words>-.*|\S+:/\S* /\S*.*)$")
_DF = compile_later(r"^Filesystem\s+(?P<type>Type\s+)?(?:\S+)\s+Used\s+Avail(?:able)?\s+\S+\s+Mounted on$")
_DF_ROW = compile_later(r"^(?P<source>\S+)\s+(?P<rest>\S.*\s)\d{1,3}%\s+(?P<point>/\S*)$")
_DEVICE = compile_later(r"/dev/(?:mapper/)?(?P<name>[\w.-]+)$")
_NETWORK = frozenset(["nfs", "nfs4", "cifs", "smb3"])
_REAL = frozenset(
    [
        "ext2",
        "ext3",
        "ext4",
        "xfs",
        "btrfs",
        "f2fs",
        "zfs",
        "vfat",
        "exfat",
        "ntfs",
        "ntfs3",
        "bcachefs",
        "ufs",
        "apfs",
        "reiserfs",
        "jfs",
        "fuseblk",
        "ceph",
        "lustre",
        "gpfs",
        "beegfs",
        "tmpfs",
    ]
)
_LVS = compile_later(r"^\s*LV\s+VG\s+Attr\s+LSize\b")


def read_file_systems(lines: Sequence[Line]) -> Iterator[Record]:
    """Read lines of mount and tables of df."""
    for index, line in enumerate(lines):
        if match := _MOUNT.match(line.text) or _PROC.match(line.text):
            options = dict(option.partition("=")[::2] for option in match["options"].split(","))
            yield from _describe_mount(match["source"], match["point"], match["type"], options, line.number)
        elif "mount" in line.text and (command := _COMMAND.match(line.text)):
            yield from _read_command(command["words"].split(), line.number)
        elif heading := _DF.match(line.text):
            for row in follow_block(lines, index):
                cells = _DF_ROW.match(row.text)
                if cells is None:
                    break
                kind = cells["rest"].split()[0] if heading["type"] else None
                yield from _describe_mount(cells["source"], cells["point"], kind, {}, row.number)
        elif _LVS.match(line.text):
            yield from _read_lvs(lines, index)


def _read_command(words: list[str], line: int) -> Iterator[Record]:
    options: dict[str, str] = {}
    kind: str | None = None
    places = []
    rest = iter(words)
    for word in rest:
        if word in {"-o", "-t"}:
            value = next(rest, "")
            if word == "-t":
                kind = value
            else:
                options |= dict(option.partition("=")[::2] for option in value.split(","))
        elif not word.startswith("-"):
            places.append(word)
    if len(places) == 2 and places[1].startswith("/"):
        is_served = ":/" in places[0]
        for name in {"tcp", "udp", "rdma"} & options.keys():
            options.setdefault("proto", name)
        yield from _describe_mount(
            places[0], places[1], kind or ("nfs" if is_served else None), options, line
        )


def _describe_mount(
    source: str, point: str, kind: str | None, options: dict[str, str], line: int
) -> Iterator[Record]:
    device = _DEVICE.match(source)
    if device:
        yield Layer(point, (device["name"],), line)
    elif kind == "zfs":
        yield Layer(point, (source.partition("/")[0],), line)
    if kind in _REAL:
        yield Fact("fs.type", kind or "", line, device=point, is_listed=True)
    if kind in _NETWORK:
        yield from _describe_network(source, point, kind or "", options, line)


def _describe_network(
    source: str, point: str, kind: str, options: dict[str, str], line: int
) -> Iterator[Record]:
    def make_fact(key: str, value: str, unit: str | None = None) -> Fact:
        return Fact(key, value, line, unit=unit, device=point, is_listed=True)

    server = source.partition(":")[0] if ":" in source else source.removeprefix("//").partition("/")[0]
    yield make_fact("fs.type", kind)
    if kind.startswith("nfs"):
        yield make_fact("target.kind", "nfs")
        yield make_fact("nfs.server", server)
        if "vers" in options:
            yield make_fact("nfs.version", options["vers"])
    for name in ("rsize", "wsize"):
        if options.get(name, "").isdecimal() and kind.startswith("nfs"):
            yield make_fact(f"nfs.{name}", options[name], "bytes")
    if kind.startswith("nfs") and options.get("proto") in {"tcp", "udp", "rdma"}:
        yield make_fact("nfs.proto", options["proto"])
    if kind.startswith("nfs") and options.get("nconnect", "").isdecimal():
        yield make_fact("nfs.nconnect", options["nconnect"])


def _read_lvs(lines: Sequence[Line], index: int) -> Iterator[Record]:
    """lvs -o +devices: the physical volumes of each logical one. Without devices it tells nothing of the path."""
    if "Devices" not in lines[index].text:
        return
    for line in follow_block(lines, index):
        words = line.text.split()
        devices = tuple(re.findall(r"/dev/([\w.-]+)\(\d+\)", line.text))
        if len(words) > 3 and devices:
            yield Layer(f"{words[1].replace('-', '--')}-{words[0].replace('-', '--')}", devices, line.number)


READER = Reader(
    "df, mount and its command, /proc/mounts, lvs -o +devices",
    (" type ", "mounted on", "lsize", " rw,", " ro,", " rw ", "mount "),
    read_file_systems,
    "fs.type, nfs.server, nfs.version, nfs.rsize, nfs.wsize, nfs.proto, nfs.nconnect; what a directory lies on",
)
