"""btrfs filesystem show, df and usage: the file system, its level, its devices."""

from collections.abc import Generator, Iterator, Sequence

from fioboard.core.expressions import compile_later
from fioboard.engine.formats.pasted.facts import NO_RUN, Fact, Line, Reader, Record

_DEVICE = compile_later(
    r"^\s+devid\s+\d+ size [\d.]+[KMGT]iB used [\d.]+[KMGT]?i?B path /dev/(?P<name>[\w/-]+)\s*$"
)
_COUNT = compile_later(r"^\s*Total devices (?P<count>\d{1,2}) FS bytes used\b")
_DATA = compile_later(r"^\s*Data,\s?(?P<level>RAID\d{1,2}(?:C[34])?|single|DUP)(?:: total=|: ?Size:)")
_USAGE = compile_later(r"^\s*Device size:\s+[\d.]+[KMGT]iB\s*$")


def read_file_systems(lines: Sequence[Line]) -> Iterator[Record]:
    """Read each block; which runs lie on it, its devices tell."""
    is_known = False
    for line in lines:
        if device := _DEVICE.match(line.text):
            yield Fact("fs.type", "btrfs", line.number, device=device["name"], is_listed=True)
        elif data := _DATA.match(line.text):
            if data["level"].startswith("RAID"):
                yield Fact("raid.level", data["level"].lower(), line.number, device=NO_RUN, is_listed=True)
            is_known = is_known or (yield from _describe_system(line.number))
        elif _USAGE.match(line.text):
            is_known = is_known or (yield from _describe_system(line.number))
        elif (count := _COUNT.match(line.text)) and count["count"] != "1":
            yield Fact("raid.width", count["count"], line.number, device=NO_RUN, is_listed=True)


def _describe_system(line: int) -> Generator[Record, None, bool]:
    yield Fact("fs.type", "btrfs", line, device=NO_RUN, is_listed=True)
    return True


READER = Reader(
    "btrfs filesystem show, df, usage",
    ("fs bytes used", "data, ", "data,raid", "data,single", "device size:"),
    read_file_systems,
    "fs.type, raid.level, raid.width",
)
