"""Time series as they are stored: two columns, little-endian, delta-coded times, zstd.

Layout of the decompressed bytes: n × int64 time steps in ms (the first is the first time), n × float64 values in the
unit the metric names. A window without I/O has no point: a stall is a gap, never a zero.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypedDict

import numpy as np
import numpy.typing as npt

from fioboard.core.compression import compress, decompress
from fioboard.engine.formats.fio.model.reading import Invocation, Snapshot
from fioboard.engine.formats.fio.model.time_series import TimeSeries
from fioboard.engine.hardware.inventory.samples import Samples
from fioboard.engine.words.results import RATES

# Each rate, and what it counts over time.
COUNTED = {rate.name: rate.counts for rate in sorted(RATES, key=lambda rate: rate.name) if rate.counts}
UNIT_SUFFIX = {"bytes_per_s": "_bytes_per_s", "ns": "_ns", "iops": ""}


class SeriesColumns(TypedDict):
    """What a row of `time_series` holds beside its place and its points."""

    source: str
    name: str
    metric: str
    direction: str | None
    is_epoch: bool
    is_per_io: bool
    n: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredSeries:
    """One series ready to be stored."""

    columns: SeriesColumns
    points: bytes


def pack(time_ms: npt.NDArray[np.int64], value: npt.NDArray[np.float64]) -> bytes:
    """Points to bytes."""
    steps = np.diff(time_ms.astype("<i8"), prepend=np.int64(0))
    return compress(steps.tobytes() + value.astype("<f8").tobytes())


def unpack(points: bytes) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
    """Bytes back to times (ms) and values."""
    raw = decompress(points)
    half = len(raw) // 2
    return np.cumsum(np.frombuffer(raw[:half], "<i8")), np.frombuffer(raw[half:], "<f8")


def build_invocation_series(invocation: Invocation, name: str) -> Iterator[StoredSeries]:
    """Build the series of everything that an invocation recorded over time."""
    for series in invocation.series:
        if series.counts is None and len(series.value):
            yield _build_log_series(series, name)
    yield from _build_snapshot_series(invocation.snapshots)


def _build_log_series(series: TimeSeries, name: str) -> StoredSeries:
    suffix = UNIT_SUFFIX.get(series.unit)
    return StoredSeries(
        columns={
            "source": "fio_log",
            "name": name,
            "metric": "unknown" if suffix is None else series.metric + suffix,
            "direction": series.direction,
            "is_epoch": series.is_epoch,
            "is_per_io": series.is_per_io,
            "n": len(series.value),
        },
        points=pack(series.time_ms, series.value),
    )


def _build_snapshot_series(snapshots: Iterable[Snapshot]) -> Iterator[StoredSeries]:
    """Turn cumulative reports into rates of their intervals: the difference of neighbours, per job and direction."""
    totals: dict[tuple[str, int, str], list[tuple[int, ...]]] = {}
    for snapshot in snapshots:
        for row in snapshot.rows:
            counted = [row.runtime_ms, *(getattr(row, count) for count in COUNTED.values())]
            if None not in counted:
                totals.setdefault((row.job_name, row.group, row.direction), []).append(tuple(counted))
    for (job_name, _, direction), rows in totals.items():
        table = np.array([(0,) * (1 + len(COUNTED)), *rows], dtype=np.float64)
        steps = np.diff(table, axis=0)
        kept = steps[:, 0] > 0
        if not kept.any():
            continue
        times = table[1:, 0][kept].astype(np.int64)
        for column, rate in enumerate(COUNTED, 1):
            yield StoredSeries(
                columns={
                    "source": "status_interval",
                    "name": job_name,
                    "metric": rate,
                    "direction": direction,
                    "is_epoch": False,
                    "is_per_io": False,
                    "n": int(kept.sum()),
                },
                points=pack(times, steps[kept, column] * 1000 / steps[kept, 0]),
            )


def build_sample_series(samples: Samples) -> Iterator[StoredSeries]:
    """Build the series of the agent's samples, named after their subject. What could not be read has no point: a
    gap, never a zero.
    """
    for sampled in samples.series:
        points = [(t, v) for t, v in zip(sampled.times_ms, sampled.values, strict=True) if v is not None]
        if not points:
            continue
        times, values = zip(*points, strict=True)
        yield StoredSeries(
            columns={
                "source": "samples",
                "name": sampled.subject,
                "metric": sampled.metric,
                "direction": sampled.direction,
                "is_epoch": False,
                "is_per_io": False,
                "n": len(points),
            },
            points=pack(np.array(times, dtype=np.int64), np.array(values, dtype=np.float64)),
        )
