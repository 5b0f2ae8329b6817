"""Runs counted by a factor, by batch or by tag, and one workload's history."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any
from uuid import UUID

import numpy as np
import orjson

from fioboard.core import errors
from fioboard.features.runs.folding import head
from fioboard.features.runs.listing import known_key
from fioboard.filters import Condition, Filter, Metric, Term
from fioboard.filters import metric as find_metric
from fioboard.filters.keys import OPTION_KEYS
from fioboard.queries import batches as batch_queries
from fioboard.queries import run_groups, run_lists
from fioboard.queries.filtering import Selection, select, weights
from fioboard.queries.measured import measured

# More results than this are not read for medians; the counts come from the configurations all the same.
MOST_RESULTS = 200_000


def demand_metric(name: str) -> Metric:
    """The metric of this name. Raises UnknownKey."""
    wanted = find_metric(known_key(name, "metric"))
    if wanted is None:
        raise errors.UnknownKey(f"{errors.quoted(name)} is a factor; a metric is wanted, like iops.")
    return wanted


async def groups(driver: Any, wanted: Filter, by: str, metric: str | None, limit: int) -> dict[str, Any]:
    """schemas.run_group.RunGroups."""
    figure = demand_metric(metric) if metric else None
    if find_metric(known_key(by, "by", run_groups.KEYS)) is not None:
        raise errors.Invalid(f"Runs are grouped by a factor; {by} is a metric.")
    selection = await select(driver, wanted)
    if by in run_groups.KEYS:
        return await _of_runs(driver, selection, by, figure, limit)
    counted = await weights(driver, selection)
    codes = selection.table.codes(by)
    column = selection.table.columns.get(by)
    runs = np.bincount(codes, counted, len(column.values) + 1 if column else 1).astype(int)
    order = sorted((int(code) for code in np.flatnonzero(runs)), key=lambda code: (-runs[code], code))
    rows, reason = await _results(driver, selection, figure, int(runs.sum()))
    values: dict[int, list[tuple[Any, float]]] = defaultdict(list)
    for row in rows:
        place = selection.table.row_of(row["configuration_id"])
        if place is not None:
            values[int(codes[place])].append(_point(row))
    groups = [
        {
            "value": column.values[code - 1] if column and code else None,
            "batch": None,
            "runs": int(runs[code]),
        }
        | _summary(values.get(code), asked=figure is not None and reason is None)
        for code in order[:limit]
    ]
    return _answer(by, figure, groups, len(order), reason)


async def _of_runs(
    driver: Any, selection: Selection, by: str, figure: Metric | None, limit: int
) -> dict[str, Any]:
    """Groups by what a run itself says, not its configuration."""
    counted = await run_groups.counted(driver, selection, by, limit)
    rows, reason = await _results(driver, selection, figure, sum(row["runs"] for row in counted))
    tags = await run_groups.tags_of(driver, list({r["run_id"] for r in rows})) if by == "tag" else {}
    values: dict[Any, list[tuple[Any, float]]] = defaultdict(list)
    for row in rows:
        of_row = tags.get(row["run_id"], [None]) if by == "tag" else [row["batch_id"]]
        for value in of_row:
            values[value].append(_point(row))
    ids = [row["value"] for row in counted if row["value"] and by == "batch"]
    heads = {r["batch_id"]: head(r) for r in await batch_queries.heads(driver, selection, ids)} if ids else {}
    groups = [
        {"value": row["value"], "batch": heads.get(row["value"]), "runs": row["runs"]}
        | _summary(values.get(row["value"]), asked=figure is not None and reason is None)
        for row in counted
    ]
    return _answer(by, figure, groups, counted[0]["groups"] if counted else 0, reason)


def _answer(
    by: str, figure: Metric | None, groups: list[dict[str, Any]], total: int, reason: str | None
) -> dict[str, Any]:
    """schemas.run_group.RunGroups."""
    return {
        "by": by,
        "metric": figure.name if figure else None,
        "unit": figure.unit if figure else None,
        "groups": groups,
        "total_groups": total,
        "reason": reason,
    }


async def _results(
    driver: Any, selection: Selection, figure: Metric | None, runs: int
) -> tuple[list[Any], str | None]:
    """Rows of `measured` that have the figure, or why they were not read."""
    if figure is None:
        return [], None
    too_many = f"More than {MOST_RESULTS} results match; narrow the filter."
    rows = [] if runs > MOST_RESULTS else await measured(driver, selection, [figure], MOST_RESULTS + 1)
    if runs > MOST_RESULTS or len(rows) > MOST_RESULTS:
        return [], too_many
    return [row for row in rows if row["m0"] is not None], None


def _point(row: Mapping[str, Any]) -> tuple[Any, float]:
    """Workload and value of a result."""
    return (row["workload_id"], row["direction"]), row["m0"]


def _summary(found: list[tuple[Any, float]] | None, *, asked: bool) -> dict[str, Any]:
    if not found:
        none = {"median": None, "min": None, "max": None}
        return {"results": 0 if asked else None, "workloads": 0 if asked else None} | none
    values = np.array([value for _, value in found])
    return {
        "results": len(found),
        "workloads": len({workload for workload, _ in found}),
        "median": float(np.median(values)),
        "min": float(values.min()),
        "max": float(values.max()),
    }


async def history(driver: Any, workload_id: UUID, wanted: Filter, metric: str, limit: int) -> dict[str, Any]:
    """schemas.run_group.WorkloadHistory: the newest runs of the filter that have results of the workload."""
    figure = demand_metric(metric)
    text = await run_lists.workload_options(driver, workload_id)
    if text is None:
        raise errors.NotFound("There is no such workload.")
    ids = await run_lists.run_ids(driver, _of_workload(wanted, workload_id, orjson.loads(text)), limit)
    rows = await run_lists.histories(driver, workload_id, ids, figure)
    return {
        "workload_id": workload_id,
        "metric": metric,
        "unit": figure.unit,
        "points": [dict(row) for row in rows],
    }


def _of_workload(wanted: Filter, workload_id: UUID, options: dict[str, Any]) -> Filter:
    """The filter, narrowed to a workload; its options are said, too, because configurations are found by them."""
    said = {"workload": str(workload_id)} | {key: options.get(key) for key in OPTION_KEYS}
    kept = [c for c in wanted.without(*said) if c.key not in said]
    kept += [Condition(key, (Term(value, value),)) for key, value in said.items()]
    return Filter(tuple(sorted(kept, key=lambda c: c.key)))
