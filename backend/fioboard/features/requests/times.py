"""When a schedule is due: a cron expression in a time zone, each time a little later by chance."""

from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import islice
from uuid import UUID

from cronsim import CronSim, CronSimError

from fioboard.core import errors
from fioboard.core.zones import open_zone

WORDS = {"hourly": "0 * * * *", "daily": "0 2 * * *", "weekly": "0 2 * * 0", "monthly": "0 2 1 * *"}


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
        raise errors.Invalid(f"{errors.quoted(cron)} is no cron expression: {error}.") from error
    if not times:
        raise errors.Invalid(f"{errors.quoted(cron)} is never due.")
    return times


def add_jitter(moment: datetime, schedule_id: UUID, jitter_s: int) -> datetime:
    """Return the moment, later by chance: always by the same for one schedule and moment."""
    drawn = sha256(f"{schedule_id} {moment.isoformat()}".encode()).digest()
    return moment + timedelta(seconds=int.from_bytes(drawn[:8]) % (jitter_s + 1))
