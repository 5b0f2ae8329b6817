"""Rows of changes as answers show them."""

import orjson

from fioboard.factors.workload import workload_title
from fioboard.queries.changes import ChangeRow
from fioboard.schemas.change import AssigneeOut, ChangeOut, RunAt, StoredSuspect, SuspectOut
from fioboard.schemas.host_ref import HostRef
from fioboard.vocabulary.factors import FACTORS
from fioboard.vocabulary.metrics import METRICS
from fioboard.watch.series import LABEL
from fioboard.watch.words import Told, sentence


def change_out(row: ChangeRow) -> ChangeOut:
    """One change."""
    metric = METRICS[row["metric"]]
    suspects = [_suspect(one) for one in orjson.loads(row["suspects"])]
    unknown = [_title(key) for key in orjson.loads(row["unknown"])]
    workload = workload_title(orjson.loads(row["options"]))
    likely = [one["title"] for one in suspects if one["is_likely"]]
    told = Told(
        metric=metric.spoken,
        workload=workload,
        host=row["host_name"],
        ratio=row["ratio"],
        low=row["ratio_low"],
        high=row["ratio_high"],
        n_before=row["n_before"],
        n_after=row["n_after"],
        at=row["after_at"],
        suspects=likely,
        unlikely_count=len(suspects) - len(likely),
        unknown_count=len(unknown),
    )
    return {
        "id": str(row["id"]),
        "sentence": sentence(told),
        "series_id": str(row["series_id"]),
        "host": HostRef(id=row["host_id"], name=row["host_name"]),
        "workload_id": str(row["workload_id"]),
        "workload": workload,
        "direction": row["direction"],
        "metric": row["metric"],
        "metric_title": metric.title,
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
        "suspects": suspects,
        "unknown": unknown,
        "detected_at": row["detected_at"],
        "gone_at": row["gone_at"],
        "state": row["state"],
        "cause": row["cause"],
        "note": row["note"],
        "assignee": AssigneeOut(id=str(row["assignee_id"]), name=row["assignee_name"] or "")
        if row["assignee_id"]
        else None,
        "state_at": row["state_at"],
        "state_by": row["state_by"],
    }


def _suspect(stored: StoredSuspect) -> SuspectOut:
    """With what the vocabulary knows of it now."""
    factor = FACTORS.get(stored["key"])
    return {**stored, "title": _title(stored["key"]), "unit": factor.unit if factor else None}


def _title(key: str) -> str:
    """What people call a factor; of a label, and of a factor that is declared no more, its own word."""
    return FACTORS[key].title if key in FACTORS else key.removeprefix(LABEL)
