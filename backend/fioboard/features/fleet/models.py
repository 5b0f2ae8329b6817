"""One drive model: where it is, how it fares, and what its drives measured, each alone."""

from collections import Counter
from collections.abc import Sequence
from math import exp
from statistics import median
from uuid import UUID

from fioboard.core import errors
from fioboard.core.driver import Driver
from fioboard.features.fleet.shape import fault_of
from fioboard.features.fleet.standing import Group, Judged, groups, odd_of, titles_of
from fioboard.queries import drive_models as queries
from fioboard.queries.drive_models import FigureRow, ModelDriveRow, ModelRow
from fioboard.schemas.drive_model import (
    CapacityCount,
    DriveFigure,
    FirmwareMix,
    HostDrives,
    ModelDetail,
    ModelOut,
    SlotCount,
    WorkloadFigures,
)
from fioboard.schemas.fleet import OddOut
from fioboard.schemas.host_ref import HostRef

MAX_HOSTS, MAX_WORKLOADS, MAX_FIGURES = 500, 40, 200


def model_out(row: ModelRow, now: Judged) -> ModelOut:
    """A model of the list."""
    return {
        "id": row["id"],
        "model": row["model"],
        "drives": row["drives"],
        "hosts": row["hosts"],
        "firmware": row["firmware"],
        "capacities_bytes": row["capacities"],
        "missing": row["missing"],
        "links_below": row["links_below"],
        "worn": row["worn"],
        "hot": row["hot"],
        "warnings": row["warnings"],
        "used_pct_max": row["used_pct_max"],
        "odd": len(now.models.get(row["model"], ())),
        "firmware_faults": [one for one in row["firmware"] if fault_of(row["model"], one)],
        "last_seen_at": row["last_seen_at"],
    }


async def detail(driver: Driver, model_id: str, now: Judged) -> ModelDetail:
    """One model. Raises ModelNotFound."""
    model, drives = await queries.drives_of(driver, model_id)
    listed = next((row for row in await queries.list_models(driver) if row["id"] == model_id), None)
    if model is None or listed is None:
        raise errors.ModelNotFound
    of_groups = groups(await queries.groups(driver, model))[:MAX_WORKLOADS]
    figures = _by_group(await queries.figures(driver, model))
    odd = await odd_of(driver, of_groups)
    titles = await titles_of(driver, of_groups)
    hosts = Counter((drive["host_id"], drive["host_name"]) for drive in drives)
    by_id = {drive["id"]: drive for drive in drives}
    sizes = Counter(drive["size_bytes"] for drive in drives)
    return {
        **model_out(listed, now),
        "firmware_mix": _firmware(model, drives),
        "slots": [
            SlotCount(slot=slot, drives=n)
            for slot, n in Counter(drive["slot"] for drive in drives).most_common()
        ],
        "hosts_with": [
            HostDrives(id=host_id, name=name, drives=n)
            for (host_id, name), n in sorted(hosts.items(), key=lambda one: one[0][1])[:MAX_HOSTS]
        ],
        "capacities": [
            CapacityCount(size_bytes=size, drives=n)
            for size, n in sorted(sizes.items(), key=lambda one: one[0] or 0)
        ],
        "workloads": [
            _workload(group, titles[group.key[2]], odd, figures.get(group.key[1:], ()), by_id)
            for group in of_groups
        ],
    }


def _firmware(model: str, drives: Sequence[ModelDriveRow]) -> list[FirmwareMix]:
    mix: list[FirmwareMix] = []
    for version, n in Counter(drive["firmware"] for drive in drives).most_common():
        known = fault_of(model, version)
        mix.append(
            FirmwareMix(
                version=version,
                drives=n,
                fault=known.fault if known else None,
                fixed_in=known.fixed_in if known else None,
                source=known.source if known else None,
            )
        )
    return mix


def _by_group(figures: Sequence[FigureRow]) -> dict[tuple[object, ...], list[FigureRow]]:
    """By the key of their group but for the model, the slowest first."""
    by_key: dict[tuple[object, ...], list[FigureRow]] = {}
    for row in sorted(figures, key=lambda row: row["log_mean"]):
        key = (row["size_bytes"], row["workload_id"], row["direction"], row["target_kind"])
        by_key.setdefault(key, []).append(row)
    return by_key


def _workload(
    group: Group,
    title: str,
    odd: dict[UUID, list[OddOut]],
    rows: Sequence[FigureRow],
    drives: dict[UUID, ModelDriveRow],
) -> WorkloadFigures:
    bandwidths = [row["bw_mean"] for row in rows if row["bw_mean"] is not None]
    latencies = [row["latency_p50"] for row in rows if row["latency_p50"] is not None]
    return {
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
            if (place["workload"], place["direction"]) == (title, group.key[3])
        ],
        "why_not": group.standing.why_not,
        "figures": [
            _figure(row, drives[row["drive_id"]]) for row in rows[:MAX_FIGURES] if row["drive_id"] in drives
        ],
    }


def _figure(row: FigureRow, drive: ModelDriveRow) -> DriveFigure:
    return {
        "drive_id": str(row["drive_id"]),
        "host": HostRef(id=drive["host_id"], name=drive["host_name"]),
        "name": drive["name"],
        "slot": row["slot"],
        "firmware": row["firmware"],
        "link": row["link"],
        "iops": exp(row["log_mean"]),
        "n": row["n"],
        "run_id": str(row["newest_run_id"]),
    }
