"""Which stored change a step is."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest

from fioboard.app.watch.changes.change_matching import Seen, known_again
from fioboard.store.queries.watch import KnownChangeRow

FIRST = datetime(2026, 3, 1, tzinfo=UTC)
TIMES = [FIRST + timedelta(days=day) for day in range(30)]


def known(number: int, day: float, ratio: float = 0.9, *, is_gone: bool = False) -> KnownChangeRow:
    return {
        "id": UUID(int=number), "series_id": UUID(int=0), "after_at": FIRST + timedelta(days=day), "ratio": ratio,
        "is_gone": is_gone,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("seen", "rows", "again", "gone"),
    [
        ([Seen(10, 0.9)], [known(1, 10)], [1], []),
        ([Seen(12, 0.9)], [known(1, 10)], [1], []),
        ([Seen(13, 0.9)], [known(1, 10)], [None], [1]),
        ([Seen(10, 1.1)], [known(1, 10)], [None], [1]),
        ([Seen(10, 0.9), Seen(12, 0.9)], [known(1, 12)], [None, 1], []),
        ([Seen(10, 0.9), Seen(12, 0.9)], [known(1, 11), known(2, 12)], [1, 2], []),
        ([], [known(1, 10)], [], [1]),
        ([], [known(1, 10, is_gone=True)], [], []),
        ([Seen(10, 0.9)], [known(1, 10, is_gone=True)], [1], []),
        ([], [known(1, -3)], [], []),
        ([Seen(10, 0.9)], [known(1, 9.5)], [1], []),
    ],
)
def test_known_again(seen: list[Seen], rows: list[Any], again: list[int | None], gone: list[int]) -> None:
    same, no_more = known_again(seen, rows, TIMES)
    assert [row and row["id"].int for row in same] == again
    assert [one.int for one in no_more] == gone


def test_without_runs_nothing_is_said() -> None:
    assert known_again([], [known(1, 10)], []) == ([], [])
