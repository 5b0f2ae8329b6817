"""Comparisons in plain words, and figures as people read them. Used by sentences, Markdown and the command line."""

from collections.abc import Mapping, Sequence
from typing import Any

# The first of these that was measured speaks for the comparison.
SPEAKING = ("iops", "bw_bytes_per_s", "clat_mean_ns", "lat_mean_ns", "clat_p99_ns")
NAMES = {"iops": "IOPS", "bw_bytes_per_s": "Bandwidth", "clat_mean_ns": "Mean completion latency"}
VERDICTS = {
    "better": "better",
    "worse": "worse",
    "no_difference_shown": "no difference shown",
    "not_enough_runs": "not enough runs",
}
_TIMES = ((1e9, "s"), (1e6, "ms"), (1e3, "µs"))
_RATES = ((1e9, "GB/s"), (1e6, "MB/s"), (1e3, "kB/s"))


def figure(value: float | None, unit: str) -> str:
    """A value with its unit, four digits: `35,545 IOPS`, `2,329 MB/s`, `306 µs`. Decimal prefixes."""
    if value is None:
        return "–"
    if unit == "IOPS":
        return f"{value:,.0f} IOPS" if value >= 100 else f"{value:.4g} IOPS"
    for factor, name in _TIMES if unit == "ns" else _RATES if unit == "bytes/s" else ():
        if abs(value) >= factor:
            return f"{_digits(value / factor)} {name}"
    return f"{_digits(value)} {'B/s' if unit == 'bytes/s' else unit}"


def _digits(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"


def times(ratio: float | None) -> str:
    """A ratio: `× 0.671`."""
    return "–" if ratio is None else f"× {ratio:.3f}" if ratio < 10 else f"× {ratio:.4g}"


def interval(ends: Sequence[float] | None) -> str:
    """An interval: `0.655 … 0.688`."""
    return "–" if ends is None else f"{ends[0]:.3f} … {ends[1]:.3f}"


def name_of(metric: str) -> str:
    """What people call a metric."""
    return NAMES.get(metric, metric)


def sentence(part: Mapping[str, Any]) -> str:
    """The result of one part of a comparison (schemas.compare.PartOut), then what it may be put down to."""
    speaking = next((m for m in SPEAKING if m in part["headlines"]), None)
    if speaking is None:
        return "No workload was measured on both sides." if not part["workloads"] else _beside(part)
    headline = part["headlines"][speaking]
    figures = [row["metrics"][speaking] for row in part["workloads"] if speaking in row["metrics"]]
    said = (
        _one(figures[0], headline, name_of(speaking))
        if len(figures) == 1
        else _many(headline, name_of(speaking))
    )
    return f"{said} {part['attribution']['text']}"


def _beside(part: Mapping[str, Any]) -> str:
    return f"{len(part['workloads'])} workloads were measured on both sides. {part['attribution']['text']}"


def _one(figures: Mapping[str, Any], headline: Mapping[str, Any], name: str) -> str:
    base, new, unit = figures["base"], figures["new"], figures["unit"]
    values = (
        f"{name} {figure(base['median'], unit)} → {figure(new['median'], unit)} ({times(headline['ratio'])})"
    )
    if base["n"] == new["n"] == 1:
        return f"{values}, one run each: two numbers, no claim."
    if headline["ratio_ci95"] is None:
        return f"{values}, {base['n']} and {new['n']} runs: not enough for a claim."
    verdict = VERDICTS[figures["verdict"]]
    return f"{values}, 95 % interval {interval(headline['ratio_ci95'])}: {verdict}{_more(figures)}."


def _more(figures: Mapping[str, Any]) -> str:
    needed = figures["runs_to_show"]
    if figures["verdict"] != "no_difference_shown" or needed is None:
        return ""
    return f" ({needed} runs on each side would show a difference as large as this)"


def _many(headline: Mapping[str, Any], name: str) -> str:
    said = f"{name} {times(headline['ratio'])} over {headline['workloads']} workloads (geometric mean"
    if headline["ratio_ci95"] is not None:
        said += f", 95 % interval {interval(headline['ratio_ci95'])}"
    counts = [f"{VERDICTS[word]} in {headline[word]}" for word in VERDICTS if headline[word]]
    return f"{said}): {', '.join(counts)}."
