"""This installation's figures of drive models as a signed reference set."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import msgspec
import orjson

from fioboard.app.reference_sets import sentences
from fioboard.app.sharing.redaction.jobs import WORKLOAD
from fioboard.app.sharing.redaction.shown_factors import PATTERNS
from fioboard.core import times
from fioboard.core.driver import Driver
from fioboard.core.figures import format_count
from fioboard.engine.reference_sets.document import (
    MAX_CELLS,
    MIN_DRIVES,
    Cell,
    CellKey,
    Figure,
    Header,
    Maker,
    ReferenceSetRefused,
    SettingName,
    get_key,
    read_stated,
    write_body,
)
from fioboard.engine.reference_sets.signature import sign
from fioboard.engine.reference_sets.stated import MAX_STATED, Stated, get_stated_key
from fioboard.store.queries import reference_export as queries
from fioboard.store.queries import stated_figures as stated_queries
from fioboard.store.queries.reference_export import FIGURES, LOCAL_TRANSPORTS, CellRow

# Enough to compare with, too few to find a published figure by.
SIGNIFICANT_DIGITS = 4

Options = Mapping[str, str | int | float | bool | None]


@dataclass(frozen=True, slots=True)
class Exported:
    """A signed file and what it holds."""

    file: bytes
    cells: int
    narrow_cells: int
    """Of fewer than three drives: their range alone."""
    stated: int
    """Figures that people pasted here of these models."""


async def export_set(
    driver: Driver,
    models: Sequence[str],
    since: datetime,
    maker: Maker,
    private_key: bytes,
    *,
    with_stated: bool = False,
) -> Exported:
    """Write what can be relied on of these models; `with_stated`: and what people pasted of them. Raises
    ReferenceSetRefused where there is nothing, or too much.
    """
    workloads = {
        row["id"]: options
        for row in await queries.list_workloads(driver)
        if is_shareable(options := orjson.loads(row["options"]))
    }
    listed = await queries.list_cells(driver, models, since, list(workloads), most=MAX_CELLS + 1)
    if len(listed) > MAX_CELLS:
        raise ReferenceSetRefused(sentences.TOO_MANY_CELLS(most=format_count(MAX_CELLS)))
    rows = [
        row
        for row in listed
        if is_path_shareable(row["layout"], row["link"], row["file_system"], orjson.loads(row["setting"]))
    ]
    stated = await _list_pasted(driver, models) if with_stated else []
    if not rows and not stated:
        raise ReferenceSetRefused("no reliable run on a single drive or a named array of these models")

    cells = _keep_largest(build_cell(row, workloads[row["workload_id"]]) for row in rows)
    header = Header(made=write_quarter(times.now()), cells=len(cells), stated=len(stated), maker=maker)
    body = write_body(msgspec.to_builtins(header), map(msgspec.json.encode, (*cells, *stated)))
    narrow_cells = sum(cell.drives < MIN_DRIVES for cell in cells)
    return Exported(sign(body, private_key), len(cells), narrow_cells, len(stated))


async def _list_pasted(driver: Driver, models: Sequence[str]) -> list[Stated]:
    """List what people pasted here of these models; of what two tables state alike the newer one."""
    patterns = [queries.escape_model(one).replace("*", "%") for one in models]
    pasted = map(read_stated, await stated_queries.list_pasted(driver, patterns))
    return list({get_stated_key(one): one for one in pasted}.values())[:MAX_STATED]


def _keep_largest(cells: Iterable[Cell]) -> list[Cell]:
    """Keep, of cells that are equal but for figures and counts, the one of the most drives."""
    kept: dict[CellKey, Cell] = {}
    for cell in cells:
        known = kept.get(key := get_key(cell))
        if known is None or cell.drives > known.drives:
            kept[key] = cell
    return list(kept.values())


def is_shareable(options: Options) -> bool:
    """Whether every option of a workload has the form that shares show, and fio measured it: else text of somebody
    would leave with it.
    """
    return (
        all(
            (form := WORKLOAD.get(name)) is not None and (not isinstance(value, str) or form(value) == value)
            for name, value in options.items()
        )
        and not {"source", "tool", "test"} & options.keys()
    )


def is_path_shareable(
    layout: str, link: str | None, file_system: str | None, setting: Mapping[SettingName, str | int]
) -> bool:
    """Whether level, link, file system and setting have the forms that shares show; they are text of whoever
    uploaded.
    """
    level = layout.rpartition(" x")[0]
    return (
        (layout == "single" or PATTERNS["raid.level"](level) == level)
        and (link is None or link in LOCAL_TRANSPORTS or PATTERNS["pcie.link"](link) == link)
        and (file_system is None or PATTERNS["fs.type"](file_system) == file_system)
        and all(isinstance(value, int) or PATTERNS[name](value) == value for name, value in setting.items())
    )


def build_cell(row: CellRow, workload: Options) -> Cell:
    """Build the cell of a row; one of fewer than three drives has no firmware, dates or processors."""
    is_narrow = row["drives"] < MIN_DRIVES
    return Cell(
        model=row["model"],
        capacity_bytes=row["capacity_bytes"],
        firmware=None if is_narrow else row["firmware"],
        link=row["link"],
        layout=row["layout"],
        file_system=row["file_system"],
        state=row["state"],
        runtime_class=row["runtime_class"],
        setting=orjson.loads(row["setting"]),
        workload=dict(workload),
        direction=row["direction"],
        labs=1,
        drives=row["drives"],
        runs=row["runs"],
        first=None if is_narrow else row["first"],
        last=None if is_narrow else row["last"],
        cpu=[] if is_narrow else row["cpu"],
        figures={
            name: _build_figure(values, is_narrow=is_narrow)
            for name in FIGURES
            if (values := row[name]) is not None
        },
    )


def _build_figure(values: Sequence[float], *, is_narrow: bool) -> Figure:
    rounded = [float(f"{value:.{SIGNIFICANT_DIGITS}g}") for value in values]
    return Figure(range=(rounded[0], rounded[-1])) if is_narrow else Figure(quantiles=rounded)


def write_quarter(moment: datetime) -> str:
    """Write a date as coarse as a set has it: `2026-Q4`."""
    return f"{moment.year}-Q{(moment.month + 2) // 3}"
