"""When a run is due, on days of 23, 24 and 25 hours."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from fioboard.engine.expect import Rule, dues
from fioboard.engine.expect.rule import EVERY_WEEKDAY


def _rule(by: str, zone: str = "Europe/Berlin", weekdays: frozenset[int] = EVERY_WEEKDAY) -> Rule:
    return Rule(weekdays=weekdays, by=time.fromisoformat(by), zone=ZoneInfo(zone), grace=timedelta(0))


@pytest.mark.parametrize(
    ("rule", "after", "until", "expected"),
    [
        (_rule("04:00"), "2026-01-10T00:00", "2026-01-11T12:00", ["2026-01-10T03:00", "2026-01-11T03:00"]),
        # Spring: 29 March has 23 hours, 02:30 is leapt over and read as 03:30.
        (_rule("04:00"), "2026-03-28T00:00", "2026-03-29T12:00", ["2026-03-28T03:00", "2026-03-29T02:00"]),
        (_rule("02:30"), "2026-03-29T00:00", "2026-03-29T12:00", ["2026-03-29T01:30"]),
        # Autumn: 25 October has 25 hours, 02:30 comes twice and the second is meant.
        (_rule("02:30"), "2026-10-24T12:00", "2026-10-25T12:00", ["2026-10-25T01:30"]),
        (_rule("04:00"), "2026-10-24T12:00", "2026-10-25T12:00", ["2026-10-25T03:00"]),
        # The window is open at its start and closed at its end.
        (_rule("04:00", "UTC"), "2026-01-10T04:00", "2026-01-11T04:00", ["2026-01-11T04:00"]),
        # Far east and far west of UTC, the date there is another.
        (_rule("00:30", "Pacific/Auckland"), "2026-01-10T00:00", "2026-01-10T23:00", ["2026-01-10T11:30"]),
        (_rule("23:30", "Pacific/Honolulu"), "2026-01-10T00:00", "2026-01-10T23:00", ["2026-01-10T09:30"]),
        # Lord Howe leaps by half an hour only (4 October 2026, 02:00 to 02:30).
        (_rule("02:15", "Australia/Lord_Howe"), "2026-10-03T12:00", "2026-10-04T00:00", ["2026-10-03T15:45"]),
        # Monday and Thursday only.
        (
            _rule("04:00", "UTC", frozenset({0, 3})),
            "2026-01-04T00:00",
            "2026-01-12T12:00",
            ["2026-01-05T04:00", "2026-01-08T04:00", "2026-01-12T04:00"],
        ),
        (_rule("04:00", "UTC"), "2026-01-11T00:00", "2026-01-10T00:00", []),
    ],
)
def test_dues_lie_where_the_clock_on_the_wall_shows_them(
    rule: Rule, after: str, until: str, expected: list[str]
) -> None:
    instants = dues(rule, _utc(after), _utc(until))
    assert [one.astimezone(UTC) for one in instants] == [_utc(one) for one in expected]


@pytest.mark.parametrize(
    ("weekdays", "by", "grace"),
    [
        (frozenset(), time(4), 0),
        (frozenset({7}), time(4), 0),
        (frozenset({-1, 2}), time(4), 0),
        (frozenset({1}), time(4, tzinfo=UTC), 0),
        (frozenset({1}), time(4), -1),
    ],
)
def test_a_rule_that_makes_no_sense_is_refused(weekdays: frozenset[int], by: time, grace: int) -> None:
    with pytest.raises(ValueError, match=r"weekdays|by|grace"):
        Rule(weekdays=weekdays, by=by, zone=ZoneInfo("UTC"), grace=timedelta(minutes=grace))


def _utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)
