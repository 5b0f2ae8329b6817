"""Rows of results to the points of series: one series per host, workload, direction and metric, one point per run."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from statistics import median
from uuid import UUID

from fioboard.queries.watch import WatchedRow
from fioboard.vocabulary.changes import TAIL_METRIC
from fioboard.vocabulary.headline_metric import metrics_of
from fioboard.vocabulary.metrics import metric_of

Test = tuple[UUID, UUID, str]
"""Host, workload and direction."""


@dataclass(frozen=True, slots=True)
class WatchedRun:
    """A run's figure in one series."""

    run_id: UUID
    configuration_id: UUID
    at: datetime
    value: float
    """In the metric's base unit; the median where several jobs of the run made the same test."""
    is_doubted: bool


def by_test(rows: Iterable[WatchedRow]) -> dict[Test, list[WatchedRow]]:
    """Results of each test, in their order."""
    tests: dict[Test, list[WatchedRow]] = defaultdict(list)
    for row in rows:
        tests[row["host_id"], row["workload_id"], row["direction"]].append(row)
    return tests


def watched_metrics(options: Mapping[str, object], direction: str) -> tuple[str, ...]:
    """The metric that speaks for a workload, and the latency of its slow I/Os."""
    return tuple(dict.fromkeys((metrics_of(options, direction)[0], TAIL_METRIC)))


def in_time(rows: Sequence[WatchedRow], metric: str) -> list[WatchedRun]:
    """One point per run that measured it, the oldest first."""
    read = metric_of(metric).read_row
    runs: dict[UUID, list[float]] = defaultdict(list)
    for row in rows:
        value = read(row)
        if value is not None and value > 0:
            runs[row["run_id"]].append(value)
    first = {row["run_id"]: row for row in reversed(rows)}
    return [
        WatchedRun(
            run_id,
            first[run_id]["configuration_id"],
            first[run_id]["at"],
            median(values),
            first[run_id]["is_doubted"],
        )
        for run_id, values in runs.items()
    ]
