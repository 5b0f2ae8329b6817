"""Counts runs by what their answers say: kind of verdict, limits, doubts, findings."""

from collections import Counter
from collections.abc import Iterable, Iterator

from fioboard.core.driver import Driver
from fioboard.engine.answers.facet import FacetOut
from fioboard.engine.filters import Filter
from fioboard.engine.filters.answer_keys import ANSWER_KEYS
from fioboard.engine.rules import RULES
from fioboard.engine.words.verdicts import VERDICTS
from fioboard.store.queries.filtering import COUNT_EXACTLY, Selection, count_matching, widen
from fioboard.store.queries.planning import plan_anew
from fioboard.store.queries.runs import groups
from fioboard.store.queries.runs.groups import AnswersRow

# Answers stand in the runs themselves. Of a million, the newest 20,000 that match two job options took 0.7 s to read.
MAX_RUNS = 5_000
WORDS: dict[str, str] = {**VERDICTS, **{rule.id: rule.title for rule in RULES.values()}}


async def facets(
    driver: Driver, wanted: Filter, selection: Selection, keys: Iterable[str], *, find: str, max_values: int
) -> list[FacetOut]:
    """One facet for each of these keys of ANSWER_KEYS; its own filter does not count."""
    answers = []
    read: dict[str, tuple[list[AnswersRow], bool]] = {}
    for key in keys:
        others = wanted.exclude(key)
        asked = others.format_query()
        if asked not in read:
            is_same = asked == wanted.format_query()
            resolved = selection if is_same else widen(selection, others)
            read[asked] = await _read(driver, resolved)
        rows, is_whole = read[asked]
        answers.append(_facet(key, rows, wanted, is_whole=is_whole, find=find, max_values=max_values))
    return answers


async def _read(driver: Driver, selection: Selection) -> tuple[list[AnswersRow], bool]:
    """What the answers of the newest runs say, and whether these are all."""
    async with plan_anew(driver):
        if selection.is_many:
            total, is_exact = COUNT_EXACTLY + 1, False
        elif selection.matching is None:
            selection, total, is_exact = await count_matching(driver, selection)
        else:
            total, is_exact = selection.matching, True
        is_common = selection.wanted.get("q") is not None and not is_exact
        rows = await groups.count_answers(driver, selection, MAX_RUNS, common_words=is_common)
    return rows, total <= MAX_RUNS


def _facet(
    key: str, rows: list[AnswersRow], wanted: Filter, *, is_whole: bool, find: str, max_values: int
) -> FacetOut:
    counts: Counter[str] = Counter()
    nothing = 0
    for row in rows:
        values = list(_values(key, row))
        counts.update(dict.fromkeys(values, row["runs"]))
        nothing += 0 if values else row["runs"]
    condition = wanted.get(key)
    chosen = {value for value in counts if condition is not None and condition.accepts(value)}
    matching = [value for value in counts if find.lower() in f"{value} {WORDS[value]}".lower()]
    ranked = sorted(matching, key=lambda value: (value not in chosen, -counts[value], value))
    return {
        "key": key,
        "title": ANSWER_KEYS[key].title,
        "type": "text",
        "source": "answer",
        "values": [{"value": v, "runs": counts[v], "is_chosen": v in chosen} for v in ranked[:max_values]],
        "total_values": len(matching),
        "unknown": nothing,
        "of_newest": None if is_whole else MAX_RUNS,
        "min": None,
        "max": None,
        "histogram": None,
    }


def _values(key: str, row: AnswersRow) -> Iterator[str]:
    """What a run says under a key, each once. Rules that are no more are not told."""
    declared = ANSWER_KEYS[key]
    cell = row[declared.column]
    listed = cell if isinstance(cell, list) else [cell]
    return (value for value in dict.fromkeys(listed) if value in declared.values)
