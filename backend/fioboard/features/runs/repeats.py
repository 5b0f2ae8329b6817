"""The repeats within a batch, of one host, target, set of labels and workload: their spread, and what the mean is."""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from uuid import UUID

import numpy as np
import orjson

from fioboard.core.block_size import block_size
from fioboard.core.run_state import Direction
from fioboard.queries.rows import RatesRow
from fioboard.schemas.batch import RepeatsOut
from fioboard.stats.interval import mean_ci95


def repeats(results: Iterable[RatesRow], settings: Mapping[UUID, str]) -> list[RepeatsOut]:
    """The repeats of each workload and direction, in the order they first come.

    Alike runs only: `settings` says of each run, by its id, on which host and target and with which labels it was
    made. It is told where a workload was measured in several.
    """
    groups: dict[tuple[UUID, Direction, str], list[RatesRow]] = defaultdict(list)
    for row in results:
        groups[row["workload_id"], row["direction"], settings[row["run_id"]]].append(row)
    made_in = defaultdict(set)
    for workload, direction, setting in groups:
        made_in[workload, direction].add(setting)
    return [
        _repeat(workload, direction, setting if len(made_in[workload, direction]) > 1 else None, rows)
        for (workload, direction, setting), rows in groups.items()
    ]


def setting_of(host: str, target: str | None, labels: str) -> str:
    """`epyc, /dev/md0, fan=off`: what sets repeats apart. `labels`: as JSON text."""
    stated = sorted(f"{key}={value}" for key, value in orjson.loads(labels).items())
    return ", ".join([host, *([target] if target else []), *stated])


def _repeat(workload: UUID, direction: Direction, setting: str | None, rows: list[RatesRow]) -> RepeatsOut:
    iops = [row["iops"] for row in rows if row["iops"] is not None]
    interval = mean_ci95(np.array(iops))
    bandwidths = [row["bw_bytes_per_s"] for row in rows if row["bw_bytes_per_s"] is not None]
    return {
        "workload": describe(rows[0]),
        "workload_id": workload,
        "direction": direction,
        "setting": setting,
        "n": len(rows),
        "iops_mean": _mean(iops),
        "iops_min": min(iops, default=None),
        "iops_max": max(iops, default=None),
        "iops_ci95": None if interval is None else list(interval),
        "bw_mean_bytes_per_s": _mean(bandwidths),
    }


def _mean(values: Sequence[float]) -> float | None:
    return math.fsum(values) / len(values) if values else None


def describe(row: RatesRow) -> str:
    """`randread 4k, depth 32, 4 jobs, libaio`: what is known of a workload."""
    size = row["bs_bytes"]
    details = orjson.loads(row["details"])
    block = details.get("bs") if size is None else block_size(size)
    parts = [
        " ".join(part for part in (row["rw"], block) if part),
        f"depth {row['iodepth']}" if row["iodepth"] else "",
        f"{row['numjobs']} jobs" if (row["numjobs"] or 1) > 1 else "",
        row["ioengine"] or "",
        "buffered" if row["direct"] is False else "",
    ]
    return ", ".join(part for part in parts if part) or row["job_name"]
