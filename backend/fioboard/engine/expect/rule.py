"""What is expected of a host's runs: on which days, by which time of which zone."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

EVERY_WEEKDAY = frozenset(range(7))
DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A run is expected on these weekdays by this time of the clock on the wall there."""

    weekdays: frozenset[int]
    """0 = Monday to 6 = Sunday, at least one; all seven = every day."""
    by: time
    """Local time without a zone of its own: the run has started by then."""
    zone: ZoneInfo
    grace: timedelta
    """How much later is not yet missing, zero or above."""

    def __post_init__(self) -> None:
        """Raises ValueError for no weekday, one out of 0..6, a time with a zone and a grace below zero."""
        if not self.weekdays or not self.weekdays <= EVERY_WEEKDAY:
            raise ValueError("weekdays")
        if self.by.tzinfo is not None:
            raise ValueError("by")
        if self.grace < timedelta(0):
            raise ValueError("grace")


def dues(rule: Rule, after: datetime, until: datetime) -> list[datetime]:
    """The instants a run is due in `after` < instant <= `until`, both with a zone; ascending, in the rule's zone."""
    day = after.astimezone(rule.zone).date() - DAY
    last = until.astimezone(rule.zone).date() + DAY
    instants = []
    while day <= last:
        if day.weekday() in rule.weekdays:
            instant = compute_deadline(rule, day)
            # Python compares two datetimes of one zone by the clock on the wall; the seconds tell them apart.
            if after.timestamp() < instant.timestamp() <= until.timestamp():
                instants.append(instant)
        day += DAY
    return instants


def compute_deadline(rule: Rule, day: date) -> datetime:
    """Compute the instant of that day's deadline, in the rule's zone.

    A time that the clock shows twice (autumn) means the second; one that it leaps over (spring) is moved on by as much
    as it leaps. Both are the later of the two readings, so that no run is called missing too early.
    """
    local = datetime.combine(day, rule.by, rule.zone)
    return max((local.replace(fold=0), local.replace(fold=1)), key=datetime.timestamp)
