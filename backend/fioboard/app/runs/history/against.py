"""A batch against the one before it: matched steps with what may be said of each, and what has no partner."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean, median
from uuid import UUID

import orjson

from fioboard.app.runs.history.repeats import get_p99, list_own_targets, spell_workload
from fioboard.core.run_state import Direction
from fioboard.engine.answers.batch import AgainstOut, AgainstStep
from fioboard.engine.factors.difference import Factors, difference, roots, sentence
from fioboard.engine.rules.facts import is_large
from fioboard.engine.stats import Judgement, Pair, floats, judge
from fioboard.engine.stats.digits import decimals
from fioboard.engine.words.factors import FACTORS, JOB_OPTIONS
from fioboard.engine.words.purposes import PURPOSE_KEYS
from fioboard.store.queries.rows import BatchRunRow, ResultRow

TARGET_PATH = "target.path"
Workload = tuple[UUID, Direction]
Steps = Mapping[Workload, Mapping[str | None, list[ResultRow]]]
"""Alike results by workload and direction, then by target."""


@dataclass(frozen=True, slots=True)
class Side:
    """The measuring runs of one batch and their results."""

    runs: Sequence[BatchRunRow]
    results: Sequence[ResultRow]
    settings: Mapping[UUID, str]
    """Of each run what sets it apart from others of its batch."""
    varied: Mapping[UUID, Mapping[str, str]] = field(default_factory=dict)
    """Of each workload the options that its words do not say and others of its batch have otherwise."""


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
    """Compare the steps of two batches that have the same workload and direction; where a side measured it on several
    targets, those of the same target. What a side measured in several settings is not pooled.
    """
    ours, theirs = _group_by_workload(now), _group_by_workload(before)
    matched = [
        _Step(rows, mine)
        for key, of_targets in ours.items()
        for target, mine in of_targets.items()
        if (rows := _find_partner(theirs.get(key, {}), target, is_only=len(of_targets) == 1)) is not None
        and _is_alike(before, rows)
        and _is_alike(now, mine)
    ]
    # Holm's correction holds for each figure over all steps: what is spoken of as bytes and as I/Os is one figure.
    judged = judge(
        [Pair(floats(step.rates(step.before)), floats(step.rates(step.now))) for step in matched],
        lower_is_better=False,
    )
    names = _spell_steps(before, theirs) | _spell_steps(now, ours)
    known = {id(step.now) for step in matched} | {id(step.before) for step in matched}
    leave_out = frozenset(JOB_OPTIONS) | PURPOSE_KEYS
    targets = {_get_target(run) for run in now.runs}
    if len(targets) > 1 and targets == {_get_target(run) for run in before.runs}:
        # Steps were matched by target: what lies below each is no difference between the batches.
        leave_out |= {key for key, factor in FACTORS.items() if factor.facet == "path" or key == TARGET_PATH}
    changes = difference(_load_factors(before.runs), _load_factors(now.runs), leave_out)
    return {
        "steps": [
            _build_step(step, judgement, names[id(step.now)])
            for step, judgement in zip(matched, judged, strict=True)
        ],
        "only_before": [names[id(rows)] for rows in _list_steps(theirs) if id(rows) not in known],
        "only_now": [names[id(rows)] for rows in _list_steps(ours) if id(rows) not in known],
        "changed": [change.key for change in roots(changes)],
        "difference": sentence(changes),
    }


def _group_by_workload(side: Side) -> Steps:
    targets = {run["id"]: _get_target(run) for run in side.runs}
    by_workload: dict[Workload, dict[str | None, list[ResultRow]]] = defaultdict(lambda: defaultdict(list))
    for row in side.results:
        by_workload[row["workload_id"], row["direction"]][targets[row["run_id"]]].append(row)
    return by_workload


def _get_target(run: BatchRunRow) -> str | None:
    """Return what a run measured, as docs/identity.md knows it, else its name."""
    place = orjson.loads(run["factors"]).get(TARGET_PATH)
    return run["target"] if place is None else str(place)


def _find_partner(
    theirs: Mapping[str | None, list[ResultRow]], target: str | None, *, is_only: bool
) -> list[ResultRow] | None:
    """Find the other batch's results of a target; where each side has one target, of that."""
    if is_only and len(theirs) == 1:
        return next(iter(theirs.values()))
    return theirs.get(target)


def _list_steps(steps: Steps) -> list[list[ResultRow]]:
    return [rows for of_targets in steps.values() for rows in of_targets.values()]


def _spell_steps(side: Side, steps: Steps) -> dict[int, str]:
    """Name the steps of a side by the identity of their results; of several targets each with its own."""
    own = list_own_targets(side.results)
    has_several = any(len(of_targets) > 1 for of_targets in steps.values())
    return {
        id(rows): " · ".join(
            word
            for word in (
                spell_workload(rows[0], side.varied),
                own.get(rows[0]["id"]),
                side.settings[rows[0]["run_id"]] if has_several else None,
            )
            if word
        )
        for rows in _list_steps(steps)
    }


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
