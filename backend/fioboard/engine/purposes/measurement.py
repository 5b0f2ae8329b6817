"""What was measured of one job, and what it says of a statistic that may not have been printed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from fioboard.engine.purposes.card import Metric, Sync

SyncOption = Literal["fsync", "O_SYNC"]
"""fsync: flushes of their own, whose time fio prints apart. O_SYNC: the write itself waits (sync=1, sync=dsync)."""
# Engines that wait for each I/O: their depth is 1 whatever iodepth says.
SYNCHRONOUS = frozenset({"sync", "psync", "vsync", "pvsync", "pvsync2", "mmap", "ftruncate", "falloc"})


@dataclass(frozen=True, slots=True)
class Latency:
    """Figures of one latency, ns; None and missing percentiles: not measured."""

    mean: float | None = None
    max: float | None = None
    percentiles: Mapping[float, float] = field(default_factory=dict)

    def get_upper_bound(self, percentile: float) -> float | None:
        """Return the least value that this percentile cannot exceed; None when nothing bounds it."""
        above = [value for key, value in self.percentiles.items() if key >= percentile]
        return min([*above, *([] if self.max is None else [self.max])], default=None)

    def get_lower_bound(self, percentile: float) -> float | None:
        """Return the largest value that this percentile reaches; None when nothing bounds it."""
        return max((value for key, value in self.percentiles.items() if key <= percentile), default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """One job of a run, its directions together. None = unknown."""

    name: str
    rw: str | None
    bs_bytes: int | None
    iodepth: int | None
    numjobs: int | None
    ioengine: str | None
    direct: bool | None
    sync: Sync | None
    sync_by: SyncOption = "fsync"
    is_paced: bool = False
    """Whether the job limits its own rate."""
    is_alone: bool = True
    """Whether no other job ran beside it."""
    is_unreliable: bool = False
    """Whether other work disturbed it, a drive was missing, or its verdict is that it is unreliable."""
    is_flattered: bool = False
    """Whether something faster than the storage answered: memory, compression, blocks that nobody wrote."""
    iops: float | None = None
    bw_bytes_per_s: float | None = None
    lat: Latency | None = None
    sync_lat: Latency | None = None

    @property
    def outstanding(self) -> int | None:
        """I/Os in flight together; through the page cache a job waits for each."""
        if self.iodepth is None and self.ioengine not in SYNCHRONOUS and self.direct is not False:
            return None
        waits = self.ioengine in SYNCHRONOUS or self.direct is False
        return (1 if waits else self.iodepth or 1) * (self.numjobs or 1)


@dataclass(frozen=True, slots=True)
class Span:
    """What a figure is at least and at most; both are the same where it was measured. None = nothing bounds it."""

    low: float | None
    high: float | None

    @property
    def value(self) -> float | None:
        """The figure itself; None where only bounds are known."""
        return self.low if self.low == self.high else None


def read_figure(measurement: Measurement, metric: Metric) -> Span:
    """Read what a measurement says of a metric, in base units."""
    if metric in {"iops", "bw_bytes_per_s"}:
        rate = measurement.iops if metric == "iops" else measurement.bw_bytes_per_s
        return Span(rate, rate)
    if metric == "sync_lat_p99_ns":
        return read_durable(measurement, 99.0)
    return read_durable(measurement, "mean" if metric == "lat_mean_ns" else "max")


def read_durable(measurement: Measurement, statistic: float | Literal["mean", "max"]) -> Span:
    """Read how long an I/O takes until it is done, and, where the job flushes each write, until it is durable.

    Through the page cache all of that is in the flush. Past it the write may have waited, too: percentiles of a sum are
    bounded by those of its parts, one half of the tail in each.
    """
    waits, flushes = measurement.lat, measurement.sync_lat
    if measurement.sync in {"every", "some"} and measurement.sync_by == "fsync":
        if flushes is None:
            return Span(None, None)
        if measurement.direct is False and statistic != "mean":
            return _read_one(flushes, statistic)
        return _add(waits or Latency(), flushes, statistic)
    return Span(None, None) if waits is None else _read_one(waits, statistic)


def _read_one(latency: Latency, statistic: float | Literal["mean", "max"]) -> Span:
    if statistic == "mean":
        return Span(latency.mean, latency.mean)
    if statistic == "max":
        return Span(latency.max if latency.max is not None else latency.get_lower_bound(100.0), latency.max)
    exact = latency.percentiles.get(statistic)
    return Span(
        latency.get_lower_bound(statistic), latency.get_upper_bound(statistic) if exact is None else exact
    )


def _add(first: Latency, second: Latency, statistic: float | Literal["mean", "max"]) -> Span:
    if statistic == "mean":
        total = None if first.mean is None or second.mean is None else first.mean + second.mean
        return Span(total, total)
    if statistic == "max":
        lows, highs = (_read_one(first, "max").low, second.max), (first.max, second.max)
    else:
        tail = 100.0 - (100.0 - statistic) / 2
        lows = (first.get_lower_bound(statistic), second.get_lower_bound(statistic))
        highs = (first.get_upper_bound(tail), second.get_upper_bound(tail))
    low = max((value for value in lows if value is not None), default=None)
    return Span(low, None if None in highs else sum(value for value in highs if value is not None))
