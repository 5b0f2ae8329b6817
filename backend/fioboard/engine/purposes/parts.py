"""Results as measurements: the directions of a job together, with how it flushed."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from fioboard.engine.answers.result import LatencyOut
from fioboard.engine.purposes.card import Sync
from fioboard.engine.purposes.measurement import Latency, Measurement, SyncOption

_EACH, _AT_END = ("fsync", "fdatasync"), ("end_fsync", "fsync_on_close")
_PACES = ("rate", "rate_iops", "rate_process", "thinktime")
DECIDING_OPTIONS = frozenset({"sync", *_EACH, *_AT_END, "sync_file_range", *_PACES})
"""Options that a measurement is read from, beside those that are columns."""
_OFF = frozenset({"0", "none", "false"})
# Findings by which a run asked more of its storage, or less, than it says.
_DISTURBING = frozenset({"host-busy", "vm-steal", "array-resync", "md-degraded", "device-did-more"})
_FLATTERING = frozenset({
    "page-cache-read", "write-back", "faster-than-possible", "direct-ignored", "compressible", "unwritten-read",
    "random-repeats", "same-blocks", "no-drive",
})  # fmt: skip
# This share of the writes had a flush: all but the last one of a job that was stopped.
_EVERY = 0.9


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One direction of a job. None = unknown."""

    job_name: str
    rw: str | None
    bs_bytes: int | None
    iodepth: int | None
    numjobs: int | None
    ioengine: str | None
    direct: bool | None
    iops: float | None
    bw_bytes_per_s: float | None
    total_ios: int | None
    clat: LatencyOut | None
    lat: LatencyOut | None
    sync_lat: LatencyOut | None
    sync_count: int | None
    """Flushes done."""
    options: Mapping[str, str]
    """Of the job, as typed."""
    is_sync_stated: bool
    """Whether the run says how its jobs flushed, or that options were left at their defaults."""
    is_alone: bool
    """Whether no other job of its group ran beside it."""
    doubts: Collection[str]
    """Rules that warn of the run."""
    is_unreliable: bool = False
    """Whether the verdict of the run is that it is unreliable."""


def build_measurement(parts: Sequence[Part]) -> Measurement:
    """Build the measurement of one job from the results of its directions."""
    first = parts[0]
    sync, sync_by = _read_sync(parts)
    is_flattered = not _FLATTERING.isdisjoint(first.doubts)
    return Measurement(
        name=first.job_name,
        rw=first.rw,
        bs_bytes=first.bs_bytes if len({part.bs_bytes for part in parts}) == 1 else None,
        iodepth=first.iodepth,
        numjobs=first.numjobs,
        ioengine=first.ioengine,
        direct=first.direct,
        sync=sync,
        sync_by=sync_by,
        is_paced=any(_is_set(first.options, name) for name in _PACES),
        is_alone=all(part.is_alone for part in parts) or len(parts) > 1,
        is_unreliable=not _DISTURBING.isdisjoint(first.doubts) or (first.is_unreliable and not is_flattered),
        is_flattered=is_flattered,
        iops=_sum(part.iops for part in parts),
        bw_bytes_per_s=_sum(part.bw_bytes_per_s for part in parts),
        lat=_merge(_read_latency(part.clat, part.lat) for part in parts),
        sync_lat=_merge(_read_latency(part.sync_lat, None) for part in parts),
    )


def _read_sync(parts: Sequence[Part]) -> tuple[Sync | None, SyncOption]:
    """Read how a job flushed its writes from its options, else from how many flushes were counted."""
    first = parts[0]
    if first.rw in {"read", "randread"}:
        return "none", "fsync"
    if _is_set(first.options, "sync"):
        return "every", "O_SYNC"
    for name in _EACH:
        if _is_set(first.options, name):
            return ("every" if first.options[name] == "1" else "some"), "fsync"
    if any(_is_set(first.options, name) for name in (*_AT_END, "sync_file_range")):
        return "end", "fsync"
    written = next((part for part in parts if part.sync_lat is not None), None)
    if written is not None:
        writes = written.total_ios
        return ("every" if writes and (written.sync_count or 0) >= _EVERY * writes else "some"), "fsync"
    return ("none" if first.is_sync_stated else None), "fsync"


def _is_set(options: Mapping[str, str], name: str) -> bool:
    return name in options and options[name].strip().lower() not in _OFF


def _read_latency(clat: LatencyOut | None, lat: LatencyOut | None) -> Latency | None:
    """Read a latency. Mean and largest are those of the whole I/O where they were printed."""
    known = [latency for latency in (lat, clat) if latency]
    if not known:
        return None
    percentiles = next((listed for latency in known if (listed := latency.get("percentiles"))), {})
    return Latency(
        mean=next((mean for latency in known if (mean := latency.get("mean")) is not None), None),
        max=next((largest for latency in known if (largest := latency.get("max")) is not None), None),
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
