"""When a schedule was and will be due, by its cron expression."""

from collections.abc import Iterator
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from cronsim import CronSim, CronSimError

NOT_UNDERSTOOD = (CronSimError, KeyError, ValueError)
"""What a cron expression or a zone raises that this version of a library does not know."""


def walk_times(cron: str, zone: ZoneInfo, after: datetime) -> Iterator[datetime]:
    """Yield the times after a moment, in UTC. Raises CronSimError for an expression that is none."""
    return (one.astimezone(UTC) for one in CronSim(cron, after.astimezone(zone)))


def walk_past_times(cron: str, zone: ZoneInfo, before: datetime) -> Iterator[datetime]:
    """Yield the times before a moment, the newest first, in UTC. Raises CronSimError for an expression that is none."""
    return (one.astimezone(UTC) for one in CronSim(cron, before.astimezone(zone), reverse=True))


def describe_cron(cron: str) -> str:
    """Return a cron expression in words, as "At 02:30 on Monday through Friday"; as it is when it is not understood."""
    try:
        return CronSim(cron, datetime.now(UTC)).explain()
    except CronSimError:
        return cron
