"""Rows of the list of hosts as it shows them."""

from collections.abc import Mapping

import orjson

from fioboard.app.hosts.machines.series import build_options
from fioboard.engine.answers.host import HostListItem, HostOut
from fioboard.engine.answers.host_series import BestOut
from fioboard.engine.factors.hardware import hardware
from fioboard.engine.factors.workload import workload_title
from fioboard.engine.rules.stored_verdict import load_verdict
from fioboard.engine.words.headline_metric import rank_metrics
from fioboard.engine.words.metrics import METRICS
from fioboard.store.queries.host_list import ListedHostRow
from fioboard.store.queries.hosts import HostRow


def build_host(row: HostRow | ListedHostRow, run_count: int) -> HostOut:
    """Build what every answer says of a host."""
    return {
        "id": str(row["id"]),
        "name": row["name"],
        "run_count": run_count,
        "last_run_at": row["last_run_at"],
        "inventory_id": str(row["inventory_id"]) if row["inventory_id"] else None,
        "refused_uploads": row["refused_uploads"],
    }


def listed(row: ListedHostRow, run_count: int) -> HostListItem:
    """One host of the list."""
    bests = _bests({"bw_bytes_per_s": row["best_bandwidth"], "iops": row["best_iops"]})
    return {
        **build_host(row, run_count),
        "hardware": hardware(orjson.loads(row["factors"])) if row["factors"] else [],
        "best": bests,
        "degraded_links": row["degraded_links"],
        "open_events": row["open_events"],
        "open_regressions": row["open_regressions"],
        "agent_at": row["reported_at"],
        "agent_waiting": row["waiting"],
    }


def _bests(texts: Mapping[str, str | None]) -> list[BestOut]:
    """By metric; a run that is the best in both is told once, by what people name for such a workload."""
    bests = {metric: _best(metric, text) for metric, text in texts.items() if text is not None}
    if len({best["run_id"] for best in bests.values()}) == len(bests):
        return list(bests.values())
    workload = orjson.loads(texts["iops"] or "{}")
    named = rank_metrics(orjson.loads(workload["options"]), workload["direction"])
    return [bests[next(name for name in named if name in bests)]]


def _best(metric: str, text: str) -> BestOut:
    best = orjson.loads(text)
    options: dict[str, object] = orjson.loads(best["options"])
    return {
        "run_id": best["id"],
        "value": best["value"],
        "unit": METRICS[metric].unit,
        "workload": workload_title(options),
        "options": build_options(options),
        "direction": best["direction"],
        "verdict": load_verdict(best["verdict"]),
        "rated_share": best["rated_share"],
        "rated_verdict": best["rated_verdict"],
    }
