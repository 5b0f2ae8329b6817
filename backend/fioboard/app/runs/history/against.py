"""A batch against the one before it: matched steps with what may be said of each, and what has no partner."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median
from uuid import UUID

import orjson

from fioboard.app.runs.history.repeats import describe, get_p99
from fioboard.core.run_state import Direction
from fioboard.engine.answers.batch import AgainstOut, AgainstStep
from fioboard.engine.factors.difference import Factors, difference, roots, sentence
from fioboard.engine.rules.facts import is_large
from fioboard.engine.stats import Judgement, Pair, floats, judge
from fioboard.engine.stats.digits import decimals
from fioboard.engine.words.factors import JOB_OPTIONS
from fioboard.engine.words.purposes import PURPOSE_KEYS
from fioboard.store.queries.rows import BatchRunRow, ResultRow

Workload = tuple[UUID, Direction]


@dataclass(frozen=True, slots=True)
class Side:
    """The measuring runs of one batch and their results."""

    runs: Sequence[BatchRunRow]
    results: Sequence[ResultRow]
    settings: Mapping[UUID, str]
    """Of each run what sets it apart from others of its batch."""


@dataclass(frozen=True, slots=True)
class _Step:
    """Alike results of one workload on both sides."""

    before: Sequence[ResultRow]
    now: Sequence[ResultRow]

    @property
    def by_bytes(self) -> bool:
        return is_large(self.now[0]["bs_bytes"])

    def rates(self, rows: Sequence[ResultRow]) -> list[float]:
        values = (row["bw_bytes_per_s"] if self.by_bytes else row["iops"] for row in rows)
        return [float(value) for value in values if value]


def compare_batches(before: Side, now: Side) -> AgainstOut:
    """Compare the steps of two batches that have the same workload and direction. What a side measured in several
    settings is not pooled.
    """
    ours, theirs = _group_by_workload(now), _group_by_workload(before)
    matched = [
        _Step(rows, mine)
        for key, mine in ours.items()
        if (rows := theirs.get(key)) is not None and _is_alike(before, rows) and _is_alike(now, mine)
    ]
    # Holm's correction holds for each figure over all steps: what is spoken of as bytes and as I/Os is one figure.
    judged = judge(
        [Pair(floats(step.rates(step.before)), floats(step.rates(step.now))) for step in matched],
        lower_is_better=False,
    )
    names = {id(step.now): describe(step.now[0]) for step in matched}
    known = {id(step.now) for step in matched} | {id(step.before) for step in matched}
    leave_out = frozenset(JOB_OPTIONS) | PURPOSE_KEYS
    changes = difference(_load_factors(before.runs), _load_factors(now.runs), leave_out)
    return {
        "steps": [
            _build_step(step, judgement, names[id(step.now)])
            for step, judgement in zip(matched, judged, strict=True)
        ],
        "only_before": [describe(rows[0]) for rows in theirs.values() if id(rows) not in known],
        "only_now": [describe(rows[0]) for rows in ours.values() if id(rows) not in known],
        "changed": [change.key for change in roots(changes)],
        "difference": sentence(changes),
    }


def _group_by_workload(side: Side) -> dict[Workload, list[ResultRow]]:
    by_workload: dict[Workload, list[ResultRow]] = defaultdict(list)
    for row in side.results:
        by_workload[row["workload_id"], row["direction"]].append(row)
    return by_workload


def _is_alike(side: Side, rows: Iterable[ResultRow]) -> bool:
    return len({side.settings[row["run_id"]] for row in rows}) == 1


def _load_factors(runs: Sequence[BatchRunRow]) -> list[Factors]:
    return [orjson.loads(text) for text in dict.fromkeys(run["factors"] for run in runs)]


def _build_step(step: _Step, judgement: Judgement, name: str) -> AgainstStep:
    ratio = judgement.ratio
    ends = None if ratio is None or ratio.low is None or ratio.high is None else [ratio.low, ratio.high]
    return {
        "workload": name,
        "workload_id": step.now[0]["workload_id"],
        "direction": step.now[0]["direction"],
        "unit": "bytes/s" if step.by_bytes else "IOPS",
        "before": _compute_mean(step, step.before),
        "before_n": len(step.before),
        "now": _compute_mean(step, step.now),
        "now_n": len(step.now),
        "ratio": ratio.value if ratio else None,
        "ratio_ci95": ends,
        "ratio_decimals": decimals(ratio.value, ends) if ratio else None,
        "verdict": judgement.verdict,
        "p99_before_ns": _find_p99(step.before),
        "p99_now_ns": _find_p99(step.now),
    }


def _compute_mean(step: _Step, rows: Sequence[ResultRow]) -> float | None:
    """Compute the mean that every table of the page shows; the judgement itself compares all pairs."""
    rates = [rate for rate in step.rates(rows) if rate]
    return fmean(rates) if rates else None


def _find_p99(rows: Sequence[ResultRow]) -> float | None:
    tails = [p99 for row in rows if (p99 := get_p99(row)) is not None]
    return median(tails) if tails else None
