"""Distributions and time series of one workload, side by side: bounded points that a chart can draw as they are."""

from collections.abc import Mapping, Sequence
from uuid import UUID

import numpy as np
import numpy.typing as npt

from fioboard.app.compare.matching import Results, Row
from fioboard.core.run_state import LatencyKind
from fioboard.engine.answers.compare_curves import (
    DistributionOut,
    PercentileOut,
    SeriesPointOut,
    ShiftOut,
    TimeSeriesCompareOut,
)
from fioboard.engine.answers.result import CdfPoint
from fioboard.engine.formats.fio.model.histogram import Histogram, merge_histograms
from fioboard.engine.stats import Ratio, percentiles_of_run, ratio
from fioboard.engine.stats.digits import decimals
from fioboard.engine.stats.over_time.points import SEVERAL_JOBS, starts_again
from fioboard.engine.stats.rank import Floats
from fioboard.store.derive.series import unpack
from fioboard.store.queries.compare import ComparedSeriesRow

CDF_POINTS = 400
PERCENTILES = (1, 5, 10, 25, 50, 75, 90, 95, 99, 99.5, 99.9, 99.95, 99.99)
SERIES_BUCKETS = 300
MAX_SERIES = 200


def build_distribution(row: Row, bins: Mapping[UUID, bytes], kind: LatencyKind) -> DistributionOut:
    """Build merged bins of every side, and each percentile's shift from base."""
    sides = [_unpack_histograms(results, bins) for results in row.results]
    merged = [merge_histograms(side.values()) for side in sides]
    shifts = _build_shifts([list(side.values()) for side in sides])
    return {
        "key": row.key,
        "workload": row.title,
        "direction": row.direction,
        "kind": kind,
        "sides": [
            {
                "runs": len({r["run_id"] for r in results if r["id"] in side}),
                "runs_without_bins": len({r["run_id"] for r in results if r["id"] not in side}),
                "n": whole.n,
                "resolution_ns": whole.resolution_ns,
                "cdf": _build_cdf(whole),
                "percentiles": [_build_percentile(whole, p) for p in PERCENTILES] if whole.n else [],
            }
            for results, side, whole in zip(row.results, sides, merged, strict=True)
        ],
        "shifts": shifts,
    }


def _unpack_histograms(results: Results, bins: Mapping[UUID, bytes]) -> dict[UUID, Histogram]:
    return {r["id"]: Histogram.from_bytes(bins[r["id"]]) for r in results if r["id"] in bins}


def _build_cdf(whole: Histogram) -> list[CdfPoint]:
    if not whole.n:
        return []
    edges, shares = whole.cdf()
    # Points where the curve is steep or its tail is near: equal steps of share, and of the logarithm of what is left.
    left = np.maximum(1 - shares, 1e-9)
    wanted = np.concatenate((np.linspace(0, 1, CDF_POINTS // 2), 1 - np.logspace(-7, 0, CDF_POINTS // 2)))
    kept = np.unique(np.minimum(np.searchsorted(-left, -(1 - wanted)), len(edges) - 1))
    return [{"ns": int(edges[i]), "share": float(shares[i])} for i in kept]


def _build_percentile(whole: Histogram, percentile: float) -> PercentileOut:
    estimate = whole.percentile(percentile)
    if estimate is None:
        raise ValueError("percentile of no samples")
    return {
        "percentile": percentile,
        "ns": estimate.value_ns,
        "low_ns": estimate.low_ns,
        "high_ns": estimate.high_ns,
    }


def _build_shifts(sides: Sequence[Sequence[Histogram]]) -> list[list[ShiftOut]]:
    """Return, per new side and percentile, the ratio to base over the runs' own percentiles, with its interval."""
    own = [_compute_run_percentiles(side) for side in sides]
    return [
        [_build_shift(p, own[0][:, column], new[:, column]) for column, p in enumerate(PERCENTILES)]
        for new in own[1:]
    ]


def _build_shift(percentile: float, base: Floats, new: Floats) -> ShiftOut:
    base, new = base[np.isfinite(base)], new[np.isfinite(new)]
    estimate: Ratio | None = ratio(base, new)
    ends = (
        [estimate.low, estimate.high]
        if estimate and estimate.low is not None and estimate.high is not None
        else None
    )
    return {
        "percentile": percentile,
        "base_runs": len(base),
        "new_runs": len(new),
        "ratio": estimate.value if estimate else None,
        "ratio_ci95": ends,
        "ratio_decimals": decimals(estimate.value, ends) if estimate else None,
        "ratio_method": estimate.method if estimate else None,
    }


def _compute_run_percentiles(side: Sequence[Histogram]) -> Floats:
    """Return one row per run: its percentiles from its own bins."""
    rows = np.full((len(side), len(PERCENTILES)), np.nan)
    for number, histogram in enumerate(side):
        if histogram.n:
            counts = histogram.count.astype(np.float64)
            rows[number] = percentiles_of_run(*histogram.edges(), counts, PERCENTILES)
    return rows


def build_time_series(
    row: Row,
    metric: str,
    series: Sequence[Sequence[ComparedSeriesRow]],
    started_ms: Mapping[UUID, int | None],
    left_out: int,
) -> TimeSeriesCompareOut:
    """Build every run's series from its own start, in common buckets of time."""
    sides = [[_read_points(s, started_ms.get(s["run_id"])) for s in side] for side in series]
    longest = max((int(p[0].max()) for side in sides for p in side if p and len(p[0])), default=0)
    bucket_ms = max(1, -(-(longest + 1) // SERIES_BUCKETS))
    return {
        "key": row.key,
        "workload": row.title,
        "direction": row.direction,
        "metric": metric,
        "bucket_ms": bucket_ms,
        "left_out": left_out,
        "sides": [
            [
                {
                    "run_id": str(s["run_id"]),
                    "name": s["name"],
                    "source": s["source"],
                    "reason": None if points else SEVERAL_JOBS,
                    "points": _group_in_buckets(*points, bucket_ms) if points else [],
                }
                for s, points in zip(side, side_points, strict=True)
            ]
            for side, side_points in zip(series, sides, strict=True)
        ],
    }


Points = tuple[npt.NDArray[np.int64], Floats]


def _read_points(series: ComparedSeriesRow, started_ms: int | None) -> Points | None:
    """Read times from the start of the run, rising; None for lines of several jobs in one log, no value of the run. A
    log with clock times begins at its first point when the start is unknown.

    A log with clock times begins at its first point when the start is unknown.
    """
    times, values = unpack(series["points"])
    if starts_again(times):
        return None
    order = np.argsort(times, kind="stable")
    times, values = times[order], values[order]
    if series["is_epoch"] and len(times):
        first = int(times[0])
        start = started_ms if started_ms is not None and started_ms <= first else first
        times = times - start
    return times, values


def _group_in_buckets(times: npt.NDArray[np.int64], values: Floats, bucket_ms: int) -> list[SeriesPointOut]:
    """Return mean, least and most per bucket; a bucket without a point is left out, so that a stall is a gap."""
    if not len(times):
        return []
    buckets = times // bucket_ms
    starts = np.flatnonzero(np.diff(buckets, prepend=buckets[0] - 1))
    counts = np.diff(np.append(starts, len(times)))
    sums = np.add.reduceat(values, starts)
    least, most = np.minimum.reduceat(values, starts), np.maximum.reduceat(values, starts)
    return [
        {
            "t_ms": int(buckets[i]) * bucket_ms,
            "mean": float(total / n),
            "min": float(low),
            "max": float(high),
            "n": int(n),
        }
        for i, n, total, low, high in zip(starts, counts, sums, least, most, strict=True)
    ]
