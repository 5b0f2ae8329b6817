"""Figures of this installation beside reference sets: of a run, and of a drive model."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Literal, NamedTuple
from uuid import UUID

import orjson

from fioboard.app.reference_sets.stated import list_stated_of_model
from fioboard.core.driver import Driver
from fioboard.engine.answers.reference_set import (
    ModelTest,
    ModelTestList,
    PlacedFigureOut,
    PlacedResult,
    SetFigureOut,
    SetTest,
)
from fioboard.engine.factors.workload import workload_in_words, workload_title
from fioboard.engine.reference_sets.difference import is_beyond_spread, list_conditions
from fioboard.engine.reference_sets.document import Cell, Figure, Likeness, get_likeness, read_cell
from fioboard.engine.reference_sets.signature import describe_lab
from fioboard.engine.rules.facts import is_large
from fioboard.engine.rules.history import CellOfRun, Measured, list_places
from fioboard.store.queries import reference_export as own_queries
from fioboard.store.queries import reference_sets as queries
from fioboard.store.queries.reference_export import OwnRow
from fioboard.store.queries.reference_sets import CellRow, RunCellRow

Unit = Literal["IOPS", "bytes/s"]
MAX_CELLS_OF_RUN = 100
MAX_CELLS_OF_MODEL = 2_000
MAX_TESTS = 40
_SPOKEN = frozenset({"rw", "bs", "iodepth", "numjobs"})


async def find_places(driver: Driver, run_id: UUID) -> list[PlacedResult]:
    """Place each result of a run in the sets that have its drives and test; nothing where none has."""
    rows = await queries.list_cells_of_run(driver, run_id, most=MAX_CELLS_OF_RUN)
    by_result = defaultdict(list)
    for row in rows:
        by_result[row["position"]].append((row, _build_cell(run_id, row)))
    placed: list[PlacedResult] = []
    for position, pairs in by_result.items():
        [(_, first), *_] = pairs
        rate, set_ids = first.measured.rate, {id(one.cell): row["set_id"] for row, one in pairs}
        figures = list_places([one for _, one in pairs])
        if rate is None or not figures:
            continue
        placed.append(
            {
                **_describe_test(first.cell, "bytes/s" if first.measured.by_bytes else "IOPS"),
                "run_id": str(run_id),
                "position": position,
                "measured": rate,
                "model": first.cell.model,
                "sets": [
                    PlacedFigureOut(
                        **_build_figure(
                            set_ids[id(one.of.cell)],
                            one.of.lab,
                            one.of.cell,
                            one.figure,
                            one.is_beyond_spread,
                        ),
                        place=one.words,
                        percentile=one.percentile,
                    )
                    for one in figures
                ],
            }
        )
    return placed


def _build_cell(run_id: UUID, row: RunCellRow) -> CellOfRun:
    measured = Measured(
        run_id=run_id, at=None, direction=row["direction"], iops=row["iops"], setting={},
        bw_bytes_per_s=row["bw_bytes_per_s"], rw=row["rw"], bs_bytes=row["bs_bytes"],
    )  # fmt: skip
    lab = describe_lab(row["maker_name"], row["public_key"])
    return CellOfRun(measured, row["firmware"], read_cell(row["cell"]), lab)


class _CellOfLab(NamedTuple):
    set_id: UUID
    lab: str
    cell: Cell


async def list_model_tests(driver: Driver, model: str) -> ModelTestList:
    """List what sets say of a drive model, test by test, beside the drives here."""
    rows = await queries.list_cells_of_model(driver, model, most=MAX_CELLS_OF_MODEL)
    by_test = _group_by_test(rows)
    shown = dict(list(by_test.items())[:MAX_TESTS])
    digests = {cells[0].cell.workload_sha256 for cells in shown.values()}
    own: dict[bytes, list[OwnRow]] = defaultdict(list)
    for row in await own_queries.list_own_values(driver, model, list(digests)) if digests else ():
        own[_find_likeness(row)].append(row)
    tests = (_build_test(cells, own.get(likeness, ())) for likeness, cells in shown.items())
    return {
        "items": [test for test in tests if test is not None],
        "stated": await list_stated_of_model(driver, model),
        "left_out": len(by_test) - len(shown),
    }


def _group_by_test(rows: Sequence[CellRow]) -> dict[bytes, list[_CellOfLab]]:
    """Group cells by what must be equal; those of the most drives first."""
    by_test: dict[bytes, list[_CellOfLab]] = {}
    for row in rows:
        cell = read_cell(row["cell"])
        by_test.setdefault(get_likeness(cell).sha256, []).append(
            _CellOfLab(row["set_id"], describe_lab(row["maker_name"], row["public_key"]), cell)
        )
    return by_test


def _find_likeness(row: OwnRow) -> bytes:
    setting = tuple(sorted(orjson.loads(row["setting"]).items()))
    return Likeness(
        row["model"], row["capacity_bytes"], row["link"], row["layout"], row["file_system"], row["state"],
        row["runtime_class"], setting, row["workload_sha256"], row["direction"],
    ).sha256  # fmt: skip


def _build_test(cells: Sequence[_CellOfLab], own: Sequence[OwnRow]) -> ModelTest | None:
    """Build a test; None where no set has the figure that people speak of."""
    bs = cells[0].cell.workload.get("bs")
    is_by_bytes = is_large(bs if isinstance(bs, int) else None)
    name: Literal["bw_bytes_per_s", "iops"] = "bw_bytes_per_s" if is_by_bytes else "iops"
    known = [(one, figure) for one in cells if (figure := one.cell.figures.get(name)) is not None]
    if not known:
        return None
    first, first_figure = known[0]

    def _are_apart(one: _CellOfLab, figure: Figure) -> bool:
        """Another firmware explains a difference; another lab does not."""
        is_other = one.set_id != first.set_id and one.cell.firmware in {None, first.cell.firmware}
        return is_other and is_beyond_spread(first_figure, figure)

    return {
        **_describe_test(first.cell, "bytes/s" if is_by_bytes else "IOPS"),
        "sets": [
            _build_figure(one.set_id, one.lab, one.cell, figure, _are_apart(one, figure))
            for one, figure in known
        ],
        "own": sorted(value for row in own for value in (row["bw"] if is_by_bytes else row["iops"])),
        "own_runs": sum(row["runs"] for row in own),
    }


def _describe_test(cell: Cell, unit: Unit) -> SetTest:
    # Words leave some options out: without these two unlike tests would have one name.
    more = {name: value for name, value in cell.workload.items() if name not in _SPOKEN and value is not None}
    return {
        "test": workload_in_words(cell.workload),
        "conditions": [*list_conditions(cell), *([workload_title(more)] if more else [])],
        "capacity_bytes": cell.capacity_bytes,
        "direction": cell.direction,
        "unit": unit,
    }


def _build_figure(set_id: UUID, lab: str, cell: Cell, figure: Figure, is_apart: bool) -> SetFigureOut:
    return {
        "set_id": str(set_id),
        "lab": lab,
        "firmware": cell.firmware,
        "drives": cell.drives,
        "runs": cell.runs,
        "labs": cell.labs,
        "first": cell.first,
        "last": cell.last,
        "cpu": cell.cpu,
        "sources": cell.sources,
        "low": figure.low,
        "high": figure.high,
        "quantiles": figure.quantiles,
        "is_beyond_spread": is_apart,
    }
