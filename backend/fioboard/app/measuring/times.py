"""When a schedule is due: a cron expression in a time zone, each time a little later by chance."""

import re
from datetime import UTC, datetime, time, timedelta
from hashlib import sha256
from itertools import islice, takewhile
from uuid import UUID

from cronsim import CronSimError

from fioboard.app.measuring import sentences
from fioboard.core import errors
from fioboard.core.zones import open_zone
from fioboard.engine.expect.cron import walk_past_times, walk_times

WORDS = {"hourly": "0 * * * *", "daily": "0 2 * * *", "weekly": "0 2 * * 0", "monthly": "0 2 1 * *"}
MAX_PAST_TIMES = 10_000
"""A week of every minute."""
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
        times = list(islice(walk_times(cron, open_zone(zone), after), count))
    except CronSimError as error:
        raise errors.Invalid(sentences.NO_CRON(cron=errors.quoted(cron), error=str(error))) from error
    if not times:
        raise errors.Invalid(sentences.NEVER_DUE(cron=errors.quoted(cron)))
    return times


def list_past_times(cron: str, zone: str, after: datetime, before: datetime) -> list[datetime]:
    """List the times between two moments in UTC, the oldest first; of more than MAX_PAST_TIMES, the newest."""
    newest_first = takewhile(lambda one: one > after, walk_past_times(cron, open_zone(zone), before))
    return list(islice(newest_first, MAX_PAST_TIMES))[::-1]


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
