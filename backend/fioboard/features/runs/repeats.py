"""The repeats within a batch: same host, same workload, same direction; their spread, and what is known of the mean."""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from uuid import UUID

import numpy as np
import orjson

from fioboard.core.block_size import block_size
from fioboard.core.run_state import Direction
from fioboard.queries.rows import RatesRow
from fioboard.schemas.batch import RepeatsOut
from fioboard.stats.interval import mean_ci95


def repeats(results: Iterable[RatesRow]) -> list[RepeatsOut]:
    """The repeats of each workload and direction, in the order they first come."""
    groups: dict[tuple[UUID, Direction], list[RatesRow]] = defaultdict(list)
    for row in results:
        groups[row["workload_id"], row["direction"]].append(row)
    return [_repeat(workload, direction, rows) for (workload, direction), rows in groups.items()]


def _repeat(workload: UUID, direction: Direction, rows: list[RatesRow]) -> RepeatsOut:
    iops = [row["iops"] for row in rows if row["iops"] is not None]
    interval = mean_ci95(np.array(iops))
    bandwidths = [row["bw_bytes_per_s"] for row in rows if row["bw_bytes_per_s"] is not None]
    return {
        "workload": describe(rows[0]),
        "workload_id": workload,
        "direction": direction,
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
