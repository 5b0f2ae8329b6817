"""Rows of the history as its table shows them: no factors but the chosen columns, and of the latencies p99 alone."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from fioboard.core.driver import Driver
from fioboard.features.runs import shape
from fioboard.filters import metric
from fioboard.filters.table import ConfigurationTable
from fioboard.queries.run_rows import brief_results_of


async def items(
    driver: Driver, table: ConfigurationTable, rows: Sequence[Mapping[str, Any]], columns: Sequence[str]
) -> list[dict[str, Any]]:
    """schemas.run.RunItem of each row, with `cells` when columns were chosen."""
    metrics = [wanted for key in columns if (wanted := metric(key)) is not None]
    by_run: dict[Any, list[Any]] = defaultdict(list)
    for result in await brief_results_of(driver, [row["id"] for row in rows], metrics):
        by_run[result["run_id"]].append(result)
    found = []
    for row in rows:
        results = by_run[row["id"]]
        item = shape.head(row) | {"results": [shape.brief_result(r) for r in results]}
        if columns:
            item["cells"] = _cells(row, results, columns, table)
        found.append(item)
    return found


def _cells(
    row: Mapping[str, Any], results: Sequence[Any], columns: Sequence[str], table: ConfigurationTable
) -> dict[str, Any]:
    place = table.row_of(row["configuration_id"])
    found: dict[str, Any] = {}
    number = 0
    for key in columns:
        if metric(key) is None:
            found[key] = None if place is None else table.cell(key, place)
        else:
            found[key] = [result[f"m{number}"] for result in results]
            number += 1
    return found
