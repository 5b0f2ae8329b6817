"""fio outputs for tests: a plausible json or json+ document, every figure choosable."""

import copy
from typing import Any

import orjson

PERCENTILES = (1, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99, 99.5, 99.9, 99.95, 99.99)


def latency(mean_ns: int = 100_000, n: int = 1000, bins: dict[int, int] | None = None) -> dict[str, Any]:
    """A latency object whose percentiles rise around the mean."""
    values = {f"{p:.6f}": int(mean_ns * (0.5 + p / 100)) for p in PERCENTILES}
    whole = {"min": mean_ns // 4, "max": mean_ns * 4, "mean": float(mean_ns), "stddev": mean_ns / 8, "N": n}
    return whole | {"percentile": values} | ({"bins": bins} if bins else {})


def direction(
    iops: int = 1000, bs_bytes: int = 4096, runtime_ms: int = 1000, clat_mean_ns: int = 100_000, **more: Any
) -> dict[str, Any]:
    """One direction with figures that agree with each other, as fio's do."""
    total_ios = iops * runtime_ms // 1000
    io_bytes = total_ios * bs_bytes
    bw_bytes = io_bytes * 1000 // runtime_ms if runtime_ms else 0
    idle = {"min": 0, "max": 0, "mean": 0.0, "stddev": 0.0, "N": 0}
    return {
        "io_bytes": io_bytes,
        "io_kbytes": io_bytes // 1024,
        "bw_bytes": bw_bytes,
        "bw": bw_bytes // 1024,
        "iops": float(iops),
        "runtime": runtime_ms,
        "total_ios": total_ios,
        "short_ios": 0,
        "drop_ios": 0,
        "slat_ns": idle,
        "clat_ns": latency(clat_mean_ns, total_ios) if total_ios else idle,
        "lat_ns": {
            "min": clat_mean_ns // 4,
            "max": clat_mean_ns * 4,
            "mean": float(clat_mean_ns),
            "stddev": 1.0,
        }
        | {"N": total_ios},
    } | more


def job(name: str = "job", **parts: Any) -> dict[str, Any]:
    """One entry of `jobs`."""
    none = direction(iops=0, runtime_ms=0)
    whole = {
        "jobname": name,
        "groupid": 0,
        "error": 0,
        "eta": 0,
        "elapsed": 2,
        "job options": {
            "name": name,
            "rw": "randread",
            "bs": "4k",
            "iodepth": "1",
            "ioengine": "psync",
            "direct": "1",
        },
        "read": direction(),
        "write": none,
        "trim": none,
        "job_runtime": 1000,
        "usr_cpu": 1.5,
        "sys_cpu": 2.5,
        "ctx": 10,
        "majf": 0,
        "minf": 1,
    }
    return whole | copy.deepcopy(parts)


def document(*jobs: dict[str, Any], **parts: Any) -> dict[str, Any]:
    """A whole fio 3.x document."""
    return {
        "fio version": "fio-3.33",
        "timestamp": 1_790_000_000,
        "timestamp_ms": 1_790_000_000_000,
        "time": "Mon Sep 21 14:13:20 2026",
        "jobs": list(jobs) or [job()],
    } | parts


def output(*jobs: dict[str, Any], **parts: Any) -> bytes:
    """The document as fio would write it."""
    return orjson.dumps(document(*jobs, **parts), option=orjson.OPT_NON_STR_KEYS)
