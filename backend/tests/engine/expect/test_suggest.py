"""What the past suggests, and that nothing is suggested where it is not regular."""

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from fioboard.engine.expect import Suggestion, suggest
from fioboard.engine.expect.rule import EVERY_WEEKDAY

ZONE = ZoneInfo("Europe/Berlin")
MONDAY = datetime(2026, 3, 2, tzinfo=ZONE)


def _on(days: list[int], hour: float = 3.2) -> list[datetime]:
    return [MONDAY + timedelta(days=day, hours=hour) for day in days]


@pytest.mark.parametrize(
    ("runs", "weekdays", "by", "n"),
    [
        (_on(list(range(7))), EVERY_WEEKDAY, time(3, 15), 7),
        # Over the change of the clock (29 March 2026) the time on the wall is the same.
        (_on(list(range(20, 34))), EVERY_WEEKDAY, time(3, 15), 14),
        # One night in ten left out.
        (_on([day for day in range(20) if day % 10 != 4]), EVERY_WEEKDAY, time(3, 15), 18),
        # Working days only, Mondays only.
        (_on([day for day in range(19) if day % 7 < 5]), frozenset(range(5)), time(3, 15), 15),
        (_on([0, 7, 14, 21, 28]), frozenset({0}), time(3, 15), 5),
        # Two by hand among twenty do not stand in the way, and are not counted.
        (_on(list(range(20))) + _on([4, 9], 14), EVERY_WEEKDAY, time(3, 15), 20),
    ],
)
def test_what_was_regular_is_suggested(
    runs: list[datetime], weekdays: frozenset[int], by: time, n: int
) -> None:
    told = suggest(runs, ZONE)
    assert isinstance(told, Suggestion)
    assert (told.weekdays, told.by, told.n) == (weekdays, by, n)
    assert len(told.days) == n
    assert told.days == tuple(sorted(told.days))


def test_a_start_before_midnight_is_of_the_next_days_deadline() -> None:
    starts = [(day, 23.9) if day % 2 else (day + 1, 0.1) for day in range(14)]
    runs = [MONDAY + timedelta(days=day, hours=hour) for day, hour in starts]
    told = suggest(runs, ZONE)
    assert isinstance(told, Suggestion)
    assert (told.weekdays, told.by, told.n) == (EVERY_WEEKDAY, time(0, 15), 14)
    assert told.days[0] == date(2026, 3, 3)


@pytest.mark.parametrize(
    ("runs", "why"),
    [
        ([], "too_few"),
        (_on([0, 1, 2, 3]), "too_few"),
        # Ten runs, but on four days.
        (_on([0, 1, 2, 3]) + _on([0, 1, 2, 3], 4), "too_few"),
        # Five days in a row from Monday: whether Saturday is expected, nobody knows.
        (_on([0, 1, 2, 3, 4]), "days_differ"),
        # Every second day is on no weekday most of the time.
        (_on(list(range(0, 28, 2))), "days_differ"),
        # Every six hours is no one time of day.
        ([one for hour in (0, 6, 12, 18) for one in _on(list(range(10)), hour)], "times_differ"),
        # All over the day.
        ([MONDAY + timedelta(days=day, hours=day * 5 % 24) for day in range(20)], "times_differ"),
        # All over the calendar.
        (_on([0, 1, 9, 11, 20, 27, 31, 45]), "days_differ"),
    ],
)
def test_what_was_not_regular_is_not_suggested(runs: list[datetime], why: str) -> None:
    assert suggest(runs, ZONE) == why
