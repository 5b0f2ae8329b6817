"""The repeats within a batch: same host, same workload, same direction; their spread, and what is known of the mean."""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

import orjson

# Two-sided 95 % quantiles of Student's t for 2 to 29 degrees of freedom; the normal quantile beyond.
T_95 = (
    *(4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131),
    *(2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045),
)


def repeats(results: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """schemas.batch.RepeatsOut for each workload and direction, in the order they first come."""
    groups: dict[tuple[Any, str], list[Mapping[str, Any]]] = defaultdict(list)
    for row in results:
        groups[row["workload_id"], row["direction"]].append(row)
    return [_repeat(workload, direction, rows) for (workload, direction), rows in groups.items()]


def _repeat(workload: Any, direction: str, rows: list[Mapping[str, Any]]) -> dict[str, Any]:
    iops = [row["iops"] for row in rows if row["iops"] is not None]
    bandwidths = [row["bw_bytes_per_s"] for row in rows if row["bw_bytes_per_s"] is not None]
    return {
        "workload": describe(rows[0]),
        "workload_id": str(workload),
        "direction": direction,
        "n": len(rows),
        "iops_mean": _mean(iops),
        "iops_min": min(iops, default=None),
        "iops_max": max(iops, default=None),
        "iops_ci95": interval(iops),
        "bw_mean_bytes_per_s": _mean(bandwidths),
    }


def _mean(values: list[float]) -> float | None:
    return math.fsum(values) / len(values) if values else None


def interval(values: list[float]) -> list[float] | None:
    """95 % interval of the mean by Student's t; None below three values, where it would say nothing."""
    n = len(values)
    mean = _mean(values)
    if n < 3 or mean is None:
        return None
    deviation = math.sqrt(math.fsum((v - mean) ** 2 for v in values) / (n - 1))
    half = (T_95[n - 3] if n - 3 < len(T_95) else 1.96) * deviation / math.sqrt(n)
    return [mean - half, mean + half]


def describe(row: Mapping[str, Any]) -> str:
    """`randread 4k, depth 32, 4 jobs, libaio`: what is known of a workload."""
    size = row["bs_bytes"]
    details = orjson.loads(row["details"])
    block = details.get("bs") if size is None else _size(size)
    parts = [
        " ".join(part for part in (row["rw"], block) if part),
        f"depth {row['iodepth']}" if row["iodepth"] else "",
        f"{row['numjobs']} jobs" if (row["numjobs"] or 1) > 1 else "",
        row["ioengine"] or "",
        "buffered" if row["direct"] is False else "",
    ]
    return ", ".join(part for part in parts if part) or row["job_name"]


def _size(value: int) -> str:
    for unit, power in (("g", 2**30), ("m", 2**20), ("k", 2**10)):
        if value >= power and value % power == 0:
            return f"{value // power}{unit}"
    return str(value)
