"""Notes of a comparison about time: runs of other weeks are named with their dates."""

import pytest
from httpx2 import AsyncClient

from tests.app.compare.conftest import Sender, randread, runs
from tests.app.compare.test_compare import compare
from tests.loops import check_each

pytestmark = pytest.mark.anyio


async def measured(send: Sender, *days: str) -> list[str]:
    """A run on each of these days of November 2026, at noon."""
    return [
        await send(randread(1000 + n), started_at=f"2026-11-{day}T12:00:00Z") for n, day in enumerate(days)
    ]


@pytest.mark.nightly
@check_each(
    "base, new, expected",
    [
        (("09", "10"), ("11", "12"), []),
        # A week to the hour is no more than a week.
        (("09", "10"), ("16",), []),
        (("01", "03", "09"), ("09",), [("base", "8 days", "2026-11-01 to 2026-11-09", ["base 0"])]),
        (
            ("09",),
            ("02", "03", "09", "14"),
            [("new", "12 days", "2026-11-02 to 2026-11-14", ["new 0", "new 1"])],
        ),
        (
            ("02", "03"),
            ("17",),
            [
                (
                    "both",
                    "different weeks",
                    "base 2026-11-02 to 2026-11-03, new 2026-11-17",
                    ["base 0", "base 1"],
                )
            ],
        ),
        (("18",), ("02",), [("both", "different weeks", "base 2026-11-18, new 2026-11-02", ["new 0"])]),
        # Neither side is spread over more than a week, and together they are.
        (
            ("01", "06"),
            ("09", "14"),
            [("both", "different weeks", "new 2026-11-09 to 2026-11-14", ["base 0", "base 1"])],
        ),
        # Measured in turn: the sides are of the same time, long as it was.
        (
            ("01", "12"),
            ("02", "13"),
            [
                ("base", "11 days", "2026-11-01 to 2026-11-12", ["base 0"]),
                ("new", "11 days", "2026-11-02 to 2026-11-13", ["new 0"]),
            ],
        ),
    ],
)
async def test_runs_of_other_weeks_are_named_with_their_dates(
    client: AsyncClient,
    send: Sender,
    base: tuple[str, ...],
    new: tuple[str, ...],
    expected: list[tuple[str, str, str, list[str]]],
) -> None:
    sides = {"base": await measured(send, *base), "new": await measured(send, *new)}
    notes = (await compare(client, runs(*sides["base"]), runs(*sides["new"])))["notes"]
    assert len(notes) == len(expected), notes
    for note, (side, words, dates, named) in zip(notes, expected, strict=True):
        assert note["side"] == side
        assert words in note["text"]
        assert dates in note["text"]
        assert note["run_ids"] == [sides[name][int(n)] for name, n in map(str.split, named)]
