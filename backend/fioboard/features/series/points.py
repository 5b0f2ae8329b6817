"""One point of a chart from its single values: what may be averaged, and why not.

The rule: values of different workloads are never averaged. Job options that the chart neither has as x nor splits by
must be equal within a point, and so must the direction; else the point has no mean and names the keys that differ.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from fioboard.filters import Metric
from fioboard.stats.interval import mean_ci95
from fioboard.vocabulary import sentences
from fioboard.vocabulary.limits import MIN_REPEATS


@dataclass(frozen=True, slots=True)
class Measured:
    """One result's value, with what decides whether it may be averaged with another's."""

    run_id: str
    value: float
    at: Any
    workload: Mapping[str, Any]
    """Comparable job options and `direction`."""
    row: int
    """Its configuration's row in the table."""


def differing(values: Sequence[Measured], shown: Iterable[str]) -> dict[str, list[Any]]:
    """Job options and direction that differ between values, with what they are; without keys that the chart shows."""
    left_out = set(shown)
    # Thousands of results share a few workloads.
    workloads = list({id(value.workload): value.workload for value in values}.values())
    keys = sorted({key for workload in workloads for key in workload} - left_out)
    found = {}
    for key in keys:
        several = list(dict.fromkeys(workload.get(key) for workload in workloads))
        if len(several) > 1:
            found[key] = sorted(
                several, key=lambda v: (v is None, isinstance(v, str), v if v is not None else 0)
            )
    return found


def point(
    x: Any, values: Sequence[Measured], metric: Metric, shown: Iterable[str], most_values: int
) -> dict[str, Any]:
    """schemas.series.SeriesPoint."""
    numbers = np.array([v.value for v in values])
    mixed = list(differing(values, shown))
    # Jobs of one run ran at the same time on the same machine: they are one repeat, not several.
    by_run: dict[str, list[float]] = {}
    for v in values:
        by_run.setdefault(v.run_id, []).append(v.value)
    mean: float | None = None
    interval = None
    mean_reason = ci_reason = None
    if mixed:
        mean_reason = ci_reason = sentences.MIXED_WORKLOADS(options=", ".join(mixed))
    elif metric.percentile is not None and len(values) > 1:
        mean_reason = ci_reason = sentences.NOT_AVERAGED()
    else:
        mean = float(numbers.mean())
        interval = mean_ci95(np.array([sum(run) / len(run) for run in by_run.values()]))
        if interval is None:
            ci_reason = sentences.FEW_OF_RUNS(runs=len(by_run), least=MIN_REPEATS)
        elif len(by_run) < len(values):
            ci_reason = sentences.OF_MEANS()
    newest = sorted(values, key=lambda v: (v.at, v.run_id), reverse=True)[:most_values]
    return {
        "x": x,
        "n": len(values),
        "runs": len(by_run),
        "mean": mean,
        "mean_reason": mean_reason,
        "median": None if mixed else float(np.median(numbers)),
        "min": float(numbers.min()),
        "max": float(numbers.max()),
        "ci95": None if interval is None else list(interval),
        "ci95_reason": ci_reason,
        "mixed": mixed,
        "values": [{"run_id": v.run_id, "value": v.value} for v in reversed(newest)],
        "values_left_out": len(values) - len(newest),
    }
