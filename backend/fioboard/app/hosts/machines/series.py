"""Results of a host to its series: what is alike but for what a machine goes through, its newest run and its best."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from statistics import median
from uuid import UUID

import orjson

from fioboard.core.run_state import Direction
from fioboard.engine.answers.host_series import (
    CoursePoint,
    HostSeriesOut,
    MeasuredOut,
    WorkloadOptions,
    YardstickOut,
)
from fioboard.engine.factors.difference import format_setting
from fioboard.engine.factors.workload import SOURCE, describe_workloads, workload_title
from fioboard.engine.rules.stored_verdict import load_verdict
from fioboard.engine.watch.series import LEFT_TO_OTHERS, get_role
from fioboard.engine.words.factors import FACTORS
from fioboard.engine.words.headline_metric import rank_rates
from fioboard.engine.words.metrics import METRICS
from fioboard.engine.words.ratings import RatingVerdict
from fioboard.store.queries.host_series import RunBriefRow, SeriesResultRow

MAX_RECENT = 24
_SAID = frozenset({"rw", "bs", "iodepth", "numjobs"})


@dataclass(frozen=True, slots=True)
class Ran:
    """A run's figure in a series."""

    run_id: UUID
    configuration_id: UUID
    at: datetime
    is_dated: bool
    value: float
    """In the metric's base unit; the median where several jobs of the run made the same test."""
    is_doubted: bool
    rated_share: float | None
    rated_verdict: RatingVerdict | None


@dataclass(frozen=True, slots=True)
class HostSeries:
    """Alike runs of one host."""

    key: str
    workload_id: UUID
    direction: Direction
    options: Mapping[str, object]
    metric: str
    target: str | None
    runs: Sequence[Ran]
    """The oldest first."""
    name: str = ""
    """Its workload in words, and what tells it from the host's other series."""

    @property
    def trusted(self) -> list[Ran]:
        """Runs whose figures can be believed."""
        return [run for run in self.runs if not run.is_doubted]

    @property
    def newest(self) -> Ran:
        """The newest run whose start is known, believed or not; else the one that was received last."""
        return _last(self.runs)

    @property
    def latest(self) -> Ran:
        """The newest run that can be believed; where none can, the newest."""
        return _last(self.trusted or self.runs)

    @property
    def best(self) -> Ran | None:
        """The newest of the best that can be believed."""
        return max(reversed(self.trusted), key=lambda run: run.value, default=None)

    @property
    def is_typed(self) -> bool:
        """Whether people typed its figures: no tool's output holds them."""
        return SOURCE in self.options


def _last(runs: Sequence[Ran]) -> Ran:
    """Of runs in order; one whose start is not known is later than none that has one."""
    return next((run for run in reversed(runs) if run.is_dated), runs[-1])


def group_series(rows: Sequence[SeriesResultRow], options: Mapping[UUID, str]) -> list[HostSeries]:
    """Group results to series, those with the newest runs first. `options`: JSON by workload."""
    tests: dict[tuple[str, UUID, Direction], list[SeriesResultRow]] = defaultdict(list)
    for row in rows:
        tests[row["digest"], row["workload_id"], row["direction"]].append(row)
    made = []
    for (digest, workload_id, direction), results in tests.items():
        known: dict[str, object] = orjson.loads(options[workload_id])
        metric = _rate(results, known, direction)
        runs = [] if metric is None else _runs(results, metric)
        if metric is not None and runs:
            key = f"{digest[:16]}-{workload_id}-{direction}"
            target = results[-1]["target"]
            made.append(HostSeries(key, workload_id, direction, known, metric, target, runs))
    return sorted(made, key=lambda one: one.newest.at, reverse=True)


def _rate(results: Sequence[SeriesResultRow], options: Mapping[str, object], direction: str) -> str | None:
    """The rate that such a test is spoken of in, of those that any result has."""
    return next(
        (name for name in rank_rates(options, direction) if any(_figure(row, name) for row in results)), None
    )


def _figure(row: SeriesResultRow, metric: str) -> float | None:
    return row["iops"] if metric == "iops" else row["bw_bytes_per_s"]


def _runs(results: Sequence[SeriesResultRow], metric: str) -> list[Ran]:
    of_run: dict[UUID, list[SeriesResultRow]] = defaultdict(list)
    for row in results:
        if _figure(row, metric):
            of_run[row["run_id"]].append(row)
    return [
        Ran(
            run_id,
            same[0]["configuration_id"],
            same[0]["at"],
            same[0]["is_dated"],
            median(_figure(row, metric) or 0.0 for row in same),
            same[0]["is_doubted"],
            same[0]["rated_share"] if len(same) == 1 else None,
            same[0]["rated_verdict"] if len(same) == 1 else None,
        )
        for run_id, same in of_run.items()
    ]


def describe_series(
    series: Sequence[HostSeries], factors: Mapping[UUID, Mapping[str, object]]
) -> list[HostSeries]:
    """Name each series by its workload, then where names are equal by direction, by target, and by the factors of the
    test that differ. `factors`: by configuration.
    """
    words = describe_workloads({one.workload_id: one.options for one in series})
    names = [words[one.workload_id] for one in series]
    _add_differing_words(names, [one.direction for one in series])
    _add_differing_words(names, [one.target for one in series])
    known = [factors.get(one.latest.configuration_id, {}) for one in series]
    for key in (key for key in FACTORS if get_role(key) == "key" and key not in LEFT_TO_OTHERS):
        _add_differing_words(
            names, [format_setting(key, each[key]) if key in each else None for each in known]
        )
    return [replace(one, name=name) for one, name in zip(series, names, strict=True)]


def _add_differing_words(names: list[str], words: Sequence[str | None]) -> None:
    """Add to names that are equal their words, where these differ among them."""
    alike: dict[str, list[int]] = defaultdict(list)
    for n, name in enumerate(names):
        alike[name].append(n)
    for same in alike.values():
        if len({words[n] for n in same}) > 1:
            for n in same:
                names[n] += f", {words[n]}" if words[n] else ""


def shown_runs(series: Sequence[HostSeries]) -> list[UUID]:
    """Runs whose verdicts the table shows."""
    return list({run.run_id for one in series for run in (one.latest, one.best) if run is not None})


def build_series(one: HostSeries, briefs: Mapping[UUID, RunBriefRow]) -> HostSeriesOut:
    """Build a series as the page shows it."""
    metric = METRICS[one.metric]
    return {
        "key": one.key,
        "name": one.name,
        "workload_id": str(one.workload_id),
        "workload": workload_title(one.options),
        "options": build_options(one.options),
        "direction": one.direction,
        "target": one.target,
        "metric": one.metric,
        "metric_title": metric.spoken,
        "unit": metric.unit,
        "runs": len(one.runs),
        "doubted": len(one.runs) - len(one.trusted),
        "latest": _measured(one.latest, briefs),
        "best": None if one.best is None else _measured(one.best, briefs),
        # In what order the others were made is not known.
        "recent": [run.value for run in one.trusted if run.is_dated][-MAX_RECENT:],
    }


def build_options(options: Mapping[str, object]) -> WorkloadOptions:
    """Build a workload's options one by one, those beyond its identity as text."""
    block = options.get("bs")
    others = {key: value for key, value in options.items() if key not in _SAID}
    return {
        "rw": _text(options.get("rw")),
        "bs_bytes": block if isinstance(block, int) else None,
        "bs": _text(block),
        "iodepth": _whole(options.get("iodepth")),
        "numjobs": _whole(options.get("numjobs")),
        # As the title spells them.
        "others": [
            workload_title({key: value}) for key, value in sorted(others.items()) if value is not None
        ],
    }


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) else None


def _measured(run: Ran, briefs: Mapping[UUID, RunBriefRow]) -> MeasuredOut:
    brief = briefs.get(run.run_id)
    yardstick: YardstickOut = {
        "verdict": load_verdict(brief["verdict"]) if brief else None,
        "rated_share": run.rated_share,
        "rated_verdict": run.rated_verdict,
    }
    return {
        **yardstick,
        "run_id": str(run.run_id),
        "at": run.at,
        "is_dated": run.is_dated,
        "value": run.value,
    }


def build_points(one: HostSeries) -> list[CoursePoint]:
    """Build a point for each run; configurations are counted in the order in which they appear."""
    numbers: dict[UUID, int] = {}
    return [
        {
            "run_id": str(run.run_id),
            "at": run.at,
            "is_dated": run.is_dated,
            "value": run.value,
            "is_doubted": run.is_doubted,
            "configuration": numbers.setdefault(run.configuration_id, len(numbers)),
        }
        for run in one.runs
    ]
