"""Rows of results to the points of series: one series per workload, direction and metric, one point per run."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from statistics import median
from uuid import UUID

from fioboard.core.run_state import Direction
from fioboard.engine.words.changes import TAIL_METRICS
from fioboard.engine.words.headline_metric import rank_metrics
from fioboard.engine.words.metrics import METRICS, Unit
from fioboard.store.queries.watch import WATCHABLE, WatchedRow

_PLACES = {name: place for place, name in enumerate(WATCHABLE)}
RATES: tuple[Unit, ...] = ("IOPS", "bytes/s")
Test = tuple[UUID, Direction]
"""Workload and direction."""


@dataclass(frozen=True, slots=True)
class WatchedRun:
    """A run's figure in one series."""

    run_id: UUID
    configuration_id: UUID
    at: datetime
    value: float
    """In the metric's base unit; the median where several jobs of the run made the same test."""
    is_doubted: bool


def group_by_test(rows: Iterable[WatchedRow]) -> dict[Test, list[WatchedRow]]:
    """Group the results by test, in their order."""
    tests: dict[Test, list[WatchedRow]] = defaultdict(list)
    for row in rows:
        tests[row["workload_id"], row["direction"]].append(row)
    return tests


def watched_metrics(
    rows: Sequence[WatchedRow], options: Mapping[str, object], direction: Direction
) -> tuple[str, ...]:
    """The metric that speaks for a workload and its rate, where most results have them; slow I/Os and syncs."""
    measured = [
        METRICS[name]
        for name in rank_metrics(options, direction)
        if name in _PLACES and 2 * sum(figure(row, name) is not None for row in rows) > len(rows)
    ]
    rates = [metric for metric in measured if metric.unit in RATES]
    return tuple(dict.fromkeys((*(metric.name for metric in (*measured[:1], *rates[:1])), *TAIL_METRICS)))


def figure(row: WatchedRow, metric: str) -> float | None:
    """A result's figure in the metric's base unit; None = not measured."""
    return row["figures"][_PLACES[metric]]


def list_watched_runs(rows: Sequence[WatchedRow], metric: str) -> list[WatchedRun]:
    """List one point per run that measured it, the oldest first."""
    values: dict[UUID, list[float]] = defaultdict(list)
    of_run: dict[UUID, WatchedRow] = {}
    for row in rows:
        value = figure(row, metric)
        if value is not None and value > 0:
            values[row["run_id"]].append(value)
            of_run.setdefault(row["run_id"], row)
    return [
        WatchedRun(run_id, row["configuration_id"], row["at"], median(values[run_id]), row["is_doubted"])
        for run_id, row in of_run.items()
    ]
