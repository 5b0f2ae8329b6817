"""The answer of a comparison: one sentence by what may be claimed, and what it rests on.

What cannot be trusted, or put down to one change, is said before any number is believed.
"""

from collections.abc import Iterable, Sequence

from fioboard.schemas.compare import HeadlineOut, MetricOut
from fioboard.schemas.compare_answer import AnswerKind, ComparedAnswer
from fioboard.stats.wording import Told, describe_range, describe_ratio_range, name_of
from fioboard.vocabulary.limits import MIN_REPEATS

# Beyond this a change is spoken of as a factor: "3.0 times", not "200 %".
TIMES_FROM = 2.0
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
Names = tuple[str, str]
_RATES = frozenset({"iops", "bw_bytes_per_s"})


def shown(part: Told) -> AnswerKind:
    """What the figures alone say of one new side against base."""
    told, headline = _told(part)
    return "nothing" if headline is None else _kind(told)


def answer(part: Told, names: Names, kind: AnswerKind, doubts: Sequence[str] = ()) -> ComparedAnswer:
    """Of one new side against base, as what it may be called (features/compare/differs.py).

    `names`: what both are called in a sentence, base first. `doubts`: sentences about runs of one side, the gravest
    first; as `attribution` has them, but for the names.
    """
    about, metric = part["attribution"], part["headline_metric"]
    told, headline = _told(part)
    if metric is None or headline is None:
        return _out("nothing", _nothing(part), "", [])
    sure, effect = _sure(told), _effect(told, headline, metric, names)
    number = len(about["keys"])
    how_many = NUMBERS[number] if number < len(NUMBERS) else str(number)
    # Its text ends with the doubts.
    differing = about["text"].removesuffix(" ".join(about["doubts"])).rstrip()
    match kind:
        case "doubted":
            first, *others = doubts
            return _out(kind, f"One side is unreliable. {first}", sure, [effect, *others, differing])
        case "partly_doubted":
            first, *others = doubts
            return _out(kind, f"{effect} Caveat: {first}", sure,
                        [*others, differing])  # fmt: skip
        case "mixed":
            return _out(kind, "One side mixes different configurations, so the difference cannot be attributed.", sure,
                        [effect, about["text"]])  # fmt: skip
        case "confounded":
            question = {"better": "Which of them brings it", "worse": "Which of them costs it"}.get(
                _kind(told), "What each of them does"
            )
            sentence = f"{effect.removesuffix('.')}, and {how_many} things differ."
            return _out(kind, f"{sentence} {question}, this comparison cannot say.", sure, [about["text"]])
        case _:
            return _out(kind, effect, sure, [about["text"]])


def _told(part: Told) -> tuple[list[MetricOut], HeadlineOut | None]:
    """What there is to compare in the metric that the sentence speaks of; no headline: nothing."""
    metric = part["headline_metric"]
    cells = [row["metrics"][metric] for row in part["workloads"] if metric and metric in row["metrics"]]
    told = [cell for cell in cells if cell["ratio"] is not None]
    return told, part["headlines"].get(metric) if metric and told else None


def _out(kind: AnswerKind, sentence: str, sure: str, text: Iterable[str]) -> ComparedAnswer:
    return {"kind": kind, "sentence": sentence, "sure": sure, "text": [one for one in text if one]}


def _nothing(part: Told) -> str:
    if not part["workloads"]:
        return "Nothing can be compared: no workload was measured on both sides."
    return "Nothing can be compared: no figure was measured above zero on both sides."


def _sure(told: Sequence[MetricOut]) -> str:
    base, new = (sorted({cell[side]["n"] for cell in told}) for side in ("base", "new"))
    runs = f"{_span(base)} {'run' if base == [1] else 'runs'} against {_span(new)}"
    return runs if min(*base, *new) >= MIN_REPEATS else f"{runs}: no interval yet"


def _span(counts: Sequence[int]) -> str:
    return str(counts[0]) if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"


def _kind(told: Sequence[MetricOut]) -> AnswerKind:
    verdicts = {cell["verdict"] for cell in told}
    if {"better", "worse"} <= verdicts:
        return "differs"
    if "better" in verdicts:
        return "better"
    if "worse" in verdicts:
        return "worse"
    return "no_difference" if "no_difference_shown" in verdicts else "no_interval"


def _effect(told: Sequence[MetricOut], headline: HeadlineOut, metric: str, names: Names) -> str:
    if len(told) > 1:
        return _of_many(told, headline, metric, names)
    cell = told[0]
    ratio, ends = cell["ratio"] or 1.0, cell["ratio_ci95"]
    base, new = names
    if ends is None:
        before, now = (describe_range(cell[side], cell["unit"]) for side in ("base", "new"))
        if metric in _RATES:
            return f"{new} gives {now} where {base} gave {before}: {describe_ratio_range(cell)}."
        return f"{new} has {now} {_spoken(metric)} where {base} had {before}: {describe_ratio_range(cell)}."
    if cell["verdict"] == "no_difference_shown":
        return f"No difference shown in {_spoken(metric)}: {_shown_from(cell)}."
    places = cell["ratio_decimals"]
    claim = f"{new} {_change(ratio, metric, places)} {_than(ratio, metric, base)}"
    return f"{claim}{_interval(ratio, ends, places)}."


def _of_many(told: Sequence[MetricOut], headline: HeadlineOut, metric: str, names: Names) -> str:
    new, total = names[1], len(told)
    counts = {word: headline[word] for word in ("better", "worse")}
    ratio, ends = headline["ratio"], headline["ratio_ci95"]
    if not any(counts.values()):
        few = headline["not_enough_runs"]
        if few == total:
            # Repeats that are equal to the last digit have no interval either, however many there are.
            short = sum(min(cell["base"]["n"], cell["new"]["n"]) < MIN_REPEATS for cell in told)
            if short == total:
                few_runs = f"fewer than {MIN_REPEATS} runs per side"
                return f"{total} workloads, {few_runs}: differences are not statistically tested."
            equal = f"{total - short} with identical repeats"
            those = f"{equal} and {short} with fewer than {MIN_REPEATS} runs on a side" if short else equal
            return f"{total} workloads, {those}: differences are not statistically tested."
        smallest = [one for cell in told if (one := cell["smallest_shown_ratio"]) is not None]
        seen = (
            f": these runs would have shown one from about {_percent(max(smallest))} on in each"
            if smallest
            else ""
        )
        return f"No difference shown in {_spoken(metric)} of {total} workloads{seen}."
    claims = " and ".join(f"{word} in {count}" for word, count in counts.items() if count)
    places = headline["ratio_decimals"]
    over = f"{_spoken(metric)} {_signed(ratio, places)} over all"
    between = f", 95 % interval {_signed(ends[0], places)} to {_signed(ends[1], places)}" if ends else ""
    return f"{new} is {claims} of {total} workloads: {over}{between}."


def _shown_from(cell: MetricOut) -> str:
    smallest, base, new = cell["smallest_shown_ratio"], cell["base"]["n"], cell["new"]["n"]
    runs = f"{base} runs against {new}"
    return runs if smallest is None else f"{runs} would have shown one from about {_percent(smallest)} on"


def _change(ratio: float, metric: str, decimals: int | None) -> str:
    size = _size(ratio, decimals)
    if metric in _RATES:
        return f"is {size} {'as fast' if _is_times(ratio) else 'faster' if ratio > 1 else 'slower'}"
    name = _spoken(metric)
    return f"has {size} {'the' if _is_times(ratio) else 'more' if ratio > 1 else 'less'} {name}"


def _than(ratio: float, metric: str, base: str) -> str:
    return (
        f"as {base}"
        if _is_times(ratio) and metric in _RATES
        else f"of {base}"
        if _is_times(ratio)
        else f"than {base}"
    )


def _interval(ratio: float, ends: Sequence[float], decimals: int | None) -> str:
    if _is_times(ratio):
        return f", 95 % interval {ends[0]:.{decimals or 0}f} to {ends[1]:.{decimals or 0}f} times"
    low, high = sorted(ends) if ratio > 1 else sorted(ends, reverse=True)
    sign = 1 if ratio > 1 else -1
    places = max((decimals or 2) - 2, 0)
    return f", 95 % interval {sign * (low - 1) * 100:.{places}f} to {sign * (high - 1) * 100:.{places}f} %"


def _is_times(ratio: float) -> bool:
    return ratio >= TIMES_FROM


def _size(ratio: float, decimals: int | None) -> str:
    if _is_times(ratio):
        return f"{ratio:.{decimals or 0}f} times"
    return f"{abs(ratio - 1) * 100:.{max((decimals or 2) - 2, 0)}f} %"


def _signed(ratio: float, decimals: int | None) -> str:
    places = max((decimals or 2) - 2, 0)
    return f"{(ratio - 1) * 100:+.{places}f} %".replace("-", "−")


def _percent(share: float) -> str:
    return f"{share * 100:.2g} %"


def _spoken(metric: str) -> str:
    """A metric within a sentence, its first letter small where it is a word."""
    name = name_of(metric)
    return name if name.isupper() or name[1:2].isdigit() else name[0].lower() + name[1:]
