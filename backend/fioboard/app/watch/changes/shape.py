"""Rows of changes as answers show them."""

from fioboard.app.access.triage import build_triage
from fioboard.engine.answers.change import ChangeOut, RunAt
from fioboard.engine.answers.change import Value as ValueOut
from fioboard.engine.answers.host_ref import HostRef
from fioboard.engine.watch.descriptions import describe_change
from fioboard.engine.watch.series import Value
from fioboard.engine.words.metrics import METRICS
from fioboard.store.queries.changes import ChangeRow


def build_change(row: ChangeRow) -> ChangeOut:
    """Build one change."""
    metric = METRICS[row["metric"]]
    words = describe_change(row)
    return {
        "id": str(row["id"]),
        "sentence": words.sentence,
        "series_id": str(row["series_id"]),
        "host": HostRef(id=row["host_id"], name=row["host_name"]),
        "workload_id": str(row["workload_id"]),
        "workload": words.workload,
        "workload_words": words.workload_words,
        "direction": row["direction"],
        "metric": row["metric"],
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
        "before_run": RunAt(id=str(row["before_run_id"]), started_at=row["before_at"]),
        "after_run": RunAt(id=str(row["after_run_id"]), started_at=row["after_at"]),
        "suspects": list(words.suspects),
        "unknown": list(words.unknown),
        "detected_at": row["detected_at"],
        "gone_at": row["gone_at"],
        **build_triage(row),
    }


def plain(value: Value | None) -> ValueOut | None:
    """A factor's value as JSON has it."""
    return list(value) if isinstance(value, tuple) else value
