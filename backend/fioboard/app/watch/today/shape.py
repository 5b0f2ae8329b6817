"""Rows of changes, events and runs as Today tells them."""

from collections import Counter
from collections.abc import Sequence

import orjson

from fioboard.app.watch.today.answer import Moved, Unreliable, Wrong
from fioboard.engine.answers.host_ref import HostRef
from fioboard.engine.answers.today import TodayChange, TodayEvent, TodayRun
from fioboard.engine.factors.workload import workload_in_words, workload_title
from fioboard.engine.rules.stored_verdict import load_verdict
from fioboard.engine.watch.descriptions import describe_change
from fioboard.engine.words.events import EVENTS
from fioboard.engine.words.headline_metric import rank_rates
from fioboard.engine.words.metrics import METRICS
from fioboard.store.queries.changes import ChangeRow
from fioboard.store.queries.events import EventRow
from fioboard.store.queries.today import NewestRow, WordRow

MAX_SUSPECTS = 3


def moved(row: ChangeRow) -> Moved:
    """A change as the sentence takes it."""
    return Moved(change_id=str(row["id"]), headline=describe_change(row).headline, is_worse=row["is_worse"])


def wrong(row: EventRow) -> Wrong:
    """An event as the sentence takes it."""
    return Wrong(
        kind=row["kind"],
        host=row["host_name"],
        host_id=str(row["host_id"]),
        name=row["name"],
        detail=row["detail"],
    )


def find_unreliable(rows: Sequence[NewestRow]) -> Unreliable | None:
    """Return the runs that came last where some of them are unreliable, else None."""
    if not rows or not rows[0]["unreliable_runs"]:
        return None
    newest = rows[0]
    verdict = orjson.loads(newest["unreliable_verdict"]) if newest["unreliable_verdict"] else {}
    return Unreliable(
        host=newest["host_name"],
        n=newest["unreliable_runs"],
        of=max(newest["batch_runs"], 1),
        reason=verdict.get("sentence"),
        batch_id=str(newest["batch_id"]) if newest["batch_id"] else None,
        run_id=str(newest["id"]),
    )


def build_change(row: ChangeRow) -> TodayChange:
    """Build a change of the list."""
    metric, words = METRICS[row["metric"]], describe_change(row)
    return {
        "id": str(row["id"]),
        "host": HostRef(id=row["host_id"], name=row["host_name"]),
        "workload": words.workload,
        "workload_words": words.workload_words,
        "direction": row["direction"],
        "metric_title": metric.spoken,
        "unit": metric.unit,
        "before": row["before"],
        "after": row["after"],
        "ratio": row["ratio"],
        "ratio_low": row["ratio_low"],
        "ratio_high": row["ratio_high"],
        "n_before": row["n_before"],
        "n_after": row["n_after"],
        "is_worse": row["is_worse"],
        "at": row["after_at"],
        "suspects": words.likely[:MAX_SUSPECTS],
    }


def build_event(row: EventRow, word: WordRow | None) -> TodayEvent:
    """Build an event of the list, with what the host's agent said last."""
    return {
        "id": str(row["id"]),
        "host": HostRef(id=row["host_id"], name=row["host_name"]),
        "kind": row["kind"],
        "title": EVENTS[row["kind"]],
        "name": row["name"],
        "detail": row["detail"],
        "began_at": row["began_at"],
        "agent_at": word["reported_at"] if word else None,
        "agent_waiting": word["waiting"] if word else None,
    }


def build_runs(rows: Sequence[NewestRow]) -> list[TodayRun]:
    """Build the list of runs, in order."""
    runs = [_build_run(row) for row in rows]
    same = Counter(map(_get_name, runs))
    for run in runs:
        run["needs_start"] = same[_get_name(run)] > 1
    return runs


def _get_name(run: TodayRun) -> object:
    batch = run["batch"]
    name = run["title"] or run["workload_words"] if batch is None else batch["name"]
    return run["host"]["id"], batch is None, name


def _build_run(row: NewestRow) -> TodayRun:
    """Build a run of the list, in the rate that its largest result is spoken of in."""
    options: dict[str, object] = orjson.loads(row["options"]) if row["options"] else {}
    figures = {"iops": row["iops"], "bw_bytes_per_s": row["bw_bytes_per_s"]}
    metric = next((name for name in rank_rates(options, row["direction"] or "read") if figures[name]), None)
    return {
        "id": str(row["id"]),
        "batch": {
            "id": str(row["batch_id"]),
            "name": row["batch_name"] or "batch",
            "runs": row["batch_runs"],
            "started_at": row["batch_started_at"],
        }
        if row["batch_id"] is not None
        else None,
        "host": HostRef(id=row["host_id"], name=row["host_name"]),
        "title": row["title"],
        "at": row["at"],
        "is_dated": row["is_dated"],
        "needs_start": False,
        "workload": workload_title(options) if row["options"] else None,
        "workload_words": workload_in_words(options) if row["options"] else None,
        "direction": row["direction"],
        "value": figures[metric] if metric else None,
        "unit": METRICS[metric].unit if metric else None,
        "unreliable_runs": row["unreliable_runs"],
        "verdict": load_verdict(row["verdict"]),
        "rated_share": row["rated_share"],
        "rated_verdict": row["rated_verdict"],
    }
