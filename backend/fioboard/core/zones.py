"""Time zones that people name, and the clock on the wall in them."""

from datetime import UTC, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from fioboard.core import errors, sentences

DAY = timedelta(days=1)


def open_zone(name: str) -> ZoneInfo:
    """Open a time zone by its name. Raises UnknownValue. Only what is listed is opened: a name is a path in the
    time zone database.
    """
    if name not in _zones():
        raise errors.UnknownValue(sentences.NO_TIME_ZONE(name=errors.quoted(name)))
    return ZoneInfo(name)


def next_hour(after: datetime, hour: int, zone: ZoneInfo) -> datetime:
    """The first instant after `after` at which the clock in the zone begins this hour of the day; in UTC.

    An hour that it shows twice (autumn) means the first; one that it leaps over (spring) begins when the leap is over.
    """
    day = after.astimezone(zone).date() - DAY
    while True:
        local = datetime(day.year, day.month, day.day, hour, tzinfo=zone)
        # A time that is leapt over is read by the offset before the leap: the instant at which the leap is over.
        instant = local.astimezone(UTC)
        if instant > after:
            return instant
        day += DAY


@cache
def _zones() -> frozenset[str]:
    """Names of all zones: a look at some 600 files."""
    return frozenset(available_timezones())
