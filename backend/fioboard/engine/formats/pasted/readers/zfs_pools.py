"""zpool status, zpool list and zfs get: the layout of a pool, its members, and properties that decide about speed."""

import re
from collections.abc import Iterator, Sequence

from fioboard.core.expressions import compile_later
from fioboard.engine.formats.pasted.facts import Array, Fact, Layer, Line, Reader, Record
from fioboard.engine.formats.pasted.parsing import follow_block, read_command

_POOL = compile_later(r"^\s*pool: (?P<name>[\w.:-]+)$")
_STATE = compile_later(r"^\s*state: (?P<state>[A-Z]+)$")
_CONFIG = compile_later(r"^\s+NAME\s+STATE\s+READ WRITE CKSUM$")
_ROW = compile_later(
    r"^(?P<indent>\s+)(?P<name>[\w./:-]+)\s+(?P<state>ONLINE|DEGRADED|FAULTED|OFFLINE|AVAIL|UNAVAIL)\b"
)
_VDEV = compile_later(r"^(?P<level>mirror|raidz[123]?)-\d+$")
_OTHERS = frozenset(["logs", "cache", "spares", "special", "dedup"])
_PROPERTY = compile_later(
    r"^(?P<dataset>[\w./:@<>\[\]-]+)\s+(?P<property>recordsize|compression|sync|atime|primarycache"
    r"|logbias|volblocksize|ashift)\s+(?P<value>\S+)\s+(?:local|default|-|inherited|received)"
)
_LIST = compile_later(r"^NAME\s+SIZE\s+ALLOC\s+FREE\b.*\bHEALTH\b")
_SET = compile_later(
    r"^zfs set (?P<property>recordsize|compression|sync|atime|primarycache|logbias)"
    r"=(?P<value>[\w-]+) (?P<dataset>[\w./:-]+)$"
)
_CREATE = compile_later(r"^zpool create\s+(?P<words>\S.*)$")
_CREATE_LEVELS = {
    "mirror": "mirror",
    "raidz": "raidz1",
    "raidz1": "raidz1",
    "raidz2": "raidz2",
    "raidz3": "raidz3",
}
_CREATE_PROPERTY = compile_later(r"-O\s*(recordsize|compression|sync|atime|primarycache|logbias)=([\w-]+)")
# zfs create -b 4k -o compress=off pool/volume
_VOLUME = compile_later(r"^zfs create (?P<options>.*?)(?P<dataset>[\w./:-]+)$")
_OPTIONS = compile_later(
    r"-o (recordsize|compress(?:ion)?|sync|atime|primarycache|logbias|volblocksize)=([\w-]+)|-b (\d{1,5}[kK]?)\b"
)
# zfs get -H -o property,value: nothing but the property and its value.
_GET = compile_later(r"^zfs get\b.{0,200}?(?P<dataset>[\w./:-]+)\s*(?:\||$)")
_PAIR = compile_later(
    r"^(?P<property>recordsize|compression|sync|atime|primarycache|logbias|volblocksize)\s+(?P<value>[\w-]+)\s*$"
)
_PERCENT = compile_later(r"\d{1,3}%")
_HEADING = compile_later(r"^NAME\s+PROPERTY\s+VALUE\s+SOURCE$")
MAX_GAP = 12


def read_pools(lines: Sequence[Line]) -> Iterator[Record]:
    """Read pools, and each table of properties."""
    headed = -1
    for index, line in enumerate(lines):
        if match := _POOL.match(line.text):
            yield from _read_status(lines[index : index + 200], match["name"])
            headed = index + MAX_GAP
        elif index > headed and _CONFIG.match(line.text) and index + 1 < len(lines):
            # Without its head the first row names the pool.
            if first := _ROW.match(lines[index + 1].text):
                yield from _read_status(lines[index : index + 200], first["name"])
        elif _HEADING.match(line.text) or ("zfs get " in line.text and "| grep" in line.text):
            yield from _read_properties(lines, index)
        elif _LIST.match(line.text):
            yield from _read_list(lines, index)
        elif "zpool create" in line.text:
            yield from _read_create(lines, index)
        elif "zfs get" in line.text and (match := _GET.match(read_command(line.text) or "")):
            for row in follow_block(lines, index):
                if pair := _PAIR.match(row.text):
                    device = f"zfs {match['dataset']}"
                    yield Fact(f"zfs.{pair['property']}", pair["value"], row.number, device=device)
        elif "zfs create" in line.text:
            yield from _read_volume(line)
        elif match := _SET.match(read_command(line.text) or ""):
            device = f"zfs {match['dataset']}"
            yield Fact(f"zfs.{match['property']}", match["value"], line.number, device=device)


def _read_volume(line: Line) -> Iterator[Fact]:
    match = _VOLUME.match(read_command(line.text) or "")
    if match is None:
        return
    for name, value, block in _OPTIONS.findall(match["options"]):
        key = "compression" if name.startswith("compress") else name or "volblocksize"
        yield Fact(f"zfs.{key}", value or block, line.number, device=f"zfs {match['dataset']}")


def _read_create(lines: Sequence[Line], index: int) -> Iterator[Record]:
    """zpool create, also over several lines: properties, level and number of members, and where it is mounted."""
    first = lines[index].text.strip()
    text = read_command(first) or first.removeprefix("sudo ")
    numbers = {lines[index].number: text}
    for line in follow_block(lines, index):
        if not text.endswith("\\"):
            break
        text = f"{text[:-1]} {line.text.strip()}"
        numbers[line.number] = line.text
    match = _CREATE.match(text)
    if match is None:
        return
    words = re.sub(r"-[oOmtR]\s*\S+|\s-[fnd]\b", " ", f" {match['words']}").split()
    if not words:
        return
    pool, rest = words[0], words[1:]
    for number, own in numbers.items():
        for name, value in _CREATE_PROPERTY.findall(own):
            yield Fact(f"zfs.{name}", value, number, device=f"zfs {pool}")
    # Logs and caches stand behind the data; of several kinds of groups nothing simple can be said.
    data = rest[: next((n for n, word in enumerate(rest) if word in _OTHERS or word == "log"), len(rest))]
    levels = [word for word in data if word in _CREATE_LEVELS]
    members = [word.removeprefix("/dev/") for word in data if word not in _CREATE_LEVELS]
    if len(set(levels)) > 1 or not members:
        return
    level = _CREATE_LEVELS[levels[0]] if levels else "stripe" if len(members) > 1 else None
    line_number = next(
        (number for number, own in numbers.items() if levels and levels[0] in own.split()), min(numbers)
    )
    if level is not None:
        yield Array(pool, line_number, level=level, width=len(members), members=tuple(members))
    yield Layer(pool, tuple(members), line_number)
    mount = re.search(r"-m\s*(/\S+)", text)
    yield Layer(mount[1] if mount else f"/{pool}", (pool,), line_number)


def _read_status(lines: Sequence[Line], pool: str) -> Iterator[Record]:
    start = next((i for i, line in enumerate(lines[:MAX_GAP]) if _CONFIG.match(line.text)), None)
    if start is None:
        return
    members: list[str] = []
    levels: list[str] = []
    is_data = True
    depth = None
    state = next((match["state"] for line in lines[:MAX_GAP] if (match := _STATE.match(line.text))), None)
    for line in lines[start + 1 :]:
        if line.text.strip() in _OTHERS:
            is_data = False
        row = _ROW.match(line.text)
        if row is None:
            if line.text.strip() and line.text.strip() not in _OTHERS:
                break
            continue
        vdev = _VDEV.match(row["name"])
        if row["name"] == pool:
            depth = len(row["indent"].expandtabs())
        elif vdev and is_data:
            levels.append(vdev["level"])
        elif is_data and depth is not None:
            members.append(row["name"])
    if depth is None or not members or len(set(levels)) > 1:
        return
    level = {"raidz": "raidz1"}.get(levels[0], levels[0]) if levels else "stripe"
    yield Array(
        pool,
        lines[0].number,
        level=level,
        width=len(members),
        members=tuple(members),
        is_degraded=None if state is None else state == "DEGRADED",
    )
    yield Layer(pool, tuple(members), lines[0].number)


def _read_list(lines: Sequence[Line], index: int) -> Iterator[Record]:
    """zpool list: how full each pool is; of the members that -v lists, `zpool status` tells more."""
    names = lines[index].text.split()
    for line in follow_block(lines, index):
        words = line.text.split()
        if len(words) != len(names) or line.text[:1].isspace():
            continue
        cells = dict(zip(names, words, strict=True))
        if _PERCENT.fullmatch(cells.get("CAP", "")):
            used = cells["CAP"].removesuffix("%")
            device = f"zfs {cells['NAME']}"
            yield Fact("zfs.used_pct", used, line.number, unit="%", device=device, is_listed=True)
        if cells["HEALTH"] == "DEGRADED":
            yield Fact("raid.degraded", "yes", line.number, device=cells["NAME"], is_listed=True)


def _read_properties(lines: Sequence[Line], index: int) -> Iterator[Record]:
    for line in follow_block(lines, index):
        match = _PROPERTY.match(line.text)
        if match:
            yield Fact(
                f"zfs.{match['property']}", match["value"], line.number, device=f"zfs {match['dataset']}"
            )


READER = Reader(
    "zpool status, zpool list, zpool create, zfs create, zfs get, zfs set",
    (
        "pool: ",
        "read write cksum",
        "property",
        "alloc ",
        "zfs set ",
        "zfs get ",
        "zpool create",
        "zfs create ",
    ),
    read_pools,
    "raid.level, raid.width, raid.degraded, drive.count; zfs.used_pct, zfs.recordsize, zfs.compression, zfs.sync, …",
)
