"""zpool iostat -v, and disks that go by their model and serial number: the layout of a pool and its drives."""

from collections.abc import Iterator, Sequence

from fioboard.core.expressions import compile_later
from fioboard.engine.formats.pasted.facts import Array, Fact, Layer, Line, Reader, Record
from fioboard.engine.formats.pasted.parsing import follow_block

_HEADING = compile_later(r"^pool\s+alloc\s+free\s+read\s+write\b")
_ROW = compile_later(
    r"^(?P<indent>\s*)(?P<name>[\w./:-]+)\s+(?:[\d.]+[KMGTP]?|-)\s+(?:[\d.]+[KMGTP]?|-)\s+[\d.]"
)
_VDEV = compile_later(r"(?P<level>mirror|raidz[123]?)(?:-\d+)?")
_FEWEST = {"mirror": 2, "raidz": 2, "raidz1": 2, "raidz2": 3, "raidz3": 4}
_OTHERS = frozenset(["logs", "cache", "special", "dedup", "spare"])
# udev's names: transport, model and serial number.
_DISK = compile_later(
    r"(?<![\w-])(?P<name>(?:ata|nvme|scsi-SATA|usb)-(?P<model>[A-Za-z][\w.+-]{3,60})_(?P<serial>[\w-]{6,24}?))(?:-\d:\d{1,2})?(?:-part\d+)?(?![\w.-])"
)


def read_samples(lines: Sequence[Line]) -> Iterator[Record]:
    """Read the first table of each pool, and the names of all disks."""
    pools: set[str] = set()
    names: set[str] = set()
    for index, line in enumerate(lines):
        if "-" in line.text and "_" in line.text:
            for disk in _DISK.finditer(line.text):
                if disk["name"] not in names:
                    names.add(disk["name"])
                    model = disk["model"].replace("_", " ")
                    yield Fact("drive.model", model, line.number, device=disk["name"], is_listed=True)
        if _HEADING.match(line.text):
            yield from _read_table(lines, index, pools)


def _read_table(lines: Sequence[Line], index: int, pools: set[str]) -> Iterator[Record]:
    pool: tuple[str, int] | None = None
    levels: set[str] = set()
    members: list[str] = []
    is_data = True
    for line in follow_block(lines, index):
        name = line.text.strip()
        row = _ROW.match(line.text)
        if name.split(" ")[0] in _OTHERS:
            is_data = False
        elif row is None:
            continue
        elif not row["indent"]:
            yield from _describe(pool, levels, members, pools)
            pool, levels, members, is_data = (row["name"], line.number), set(), [], True
        elif is_data and (vdev := _VDEV.fullmatch(row["name"])):
            levels.add(vdev["level"])
        elif is_data:
            members.append(row["name"])
    yield from _describe(pool, levels, members, pools)


def _describe(
    pool: tuple[str, int] | None, levels: set[str], members: Sequence[str], pools: set[str]
) -> Iterator[Record]:
    if pool is None or pool[0] in pools or not members or len(levels) > 1:
        return
    pools.add(pool[0])
    # Fewer drives than a level needs: the table was cut.
    is_whole = len(members) >= _FEWEST.get(next(iter(levels), ""), 1)
    level = {"raidz": "raidz1"}.get(only := next(iter(levels), "stripe"), only)
    if levels or len(members) > 1:
        shown = tuple(members) if is_whole else ()
        yield Array(pool[0], pool[1], level=level, width=len(shown) or None, members=shown)
    yield Layer(pool[0], tuple(members), pool[1])


READER = Reader(
    "zpool iostat -v; disks by their id",
    ("alloc ", "ata-", "nvme-", "usb-", "scsi-sata"),
    read_samples,
    "raid.level, raid.width, drive.count, drive.model",
)
