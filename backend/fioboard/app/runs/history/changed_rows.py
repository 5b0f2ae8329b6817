"""Rows of the history that something changed with: a run, or a batch that a run stands for."""

from collections.abc import Sequence
from typing import Final

from fioboard.core.driver import Driver
from fioboard.engine.answers.change import ChangeMark
from fioboard.engine.answers.run import RunItem
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
        rows[row["batch_id"] or row["after_run_id"]]["change"] = _mark(row)


def _mark(row: MarkRow) -> ChangeMark:
    return {
        "id": str(row["id"]),
        "sentence": describe_change(row).sentence,
        "metric_title": METRICS[row["metric"]].spoken,
        "ratio": row["ratio"],
        "is_worse": row["is_worse"],
        "changes": row["changes"],
    }
