"""Rows of the history as its table shows them: no factors but the chosen columns, and of the latencies p99 alone."""

from collections.abc import Mapping, Sequence
from typing import cast

from fioboard.app.runs.history import shape
from fioboard.app.runs.history.answer_cells import build_answer_cells
from fioboard.app.runs.history.fitting import choose_result_count, select_each_fitting
from fioboard.core.driver import Driver
from fioboard.engine.answers.run import CellValue, RunItem
from fioboard.engine.filters import metric
from fioboard.engine.filters.table import Cell, ConfigurationTable
from fioboard.engine.words.limits import MAX_LIST_RESULTS, MAX_ROW_RESULTS
from fioboard.store.queries.rows import ListedRunRow
from fioboard.store.queries.runs.first_results import count_results, list_first_brief_results


async def build_items(
    driver: Driver, table: ConfigurationTable, rows: Sequence[ListedRunRow], columns: Sequence[str]
) -> list[RunItem]:
    """Build each row with its results, and with `cells` when columns were chosen."""
    metrics = [wanted for key in columns if (wanted := metric(key)) is not None]
    totals = await count_results(driver, [row["id"] for row in rows])
    most = choose_result_count(totals.values(), MAX_ROW_RESULTS, MAX_LIST_RESULTS)
    by_run = select_each_fitting(await list_first_brief_results(driver, totals, most, metrics), len(rows))
    items: list[RunItem] = []
    for row in rows:
        results = by_run[row["id"]]
        item = shape.item(row, [shape.brief_result(r) for r in results], totals[row["id"]])
        if columns:
            item["cells"] = _build_cells(row, results, columns, table) | build_answer_cells(row, columns)
        items.append(item)
    return items


def _build_cells(
    row: ListedRunRow,
    results: Sequence[Mapping[str, object]],
    columns: Sequence[str],
    table: ConfigurationTable,
) -> dict[str, CellValue]:
    place = table.find_row(row["configuration_id"])
    cells: dict[str, CellValue] = {}
    number = 0
    for key in columns:
        if metric(key) is None:
            cells[key] = None if place is None else convert_cell(table.cell(key, place))
        else:
            cells[key] = [cast(float | None, result[f"m{number}"]) for result in results]
            number += 1
    return cells


def convert_cell(cell: Cell | None) -> CellValue:
    """Return a cell as answers have it."""
    return list(cell) if isinstance(cell, tuple) else cell
