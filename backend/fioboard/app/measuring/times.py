"""When a schedule is due: a cron expression in a time zone, each time a little later by chance."""

import re
from datetime import UTC, datetime, time, timedelta
from hashlib import sha256
from itertools import islice
from uuid import UUID

from cronsim import CronSim, CronSimError

from fioboard.app.measuring import sentences
from fioboard.core import errors
from fioboard.core.zones import open_zone

WORDS = {"hourly": "0 * * * *", "daily": "0 2 * * *", "weekly": "0 2 * * 0", "monthly": "0 2 1 * *"}
_HOURS = re.compile(r"((?:[01]\d|2[0-3]):[0-5]\d)-((?:[01]\d|2[0-3]):[0-5]\d)")


def parse_cron(cron: str) -> str:
    """Return five fields. Raises Invalid."""
    fields = WORDS.get(cron.strip().lower(), " ".join(cron.split()))
    if len(fields.split()) != 5:
        raise errors.Invalid("A cron expression has five fields: minute, hour, day, month, weekday.")
    list_times(fields, "UTC", datetime.now(UTC), 1)
    return fields


def list_times(cron: str, zone: str, after: datetime, count: int) -> list[datetime]:
    """List the next times after a moment, in UTC. Raises Invalid for an expression that is none or never due."""
    try:
        times = [
            one.astimezone(UTC) for one in islice(CronSim(cron, after.astimezone(open_zone(zone))), count)
        ]
    except CronSimError as error:
        raise errors.Invalid(sentences.NO_CRON(cron=errors.quoted(cron), error=str(error))) from error
    if not times:
        raise errors.Invalid(sentences.NEVER_DUE(cron=errors.quoted(cron)))
    return times


def describe_cron(cron: str) -> str:
    """Return a cron expression in words, as "At 02:30 on Monday through Friday"."""
    return CronSim(cron, datetime.now(UTC)).explain()


def find_weekly_time(cron: str) -> tuple[frozenset[int], time] | None:
    """Return the weekdays (0 = Monday) and the time of day of a cron expression; None for any other rhythm."""
    parsed = CronSim(cron, datetime.now(UTC))
    weekdays = [day for day in parsed.weekdays if isinstance(day, int)]
    if (
        (len(parsed.minutes), len(parsed.hours), len(parsed.days), len(parsed.months)) != (1, 1, 31, 12)
        or len(weekdays) != len(parsed.weekdays)
        or not parsed.day_and
    ):
        return None
    [minute], [hour] = parsed.minutes, parsed.hours
    return frozenset((day - 1) % 7 for day in weekdays), time(hour, minute)


def is_within_hours(hours: str, utc_offset_minutes: int, moment: datetime) -> bool:
    """Return whether a host's clock is within hours as `22:00-06:00`; True for anything else: its agent decides."""
    match = _HOURS.fullmatch(hours)
    if match is None:
        return True
    first, last = map(time.fromisoformat, match.groups())
    local = (moment.astimezone(UTC) + timedelta(minutes=utc_offset_minutes)).time()
    return first <= local < last if first < last else local >= first or local < last


def add_jitter(moment: datetime, schedule_id: UUID, jitter_s: int) -> datetime:
    """Return the moment, later by chance: always by the same for one schedule and moment."""
    drawn = sha256(f"{schedule_id} {moment.isoformat()}".encode()).digest()
    return moment + timedelta(seconds=int.from_bytes(drawn[:8]) % (jitter_s + 1))
