"""Stored results as measurements: the directions of a job together, with how it flushed."""

from collections.abc import Iterable, Mapping
from uuid import UUID

import orjson

from fioboard.purposes.card import Sync
from fioboard.purposes.measurement import Latency, Measurement, SyncOption
from fioboard.queries.purposes import PurposeRow

Key = frozenset[tuple[UUID, str]]
"""Workload and direction of each part: the same in the repeats of a job."""
_EACH, _AT_END = ("fsync", "fdatasync"), ("end_fsync", "fsync_on_close")
_PACES = ("rate", "rate_iops", "rate_process", "thinktime")
_OFF = frozenset({"0", "none", "false"})
# Findings by which a run asked more of its storage, or less, than it says.
_DISTURBING = frozenset({"host-busy", "vm-steal", "array-resync", "md-degraded", "device-did-more"})
_FLATTERING = frozenset({
    "page-cache-read", "write-back", "faster-than-possible", "direct-ignored", "compressible", "unwritten-read",
    "random-repeats", "same-blocks", "no-drive",
})  # fmt: skip
# This share of the writes had a flush: all but the last one of a job that was stopped.
_EVERY = 0.9


def group_measurements(rows: Iterable[PurposeRow]) -> dict[tuple[UUID, Key], tuple[PurposeRow, Measurement]]:
    """Group results to the measurements of jobs, by run and workload, each with its first row."""
    jobs: dict[tuple[UUID, int, str, str | None], list[PurposeRow]] = {}
    for row in rows:
        jobs.setdefault((row["run_id"], row["job_group"], row["job_name"], row["rw"]), []).append(row)
    grouped: dict[tuple[UUID, Key], tuple[PurposeRow, Measurement]] = {}
    for parts in jobs.values():
        key = frozenset((part["workload_id"], part["direction"]) for part in parts)
        grouped.setdefault((parts[0]["run_id"], key), (parts[0], build_measurement(parts)))
    return grouped


def build_measurement(parts: list[PurposeRow]) -> Measurement:
    """Build the measurement of one job from the results of its directions."""
    first = parts[0]
    options: Mapping[str, str] = orjson.loads(first["job_options"])
    sync, sync_by = _read_sync(parts, options)
    doubts: list[str] = orjson.loads(first["doubts"] or "[]")
    return Measurement(
        name=first["job_name"],
        rw=first["rw"],
        bs_bytes=first["bs_bytes"] if len({part["bs_bytes"] for part in parts}) == 1 else None,
        iodepth=first["iodepth"],
        numjobs=first["numjobs"],
        ioengine=first["ioengine"],
        direct=first["direct"],
        sync=sync,
        sync_by=sync_by,
        is_paced=any(_is_set(options, name) for name in _PACES),
        is_alone=all(part["is_alone"] for part in parts) or len(parts) > 1,
        is_disturbed=not _DISTURBING.isdisjoint(doubts),
        is_flattered=not _FLATTERING.isdisjoint(doubts),
        iops=_sum(part["iops"] for part in parts),
        bw_bytes_per_s=_sum(part["bw_bytes_per_s"] for part in parts),
        lat=_merge(_read_latency(part["clat"], part["lat"]) for part in parts),
        sync_lat=_merge(_read_latency(part["sync_lat"], None) for part in parts),
    )


def _read_sync(parts: list[PurposeRow], options: Mapping[str, str]) -> tuple[Sync | None, SyncOption]:
    """Read how a job flushed its writes from its options, else from how many flushes were counted."""
    first = parts[0]
    if first["rw"] in {"read", "randread"}:
        return "none", "fsync"
    if _is_set(options, "sync"):
        return "every", "O_SYNC"
    for name in _EACH:
        if _is_set(options, name):
            return ("every" if options[name] == "1" else "some"), "fsync"
    if any(_is_set(options, name) for name in (*_AT_END, "sync_file_range")):
        return "end", "fsync"
    written = next((part for part in parts if part["sync_lat"] is not None), None)
    if written is not None:
        flushes, writes = orjson.loads(written["sync_ios"] or "0"), written["total_ios"]
        return ("every" if writes and (flushes or 0) >= _EVERY * writes else "some"), "fsync"
    source = orjson.loads(first["settings_source"] or "{}") or {}
    is_known = first["syncs"] is not None or "default" in source.values()
    return ("none" if is_known else None), "fsync"


def _is_set(options: Mapping[str, str], name: str) -> bool:
    return name in options and options[name].strip().lower() not in _OFF


def _read_latency(clat: str | None, lat: str | None) -> Latency | None:
    """Read a stored latency. Mean and largest are those of the whole I/O where they were printed."""
    whole, completion = orjson.loads(lat or "null") or {}, orjson.loads(clat or "null") or {}
    if not whole and not completion:
        return None
    percentiles = whole.get("percentiles") or completion.get("percentiles") or {}
    return Latency(
        mean=whole.get("mean") if whole.get("mean") is not None else completion.get("mean"),
        max=whole.get("max") if whole.get("max") is not None else completion.get("max"),
        percentiles={float(key): float(value) for key, value in percentiles.items() if value is not None},
    )


def _merge(latencies: Iterable[Latency | None]) -> Latency | None:
    """Merge the latencies of directions: of each figure the worse one."""
    known = [latency for latency in latencies if latency is not None]
    if len(known) < 2:
        return known[0] if known else None
    common = set.intersection(*(set(latency.percentiles) for latency in known))
    return Latency(
        mean=_pick_worst(latency.mean for latency in known),
        max=_pick_worst(latency.max for latency in known),
        percentiles={key: max(latency.percentiles[key] for latency in known) for key in common},
    )


def _pick_worst(values: Iterable[float | None]) -> float | None:
    listed = list(values)
    return None if None in listed else max(value for value in listed if value is not None)


def _sum(values: Iterable[float | None]) -> float | None:
    listed = list(values)
    return None if None in listed else float(sum(value for value in listed if value is not None))
