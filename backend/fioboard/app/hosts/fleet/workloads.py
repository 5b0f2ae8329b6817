"""What the drives of one model measured under each workload, each alone."""

from collections.abc import Mapping, Sequence
from math import exp
from statistics import median
from uuid import UUID

from fioboard.app.hosts.fleet.outliers import Group, find_outliers, groups, load_titles
from fioboard.app.hosts.fleet.rated import FigureKey, Shares, load_shares
from fioboard.core.driver import Driver
from fioboard.engine.answers.drive_model import DriveFigure, WorkloadFigures
from fioboard.engine.answers.fleet import OddOut
from fioboard.engine.answers.host_ref import HostRef
from fioboard.store.queries import drive_models as queries
from fioboard.store.queries.drive_models import FigureRow, ModelDriveRow

MAX_WORKLOADS, MAX_FIGURES, MAX_TYPICAL = 40, 200, 20


async def list_workloads(
    driver: Driver, model: str, drives: Mapping[UUID, ModelDriveRow]
) -> list[WorkloadFigures]:
    """List the workloads that most drives measured, first."""
    of_groups = groups(await queries.list_groups(driver, model))[:MAX_WORKLOADS]
    figures = _group_figures(await queries.list_figures(driver, model))
    shown = {group.key[1:]: figures.get(group.key[1:], []) for group in of_groups}
    rated = await load_shares(driver, model, shown)
    odd = await find_outliers(driver, of_groups)
    titles = await load_titles(driver, of_groups)
    return [
        _workload(
            group,
            titles[group.key[2]],
            odd=odd,
            rows=shown[key],
            shares=rated[key],
            drives=drives,
        )
        for group in of_groups
        for key in (group.key[1:],)
    ]


def _group_figures(figures: Sequence[FigureRow]) -> dict[FigureKey, list[FigureRow]]:
    """Group figures by the key of their group but for the model, the slowest first."""
    by_key: dict[FigureKey, list[FigureRow]] = {}
    for row in sorted(figures, key=lambda row: row["log_mean"]):
        key = (row["size_bytes"], row["workload_id"], row["direction"], row["target_kind"])
        by_key.setdefault(key, []).append(row)
    return by_key


def _workload(
    group: Group,
    title: str,
    *,
    odd: Mapping[UUID, list[OddOut]],
    rows: Sequence[FigureRow],
    shares: Shares,
    drives: Mapping[UUID, ModelDriveRow],
) -> WorkloadFigures:
    named = group.odd
    bandwidths = [row["bw_mean"] for row in rows if row["bw_mean"] is not None]
    latencies = [row["latency_p50"] for row in rows if row["latency_p50"] is not None]
    return {
        "workload_id": str(group.key[2]),
        "workload": title,
        "direction": group.key[3],
        "target_kind": group.key[4],
        "size_bytes": group.key[1],
        "drives": group.standing.n,
        "runs": group.standing.runs,
        "iops_best": exp(max(group.row["log_means"])),
        "iops_typical": exp(median(group.row["log_means"])),
        "bw_typical_bytes_per_s": median(bandwidths) if bandwidths else None,
        "bw_best_bytes_per_s": max(bandwidths, default=None),
        "latency_p50_typical_ns": median(latencies) if latencies else None,
        "noise": group.standing.noise,
        "odd": [
            place
            for one in group.standing.odd
            for place in odd.get(group.row["drives"][one.position], [])
            if (place["run_id"], place["workload_id"], place["direction"])
            == (str(group.row["runs"][one.position]), str(group.key[2]), group.key[3])
        ],
        "why_not": group.standing.why_not,
        "typical_runs": _typical_runs(group),
        "rated": shares.shares,
        "why_not_rated": shares.missing,
        "figures": [
            _figure(row, drives[row["drive_id"]])
            for place, row in enumerate(rows)
            if row["drive_id"] in drives and (place < MAX_FIGURES or row["drive_id"] in named)
        ],
    }


def _typical_runs(group: Group) -> list[str]:
    """Without the odd ones, the nearest first."""
    row, odd = group.row, group.odd
    middle = median(row["log_means"])
    near = sorted(
        (abs(mean - middle), str(run))
        for drive, mean, run in zip(row["drives"], row["log_means"], row["runs"], strict=True)
        if drive not in odd
    )
    return [run for _, run in near[:MAX_TYPICAL]]


def _figure(row: FigureRow, drive: ModelDriveRow) -> DriveFigure:
    return {
        "drive_id": str(row["drive_id"]),
        "host": HostRef(id=drive["host_id"], name=drive["host_name"]),
        "name": drive["name"],
        "slot": row["slot"],
        "firmware": row["firmware"],
        "link": row["link"],
        "iops": exp(row["log_mean"]),
        "bw_bytes_per_s": row["bw_mean"],
        "n": row["n"],
        "run_id": str(row["newest_run_id"]),
    }
