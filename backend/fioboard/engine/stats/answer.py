"""The answer of a comparison: one sentence by what may be claimed, and what it rests on.

An unreliable side and a difference without one cause are named before any number.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import log
from typing import TypedDict

from fioboard.core.figures import format_things
from fioboard.engine.answers.compare import AttributionOut
from fioboard.engine.answers.compare_answer import AnswerKind, ComparedAnswer
from fioboard.engine.answers.workload import HeadlineOut, MetricOut, Verdict, WorkloadOut
from fioboard.engine.stats import sentences
from fioboard.engine.stats.wording import describe_range, describe_ratio_range, get_metric_name
from fioboard.engine.words.limits import MIN_REPEATS

# Beyond this a change is spoken of as a factor: "3.0 times", not "200 %".
TIMES_FROM = 2.0
NUMBERS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")
Names = tuple[str, str]
_RATES = frozenset({"iops", "bw_bytes_per_s"})
_PROVEN = frozenset[Verdict]({"better", "worse"})
_OTHERS: Mapping[Verdict, str] = {
    "better": "better",
    "worse": "worse",
    "no_difference_shown": "no significant difference",
    "not_enough_runs": "too few runs",
}


class Part(TypedDict):
    """What of one new side against base the answer is made of."""

    workloads: list[WorkloadOut]
    headline_metric: str | None
    headlines: Mapping[str, HeadlineOut]
    attribution: AttributionOut


class Cell(TypedDict):
    """One workload in the metric that the answer speaks of."""

    key: str
    title: str
    figures: MetricOut


def classify(part: Part) -> AnswerKind:
    """Classify what the figures alone say of one new side against base."""
    cells = _list_cells(part, {})
    return _kind(cells) if cells else "nothing"


def answer(
    part: Part, names: Names, titles: Mapping[str, str], kind: AnswerKind, doubts: Sequence[str] = ()
) -> ComparedAnswer:
    """Compose the answer about one new side against base, of the kind that it may be called.

    `names`: what both are called in a sentence, base first. `titles`: by key of the workload. `doubts`: about runs that
    did not measure what those of the other side did, the gravest first.
    """
    cells, metric = _list_cells(part, titles), part["headline_metric"]
    if metric is None or not cells:
        return {
            "kind": "nothing",
            "sentence": _nothing(part),
            "workload": None,
            "sure": "",
            "text": [],
            "caveat": None,
        }
    named = _find_named(cells)
    effect, others, sure = _effect(cells, part, metric, names), _count_others(cells, part), _sure(cells)
    sentence: str
    parts = [others, part["attribution"]["text"]]
    match kind:
        case "doubted":
            first, *doubts = doubts
            sentence, parts = sentences.ONE_UNRELIABLE(doubt=first), [effect, *parts]
        case "mixed":
            sentence, parts = sentences.SIDE_MIXED(), [effect, *parts]
        case "confounded":
            number = len(part["attribution"]["keys"])
            several = NUMBERS[number] if number < len(NUMBERS) else str(number)
            sentence = sentences.SEVERAL_DIFFER(effect=effect, several=several)
        case _:
            sentence = effect
    return {
        "kind": kind,
        "sentence": sentence,
        "workload": named["key"] if named is not None else None,
        "sure": sure,
        "text": [one for one in parts if one],
        "caveat": sentences.QUALITY_DIFFERS(doubts="; ".join(doubts)) if doubts else None,
    }


def join(composed: ComparedAnswer) -> str:
    """Join the whole answer to one paragraph, for a terminal, a table's head and a message."""
    sure = (
        sentences.NOT_SIGNIFICANT_YET(statistics=composed["sure"])
        if composed["kind"] == "no_interval"
        else ""
    )
    return " ".join(one for one in (composed["sentence"], sure, *composed["text"], composed["caveat"]) if one)


def _list_cells(part: Part, titles: Mapping[str, str]) -> list[Cell]:
    """What there is to compare in the metric that the answer speaks of."""
    metric = part["headline_metric"]
    if metric is None or metric not in part["headlines"]:
        return []
    return [
        {
            "key": row["key"],
            "title": titles.get(row["key"], row["workload"]),
            "figures": row["metrics"][metric],
        }
        for row in part["workloads"]
        if metric in row["metrics"] and row["metrics"][metric]["ratio"] is not None
    ]


def _nothing(part: Part) -> str:
    if not part["workloads"]:
        return sentences.NO_WORKLOAD_OF_BOTH()
    return sentences.NO_FIGURE_OF_BOTH()


def _sure(cells: Sequence[Cell]) -> str:
    """Say how many runs stand behind it, where that is too few for an interval in some workload."""
    base, new = (sorted({cell["figures"][side]["n"] for cell in cells}) for side in ("base", "new"))
    if min(*base, *new) >= MIN_REPEATS:
        return ""
    few = cells[0]["figures"]["few_runs"] if len(cells) == 1 else None
    chance = f", p = {few['as_far'] / few['deals']:.2g}" if few is not None else ""
    return sentences.TOO_FEW(base=_span(base), new=_span(new), chance=chance)


def _span(counts: Sequence[int]) -> str:
    return str(counts[0]) if len(counts) == 1 else f"{counts[0]}–{counts[-1]}"


def _kind(cells: Sequence[Cell]) -> AnswerKind:
    verdicts = {cell["figures"]["verdict"] for cell in cells}
    if {"better", "worse"} <= verdicts:
        return "differs"
    if "better" in verdicts:
        return "better"
    if "worse" in verdicts:
        return "worse"
    return "no_difference" if "no_difference_shown" in verdicts else "no_interval"


def _effect(cells: Sequence[Cell], part: Part, metric: str, names: Names) -> str:
    """Describe the one workload, or of several the one with the largest proven difference."""
    named = _find_named(cells)
    if named is None:
        return _describe_unproven(cells, metric)
    figures = named["figures"]
    if len(part["workloads"]) == 1:
        return _describe_one(figures, metric, names)
    if figures["verdict"] not in _PROVEN:
        return sentences.OF_WORKLOAD(workload=named["title"], sentence=_describe_one(figures, metric, names))
    change = _change(figures["ratio"] or 1.0, figures["ratio_decimals"])
    return sentences.LARGEST(
        workload=named["title"],
        metric=get_metric_name(metric),
        change=change,
        interval=_interval(figures, is_signed=True),
    )


def _find_named(cells: Sequence[Cell]) -> Cell | None:
    """Find the workload that the sentence names: the only one, or the one with the largest proven difference."""
    if len(cells) == 1:
        return cells[0]
    proven = [cell for cell in cells if cell["figures"]["verdict"] in _PROVEN]
    return max(proven, key=lambda cell: abs(log(cell["figures"]["ratio"] or 1.0)), default=None)


def _count_others(cells: Sequence[Cell], part: Part) -> str:
    """Count the workloads beside the one that the sentence names, by verdict; nothing where it names none."""
    named = _find_named(cells)
    if named is None:
        return ""
    counts = Counter(_OTHERS[cell["figures"]["verdict"]] for cell in cells if cell is not named)
    groups = [(counts[word], word) for word in _OTHERS.values() if counts[word]]
    unmeasured = len(part["workloads"]) - len(cells)
    groups += [(unmeasured, "not measured on both sides")] if unmeasured else []
    number = sum(count for count, _ in groups)
    head = format_things(number, "other workload")
    match groups:
        case []:
            return ""
        case [(_, word)]:
            return sentences.OTHERS(head=head, verdicts=word)
        case _:
            return sentences.OTHERS(
                head=head, verdicts=", ".join(f"{count} {word}" for count, word in groups)
            )


def _describe_one(cell: MetricOut, metric: str, names: Names) -> str:
    """Describe one workload's difference, with what both sides are called."""
    base, new = names
    if cell["ratio_ci95"] is None:
        before, now = (describe_range(cell[side], cell["unit"]) for side in ("base", "new"))
        times = describe_ratio_range(cell)
        if metric in _RATES:
            return sentences.GIVES(new=new, now=now, base=base, before=before, times=times)
        return sentences.HAS(new=new, now=now, metric=_spoken(metric), base=base, before=before, times=times)
    if cell["verdict"] == "no_difference_shown":
        smallest = cell["smallest_shown_ratio"]
        runs = f"n = {cell['base']['n']} and {cell['new']['n']}"
        seen = "" if smallest is None else sentences.DETECTABLE(difference=_percent(smallest))
        return sentences.NO_DIFFERENCE(metric=_spoken(metric), runs=runs, detectable=seen)
    ratio, places = cell["ratio"] or 1.0, cell["ratio_decimals"]
    is_more, is_rate, name = ratio > 1, metric in _RATES, _spoken(metric)
    if _is_times(ratio):
        factor = f"{ratio:.{places or 0}f} times"
        claim = (
            sentences.TIMES_AS_FAST(factor=factor, base=base)
            if is_rate
            else sentences.TIMES_THE_METRIC(factor=factor, metric=name, base=base)
        )
    else:
        size = f"{_format(abs(ratio - 1), places)} %"
        faster, more = ("faster", "more") if is_more else ("slower", "less")
        claim = (
            sentences.FASTER(size=size, faster=faster, base=base)
            if is_rate
            else sentences.MORE(size=size, more=more, metric=name, base=base)
        )
    return sentences.PROVEN(new=new, claim=claim, interval=_interval(cell, is_signed=False))


def _describe_unproven(cells: Sequence[Cell], metric: str) -> str:
    """Describe several workloads of which none has a proven difference."""
    figures, total = [cell["figures"] for cell in cells], len(cells)
    # Repeats that are equal to the last digit have no interval either, however many there are.
    if all(one["verdict"] == "not_enough_runs" for one in figures):
        short = sum(min(one["base"]["n"], one["new"]["n"]) < MIN_REPEATS for one in figures)
        if short == total:
            few_runs = sentences.FEWER_RUNS(least=MIN_REPEATS)
            return sentences.NOT_TESTED(workloads=total, reason=few_runs)
        equal = sentences.IDENTICAL(workloads=total - short)
        those = (
            sentences.IDENTICAL_AND_SHORT(identical=equal, short=short, least=MIN_REPEATS) if short else equal
        )
        return sentences.NOT_TESTED(workloads=total, reason=those)
    smallest = [one for cell in figures if (one := cell["smallest_shown_ratio"]) is not None]
    seen = sentences.DETECTABLE_IN_EACH(difference=_percent(max(smallest))) if smallest else ""
    return sentences.NO_DIFFERENCE_OF_ALL(metric=_spoken(metric), workloads=total, detectable=seen)


def _interval(cell: MetricOut, *, is_signed: bool) -> str:
    """Format the interval and the number of runs: `95 % CI −9.6 to −8.8 %, n = 26 and 14`.

    `is_signed`: as changes; else as sizes, for a sentence that says the direction in a word.
    """
    ratio, places = cell["ratio"] or 1.0, cell["ratio_decimals"]
    ends = sorted(cell["ratio_ci95"] or (), key=lambda end: abs(end - 1) if ratio < 1 else end)
    if _is_times(ratio):
        low, high = (f"{end:.{places or 0}f}" for end in ends)
        between = f"{low} to {high} times"
    elif is_signed:
        low, high = (_sign(end - 1, places) for end in sorted(ends))
        between = f"{low} to {high} %"
    else:
        sign = 1 if ratio > 1 else -1
        low, high = (_format(sign * (end - 1), places) for end in ends)
        between = f"{low} to {high} %"
    return f"95 % CI {between}, n = {cell['base']['n']} and {cell['new']['n']}"


def _change(ratio: float, decimals: int | None) -> str:
    return f"× {ratio:.{decimals or 0}f}" if _is_times(ratio) else f"{_sign(ratio - 1, decimals)} %"


def _is_times(ratio: float) -> bool:
    return ratio >= TIMES_FROM


def _sign(share: float, decimals: int | None) -> str:
    text = _format(share, decimals)
    return f"−{text[1:]}" if text.startswith("-") else f"+{text}"


def _format(share: float, decimals: int | None) -> str:
    return f"{share * 100:.{max((decimals or 2) - 2, 0)}f}"


def _percent(share: float) -> str:
    return f"{share * 100:.2g} %" if share < 0.995 else f"{share * 100:.0f} %"


def _spoken(metric: str) -> str:
    """A metric within a sentence, its first letter small where it is a word."""
    name = get_metric_name(metric)
    return name if name[:2].isupper() or name[1:2].isdigit() else name[0].lower() + name[1:]
