"""mdadm --create and --detail, /proc/mdstat: level, width, chunk and members of an md array."""

import re
from collections.abc import Iterator, Sequence

from fioboard.core.expressions import compile_later
from fioboard.engine.formats.pasted.facts import Array, Fact, Layer, Line, Reader, Record
from fioboard.engine.formats.pasted.parsing import follow_block, read_command

_MDSTAT = compile_later(
    r"^(?P<name>md\w{1,20}) : active (?:\(\S+\) )?(?P<level>raid\d+|linear) (?P<members>\S.*)$"
)
_MEMBER = compile_later(r"^(?P<name>[\w-]+)\[\d+\](?P<state>\([FS]\))?$")
_CHUNK = compile_later(r"\b(?P<size>\d+)k chunks?\b")
_STATE = compile_later(r"\[(?P<wide>\d+)/(?P<up>\d+)\] \[[U_]+\]")
_DETAIL = compile_later(r"^/dev/(?P<name>md\w{1,20}|md/\w{1,30}):\s*$")
_FIELD = compile_later(r"^\s+(?P<key>Raid Level|Raid Devices|Chunk Size|State) : (?P<value>\S.*?)\s*$")
_ACTIVE = compile_later(r"^\s+\d+\s+\d+\s+\d+\s+\d+\s+active sync\b.*?\s/dev/(?P<name>\S+)$")
_LEVEL = compile_later(r"\s(?:--level[= ]|-l ?)(?P<level>raid\d+|\d{1,2}|linear|stripe|mirror)\b")
_CREATE = compile_later(r"^mdadm (?:.* )?(?:--create|-C) (?:--\S+ )*/dev/(?P<name>md\w{1,20})\b")
_WIDTH = compile_later(r"\s(?:--raid-devices[= ]|-n ?)(?P<width>\d{1,3})\b")
_CHUNK_OPTION = compile_later(r"\s(?:--chunk[= ]|-c ?)(?P<size>\d{1,6}[KMkm]?)\b")
_LOCAL = compile_later(r"^\s+Name : \S+\s+\(local to host (?P<host>[\w.-]{1,63})\)$")
_WORDS = {"stripe": "raid0", "mirror": "raid1"}


def read_arrays(lines: Sequence[Line]) -> Iterator[Record]:
    """Read arrays; of one array --detail and mdstat say the same."""
    for index, line in enumerate(lines):
        if match := _MDSTAT.match(line.text):
            yield from _read_mdstat(lines, index, match)
        elif match := _DETAIL.match(line.text):
            yield from _read_detail(lines, index, match["name"].removeprefix("md/"))
        elif local := _LOCAL.search(line.text):
            yield Fact("host", local["host"], line.number)
        elif "mdadm " in line.text:
            command = (read_command(line.text) or line.text).strip().removeprefix("(").removeprefix("sudo ")
            if (command := command.removesuffix(")")).startswith("mdadm ") and (
                match := _CREATE.match(command)
            ):
                yield from _read_create(command, match["name"], line.number)


def _read_mdstat(lines: Sequence[Line], index: int, match: re.Match[str]) -> Iterator[Record]:
    parts = [_MEMBER.match(word) for word in match["members"].split()]
    members = tuple(sorted(part["name"] for part in parts if part and not part["state"]))
    behind = next(iter(follow_block(lines, index)), None)
    chunk = _CHUNK.search(behind.text) if behind else None
    state = _STATE.search(behind.text) if behind else None
    yield Array(
        match["name"],
        lines[index].number,
        level=match["level"],
        chunk_bytes=int(chunk["size"]) * 1024 if chunk else None,
        width=int(state["wide"]) if state else len(members) or None,
        members=members,
        is_degraded=int(state["up"]) < int(state["wide"]) if state else None,
    )
    yield Layer(match["name"], members, lines[index].number)


def _read_detail(lines: Sequence[Line], index: int, name: str) -> Iterator[Record]:
    fields: dict[str, str] = {}
    members = []
    for line in follow_block(lines, index):
        if field := _FIELD.match(line.text):
            fields.setdefault(field["key"], field["value"])
        elif active := _ACTIVE.match(line.text):
            members.append(active["name"])
    width = fields.get("Raid Devices", "")
    if "Raid Level" not in fields:
        return
    yield Array(
        name,
        lines[index].number,
        level=fields["Raid Level"],
        chunk_bytes=_read_chunk(fields.get("Chunk Size")),
        width=int(width) if width.isdecimal() else None,
        members=tuple(members),
        is_degraded="degraded" in fields["State"] if "State" in fields else None,
    )
    yield Layer(name, tuple(members), lines[index].number)


def _read_create(command: str, name: str, line: int) -> Iterator[Record]:
    level, width, chunk = (pattern.search(command) for pattern in (_LEVEL, _WIDTH, _CHUNK_OPTION))
    if level is None:
        return
    word = _WORDS.get(level["level"], level["level"])
    members = tuple(dict.fromkeys(m for m in re.findall(r"/dev/([\w-]+)(?=\s|$)", command) if m != name))
    count = int(width["width"]) if width else None
    yield Array(
        name,
        line,
        level=f"raid{word}" if word.isdecimal() else word,
        chunk_bytes=_read_chunk(chunk["size"] if chunk else None, unit="K"),
        width=count,
        members=members if len(members) == count else (),
    )
    if members and len(members) == count:
        yield Layer(name, members, line)


def _read_chunk(text: str | None, unit: str = "") -> int | None:
    if text is None:
        return None
    size = text if not text.isdecimal() else text + unit
    match = re.fullmatch(r"(\d{1,6})([KMkm]?)", size)
    return int(match[1]) * {"": 1, "k": 1024, "m": 1024**2}[match[2].lower()] if match else None


READER = Reader(
    "mdadm --create, --detail; /proc/mdstat",
    ("mdadm", " : active ", "raid level"),
    read_arrays,
    "raid.level, raid.width, raid.chunk, raid.degraded, drive.count; which drives an array lies on",
)
