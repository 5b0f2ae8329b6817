"""One watched series: its runs, its levels, and what changed on its host meanwhile."""

from collections.abc import Sequence
from itertools import pairwise
from statistics import median
from uuid import UUID

import orjson

from fioboard.app.watch.changes.runs import WatchedRun, list_watched_runs
from fioboard.app.watch.changes.shape import build_change, plain
from fioboard.core.driver import Driver
from fioboard.engine.answers.change import (
    FactCourse,
    RunAt,
    SeriesDetail,
    SeriesHead,
    SeriesLevel,
    SeriesPoint,
)
from fioboard.engine.answers.host_ref import HostRef
from fioboard.engine.factors.workload import workload_in_words, workload_title
from fioboard.engine.rules.history import collect_setting
from fioboard.engine.watch import Course, Recorded, courses
from fioboard.engine.watch.descriptions import get_title
from fioboard.engine.words.changes import MAX_WATCHED_RUNS
from fioboard.engine.words.factors import FACTORS
from fioboard.engine.words.metrics import METRICS
from fioboard.store.queries import changes as change_queries
from fioboard.store.queries import watch as queries
from fioboard.store.queries.changes import Wanted
from fioboard.store.queries.watched import SeriesHeadRow


async def detail(driver: Driver, row: SeriesHeadRow) -> SeriesDetail:
    """The series whole."""
    runs = await load_runs(driver, row)
    factors = await queries.list_configurations(driver, list({run.configuration_id for run in runs}))
    settings = {one["id"]: collect_setting(orjson.loads(one["factors"]), {}) for one in factors}
    wanted = Wanted(series_id=row["id"], with_gone=True)
    changes = await change_queries.list_changes(driver, wanted, MAX_WATCHED_RUNS)
    steps = {one["after_run_id"] for one in changes if one["gone_at"] is None}
    history = [Recorded(run.run_id, settings[run.configuration_id]) for run in runs]
    at = {run.run_id: build_run_moment(run) for run in runs}
    return {
        "series": head(row),
        "points": build_points(runs),
        "levels": levels(runs, steps),
        "changes": [build_change(one) for one in changes],
        "facts": [_course(one, at) for one in courses(history, steps)],
        "waiting": await queries.count_due(driver),
    }


async def load_runs(driver: Driver, row: SeriesHeadRow) -> list[WatchedRun]:
    """Load the runs of a series that are watched, the oldest first."""
    test = row["workload_id"], row["direction"]
    return list_watched_runs(
        await queries.list_results(driver, row["digest"], row["host_id"], test), row["metric"]
    )


def head(row: SeriesHeadRow) -> SeriesHead:
    """What a series is."""
    metric, options = METRICS[row["metric"]], orjson.loads(row["options"])
    return {
        "id": str(row["id"]),
        "host": HostRef(id=row["host_id"], name=row["host_name"]),
        "workload_id": str(row["workload_id"]),
        "workload": workload_title(options),
        "workload_words": workload_in_words(options),
        "direction": row["direction"],
        "metric": row["metric"],
        "metric_title": metric.spoken,
        "unit": metric.unit,
        "lower_is_better": metric.lower_is_better,
        "run_count": row["run_count"],
        "doubted_count": row["doubted_count"],
        "first_at": row["first_at"],
        "last_at": row["last_at"],
        "last_value": row["last_value"],
        "changes": row["changes"],
        "open_changes": row["open_changes"],
    }


def build_points(runs: Sequence[WatchedRun]) -> list[SeriesPoint]:
    """Build each run with its figure."""
    return [
        SeriesPoint(run_id=str(run.run_id), started_at=run.at, value=run.value, is_doubted=run.is_doubted)
        for run in runs
    ]


def levels(runs: Sequence[WatchedRun], steps: set[UUID]) -> list[SeriesLevel]:
    """The medians between the steps; runs in doubt count in none."""
    counted = [run for run in runs if not run.is_doubted]
    starts = [0, *(place for place, run in enumerate(counted) if place > 0 and run.run_id in steps)]
    return [
        SeriesLevel(
            first_run=build_run_moment(between[0]),
            last_run=build_run_moment(between[-1]),
            value=median(run.value for run in between),
            n=len(between),
        )
        for first, end in pairwise([*starts, len(counted)])
        if (between := counted[first:end])
    ]


def build_run_moment(run: WatchedRun) -> RunAt:
    """Build a run and its moment."""
    return RunAt(id=str(run.run_id), started_at=run.at)


def _course(course: Course, at: dict[UUID, RunAt]) -> FactCourse:
    factor = FACTORS.get(course.key)
    return {
        "key": course.key,
        "title": get_title(course.key),
        "unit": factor.unit if factor else None,
        "spans": [
            {
                "value": plain(span.value),
                "first_run": at[span.first_run],
                "last_run": at[span.last_run],
                "n": span.runs,
            }
            for span in course.spans
        ],
    }
