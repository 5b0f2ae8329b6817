"""What two reference sets say differently about the same drives and tests, measured or stated; never pooled."""

from collections.abc import Iterable, Iterator, Sequence

from fioboard.core.block_size import drive_size, spoken_size
from fioboard.core.figures import format_figure, format_things
from fioboard.engine.reference_sets.document import (
    LEVELS,
    Cell,
    Content,
    Figure,
    FigureName,
    RuntimeClass,
    get_key,
)
from fioboard.engine.reference_sets.stated import Stated, describe_stated, get_stated_key, write_value

UNITS: dict[FigureName, str] = {"iops": "IOPS", "bw_bytes_per_s": "bytes/s"}
DURATIONS: dict[RuntimeClass, str] = {
    "short": "10 s to 45 s",
    "medium": "45 s to 450 s",
    "long": "over 450 s",
}
LOWER, UPPER = LEVELS.index(25), LEVELS.index(75)


def is_beyond_spread(one: Figure, other: Figure) -> bool:
    """Whether two cells differ beyond their spread: the middle halves of their drives do not overlap; of fewer than
    three drives, all values.
    """
    low, high = get_middle(one)
    other_low, other_high = get_middle(other)
    return high < other_low or other_high < low


def get_middle(figure: Figure) -> tuple[float, float]:
    """Return the ends of the middle half of a figure; of its range where there are no quantiles."""
    if figure.quantiles is None:
        return figure.low, figure.high
    return figure.quantiles[LOWER], figure.quantiles[UPPER]


def describe_cell(cell: Cell) -> str:
    """Name the drives and the test of a cell: `EXAMPLE 1T, 1 TB, 5B2Q, Gen4 x4, raw, medium, randread …`."""
    size = None if cell.capacity_bytes is None else drive_size(cell.capacity_bytes)
    options = " ".join(f"{name}={value}" for name, value in cell.workload.items() if value is not None)
    words = (cell.model, size, cell.firmware, *list_conditions(cell), options, cell.direction)
    return ", ".join(word for word in words if word)


def list_conditions(cell: Cell) -> list[str]:
    """List what a figure shares with a cell beside drive and job options: `Gen4 x4`, `raw`, `10 s to 45 s` …"""
    setting = dict(cell.setting)
    chunk, lba, size = (setting.pop(name, None) for name in ("raid.chunk", "drive.lba_bytes", "job.size"))
    layers = cell.setting.get("target.layers")
    words = (
        cell.link,
        None if cell.layout == "single" else cell.layout,
        None if layers in {None, "disk"} else f"through {layers}",
        cell.file_system or "raw",
        None if cell.state == "unknown" else cell.state,
        DURATIONS[cell.runtime_class],
        None if chunk is None else f"chunk {_write_size(chunk)}",
        None if lba is None else f"{lba}-byte blocks",
        None if size in {None, "100%"} else f"{_write_size(size)} per job",
    )
    return [word for word in words if word]


def _write_size(size: str | int | None) -> str:
    return spoken_size(size) if isinstance(size, int) else str(size)


def count_drives(cell: Cell) -> str:
    """Write how many drives a cell has, or arrays: `41 drives`."""
    return format_things(cell.drives, "drive" if cell.layout == "single" else "array")


def list_differences(one: Content, other: Content) -> Iterator[str]:
    """List what is only in one of two sets, cells of both that differ beyond their spread, and figures that both
    state with other values.
    """
    yield from _list_cell_differences(one.cells, other.cells)
    yield from _list_stated_differences(one.stated, other.stated)


def _list_stated_differences(one: Sequence[Stated], other: Sequence[Stated]) -> Iterator[str]:
    ours, theirs = ({get_stated_key(figure): figure for figure in figures} for figures in (one, other))
    for where, here, there in (("only in the first", ours, theirs), ("only in the second", theirs, ours)):
        yield from (f"{where}: {describe_stated(figure)}" for key, figure in here.items() if key not in there)
    for key, figure in ours.items():
        if key in theirs and theirs[key].values != figure.values:
            yield f"{describe_stated(figure)}: {write_value(figure)}; {write_value(theirs[key])}"


def _list_cell_differences(one: Sequence[Cell], other: Sequence[Cell]) -> Iterator[str]:
    ours, theirs = ({get_key(cell): cell for cell in cells} for cells in (one, other))
    yield from _list_missing("only in the first", (ours[key] for key in ours if key not in theirs))
    yield from _list_missing("only in the second", (theirs[key] for key in theirs if key not in ours))
    for key, cell in ours.items():
        if key not in theirs:
            continue
        for name, unit in UNITS.items():
            mine, yours = cell.figures.get(name), theirs[key].figures.get(name)
            if mine is not None and yours is not None and is_beyond_spread(mine, yours):
                yield f"{describe_cell(cell)}: {_write(mine, unit, cell)}; {_write(yours, unit, theirs[key])}"


def _list_missing(where: str, cells: Iterable[Cell]) -> Iterator[str]:
    yield from (f"{where}: {describe_cell(cell)}" for cell in cells)


def _write(figure: Figure, unit: str, cell: Cell) -> str:
    low, high = get_middle(figure)
    return f"{format_figure(low, unit)} to {format_figure(high, unit)} ({count_drives(cell)})"
