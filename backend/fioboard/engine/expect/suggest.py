"""What the past of a host's runs suggests to expect, read from its days; nothing where they are not regular."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from fioboard.engine.expect.rule import DAY, EVERY_WEEKDAY
from fioboard.engine.words.expectations import Refusal

MIN_DAYS = 5
# Runs that start within this much of each other on the clock are of one time of day.
SPAN_MINUTES = 180
# This share of all runs is of that time of day, and this share of a weekday's dates has a run.
MOST = 0.8
# A weekday that came once tells nothing of the next.
MIN_DATES = 2
# The deadline is the latest start, rounded up to this.
STEP_MINUTES = 15
DAY_MINUTES = 24 * 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    """A rule that the past would have met, and what it was read from."""

    weekdays: frozenset[int]
    """0 = Monday to 6 = Sunday; all seven = every day."""
    by: time
    """Local time, the latest start rounded up to 15 minutes."""
    n: int
    """Runs that it was read from, a count."""
    days: tuple[date, ...]
    """The local dates of their deadlines, ascending."""


def suggest(runs: Sequence[datetime], zone: ZoneInfo) -> Suggestion | Refusal:
    """The rule that these starts (with a zone each) followed, or why there is none. Needs five runs on five days."""
    local = sorted(one.astimezone(zone).replace(tzinfo=None, fold=0) for one in runs)
    if len({one.date() for one in local}) < MIN_DAYS:
        return "too_few"
    alike, latest = _find_usual_time(local)
    if len(alike) < MOST * len(local):
        return "times_differ"
    minutes = -(-latest // STEP_MINUTES) * STEP_MINUTES
    by = time(*divmod(minutes % DAY_MINUTES, 60))
    days = sorted({one.date() if one.time() <= by else one.date() + DAY for one in alike})
    if len(days) < MIN_DAYS:
        return "too_few"
    weekdays = _weekdays(days)
    if weekdays is None:
        return "days_differ"
    kept = tuple(day for day in days if day.weekday() in weekdays)
    n = sum((one.date() if one.time() <= by else one.date() + DAY) in kept for one in alike)
    return Suggestion(weekdays=weekdays, by=by, n=n, days=kept)


def _find_usual_time(local: list[datetime]) -> tuple[list[datetime], int]:
    """Find those that start at the time of day with the most runs, and the latest of them in whole minutes after
    midnight.

    The clock is a ring: 23:50 and 00:10 are twenty minutes apart.
    """
    best: list[datetime] = []
    latest = 0
    for opening in sorted({_minute(one) for one in local}):
        within = [one for one in local if (_minute(one) - opening) % DAY_MINUTES <= SPAN_MINUTES]
        if len(within) > len(best):
            best = within
            latest = opening + max((_minute(one) - opening) % DAY_MINUTES for one in within)
    return best, latest


def _minute(moment: datetime) -> int:
    """Minutes after midnight, rounded up: a run of 03:45:10 is not by 03:45."""
    return moment.hour * 60 + moment.minute + (moment.second > 0 or moment.microsecond > 0)


def _weekdays(days: list[date]) -> frozenset[int] | None:
    """The weekdays that have a run on most of their dates between the first day and the last; None = no such set."""
    hit = set(days)
    dates = [days[0] + timedelta(days=n) for n in range((days[-1] - days[0]).days + 1)]
    seen = {weekday: [day in hit for day in dates if day.weekday() == weekday] for weekday in EVERY_WEEKDAY}
    if all(any(of) for of in seen.values()) and len(hit) >= MOST * len(dates):
        return EVERY_WEEKDAY
    chosen = frozenset(
        weekday for weekday, of in seen.items() if len(of) >= MIN_DATES and sum(of) >= MOST * len(of)
    )
    on_them = sum(day.weekday() in chosen for day in days)
    return chosen if on_them >= max(MIN_DAYS, MOST * len(days)) else None
