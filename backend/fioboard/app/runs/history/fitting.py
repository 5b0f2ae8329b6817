"""How much of many results an answer shows: a number of each run, and no more bytes than a page may have."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from fioboard.engine.words.limits import MAX_ANSWER_BYTES

# Names and punctuation of a row in JSON, beside its texts.
_FRAME_BYTES = 600
Row = TypeVar("Row", bound=Mapping[str, object])


def choose_result_count(totals: Iterable[int], most_of_run: int, most: int) -> int:
    """Return the largest number of results of each run with which all runs together have at most `most`; at least
    one. `totals`: the number of results of every run.

    `totals`: the number of results of every run.
    """
    counts = sorted(totals)
    for number in range(most_of_run, 1, -1):
        if sum(min(count, number) for count in counts) <= most:
            return number
    return 1


def estimate_size(row: Mapping[str, object]) -> int:
    """Estimate how many bytes a row takes in an answer."""
    return _FRAME_BYTES + sum(len(value) for value in row.values() if isinstance(value, str))


def select_fitting(rows: Sequence[Row], most_bytes: int = MAX_ANSWER_BYTES) -> Sequence[Row]:
    """Select the first rows that take at most so many bytes, and the first one in any case."""
    used = 0
    for number, row in enumerate(rows):
        used += estimate_size(row)
        if used > most_bytes and number:
            return rows[:number]
    return rows


def select_first_fitting(rows: Sequence[Row], most_bytes: int = MAX_ANSWER_BYTES) -> Sequence[Row]:
    """Select the first results of one run that take at most so many bytes; where not all do, the headline result
    first.
    """
    fitting = select_fitting(rows, most_bytes)
    if len(fitting) == len(rows):
        return rows
    return select_fitting(sorted(rows, key=lambda row: not row["is_headline"]), most_bytes)


def select_each_fitting(
    rows: Iterable[Row], runs: int, most_bytes: int = MAX_ANSWER_BYTES
) -> Mapping[object, Sequence[Row]]:
    """Select results by their run: of each of so many runs those that take its share of the bytes, at least the
    headline.
    """
    by_run: dict[object, list[Row]] = defaultdict(list)
    for row in rows:
        by_run[row["run_id"]].append(row)
    whole = sum(estimate_size(row) for of_run in by_run.values() for row in of_run)
    if whole > most_bytes:
        share = most_bytes // max(1, runs)
        return defaultdict(
            list, {key: list(select_first_fitting(of_run, share)) for key, of_run in by_run.items()}
        )
    return by_run
