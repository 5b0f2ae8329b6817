"""Comparisons in plain words, and figures as people read them. Used by sentences, Markdown and the command line."""

from collections.abc import Mapping, Sequence
from typing import TypedDict

from fioboard.core.quantity import scaled
from fioboard.schemas.compare import AttributionOut, HeadlineOut, MetricOut, Verdict, WorkloadOut
from fioboard.vocabulary.limits import MIN_REPEATS
from fioboard.vocabulary.metrics import metric

# The first of these that was measured speaks for the comparison, else any that was asked for.
SPEAKING = ("iops", "bw_bytes_per_s", "clat_mean_ns", "lat_mean_ns", "clat_p99_ns")
VERDICTS: Mapping[Verdict, str] = {
    "better": "better",
    "worse": "worse",
    "no_difference_shown": "no difference shown",
    "not_enough_runs": "not enough runs",
}


def figure(value: float | None, unit: str) -> str:
    """A value with its unit, four digits: `35,545 IOPS`, `2,329 MB/s`, `306 µs`. Decimal prefixes."""
    if value is None:
        return "–"
    if unit == "IOPS":
        return f"{value:,.0f} IOPS" if value >= 100 else f"{value:.4g} IOPS"
    number, shown = scaled(value, unit)
    return f"{_digits(number)} {shown}"


def _digits(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"


def times(ratio: float | None) -> str:
    """A ratio: `× 0.671`."""
    return "–" if ratio is None else f"× {ratio:.3f}" if ratio < 10 else f"× {ratio:.4g}"


def interval(ends: Sequence[float] | None) -> str:
    """An interval: `0.655 … 0.688`."""
    return "–" if ends is None else f"{ends[0]:.3f} … {ends[1]:.3f}"


def name_of(name: str) -> str:
    """What people call a metric: `IOPS`, `Bandwidth`, `Mean completion latency`, `p99.9 total latency`."""
    known = metric(name)
    return name if known is None else known.spoken


def about_bootstrap(resamples: int, holds_percent: int | None) -> str:
    """What a bootstrap interval is worth: for the foot of a table."""
    words = f"The bootstrap interval (BCa, {resamples:,} resamples of the runs) stands beside it and decides nothing"
    if holds_percent is None:
        return f"{words}."
    return f"{words}: with so few runs it was measured to hold the truth about {holds_percent} times in 100, not 95."


class Told(TypedDict):
    """What of a part its sentence tells."""

    workloads: list[WorkloadOut]
    headlines: Mapping[str, HeadlineOut]
    attribution: AttributionOut


def sentence(part: Told) -> str:
    """The result of one part of a comparison, then what it may be put down to."""
    rows, headlines = part["workloads"], part["headlines"]
    if not rows:
        return "No workload was measured on both sides."
    speaking = next((name for name in (*SPEAKING, *headlines) if name in headlines), None)
    if speaking is None:
        met = "One workload" if len(rows) == 1 else f"{len(rows)} workloads"
        return (
            f"{met} on both sides, but no metric that both measured above zero. {part['attribution']['text']}"
        )
    cells = [row["metrics"][speaking] for row in rows if speaking in row["metrics"]]
    told = [cell for cell in cells if cell["ratio"] is not None]
    if len(told) == 1:
        where = "" if len(rows) == 1 else f"In one of {len(rows)} workloads: "
        statement = where + _one(told[0], speaking)
    else:
        statement = _many(headlines[speaking], speaking)
    return f"{statement} {part['attribution']['text']}"


def _one(cell: MetricOut, name: str) -> str:
    base, new = cell["base"], cell["new"]
    values = " → ".join(_bare(side["median"], cell["unit"]) for side in (base, new))
    values = f"{name_of(name)} {values} ({times(cell['ratio'])})"
    if base["n"] == new["n"] == 1:
        return f"{values}, one run each: two numbers, no claim."
    if cell["ratio_ci95"] is None:
        return f"{values}, {_against(base['n'], new['n'])}."
    verdict = VERDICTS[cell["verdict"]]
    return f"{values}, 95 % interval {interval(cell['ratio_ci95'])}: {verdict}{_more(cell)}."


def _bare(value: float | None, unit: str) -> str:
    """A figure behind its name: IOPS are named already."""
    return figure(value, unit).removesuffix(" IOPS")


def _against(base: int, new: int) -> str:
    counts = f"{base} {'run' if base == 1 else 'runs'} against {new}"
    if min(base, new) < MIN_REPEATS:
        return f"{counts}: not enough for a claim"
    return f"{counts}, repeats equal to the last digit: no noise that a difference could be measured by"


def _more(cell: MetricOut) -> str:
    needed = cell["runs_to_show"]
    if cell["verdict"] != "no_difference_shown" or needed is None:
        return ""
    return f" (about {needed:,} runs on each side would show a difference like the one seen)"


def _many(headline: HeadlineOut, name: str) -> str:
    statement = (
        f"{name_of(name)} {times(headline['ratio'])} over {headline['workloads']} workloads (geometric mean"
    )
    if headline["ratio_ci95"] is not None:
        statement += f", 95 % interval {interval(headline['ratio_ci95'])}"
    counts = [f"{VERDICTS[word]} in {headline[word]}" for word in VERDICTS if headline[word]]
    return f"{statement}): {', '.join(counts)}."
