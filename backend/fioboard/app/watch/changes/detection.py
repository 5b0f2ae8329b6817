"""A host's alike runs to its series, where they changed, and what else changed there. No database."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

import msgspec
import orjson

from fioboard.app.watch.changes.runs import (
    Test,
    WatchedRun,
    group_by_test,
    list_watched_runs,
    watched_metrics,
)
from fioboard.app.watch.changes.shape import plain
from fioboard.engine.answers.change import StoredSuspect
from fioboard.engine.rules.history import Setting
from fioboard.engine.watch import ChangePoint, Point, Recorded, Suspicion, Watched, suspicion, watch
from fioboard.engine.watch.suspects import Suspect
from fioboard.engine.words.changes import MIN_WATCHED_RUNS
from fioboard.engine.words.metrics import METRICS
from fioboard.store.queries.watch import Change, Series, WatchedRow


@dataclass(frozen=True, slots=True)
class Step:
    """A step in a series and what is recorded of it."""

    point: ChangePoint
    suspicion: Suspicion
    before: WatchedRun
    """The last run before it."""
    after: WatchedRun
    """The first run after it."""

    def row(self, change_id: UUID, series_id: UUID) -> Change:
        """As it is stored."""
        point = self.point
        return Change(
            id=change_id,
            series_id=series_id,
            before_run_id=self.before.run_id,
            after_run_id=self.after.run_id,
            before_at=self.before.at,
            after_at=self.after.at,
            before=point.level_before,
            after=point.level_after,
            ratio=point.effect.value,
            ratio_low=point.effect.low,
            ratio_high=point.effect.high,
            n_before=point.n_before,
            n_after=point.n_after,
            is_worse=None if point.is_better is None else not point.is_better,
            suspects=orjson.dumps(
                [
                    *(_stored(one, is_likely=True) for one in self.suspicion.suspects),
                    *(_stored(one, is_likely=False) for one in self.suspicion.unlikely),
                ]
            ).decode(),
            unknown=orjson.dumps([one.key for one in self.suspicion.unknown]).decode(),
        )


@dataclass(frozen=True, slots=True)
class Looked:
    """A series as it was seen."""

    test: Test
    metric: str
    runs: list[WatchedRun]
    watched: Watched

    def row(self, series_id: UUID) -> Series:
        """As it is stored."""
        workload_id, direction = self.test
        last = self.runs[-1]
        return Series(
            id=series_id,
            workload_id=workload_id,
            direction=direction,
            metric=self.metric,
            run_count=len(self.runs),
            doubted_count=sum(run.is_doubted for run in self.runs),
            first_at=self.runs[0].at,
            last_at=last.at,
            last_run_id=last.run_id,
            last_value=last.value,
            seen=msgspec.json.encode(self.watched).decode(),
        )


def look(
    rows: Sequence[WatchedRow], options: Mapping[UUID, str], known: Mapping[tuple[UUID, str, str], str | None]
) -> list[Looked]:
    """The series of a host's alike runs that have enough of them. `options` by workload.

    `known`: what the look before left in `Series.seen`, by workload, direction and metric.
    """
    looked = []
    for test, results in group_by_test(rows).items():
        if len(results) < MIN_WATCHED_RUNS:
            continue
        workload_id, direction = test
        for metric in watched_metrics(results, orjson.loads(options[workload_id]), direction):
            runs = list_watched_runs(results, metric)
            if len(runs) >= MIN_WATCHED_RUNS:
                seen = _seen(known.get((*test, metric)))
                looked.append(Looked(test, metric, runs, watch(_points(runs, metric), seen)))
    return looked


def list_steps(looked: Looked, settings: Mapping[UUID, Setting]) -> list[Step]:
    """List the steps of a series with their suspects. `settings` by configuration; not needed where there is no
    step.
    """
    points = looked.watched.changes
    if not points:
        return []
    of_run = {run.run_id: run for run in looked.runs}
    history = [Recorded(run.run_id, settings[run.configuration_id]) for run in looked.runs]
    return [
        Step(
            point,
            suspicion(history, point, [other for other in points if other is not point]),
            of_run[point.last_before],
            of_run[point.first_after],
        )
        for point in points
    ]


def _seen(stored: str | None) -> Watched | None:
    """None also for what another version wrote."""
    if stored is None:
        return None
    try:
        return msgspec.json.decode(stored, type=Watched)
    except msgspec.DecodeError:
        return None


def _points(runs: Sequence[WatchedRun], metric: str) -> list[Point]:
    lower = METRICS[metric].lower_is_better
    return [
        Point(
            run_id=run.run_id,
            started_at=run.at,
            value=run.value,
            lower_is_better=lower,
            is_trusted=not run.is_doubted,
        )
        for run in runs
    ]


def _stored(suspect: Suspect, *, is_likely: bool) -> StoredSuspect:
    return {
        "key": suspect.key,
        "before": plain(suspect.before),
        "after": plain(suspect.after),
        "is_likely": is_likely,
        "elsewhere": suspect.elsewhere,
        "runs_off": suspect.runs_off,
        "follows_from": suspect.follows_from,
    }
