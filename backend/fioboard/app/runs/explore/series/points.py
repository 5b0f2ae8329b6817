"""One point of a chart from its single values: what may be averaged, and why not.

The rule: a mean and an interval belong to one kind of runs (engine/factors/grouping.py). Where several are in one point
it has none, and names the keys in which they differ.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np

from fioboard.engine.answers.series import PointFigures, SeriesValue, X
from fioboard.engine.filters import Metric
from fioboard.engine.stats.interval import mean_ci95
from fioboard.engine.words import sentences
from fioboard.engine.words.factors import Scalar
from fioboard.engine.words.limits import MIN_REPEATS


@dataclass(frozen=True, slots=True)
class Measured:
    """One result's value, with what decides whether it may be averaged with another's."""

    run_id: str
    position: int
    """Of the result within its run."""
    value: float
    at: datetime
    kind: int
    """Its place among the chart's kinds."""
    verdict: str | None = None
    """The limit that the run's verdict rests on, else the verdict's kind; None: not judged."""

    @property
    def age(self) -> tuple[datetime, str, int]:
        """What points list their values by, oldest first: a result has one place, however PostgreSQL found it."""
        return self.at, self.run_id, self.position


def get_sort_key(value: Scalar | datetime | None) -> tuple[bool, bool, Scalar | datetime]:
    """Return the key that sorts values of one factor: numbers, then texts, unknown last."""
    return value is None, isinstance(value, str), 0 if value is None else value


def point(
    x: X, values: Iterable[Measured], metric: Metric, mixed: Sequence[str], max_values: int
) -> PointFigures:
    """A point of a chart without what is promised for it. `mixed`: in what its values differ."""
    # In one order always: the last digit of a sum depends on it.
    ordered = sorted(values, key=lambda v: v.age)
    numbers = np.array([v.value for v in ordered])
    # Jobs of one run ran at the same time on the same machine: they are one repeat, not several.
    by_run: dict[str, list[float]] = {}
    for v in ordered:
        by_run.setdefault(v.run_id, []).append(v.value)
    mean: float | None = None
    interval = None
    mean_reason = ci_reason = None
    if mixed:
        mean_reason = ci_reason = sentences.MIXED_KINDS(options=", ".join(mixed))
    elif metric.percentile is not None and len(ordered) > 1:
        mean_reason = ci_reason = sentences.NOT_AVERAGED()
    else:
        mean = float(numbers.mean())
        interval = mean_ci95(np.array([sum(run) / len(run) for run in by_run.values()]))
        if interval is None:
            ci_reason = sentences.FEW_OF_RUNS(runs=len(by_run), least=MIN_REPEATS)
        elif len(by_run) < len(ordered):
            ci_reason = sentences.OF_MEANS()
    newest = ordered[-max_values:]
    return {
        "x": x,
        "n": len(ordered),
        "runs": len(by_run),
        "mean": mean,
        "mean_reason": mean_reason,
        "median": None if mixed else float(np.median(numbers)),
        "min": float(numbers.min()),
        "max": float(numbers.max()),
        "ci95": None if interval is None else list(interval),
        "ci95_reason": ci_reason,
        "mixed": list(mixed),
        "values": [_value(v) for v in newest],
        "values_left_out": len(ordered) - len(newest),
    }


def _value(measured: Measured) -> SeriesValue:
    value: SeriesValue = {"run_id": measured.run_id, "value": measured.value}
    if measured.verdict is not None:
        value["verdict"] = measured.verdict
    return value
