"""Reads the results that a filter means and puts them into a chart."""

from datetime import timedelta
from uuid import UUID

import numpy as np
import orjson

from fioboard.app.runs.explore.series import presets as declared
from fioboard.app.runs.explore.series import sentences
from fioboard.app.runs.explore.series.changes import changes
from fioboard.app.runs.explore.series.kinds import Workload, collect_kinds
from fioboard.app.runs.explore.series.lines import Axes, Lines, get_title
from fioboard.app.runs.explore.series.points import Measured
from fioboard.core import errors
from fioboard.core.driver import Driver
from fioboard.core.errors import Problem, quoted
from fioboard.core.times import now
from fioboard.engine.answers.series import PresetsOut, SeriesOut, X
from fioboard.engine.factors import FACTORS
from fioboard.engine.factors.grouping import Along
from fioboard.engine.filters import Filter
from fioboard.engine.filters import metric as find_metric
from fioboard.engine.filters.answer_keys import ANSWER_AXES
from fioboard.engine.filters.keys import LABEL, current, nearest
from fioboard.engine.filters.table import ConfigurationTable
from fioboard.engine.words.limits import MAX_CHART_RESULTS
from fioboard.engine.words.metrics import OFFERED
from fioboard.store.queries import configurations
from fioboard.store.queries.filtering import select
from fioboard.store.queries.measured import get_verdicts, get_workloads, list_measured
from fioboard.store.queries.open_issues import list_regressions

MAX_RECENT = 5_000
"""Of the newest runs: so many tell which test runs most."""
MAX_REGRESSIONS = 500
"""Of the newest open ones: the largest of these is charted first."""
MAX_NAMED_VERDICTS = 2_000
"""Results of a chart whose points name what held their runs back."""


def axes(x: str, by: str | None, metric: str, percentile: str | None) -> Axes:
    """Checked axes. Raises UnknownKey naming the parameter and the nearest key."""
    name = metric
    if percentile is not None:
        name = f"{metric.removesuffix('_ns')}_p{percentile.replace('.', '_')}_ns"
    figure = find_metric(name)
    if figure is None:
        raise _unknown("metric", name, OFFERED)
    x, by = current(x), by and current(by)
    for what, key in (("x", x), ("by", by)):
        grouped = key is None or key in FACTORS or key in ("direction", *ANSWER_AXES) or LABEL.fullmatch(key)
        if not grouped and not (what == "x" and (key == "started_at" or find_metric(key or "") is not None)):
            raise _unknown(
                what,
                key or "",
                (*FACTORS, "direction", *ANSWER_AXES, *(("started_at", *OFFERED) if what == "x" else ())),
            )
    return Axes(x, by, figure)


def _unknown(what: str, key: str, known: tuple[str, ...]) -> errors.UnknownKey:
    return errors.UnknownKey(
        sentences.NO_KEY(parameter=what, key=quoted(key), hint=nearest(key, known)),
        problems=[Problem(f"/query/{what}", "UnknownKey", "unknown factor or metric")],
    )


async def series(driver: Driver, wanted: Filter, chart: Axes) -> SeriesOut:
    """The chart. Raises FilterError; Invalid when more results match than a chart can be made of."""
    selection = await select(driver, wanted)
    second = find_metric(chart.x)
    judged = [key for key in chart.shown if key in ANSWER_AXES]
    rows = await list_measured(driver, selection, chart.metric, second, MAX_CHART_RESULTS + 1, answers=judged)
    if len(rows) > MAX_CHART_RESULTS:
        raise errors.Invalid(sentences.TOO_MANY_RESULTS(most=MAX_CHART_RESULTS))
    options: dict[UUID, Workload] = {
        key: orjson.loads(text)
        for key, text in (await get_workloads(driver, list({row["workload_id"] for row in rows}))).items()
    }
    # A chart of more points is read as a whole, and the rows of so many runs would have to be read for it.
    named = {row["run_id"] for row in rows} if len(rows) <= MAX_NAMED_VERDICTS else set()
    judged_as = await get_verdicts(driver, list(named)) if named else {}
    along: Along = "measured" if second else "time" if chart.x == "started_at" else "factor"
    kinds, of_rows = collect_kinds(rows, options, selection.table, chart.x, chart.by, judged=judged)
    drawn: list[Measured] = []
    xs: list[X] = []
    without_value = without_x = 0
    for row, kind in zip(rows, of_rows, strict=True):
        if row["value"] is None or kind is None:
            without_value += 1
            continue
        x: X | None = row["x"] if second else row["started_at"] if along == "time" else kinds[kind].x
        if x is None:
            without_x += 1
            continue
        xs.append(x)
        drawn.append(
            Measured(
                str(row["run_id"]),
                row["position"],
                row["value"],
                row["sorted_at"],
                kind,
                judged_as.get(row["run_id"]),
            )
        )
    lines = Lines.build(chart, along, selection.table, kinds=kinds, values=drawn, xs=xs)
    out: SeriesOut = {
        "x": chart.x,
        "by": chart.by,
        "metric": chart.metric.name,
        "unit": chart.metric.unit,
        "lower_is_better": chart.metric.lower_is_better,
        "split": [{"key": key, "title": get_title(key)} for key in lines.split],
        "varies": lines.varies(),
        "is_asking": lines.arrangement.is_asking,
        "series": lines.drawn(),
        "mixed": lines.mixed(),
        "results": len(rows),
        "without_value": without_value,
        "without_x": without_x,
    }
    if along == "time" and len(rows) <= MAX_NAMED_VERDICTS:
        out["changes"] = changes(selection.table, kinds, drawn, xs)
    return out


async def presets(driver: Driver) -> PresetsOut:
    """Charts to start from, each with the runs that answer it."""
    table = await configurations.load_configurations(driver)
    lately = np.zeros(len(table), np.int64)
    since = now() - timedelta(days=declared.RECENT_DAYS)
    for configuration_id, runs in (
        await configurations.count_recent_starts(driver, since, MAX_RECENT)
    ).items():
        row = table.find_row(configuration_id)
        if row is not None:
            lately[row] = runs
    changed = await _find_changed_row(driver, table)
    return {"items": declared.presets(table, lately, changed)}


async def _find_changed_row(driver: Driver, table: ConfigurationTable) -> int | None:
    """Find the configuration of the largest open regression; None where nothing got worse."""
    regressions = await list_regressions(driver, MAX_REGRESSIONS)
    if not regressions:
        return None
    configuration_id = await configurations.find_by_run(driver, regressions[0]["after_run_id"])
    return None if configuration_id is None else table.find_row(configuration_id)
