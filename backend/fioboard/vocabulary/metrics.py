"""Metrics: the figures of a result that can be filtered, sorted, charted and compared, by their one name."""

import re
from dataclasses import dataclass
from typing import Literal

Unit = Literal["IOPS", "bytes/s", "ns", "%"]

_LATENCY = re.compile(r"(slat|clat|lat)_(?:(mean|min|max|stddev)|p(\d{1,2}(?:_\d{1,5})?|100))_ns")


@dataclass(frozen=True, slots=True)
class Metric:
    """One figure of a result: where it is, its unit, and which way is better (None: neither)."""

    name: str
    title: str
    unit: Unit
    lower_is_better: bool | None
    column: str
    """Column of `result`: iops, bw_bytes_per_s, cpu, slat, clat or lat."""
    statistic: str | None = None
    """Of a latency: mean, min, max, stddev, or None for a percentile."""
    percentile: str | None = None
    """Percentile as fio prints its key, e.g. "99.9"."""


PLAIN = {
    m.name: m
    for m in (
        Metric("iops", "IOPS", "IOPS", False, "iops"),
        Metric("bw_bytes_per_s", "Bandwidth", "bytes/s", False, "bw_bytes_per_s"),
        Metric("cpu_pct", "CPU, user and system", "%", True, "cpu"),
    )
}
# Offered in menus and by suggestions; any other percentile is a metric, too.
OFFERED = (
    *PLAIN,
    *(
        f"{kind}_{what}_ns"
        for kind in ("clat", "lat", "slat")
        for what in ("mean", "p50", "p95", "p99", "p99_9")
    ),
)
_TITLES = {"slat": "Submission latency", "clat": "Completion latency", "lat": "Total latency"}


def metric(name: str) -> Metric | None:
    """The metric of this name, e.g. clat_p99_9_ns; None when there is none."""
    if name in PLAIN:
        return PLAIN[name]
    found = _LATENCY.fullmatch(name)
    if found is None:
        return None
    kind, statistic, digits = found.groups()
    if statistic is not None:
        return Metric(name, f"{_TITLES[kind]}, {statistic}", "ns", True, kind, statistic)
    percentile = digits.replace("_", ".")
    # One spelling per percentile, as fio's keys are stored: no p0, p05, p99_90.
    if percentile != f"{float(percentile):g}" or float(percentile) <= 0:
        return None
    return Metric(name, f"{_TITLES[kind]}, {percentile}th percentile", "ns", True, kind, None, percentile)
