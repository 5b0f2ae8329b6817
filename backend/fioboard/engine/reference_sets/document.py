"""What a reference set says: a header, one cell per drive model and test, then the figures that sources state;
docs/reference-sets.md specifies it.
"""

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Annotated, Literal, NamedTuple, TypeVar

import msgspec
from msgspec import Meta, Struct

from fioboard.core.compression import compress, inflater
from fioboard.core.errors import AppError
from fioboard.core.figures import format_count, format_things
from fioboard.core.run_state import Direction
from fioboard.core.sanitize import content_sha256
from fioboard.engine.reference_sets import sentences
from fioboard.engine.reference_sets.stated import MAX_STATED, Stated, find_fault, get_stated_key

FORMAT = 1
LEVELS = tuple(range(0, 101, 5))
"""The percentiles of a cell's figures."""
MIN_DRIVES = 3
"""Fewer drives than this show the range of their values and nothing else."""
MAX_FILE_BYTES = 64 * 1024 * 1024
MAX_TEXT_BYTES = 512 * 1024 * 1024
MAX_CELLS = 500_000

Line = Annotated[str, Meta(min_length=1, max_length=200, pattern=r"^[^\x00-\x1f\x7f]+$")]
Quarter = Annotated[str, Meta(pattern=r"^20[0-9]{2}-Q[1-4]$")]
Count = Annotated[int, Meta(ge=1, le=2**31 - 1)]
Value = Annotated[float, Meta(ge=0, le=1e18)]
FigureName = Literal["iops", "bw_bytes_per_s", "lat_mean_ns", "clat_p50_ns", "clat_p99_ns", "clat_p99_9_ns"]
State = Literal["preconditioned", "unknown"]
RuntimeClass = Literal["short", "medium", "long"]
"""How long each run measured: 10 s to 45 s, to 450 s, longer."""
SettingName = Literal["target.layers", "raid.chunk", "drive.lba_bytes", "job.size"]
"""Factors that tell md from a controller, and one chunk, block format or measured region from another."""
L = TypeVar("L")


class ReferenceSetRefused(ValueError):
    """A reference set that cannot be taken; its text says what is wrong, and where."""


class Maker(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who made a set, as far as they say."""

    name: Line | None = None
    contact: Line | None = None


class Header(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a set."""

    made: Quarter
    cells: Annotated[int, Meta(ge=0, le=MAX_CELLS)]
    stated: Annotated[int, Meta(ge=0, le=MAX_STATED)] = 0
    """Figures that sources state, behind the cells."""
    maker: Maker = Maker()


class Content(NamedTuple):
    """What a set says."""

    header: Header
    cells: list["Cell"]
    stated: list[Stated]


class Figure(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One figure of the drives of a cell, in base units: its quantiles, or the lowest and the highest value."""

    quantiles: list[Value] | None = None
    range: tuple[Value, Value] | None = None

    @property
    def values(self) -> list[float]:
        """Return the quantiles, or the ends of the range."""
        return self.quantiles or list(self.range or ())

    @property
    def low(self) -> float:
        """Return the lowest value."""
        return self.values[0]

    @property
    def high(self) -> float:
        """Return the highest value."""
        return self.values[-1]


class Cell(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the drives of one model and capacity class measured in one test; null: unknown."""

    model: Line
    capacity_bytes: Annotated[int, Meta(ge=1, le=10**18)] | None
    firmware: Line | None
    link: Line | None
    layout: Line
    """`single`, or an array: `raid5 x4`."""
    file_system: Line | None
    """Null: raw."""
    state: State
    runtime_class: RuntimeClass
    setting: dict[SettingName, str | int]
    """What else must be equal; a name that is missing is unknown, and no run is placed in the cell."""
    workload: dict[Line, str | int | float | bool | None]
    direction: Direction
    labs: Count
    drives: Count
    runs: Count
    first: Quarter | None = None
    last: Quarter | None = None
    cpu: list[Line] = []
    figures: dict[FigureName, Figure]
    sources: list[Line] = []

    @property
    def workload_sha256(self) -> bytes:
        """Return the digest by which the same test is found, as in the table of workloads."""
        return content_sha256(self.workload)


_CELL = msgspec.json.Decoder(Cell)
_STATED = msgspec.json.Decoder(Stated)


class Likeness(NamedTuple):
    """What must be equal for two figures to be of the same kind of drive and the same test."""

    model: str
    capacity_bytes: int | None
    link: str | None
    layout: str
    file_system: str | None
    state: State
    runtime_class: RuntimeClass
    setting: tuple[tuple[str, str | int], ...]
    """By name."""
    workload_sha256: bytes
    direction: Direction

    @property
    def sha256(self) -> bytes:
        """Return the digest by which cells are found; two spellings of one model have the same."""
        return sha256(msgspec.json.encode(self._replace(model=self.model.casefold()))).digest()


def get_likeness(cell: Cell) -> Likeness:
    """Return what a figure must share with a cell to be placed among its drives."""
    return Likeness(
        cell.model, cell.capacity_bytes, cell.link, cell.layout, cell.file_system, cell.state, cell.runtime_class,
        tuple(sorted(cell.setting.items())), cell.workload_sha256, cell.direction,
    )  # fmt: skip


CellKey = tuple[bytes, str | None]


def get_key(cell: Cell) -> CellKey:
    """Return what no two cells of a set share."""
    return get_likeness(cell).sha256, cell.firmware


def write_body(header: Mapping[str, object], lines: Iterable[bytes]) -> bytes:
    """Write the lines of a set as one zstd frame: cells, then stated figures."""
    return compress(b"".join(line + b"\n" for line in (msgspec.json.encode(header), *lines)))


def read_body(body: bytes) -> Content:
    """Read the lines of a set and check each. Raises ReferenceSetRefused."""
    first, *lines = _split(body) or [b""]
    header = _decode(first, msgspec.json.Decoder(Header), 1)
    numbered = list(enumerate(lines, 2))
    behind = len(numbered) - min(header.stated, len(numbered))
    cells = [_check(_decode(line, _CELL, number), number) for number, line in numbered[:behind]]
    stated = [_check_stated(_decode(line, _STATED, number), number) for number, line in numbered[behind:]]
    if len(cells) != header.cells:
        raise ReferenceSetRefused(
            sentences.OTHER_COUNT(
                announced=format_things(header.cells, "cell"), cells=format_count(len(cells))
            )
        )
    if len(stated) != header.stated:
        raise ReferenceSetRefused(
            sentences.OTHER_STATED_COUNT(
                announced=format_things(header.stated, "stated figure"), stated=format_count(len(stated))
            )
        )
    if len({get_key(cell) for cell in cells}) != len(cells):
        raise ReferenceSetRefused("two cells are of the same drives and the same test")
    if len({get_stated_key(one) for one in stated}) != len(stated):
        raise ReferenceSetRefused("two stated figures are of the same source, thing and conditions")
    return Content(header, cells, stated)


def read_cell(text: str) -> Cell:
    """Read a cell that was checked when its set was taken."""
    return _CELL.decode(text)


def read_stated(text: str) -> Stated:
    """Read a stated figure that was checked when its set was taken."""
    return _STATED.decode(text)


def _split(body: bytes) -> list[bytes]:
    stream = inflater("zstd", MAX_TEXT_BYTES)
    try:
        text = b"".join(stream.feed(body))
        stream.finish()
    except AppError as error:
        raise ReferenceSetRefused(sentences.UNREADABLE(detail=error.detail)) from None
    return text.splitlines()


def _decode(line: bytes, decoder: msgspec.json.Decoder[L], number: int) -> L:
    try:
        return decoder.decode(line)
    except (msgspec.DecodeError, RecursionError) as error:
        raise ReferenceSetRefused(f"line {number}: {error}") from None


def _check(cell: Cell, number: int) -> Cell:
    """Return the cell. Raises ReferenceSetRefused where its numbers contradict each other."""
    for name, figure in cell.figures.items():
        if (figure.quantiles is None) == (figure.range is None):
            fault = "has both quantiles and a range, or neither"
        elif figure.quantiles is not None and cell.drives < MIN_DRIVES:
            fault = sentences.QUANTILES_OF_FEW(drives=format_things(cell.drives, "drive"))
        elif figure.quantiles is not None and len(figure.quantiles) != len(LEVELS):
            fault = sentences.OTHER_QUANTILES(quantiles=len(figure.quantiles), expected=len(LEVELS))
        elif sorted(figure.values) != figure.values:
            fault = "falls"
        else:
            continue
        raise ReferenceSetRefused(f"line {number}: {name} {fault}")
    if cell.runs < cell.drives or cell.labs > cell.drives:
        raise ReferenceSetRefused(sentences.LINE_CONTRADICTS(number=number))
    return cell


def _check_stated(stated: Stated, number: int) -> Stated:
    """Return the figure. Raises ReferenceSetRefused where it contradicts itself."""
    fault = find_fault(stated)
    if fault is not None:
        raise ReferenceSetRefused(sentences.STATED_CONTRADICTS(number=number, fault=fault))
    return stated
