"""Reads the results that a filter means and groups them by x and by the split."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from uuid import UUID

import orjson

from fioboard.core import errors
from fioboard.core.driver import Driver
from fioboard.core.errors import Problem, quoted
from fioboard.core.quantity import read_quantity
from fioboard.factors import FACTORS
from fioboard.features.series.points import Measured, Workload, differing, in_order, point
from fioboard.features.series.scaling import WIDTHS, scaling
from fioboard.filters import Filter, Metric
from fioboard.filters import metric as find_metric
from fioboard.filters.keys import LABEL, nearest
from fioboard.filters.table import Cell, ConfigurationTable
from fioboard.filters.values import Value
from fioboard.queries.filtering import select
from fioboard.queries.measured import measured, workloads
from fioboard.schemas.series import Promises, SeriesLine, SeriesOut, SeriesPoint, X
from fioboard.vocabulary.factors import JOB_OPTIONS
from fioboard.vocabulary.limits import MAX_CHART_POINTS, MAX_CHART_RESULTS, MAX_CHART_VALUES
from fioboard.vocabulary.metrics import OFFERED

CEILING = "chain.limit"


@dataclass(frozen=True, slots=True)
class Axes:
    """What a chart shows: x and split are factors, job options, direction; x also a metric or started_at."""

    x: str
    by: str | None
    metric: Metric


def axes(x: str, by: str | None, metric: str, percentile: str | None) -> Axes:
    """Checked axes. Raises UnknownKey naming the parameter and the nearest key."""
    name = metric
    if percentile is not None:
        name = f"{metric.removesuffix('_ns')}_p{percentile.replace('.', '_')}_ns"
    figure = find_metric(name)
    if figure is None:
        raise _unknown("metric", name, OFFERED)
    for what, key in (("x", x), ("by", by)):
        grouped = key is None or key in FACTORS or key == "direction" or LABEL.fullmatch(key)
        if not grouped and not (what == "x" and (key == "started_at" or find_metric(key or "") is not None)):
            raise _unknown(
                what, key or "", (*FACTORS, "direction", *(("started_at", *OFFERED) if what == "x" else ()))
            )
    return Axes(x, by, figure)


def _unknown(what: str, key: str, known: tuple[str, ...]) -> errors.UnknownKey:
    return errors.UnknownKey(
        f"{what}: {quoted(key)} is not known{nearest(key, known)}",
        problems=[Problem(f"/query/{what}", "UnknownKey", "unknown factor or metric")],
    )


async def series(driver: Driver, wanted: Filter, chart: Axes) -> SeriesOut:
    """The chart. Raises FilterError; Invalid when more results match than a chart can be made of."""
    selection = await select(driver, wanted)
    second = find_metric(chart.x)
    rows = await measured(driver, selection, chart.metric, second, MAX_CHART_RESULTS + 1)
    if len(rows) > MAX_CHART_RESULTS:
        raise errors.Invalid(
            f"More than {MAX_CHART_RESULTS} results match; say which workload, e.g. rw=randread&bs=4k, or which hosts."
        )
    options = {
        key: orjson.loads(text)
        for key, text in (await workloads(driver, list({row["workload_id"] for row in rows}))).items()
    }
    groups: dict[Value | None, dict[X, list[Measured]]] = defaultdict(lambda: defaultdict(list))
    without_value = without_x = 0
    read_x, read_by = _reader(selection.table, chart.x), _reader(selection.table, chart.by)
    kinds: dict[tuple[UUID, UUID, str], _Kind] = {}
    for row in rows:
        named = (row["configuration_id"], row["workload_id"], row["direction"])
        kind = kinds.get(named)
        if kind is None:
            place = selection.table.row_of(row["configuration_id"])
            workload = options[row["workload_id"]] | {"direction": row["direction"]}
            by = None if place is None else read_by(workload, place)
            kind = kinds[named] = _Kind(
                place, workload, None if place is None else read_x(workload, place), by
            )
        if row["value"] is None or kind.place is None:
            without_value += 1
            continue
        x: X | None = row["x"] if second else row["started_at"] if chart.x == "started_at" else kind.x
        if x is None:
            without_x += 1
            continue
        groups[kind.by][x].append(
            Measured(
                *(str(row["run_id"]), row["position"], row["value"]),
                *(row["sorted_at"], kind.workload, kind.place),
            )
        )
    lines, mixed = _lines(chart, groups, selection.table)
    return {
        "x": chart.x,
        "by": chart.by,
        "metric": chart.metric.name,
        "unit": chart.metric.unit,
        "lower_is_better": chart.metric.lower_is_better,
        "series": lines,
        "mixed": [{"key": key, "values": sorted(values)} for key, values in sorted(mixed.items())],
        "results": len(rows),
        "without_value": without_value,
        "without_x": without_x,
    }


@dataclass(frozen=True, slots=True)
class _Kind:
    """What the results of one configuration, workload and direction have in common; they are many."""

    place: int | None
    workload: Workload
    x: Value | None
    by: Value | None


def _reader(table: ConfigurationTable, key: str | None) -> Callable[[Workload, int], Value | None]:
    """How a result's value of a key is found: job options from the result itself, the rest from its configuration."""
    if key is None:
        return lambda workload, place: None
    if key in JOB_OPTIONS or key == "direction":
        return lambda workload, place: workload.get(key)

    def of_configuration(workload: Workload, place: int) -> Value | None:
        cell = table.cell(key, place)
        return " + ".join(map(str, cell)) if isinstance(cell, tuple) else cell

    return of_configuration


def _lines(
    chart: Axes, groups: Mapping[Value | None, Mapping[X, list[Measured]]], table: ConfigurationTable
) -> tuple[list[SeriesLine], Mapping[str, set[str]]]:
    """A line for each value of the split, and what differs within points: key to values."""
    shown = [key for key in (chart.x, chart.by) if key is not None]
    number = sum(len(points) for points in groups.values())
    max_values = max(20, MAX_CHART_VALUES // max(1, number))
    mixed: dict[str, set[str]] = defaultdict(set)
    lines: list[SeriesLine] = []
    for key in sorted(groups, key=in_order):
        ordered = sorted(groups[key], key=in_order)
        points: list[SeriesPoint] = []
        for x in ordered[-MAX_CHART_POINTS:]:
            values = groups[key][x]
            for name, several in differing(values, shown).items():
                mixed[name] |= {str(v) for v in several}
            drawn = point(x, values, chart.metric, shown, max_values)
            points.append({**drawn, **_promises(chart, x, values, table, drawn["median"])})
        lines.append(
            {
                "key": key,
                "points": points,
                "points_left_out": max(0, len(ordered) - MAX_CHART_POINTS),
                "scaling": scaling(points)
                if chart.x in WIDTHS and chart.metric.lower_is_better is False
                else None,
            }
        )
    return lines, mixed


def _promises(
    chart: Axes, x: X, values: list[Measured], table: ConfigurationTable, median: float | None
) -> Promises:
    """What the narrowest hop carries, and what the drives are rated at, where all runs of a point agree on it."""
    ceiling = rated = None
    rows = {v.row for v in values}
    if chart.metric.is_ceiling:
        ceiling = _one({table.cell(CEILING, row) for row in rows})
    each = _one({table.cell(f"label.rated_{chart.metric.name}", row) for row in rows})
    drives = x if chart.x in WIDTHS else _one({table.cell("drive.count", row) for row in rows})
    of_one = None if each is None else read_quantity(str(each), chart.metric.unit)
    if of_one is not None and isinstance(drives, int | float):
        rated = of_one * float(drives)
    return {
        "ceiling": ceiling if isinstance(ceiling, int | float) else None,
        "rated": rated,
        "rated_ratio": median / rated if rated and median is not None else None,
    }


def _one(values: set[Cell | None]) -> Cell | None:
    return next(iter(values)) if len(values) == 1 else None
