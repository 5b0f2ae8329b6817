"""When a message goes: at once or at its hour of the day, never in quiet hours; and when it is tried again."""

from datetime import datetime, timedelta

HOUR = timedelta(hours=1)
FIRST_PAUSE = timedelta(seconds=30)
MAX_PAUSE = timedelta(hours=6)


def is_quiet(hour: int, quiet_from: int | None, quiet_to: int | None) -> bool:
    """Whether nothing is sent in this hour. From 22 to 6 is the night; the same hour twice is no quiet at all."""
    if quiet_from is None or quiet_to is None or quiet_from == quiet_to:
        return False
    return (hour - quiet_from) % 24 < (quiet_to - quiet_from) % 24


def first_time(
    at: datetime, digest_hour: int | None, quiet_from: int | None, quiet_to: int | None
) -> datetime:
    """From when what is seen `at` (UTC) may be sent."""
    when = at
    if digest_hour is not None:
        when = at.replace(hour=digest_hour, minute=0, second=0, microsecond=0)
        if when <= at:
            when += 24 * HOUR
    if is_quiet(when.hour, quiet_from, quiet_to) and quiet_to is not None:
        ahead = (quiet_to - when.hour) % 24
        when = when.replace(minute=0, second=0, microsecond=0) + ahead * HOUR
    return when


def pause(attempt: int) -> timedelta:
    """How long to wait after the attempt of this number failed, counted from 0."""
    return min(FIRST_PAUSE * 2.0**attempt, MAX_PAUSE)
