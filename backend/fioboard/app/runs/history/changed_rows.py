"""Rows of the history that something changed with: a run, or a batch that a run stands for."""

from collections.abc import Sequence
from typing import Final

import orjson

from fioboard.core.driver import Driver
from fioboard.engine.answers.batch_fold import BatchFold
from fioboard.engine.answers.change import ChangeMark
from fioboard.engine.answers.run import RunItem
from fioboard.engine.factors.workload import brief_workload
from fioboard.engine.watch.descriptions import describe_change
from fioboard.engine.words.metrics import METRICS
from fioboard.store.queries import changes as queries
from fioboard.store.queries.changes import MarkRow

_LATENCIES: Final = [metric.name for metric in METRICS.values() if metric.unit == "ns"]


async def mark(driver: Driver, items: Sequence[RunItem]) -> None:
    """Notes with each row the change that begins there."""
    rows = {(fold["id"] if (fold := item.get("fold")) else item["id"]): item for item in items}
    folded = [row_id for row_id, item in rows.items() if item.get("fold")]
    plain = [row_id for row_id, item in rows.items() if not item.get("fold")]
    for row in await queries.list_marks(driver, plain, folded, _LATENCIES):
        item = rows[row["batch_id"] or row["after_run_id"]]
        item["change"] = _mark(row, item.get("fold"))


def _mark(row: MarkRow, fold: BatchFold | None) -> ChangeMark:
    metric = METRICS[row["metric"]].spoken
    return {
        "id": str(row["id"]),
        "sentence": describe_change(row).sentence,
        "metric_title": metric if fold is None else f"{_describe_workload(row, fold)} {metric}".strip(),
        "ratio": row["ratio"],
        "is_worse": row["is_worse"],
        "changes": row["changes"],
    }


def _describe_workload(row: MarkRow, fold: BatchFold) -> str:
    """Tell which of a batch's workloads changed: the row's other figures are of another one."""
    workloads = sum(span["workloads"] for span in fold["spans"])
    if workloads < 2:
        return ""
    counts = {option["key"]: option["count"] for option in fold["swept"]}
    is_told = workloads in {counts.get("rw"), counts.get("bs")}
    return brief_workload(orjson.loads(row["options"]), with_depth=not is_told)
