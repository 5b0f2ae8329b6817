"""Clones of one job added up: what fio itself would print with group_reporting.

Sums of bytes and I/Os over the longest runtime, latencies pooled, percentiles only from added bins.
Source of the pooling: fio stat.c, __sum_stat.
"""

from collections.abc import Sequence
from math import sqrt

from msgspec.structs import replace

from fioboard.engine.formats.fio.model.histogram import Histogram, merge_histograms
from fioboard.engine.formats.fio.model.reading import SUMS, DirectionNumbers, Latency
from fioboard.engine.formats.fio.results import sentences


def sum_clones(direction: str, parts: Sequence[DirectionNumbers]) -> DirectionNumbers:
    """Sum two or more entries of one direction. What one of them lacks, the sum lacks."""
    if len(parts) == 1:
        return parts[0]
    iops: float | None
    bandwidth: int | None
    runtime = _find_max([part.runtime_ms for part in parts])
    sums = {name: _sum([getattr(part, name) for part in parts]) for name in SUMS}
    io_bytes = sums["io_bytes"]
    summed = replace(DirectionNumbers(direction=direction, runtime_ms=runtime), **sums)
    counted = summed.counted_iops
    io_bounds = _add_bounds([part.io_bounds_bytes for part in parts], [part.io_bytes for part in parts])
    if counted is not None:
        iops, iops_bounds = counted, None
    else:
        rates = [_scale_rate(runtime, part, part.iops, part.iops_bounds) for part in parts]
        iops = _sum_float([rate for rate, _ in rates])
        iops_bounds = _add_bounds([bounds for _, bounds in rates], [rate for rate, _ in rates])
    if runtime and io_bytes is not None and io_bounds is None:
        bandwidth, bw_bounds = 1_000 * io_bytes // runtime, None
    else:
        rates = [
            _scale_rate(runtime, part, part.bw_bytes_per_s, part.bw_bounds_bytes_per_s) for part in parts
        ]
        total = _sum_float([rate for rate, _ in rates])
        bandwidth = None if total is None else round(total)
        bw_bounds = _add_bounds([bounds for _, bounds in rates], [rate for rate, _ in rates])
    weights = [part.weight for part in parts]
    return replace(
        summed,
        iops=iops,
        iops_bounds=iops_bounds,
        bw_bytes_per_s=bandwidth,
        bw_bounds_bytes_per_s=bw_bounds,
        io_bounds_bytes=io_bounds,
        slat=merge_latencies([part.slat for part in parts], weights),
        clat=merge_latencies([part.clat for part in parts], weights),
        lat=merge_latencies([part.lat for part in parts], weights),
    )


def _scale_rate(
    longest_ms: int | None, part: DirectionNumbers, rate: float | None, bounds: tuple[float, float] | None
) -> tuple[float | None, tuple[float, float] | None]:
    """Scale a rate of one entry, and its bounds, to its share of the longest runtime: it counts while it ran."""
    if not longest_ms or part.runtime_ms is None or rate is None:
        return rate, bounds
    share = part.runtime_ms / longest_ms
    return rate * share, bounds and (bounds[0] * share, bounds[1] * share)


def merge_latencies(parts: Sequence[Latency | None], weights: Sequence[int | None]) -> Latency | None:
    """Merge the latencies of several members. `weights` (I/Os) are used where fio printed no N (before 3.18)."""
    present = [part for part in parts if part is not None]
    if not present:
        return None
    if len(present) < len(parts):
        lacking = sentences.CLONES_WITHOUT_LATENCY(missing=len(parts) - len(present), clones=len(parts))
        return Latency(percentiles_reason=lacking, resolution_ns=max(part.resolution_ns for part in present))
    counts = [part.n if part.n is not None else weight for part, weight in zip(present, weights, strict=True)]
    n = _sum([part.n for part in present])
    mean, stddev = _merge_moments(present, counts)
    histograms = [part.histogram for part in present if part.histogram is not None]
    percentiles: dict[str, int] = {}
    merged: Histogram | None = None
    reason: str | None = None
    saturated: list[str] = []
    if len(histograms) == len(present):
        merged = merge_histograms(histograms)
        for key in dict.fromkeys(key for part in present for key in part.percentiles):
            estimate = merged.percentile(float(key))
            if estimate is not None:
                percentiles[key] = estimate.value_ns
                if estimate.high_ns is None:
                    saturated.append(key)
    elif any(part.percentiles for part in present):
        without = len(present) - len(histograms)
        reason = sentences.CLONES_WITHOUT_BINS(missing=without, clones=len(present))
    if not percentiles and reason is None:
        reason = next((part.percentiles_reason for part in present if part.percentiles_reason), None)
    return Latency(
        n=n,
        min_ns=_find_min([part.min_ns for part in present]),
        mean_ns=mean,
        stddev_ns=stddev,
        max_ns=_find_max([part.max_ns for part in present]),
        percentiles=percentiles,
        percentiles_reason=reason,
        saturated=tuple(saturated),
        histogram=merged,
        resolution_ns=max(part.resolution_ns for part in present),
        percentile_resolution_ns=max(part.percentile_resolution_ns for part in present),
    )


def _merge_moments(
    parts: Sequence[Latency], counts: Sequence[int | None]
) -> tuple[float | None, float | None]:
    """Merge means and standard deviations by their counts."""
    weighted = [
        (count, part.mean_ns, part.stddev_ns)
        for part, count in zip(parts, counts, strict=True)
        if count and part.mean_ns is not None
    ]
    total = sum(count for count, _, _ in weighted)
    if len(weighted) < len(parts) or not total:
        return None, None
    mean = sum(count * part_mean for count, part_mean, _ in weighted) / total
    if total < 2 or any(stddev is None for _, _, stddev in weighted):
        return mean, None
    squares = sum(
        (count - 1) * (stddev or 0) ** 2 + count * (part_mean - mean) ** 2
        for count, part_mean, stddev in weighted
    )
    return mean, sqrt(squares / (total - 1))


def _sum(values: Sequence[int | None]) -> int | None:
    """Return the sum; None when a value is unknown."""
    known = [value for value in values if value is not None]
    return sum(known) if len(known) == len(values) else None


def _sum_float(values: Sequence[float | None]) -> float | None:
    """Return the sum; None when a value is unknown."""
    known = [value for value in values if value is not None]
    return sum(known) if len(known) == len(values) else None


def _find_max(values: Sequence[int | None]) -> int | None:
    """Return the largest value; None when one is unknown."""
    known = [value for value in values if value is not None]
    return max(known) if len(known) == len(values) else None


def _find_min(values: Sequence[int | None]) -> int | None:
    """Return the smallest value; None when one is unknown."""
    known = [value for value in values if value is not None]
    return min(known) if len(known) == len(values) else None


def _add_bounds(
    bounds: Sequence[tuple[float, float] | None], values: Sequence[float | None]
) -> tuple[float, float] | None:
    """Bounds of a sum, where at least one part was rounded; an exact part is its own bound."""
    if not any(bounds):
        return None
    pairs = [
        bound or ((value, value) if value is not None else None)
        for bound, value in zip(bounds, values, strict=True)
    ]
    known = [pair for pair in pairs if pair is not None]
    return (
        (sum(low for low, _ in known), sum(high for _, high in known)) if len(known) == len(pairs) else None
    )
