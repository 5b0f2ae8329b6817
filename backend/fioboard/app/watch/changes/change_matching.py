"""Changes that were there already: known again when a late run moves them, so that people's notes stay with them."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from fioboard.store.queries.watch import KnownChangeRow

# A run that comes late, goes, or is doubted moves a step by a run or two; what is further off is another one.
MAX_MOVED_RUNS = 2


@dataclass(frozen=True, slots=True)
class Seen:
    """Where a step is seen now: its first run, by place in the series, and how large it is."""

    place: int
    ratio: float


def known_again(
    seen: Sequence[Seen], known: Sequence[KnownChangeRow], times: Sequence[datetime]
) -> tuple[list[KnownChangeRow | None], list[UUID]]:
    """Of each step the stored change that it is, None for a new one; and the ids of those that are seen no more.

    `times`: when the runs of the series began, in order. A change that lies before all of them has left what is
    watched, and stays. The nearest in the same direction is the same.
    """
    free = {row["id"]: row for row in known if times and row["after_at"] >= times[0]}
    again: list[KnownChangeRow | None] = [None] * len(seen)
    pairs = sorted(
        (abs(bisect_left(times, row["after_at"]) - one.place), at, row["id"])
        for at, one in enumerate(seen)
        for row in free.values()
        if (row["ratio"] > 1) == (one.ratio > 1)
    )
    for moved, at, row_id in pairs:
        if moved <= MAX_MOVED_RUNS and again[at] is None and row_id in free:
            again[at] = free.pop(row_id)
    return again, [row_id for row_id, row in free.items() if not row["is_gone"]]
