"""What tells each row of the history apart from the others, and what all of them have in common.

Decided over all runs that the filter means where these are known cheaply, else over the rows of the page.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from uuid import UUID

import numpy as np
import orjson
from numpy.typing import NDArray

from fioboard.app.runs.history.brief import convert_cell
from fioboard.core.driver import Driver
from fioboard.engine.answers.run import CellValue, DistinctionOut, RunItem
from fioboard.engine.factors import FACTORS
from fioboard.engine.factors.distinctions import is_telling, telling_first, varying
from fioboard.engine.factors.implied import LABEL, OPTION
from fioboard.engine.filters.keys import current
from fioboard.engine.filters.table import Cell, ConfigurationTable
from fioboard.store.queries.batches import list_configurations
from fioboard.store.queries.filtering import Selection, count_by_configuration
from fioboard.store.queries.measured import get_workloads
from fioboard.store.queries.rows import ListedRunRow

# Runs in whose indexes the configurations of a filter are counted for this; the number of folded rows has the same.
MAX_COUNTED = 2_000
# As many as have room beside a title; the rest is a number, and its first ones can be read on demand.
MAX_SHOWN, MAX_TOLD = 3, 6
IN_COMMON = ("host", "target.path", "drive.model", "rw", "bs", "iodepth", "numjobs", "ioengine")
"""Beside labels: what a row would otherwise repeat."""

Rows = NDArray[np.intp]


async def find_scope(driver: Driver, selection: Selection, total: int, *, is_exact: bool) -> Rows | None:
    """Find the configurations of all runs that the filter selects; None where that would read too many runs."""
    if selection.is_counted:
        return selection.rows()
    if not is_exact or total > MAX_COUNTED:
        return None
    return np.flatnonzero(await count_by_configuration(driver, selection))


async def add_distinctions(
    driver: Driver,
    selection: Selection,
    rows: Sequence[ListedRunRow],
    items: Sequence[RunItem],
    scope: Rows | None,
) -> None:
    """Add to each item what distinguishes it. A row for a batch shows what is the same in all of its runs."""
    table = selection.table
    of_rows = [table.find_row(row["configuration_id"]) for row in rows]
    of_batches = await _map_batches(driver, table, items)
    shown = [*of_rows, *(row for one in of_batches.values() for row in one)]
    here = np.unique(np.array([row for row in shown if row is not None], np.intp))
    hosts = table.codes("host")
    if scope is None:
        scope = here
    scope = scope[np.isin(hosts[scope], np.unique(hosts[here]))]
    by_host = varying(
        {key: column.codes[scope] for key, column in table.columns.items() if is_telling(key)}, hosts[scope]
    )
    looks: dict[object, list[int]] = defaultdict(list)
    keys: list[list[str]] = []
    cells: list[dict[str, Cell]] = []
    for n, (item, row) in enumerate(zip(items, of_rows, strict=True)):
        varies = None if row is None else by_host.get(int(hosts[row]))
        fold = item.get("fold")
        members = of_batches.get(fold["id"], []) if fold else []
        known: dict[str, Cell] = {}
        if varies is not None and row is not None:
            for key in varies.list_keys(_list_labelled(table, _load_labels(rows[n]))):
                cell = table.cell(key, row)
                if cell is not None and all(table.cell(key, member) == cell for member in members):
                    known[key] = cell
        keys.append([key for key in known if not (key == "target.path" and item["title"] is None)])
        cells.append(known)
        looks[_get_look(item, [(key, known[key]) for key in keys[n][:MAX_SHOWN]])].append(n)
    options = await _load_options(driver, [ns for ns in looks.values() if len(ns) > 1], items)
    for alike in looks.values():
        for n in alike:
            order = telling_first(keys[n], [cells[other] for other in alike], MAX_SHOWN)
            _set_distinctions(items[n], order, cells[n], _list_stated(table, rows[n]))
        first = items[alike[0]]["distinctions"]
        _add_option(items, [n for n in alike if items[n]["distinctions"] == first], options)
    same = Counter(map(_get_name, items))
    for item in items:
        item["needs_start"] = same[_get_name(item)] > 1


def list_common(table: ConfigurationTable, scope: Rows) -> list[DistinctionOut]:
    """List what all configurations of a list have in common, of what its rows show."""
    common: list[DistinctionOut] = []
    labels = sorted(key for key in table.columns if key.startswith(LABEL))
    for key in (*labels, *IN_COMMON):
        codes = table.codes(key)[scope]
        if not len(codes) or codes[0] == 0 or (codes != codes[0]).any():
            continue
        cell = table.cell(key, int(scope[0]))
        common.append(_build_distinction(key, convert_cell(cell), is_stated=key.startswith(LABEL)))
    return common


async def _map_batches(
    driver: Driver, table: ConfigurationTable, items: Iterable[RunItem]
) -> dict[UUID, list[int]]:
    """Map each batch in the place of its runs to the rows of their configurations."""
    ids = [fold["id"] for item in items if (fold := item.get("fold"))]
    if not ids:
        return {}
    rows: dict[UUID, list[int]] = defaultdict(list)
    for one in await list_configurations(driver, ids):
        row = table.find_row(UUID(bytes=one["configuration_id"].bytes))
        if row is not None:
            rows[one["batch_id"]].append(row)
    return rows


def _load_labels(row: ListedRunRow) -> Mapping[str, str]:
    labels: Mapping[str, str] = orjson.loads(row["labels"])
    return labels


def _list_labelled(table: ConfigurationTable, labels: Mapping[str, str]) -> list[str]:
    """List the keys of what labels state: one with the key of a factor states that factor."""
    keys = [current(key) if current(key) in FACTORS else f"label.{key}" for key in labels]
    return [key for key in keys if key in table.columns]


def _list_stated(table: ConfigurationTable, row: ListedRunRow) -> list[str]:
    """List the keys of what people stated: by a label, or as the hardware of a run that came without."""
    of_machine = [
        key
        for key in table.columns
        if row["stated_hardware_id"] and key in FACTORS and FACTORS[key].is_of_machine
    ]
    return [*_list_labelled(table, _load_labels(row)), *of_machine]


def _get_look(item: RunItem, shown: Sequence[tuple[str, object]]) -> object:
    """Return what a reader sees of a row beside its figures and its time."""
    fold = item.get("fold")
    if fold:
        return fold["id"]
    workload = [
        (result["direction"], result["rw"], result["bs_bytes"], result["iodepth"], result["numjobs"])
        for result in item["results"]
    ]
    # Without a title its place is what was measured.
    called = item["title"] if item["title"] is not None else item["target"]
    return (called, item["host"]["id"], *map(str, workload), *map(str, shown))


def _get_name(item: RunItem) -> object:
    """Return what a reader calls a row by: its name, its host, and what distinguishes it."""
    fold = item.get("fold")
    looks = (fold["name"], fold["host"]["id"]) if fold else _get_look(item, [])
    return (looks, *((one["key"], str(one["value"])) for one in item["distinctions"]))


async def _load_options(
    driver: Driver, groups: Iterable[Sequence[int]], items: Sequence[RunItem]
) -> dict[UUID, Mapping[str, CellValue]]:
    """Load comparable job options of the workloads of rows that look alike and measured different ones."""
    ids: set[UUID] = set()
    for group in groups:
        here = {_get_first_workload(items[n]) for n in group} - {None}
        if len(here) > 1:
            ids |= {one for one in here if one is not None}
    if not ids:
        return {}
    return {one: orjson.loads(text) for one, text in (await get_workloads(driver, list(ids))).items()}


def _get_first_workload(item: RunItem) -> UUID | None:
    return item["results"][0]["workload_id"] if item["results"] else None


def _add_option(
    items: Sequence[RunItem], alike: Sequence[int], options: Mapping[UUID, Mapping[str, CellValue]]
) -> None:
    """The first job option that differs among rows which still look the same."""
    known = {n: options[one] for n in alike if (one := _get_first_workload(items[n])) and one in options}
    keys = sorted({key for each in known.values() for key in each})
    key = next((key for key in keys if len({str(each.get(key)) for each in known.values()}) > 1), None)
    if key is None:
        return
    for n, each in known.items():
        value = each.get(key)
        if value is not None:
            shown = items[n]["distinctions"]
            shown.insert(0, _build_distinction(f"{OPTION}{key}", value, is_stated=False))


def _set_distinctions(
    item: RunItem, order: Sequence[str], cells: Mapping[str, Cell], stated: Sequence[str]
) -> None:
    item["distinctions"] = [
        _build_distinction(key, convert_cell(cells[key]), is_stated=key in stated) for key in order[:MAX_TOLD]
    ]
    item["distinctions_left_out"] = max(0, len(order) - MAX_TOLD)


def _build_distinction(key: str, value: CellValue, *, is_stated: bool) -> DistinctionOut:
    factor = FACTORS.get(key)
    return {
        "key": key,
        "title": factor.word if factor else key.removeprefix(LABEL).removeprefix(OPTION),
        "type": factor.type if factor else "text",
        "unit": factor.unit if factor else None,
        "value": value,
        "is_stated": is_stated,
    }
