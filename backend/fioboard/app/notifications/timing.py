"""When a message goes: at once or at its hour of the day, never in quiet hours; and when it is tried again."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from fioboard.core.zones import next_hour

FIRST_PAUSE = timedelta(seconds=30)
MAX_PAUSE = timedelta(hours=6)


@dataclass(frozen=True, slots=True)
class Hours:
    """When a rule tells, by the clock on the wall in its zone: hours of the day, counted from 0."""

    zone: ZoneInfo
    digest: int | None = None
    """Of the daily message; None = at once."""
    quiet_from: int | None = None
    quiet_to: int | None = None

    def is_quiet(self, at: datetime) -> bool:
        """Whether nothing is sent now. From 22 to 6 is the night; the same hour twice is no quiet at all."""
        if self.quiet_from is None or self.quiet_to is None:
            return False
        hour = at.astimezone(self.zone).hour
        return (hour - self.quiet_from) % 24 < (self.quiet_to - self.quiet_from) % 24

    def first_time(self, at: datetime) -> datetime:
        """From when what is seen `at` may be sent; in UTC."""
        when = at if self.digest is None else next_hour(at, self.digest, self.zone)
        if self.quiet_to is not None and self.is_quiet(when):
            return next_hour(when, self.quiet_to, self.zone)
        return when


def pause(attempt: int) -> timedelta:
    """How long to wait after the attempt of this number failed, counted from 0."""
    return min(FIRST_PAUSE * 2.0**attempt, MAX_PAUSE)
