"""slat, clat and lat of fio's JSON in ns, with percentiles and bins where they belong.

Source: fio stat.c, add_ddir_lat_json (3.18+), add_ddir_status_json (before).
"""

from collections.abc import Mapping

from msgspec.structs import replace

from fioboard.engine.formats.fio.json.shape import DirectionShape, LatencyShape
from fioboard.engine.formats.fio.model.histogram import Histogram
from fioboard.engine.formats.fio.model.percentile import convert_percentiles, list_saturated
from fioboard.engine.formats.fio.model.reading import Latency, PriorityLatency

US = 1_000
Histograms = Mapping[int, Histogram]
"""By id() of the LatencyShape whose bins they are."""

_NO_PERCENTILES = "fio printed no percentiles for this latency"


def read_latency(shape: LatencyShape | None, unit_ns: int, histograms: Histograms) -> Latency | None:
    """One latency, None when fio took no samples of it: N is 0, or all is zero where there is no N."""
    if shape is None:
        return None
    n = shape.n
    percentiles: dict[str, int] = {}
    if shape.percentile:
        percentiles = convert_percentiles(shape.percentile, unit_ns)
    if n == 0 or (n is None and not shape.max and not shape.mean and not any(percentiles.values())):
        return None
    histogram = histograms.get(id(shape))
    minimum, mean, stddev, maximum = shape.min, shape.mean, shape.stddev, shape.max
    if unit_ns != 1:
        minimum = None if minimum is None else minimum * unit_ns
        maximum = None if maximum is None else maximum * unit_ns
        mean = None if mean is None else mean * unit_ns
        stddev = None if stddev is None else stddev * unit_ns
    return Latency(
        n=n,
        min_ns=minimum,
        mean_ns=mean,
        stddev_ns=stddev,
        max_ns=maximum,
        percentiles=percentiles,
        percentiles_reason=None if percentiles else _NO_PERCENTILES,
        saturated=list_saturated(percentiles, unit_ns),
        histogram=histogram,
        resolution_ns=unit_ns,
        percentile_resolution_ns=unit_ns,
    )


def find_unit_ns(shape: DirectionShape) -> int:
    """Return 1 (ns) from 2.99 on, 1000 (µs) before: the key shows it."""
    if shape.clat_ns is not None or shape.lat_ns is not None or shape.slat_ns is not None:
        return 1
    if shape.clat is not None or shape.lat is not None or shape.slat is not None:
        return US
    return 1


def read_latencies(
    shape: DirectionShape, histograms: Histograms, percentiles_are_total: bool
) -> tuple[Latency | None, Latency | None, Latency | None]:
    """slat, clat, lat of a direction.

    `percentiles_are_total`: the job had lat_percentiles=1. From 3.1 to 3.12 fio then printed the
    percentiles of total latency under clat; recognised by lat having none of its own.
    """
    unit = find_unit_ns(shape)
    kinds = (shape.slat_ns, shape.clat_ns, shape.lat_ns) if unit == 1 else (shape.slat, shape.clat, shape.lat)
    slat = read_latency(kinds[0], unit, histograms)
    clat = read_latency(kinds[1], unit, histograms)
    lat = read_latency(kinds[2], unit, histograms)
    if percentiles_are_total and clat and lat and clat.percentiles and not lat.percentiles:
        clat, lat = _move_percentiles(clat, lat)
    return slat, clat, lat


def _move_percentiles(clat: Latency, lat: Latency) -> tuple[Latency, Latency]:
    moved = replace(
        lat,
        percentiles=clat.percentiles,
        percentiles_reason=None,
        saturated=clat.saturated,
        histogram=lat.histogram or clat.histogram,
    )
    reason = "lat_percentiles=1: this fio printed percentiles of total latency only, under the name of clat"
    return replace(clat, percentiles={}, percentiles_reason=reason, saturated=(), histogram=None), moved


def has_priorities(shape: DirectionShape) -> bool:
    """Whether it has latencies of single priorities."""
    return (
        shape.prios is not None
        or shape.clat_high_prio is not None
        or shape.clat_low_prio is not None
        or shape.lat_high_prio is not None
        or shape.lat_low_prio is not None
    )


def read_priorities(shape: DirectionShape, histograms: Histograms) -> tuple[PriorityLatency, ...]:
    """Subsets by priority: `prios` (3.30+) or clat_high_prio and its like (3.18–3.29)."""
    subsets: list[tuple[str, str, LatencyShape | None]] = [
        ("high", "clat", shape.clat_high_prio),
        ("low", "clat", shape.clat_low_prio),
        ("high", "lat", shape.lat_high_prio),
        ("low", "lat", shape.lat_low_prio),
    ]
    for one in shape.prios or ():
        label = "/".join(
            bytes(part).decode("utf-8", "replace") for part in (one.prioclass, one.prio, one.priohint) if part
        )
        subsets += [(label, "clat", one.clat_ns), (label, "lat", one.lat_ns)]
    read = ((label, kind, read_latency(part, 1, histograms)) for label, kind, part in subsets if part)
    return tuple(
        PriorityLatency(priority=label, latency_kind=kind, latency=latency)
        for label, kind, latency in read
        if latency
    )
