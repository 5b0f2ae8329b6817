"""Figures of comparisons as people read them. Used by sentences, Markdown and the command line."""

from collections.abc import Mapping, Sequence

from fioboard.core.figures import EN_DASH, format_count, format_figure
from fioboard.engine.answers.workload import MetricOut, SideFigures, Verdict
from fioboard.engine.stats import sentences
from fioboard.engine.words.metrics import metric

VERDICTS: Mapping[Verdict, str] = {
    "better": "better",
    "worse": "worse",
    "no_difference_shown": "no difference shown",
    "not_enough_runs": "no interval",
}


def figure(value: float | None, unit: str) -> str:
    """Format a value with its unit in three digits: `35.5k IOPS`, `2.33 GB/s`, `306 µs`; a dash where it is unknown."""
    return EN_DASH if value is None else format_figure(value, unit)


def times(ratio: float | None, decimals: int | None) -> str:
    """A ratio with as many decimals as its interval carries (stats.digits): `× 0.671`."""
    return "–" if ratio is None else f"× {ratio:.{decimals or 0}f}"


def interval(ends: Sequence[float] | None, decimals: int | None) -> str:
    """An interval, with the decimals of its ratio: `0.655 to 0.688`."""
    return "–" if ends is None else " to ".join(f"{end:.{decimals or 0}f}" for end in ends)


def get_metric_name(name: str) -> str:
    """Return what people call a metric: `IOPS`, `Bandwidth`, `Mean completion latency`, `p99.9 total latency`."""
    known = metric(name)
    return name if known is None else known.spoken


def describe_bootstrap(resamples: int, holds_percent: int | None) -> str:
    """Describe what a bootstrap interval is worth: for the foot of a table."""
    words = sentences.BOOTSTRAP(resamples=format_count(resamples))
    if holds_percent is None:
        return f"{words}."
    return sentences.HOLDS(bootstrap=words, times=holds_percent)


def describe_range(side: SideFigures, unit: str) -> str:
    """Describe what a side measured: `7 to 9 GB/s`, or one figure, in three digits."""
    low, high = side["min"], side["max"]
    if low is None or high is None or low == high:
        return figure(side["median"], unit)
    first, last = (figure(end, unit) for end in (low, high))
    behind = last.partition(" ")[2]
    return last if first == last else f"{first.removesuffix(f' {behind}')} to {last}"


def describe_ratio_range(cell: MetricOut) -> str:
    """Describe the ratio of sides with too few runs for an interval by the range over all pairs of runs."""
    base, new = cell["base"], cell["new"]
    if not base["min"] or not base["max"] or not new["min"] or not new["max"]:
        return "no ratio"
    low, high = new["min"] / base["max"], new["max"] / base["min"]
    first, last = f"{low:.2g}", f"{high:.2g}"
    if first == last == "1":
        return "the same"
    return (
        sentences.TIMES_AS_MUCH(times=first)
        if first == last
        else sentences.RANGE_AS_MUCH(first=first, last=last)
    )
