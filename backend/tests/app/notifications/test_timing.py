"""When a message goes, by the clock on the wall of the rule's zone: read off calendars, winter and summer time too."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from fioboard.app.notifications.timing import MAX_PAUSE, Hours, pause
from tests.loops import check_each

NONE = None, None
NIGHT = 22, 6


@check_each(
    "zone, at, digest, quiet, expected",
    [
        ("UTC", "2026-11-24T12:30", None, NONE, "2026-11-24T12:30"),
        ("UTC", "2026-11-24T12:30", 7, NONE, "2026-11-25T07:00"),
        ("UTC", "2026-11-24T05:30", 7, NONE, "2026-11-24T07:00"),
        ("UTC", "2026-11-24T23:30", None, NIGHT, "2026-11-25T06:00"),
        ("UTC", "2026-11-24T03:30", None, NIGHT, "2026-11-24T06:00"),
        ("UTC", "2026-11-24T06:30", None, NIGHT, "2026-11-24T06:30"),
        ("UTC", "2026-11-24T12:30", 3, NIGHT, "2026-11-25T06:00"),
        ("UTC", "2026-11-24T12:30", None, (5, 5), "2026-11-24T12:30"),
        # Berlin: UTC+1 in winter, UTC+2 in summer.
        ("Europe/Berlin", "2026-11-24T12:30", 7, NONE, "2026-11-25T06:00"),
        ("Europe/Berlin", "2026-07-01T12:30", 7, NONE, "2026-07-02T05:00"),
        ("Europe/Berlin", "2026-11-24T21:30", None, NIGHT, "2026-11-25T05:00"),
        ("Europe/Berlin", "2026-11-24T20:30", None, NIGHT, "2026-11-24T20:30"),
        # 29 March 2026, 02:00 becomes 03:00 (01:00 UTC): the night is an hour shorter, 02:00 is not shown at all.
        ("Europe/Berlin", "2026-03-28T22:30", None, NIGHT, "2026-03-29T04:00"),
        ("Europe/Berlin", "2026-03-28T12:00", 2, NONE, "2026-03-29T01:00"),
        ("Europe/Berlin", "2026-03-29T01:00", 2, NONE, "2026-03-30T00:00"),
        ("Europe/Berlin", "2026-03-29T00:30", None, (1, 2), "2026-03-29T01:00"),
        # 25 October 2026, 03:00 becomes 02:00 (01:00 UTC): 02:00 is shown twice, at 00:00 and at 01:00 UTC.
        ("Europe/Berlin", "2026-10-24T12:00", 2, NONE, "2026-10-25T00:00"),
        ("Europe/Berlin", "2026-10-25T00:00", 2, NONE, "2026-10-26T01:00"),
        ("Europe/Berlin", "2026-10-25T00:30", 2, NONE, "2026-10-26T01:00"),
        ("Europe/Berlin", "2026-10-25T01:30", 2, NONE, "2026-10-26T01:00"),
        ("Europe/Berlin", "2026-10-24T21:30", None, NIGHT, "2026-10-25T05:00"),
        ("Europe/Berlin", "2026-10-25T00:30", None, (2, 3), "2026-10-25T02:00"),
        ("Europe/Berlin", "2026-10-25T01:30", None, (2, 3), "2026-10-25T02:00"),
        # Half an hour off, and the other side of the date line.
        ("Asia/Kolkata", "2026-11-24T00:00", 7, NONE, "2026-11-24T01:30"),
        ("Asia/Kolkata", "2026-11-24T16:40", None, NIGHT, "2026-11-25T00:30"),
        ("Pacific/Auckland", "2026-11-24T12:00", 7, NONE, "2026-11-24T18:00"),
        # Lord Howe leaps half an hour: 02:00 becomes 02:30 on 4 October 2026, UTC+10:30 to UTC+11.
        ("Australia/Lord_Howe", "2026-10-03T12:00", 2, NONE, "2026-10-03T15:30"),
    ],
)
def test_when_it_is_sent(
    zone: str, at: str, digest: int | None, quiet: tuple[int | None, int | None], expected: str
) -> None:
    when = Hours(ZoneInfo(zone), digest, *quiet).first_time(datetime.fromisoformat(at).replace(tzinfo=UTC))
    assert when == datetime.fromisoformat(expected).replace(tzinfo=UTC)


@pytest.mark.nightly
@check_each("zone", ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"])
@check_each("hour", range(24))
def test_a_daily_message_comes_on_each_day_of_a_year_once(zone: str, hour: int) -> None:
    at = datetime(2026, 1, 1, tzinfo=UTC)
    hours = Hours(ZoneInfo(zone), hour)
    days = []
    for _ in range(365):
        at = hours.first_time(at)
        days.append(at.astimezone(ZoneInfo(zone)).date().toordinal())
    assert days == list(range(days[0], days[0] + 365))


def test_each_pause_is_twice_the_one_before_up_to_six_hours() -> None:
    assert [pause(attempt).total_seconds() for attempt in range(4)] == [30, 60, 120, 240]
    assert pause(20) == MAX_PAUSE
