"""Comparisons in plain words, and figures as people read them. Used by sentences, Markdown and the command line."""

from collections.abc import Mapping, Sequence
from typing import TypedDict

from fioboard.core.quantity import scaled
from fioboard.schemas.compare import AttributionOut, HeadlineOut, MetricOut, SideFigures, Verdict, WorkloadOut
from fioboard.schemas.compare_evidence import FewRunsOut
from fioboard.vocabulary.metrics import metric

VERDICTS: Mapping[Verdict, str] = {
    "better": "better",
    "worse": "worse",
    "no_difference_shown": "no difference shown",
    "not_enough_runs": "no interval",
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


def times(ratio: float | None, decimals: int | None) -> str:
    """A ratio with as many decimals as its interval carries (stats.digits): `× 0.671`."""
    return "–" if ratio is None else f"× {ratio:.{decimals or 0}f}"


def interval(ends: Sequence[float] | None, decimals: int | None) -> str:
    """An interval, with the decimals of its ratio: `0.655 … 0.688`."""
    return "–" if ends is None else " … ".join(f"{end:.{decimals or 0}f}" for end in ends)


def name_of(name: str) -> str:
    """What people call a metric: `IOPS`, `Bandwidth`, `Mean completion latency`, `p99.9 total latency`."""
    known = metric(name)
    return name if known is None else known.spoken


def about_bootstrap(resamples: int, holds_percent: int | None) -> str:
    """What a bootstrap interval is worth: for the foot of a table."""
    words = f"The bootstrap interval (BCa, {resamples:,} resamples of the runs) is shown for information only"
    if holds_percent is None:
        return f"{words}."
    return f"{words}: with so few runs it was measured to hold the truth about {holds_percent} times in 100, not 95."


class Told(TypedDict):
    """What of a part its sentence tells."""

    workloads: list[WorkloadOut]
    headline_metric: str | None
    headlines: Mapping[str, HeadlineOut]
    attribution: AttributionOut


def sentence(part: Told) -> str:
    """The result of one part of a comparison, then what it may be put down to."""
    rows, headlines, speaking = part["workloads"], part["headlines"], part["headline_metric"]
    if not rows:
        return "No workload was measured on both sides."
    if speaking is None or speaking not in headlines:
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
        statement = _many(headlines[speaking], speaking, told)
    return f"{statement} {part['attribution']['text']}"


def _one(cell: MetricOut, name: str) -> str:
    base, new = cell["base"], cell["new"]
    values = " → ".join(_bare(side["median"], cell["unit"]) for side in (base, new))
    values = f"{name_of(name)} {values} ({times(cell['ratio'], cell['ratio_decimals'])})"
    if base["n"] == new["n"] == 1:
        return f"{values}, one run each: not significant."
    if cell["ratio_ci95"] is None:
        values = " → ".join(describe_range(side, cell["unit"]).removesuffix(" IOPS") for side in (base, new))
        return f"{name_of(name)} {values} ({describe_ratio_range(cell)}), {_against(cell)}."
    verdict = VERDICTS[cell["verdict"]]
    return f"{values}, 95 % interval {interval(cell['ratio_ci95'], cell['ratio_decimals'])}: {verdict}{_more(cell)}."


def describe_range(side: SideFigures, unit: str) -> str:
    """Describe what a side measured: `7 to 9 GB/s`, or one figure, in three digits."""
    low, high = side["min"], side["max"]
    if low is None or high is None or low == high:
        return figure(_round_to_three_digits(side["median"]), unit)
    first, last = (figure(_round_to_three_digits(end), unit) for end in (low, high))
    behind = last.partition(" ")[2]
    return last if first == last else f"{first.removesuffix(f' {behind}')} to {last}"


def _round_to_three_digits(value: float | None) -> float | None:
    return None if value is None else float(f"{value:.3g}")


def describe_ratio_range(cell: MetricOut) -> str:
    """Describe the ratio of sides with too few runs for an interval by the range over all pairs of runs."""
    base, new = cell["base"], cell["new"]
    if not base["min"] or not base["max"] or not new["min"] or not new["max"]:
        return "no ratio"
    low, high = new["min"] / base["max"], new["max"] / base["min"]
    first, last = f"{low:.2g}", f"{high:.2g}"
    if first == last == "1":
        return "the same"
    return f"{first} times as much" if first == last else f"{first} to {last} times as much"


def _bare(value: float | None, unit: str) -> str:
    """A figure behind its name: IOPS are named already."""
    return figure(value, unit).removesuffix(" IOPS")


def _against(cell: MetricOut) -> str:
    base, new, few = cell["base"]["n"], cell["new"]["n"], cell["few_runs"]
    if few is None:
        return f"{base} runs vs. {new}, all repeats identical: no variance to test against"
    return f"{_apart(base, new, few)}; not significant"


def _apart(base: int, new: int, few: FewRunsOut) -> str:
    """`each of 4 new runs is above each of 2 base runs (p = 0.067)`."""
    if few["above"] == few["below"]:
        return f"{base} {'run' if base == 1 else 'runs'} against {new}, neither side above the other"
    word = "above" if few["above"] > few["below"] else "below"
    most = max(few["above"], few["below"])
    chance = f"p = {few['as_far'] / few['deals']:.2g}"
    if most < few["pairs"]:
        return f"new is {word} base in {most:,} of {few['pairs']:,} pairs of runs ({chance})"
    ours = "the new run" if new == 1 else f"each of {new} new runs"
    theirs = "the base run" if base == 1 else f"each of {base} base runs"
    return f"{ours} is {word} {theirs} ({chance})"


def _more(cell: MetricOut) -> str:
    needed = cell["runs_to_show"]
    if cell["verdict"] != "no_difference_shown" or needed is None:
        return ""
    return f" (about {needed:,} runs per side would show a difference of this size)"


def _many(headline: HeadlineOut, name: str, cells: Sequence[MetricOut]) -> str:
    places = headline["ratio_decimals"]
    ratio = times(headline["ratio"], places)
    statement = f"{name_of(name)} {ratio} over {headline['workloads']} workloads (geometric mean"
    if headline["ratio_ci95"] is not None:
        statement += f", 95 % interval {interval(headline['ratio_ci95'], places)}"
    counts = [f"{VERDICTS[word]} in {headline[word]}" for word in VERDICTS if headline[word]]
    return f"{statement}): {', '.join(counts)}{_set_apart(cells)}."


def _set_apart(cells: Sequence[MetricOut]) -> str:
    """Of workloads with too few runs those whose sides do not overlap. One run each always do not."""
    few = [one for cell in cells if (one := cell["few_runs"]) is not None and one["pairs"] > 1]
    told = [
        f"every new run {word} every base run in {number}"
        for word in ("above", "below")
        if (number := sum(one[word] == one["pairs"] for one in few))
    ]
    return f" ({', '.join(told)})" if told else ""
