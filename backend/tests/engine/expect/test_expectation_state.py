"""When a run is missing, since when, and which runs stand for which night."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from fioboard.engine.expect import Rule, judge_schedule, standing
from fioboard.engine.expect.cron import walk_past_times, walk_times
from fioboard.engine.expect.rule import EVERY_WEEKDAY
from tests.loops import check_each

NIGHTLY = Rule(
    weekdays=EVERY_WEEKDAY, by=time(4), zone=ZoneInfo("Europe/Berlin"), grace=timedelta(minutes=30)
)
SUNDAYS = Rule(weekdays=frozenset({6}), by=time(23), zone=ZoneInfo("UTC"), grace=timedelta(0))
MADE = "01-05T12:00"  # A Monday; the first night is due on the 6th at 03:00 UTC.


@check_each(
    "rule, runs, now, state, since, missed",
    [
        (NIGHTLY, [], "01-05T20:00", "waiting", None, 0),
        # Within the grace nothing is missing yet; a minute after it is.
        (NIGHTLY, [], "01-06T03:30", "waiting", None, 0),
        (NIGHTLY, [], "01-06T03:31", "missing", "01-06T03:00", 1),
        (NIGHTLY, ["01-06T01:00"], "01-06T03:31", "met", None, 0),
        (NIGHTLY, ["01-06T03:30"], "01-06T04:00", "met", None, 0),
        (NIGHTLY, ["01-06T03:31"], "01-06T04:00", "late", None, 0),
        # Met last night and within the grace of this one.
        (NIGHTLY, ["01-06T01:00"], "01-07T03:10", "met", None, 0),
        # A row of three, told from its first.
        (NIGHTLY, ["01-06T01:00"], "01-09T09:00", "missing", "01-07T03:00", 3),
        # A run at noon is last night's, late: it does not hide that tonight's is missing.
        (NIGHTLY, ["01-06T12:00"], "01-06T13:00", "late", None, 0),
        (NIGHTLY, ["01-06T12:00"], "01-07T04:00", "missing", "01-07T03:00", 1),
        # A run in the evening is tonight's.
        (NIGHTLY, ["01-06T19:00"], "01-07T04:00", "met", None, 0),
        # A run before the expectation was made stands for the first night when it lies in that night's half day.
        (NIGHTLY, ["01-05T11:00"], "01-06T04:00", "missing", "01-06T03:00", 1),
        # What is dated in the future has not been seen.
        (NIGHTLY, ["01-06T08:00"], "01-06T04:00", "missing", "01-06T03:00", 1),
        (SUNDAYS, ["01-11T01:00"], "01-12T00:00", "met", None, 0),
        (SUNDAYS, ["01-07T01:00"], "01-12T00:00", "missing", "01-11T23:00", 1),
        (SUNDAYS, ["01-13T01:00"], "01-14T00:00", "late", None, 0),
    ],
)
def test_an_expectation_stands(
    rule: Rule, runs: list[str], now: str, state: str, since: str | None, missed: int
) -> None:
    told = standing(rule, [_utc(one) for one in runs], _utc(MADE), _utc(now))
    assert (told.state, told.missed) == (state, missed)
    assert told.missing_since == (None if since is None else _utc(since))
    assert told.due_at > _utc(now)


@check_each(
    "cron, runs, now, state, since, missed",
    [
        ("0 * * * *", [], "01-05T12:30", "waiting", None, 0),
        ("0 * * * *", [], "01-05T13:30", "waiting", None, 0),
        ("0 * * * *", [], "01-05T13:31", "missing", "01-05T13:00", 1),
        ("0 * * * *", [], "01-05T15:31", "missing", "01-05T13:00", 3),
        ("0 * * * *", ["01-05T13:00"], "01-05T14:10", "met", None, 0),
        # A run that begins late is of its own hour, and does not hide that the next one is missing.
        ("0 * * * *", ["01-05T13:59"], "01-05T14:00", "late", None, 0),
        ("0 * * * *", ["01-05T13:59"], "01-05T14:31", "missing", "01-05T14:00", 1),
        ("0 * * * *", ["01-05T12:59"], "01-05T13:31", "missing", "01-05T13:00", 1),
        ("0 2 1 * *", [], "01-31T12:00", "waiting", None, 0),
        ("0 2 1 * *", [], "02-01T02:31", "missing", "02-01T02:00", 1),
        ("0 2 1 * *", ["02-01T02:29"], "02-27T02:31", "met", None, 0),
    ],
)
def test_a_schedule_stands(
    cron: str, runs: list[str], now: str, state: str, since: str | None, missed: int
) -> None:
    zone, moment = ZoneInfo("UTC"), _utc(now)
    stands = judge_schedule(
        walk_past_times(cron, zone, moment),
        next(walk_times(cron, zone, moment)),
        [_utc(one) for one in runs],
        grace=timedelta(minutes=30),
        made_at=_utc(MADE),
        now=moment,
    )
    assert (stands.state, stands.missed) == (state, missed)
    assert stands.missing_since == (None if since is None else _utc(since))
    assert stands.due_at > moment


def test_a_late_upload_corrects_it() -> None:
    now = _utc("01-08T09:00")
    assert standing(NIGHTLY, [], _utc(MADE), now).missed == 3
    nights = [_utc(f"01-0{day}T01:00") for day in (6, 7, 8)]
    told = standing(NIGHTLY, nights, _utc(MADE), now)
    assert (told.state, told.met_at, told.missed) == ("met", nights[-1], 0)


@pytest.mark.nightly
def test_every_night_of_a_year_is_met_by_its_own_run() -> None:
    """Whatever the clock does: one run a night at 03:00 local is never missing, and left out is missed once."""
    zone = ZoneInfo("Europe/Berlin")
    made = datetime(2026, 1, 1, 12, tzinfo=zone)
    nights = [datetime(2026, 1, 2, 3, tzinfo=zone) + timedelta(days=n) for n in range(364)]
    for number, night in enumerate(nights):
        at = night.replace(hour=9)
        assert standing(NIGHTLY, nights, made, at).state == "met"
        without = nights[:number] + nights[number + 1 :]
        assert standing(NIGHTLY, without, made, at).missed == 1


def _utc(text: str) -> datetime:
    return datetime.fromisoformat(f"2026-{text}").replace(tzinfo=UTC)
