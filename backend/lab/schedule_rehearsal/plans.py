"""The schedules of a rehearsal."""

from dataclasses import dataclass
from datetime import datetime, timedelta


@dataclass(frozen=True)
class Plan:
    """A schedule, and the hours and minutes at which it is due, written once more beside its cron expression."""

    cron: str
    hours: range | tuple[int, ...]
    minutes: range | tuple[int, ...]
    hosts: tuple[int, ...]
    kind: str = "suite"
    name: str = "quick"
    only_when_idle: bool = False

    def is_due(self, moment: datetime) -> bool:
        """Return whether this minute is one of its times."""
        return moment.hour in self.hours and moment.minute in self.minutes


OF_DAYS = (
    Plan("0 */2 * * *", range(0, 24, 2), (0,), (0,), only_when_idle=True),
    Plan("0 */6 * * *", range(0, 24, 6), (0,), (0,), "job", "db", only_when_idle=True),
    Plan("30 */3 * * *", range(0, 24, 3), (30,), (0,), "job", "db"),
    Plan("15 */3 * * *", range(0, 24, 3), (15,), (1,)),
    Plan("45 5,17 * * *", (5, 17), (45,), (0, 1), "job", "db"),
)
OF_HOUR = (
    Plan("*/5 * * * *", range(24), range(0, 60, 5), (0,)),
    Plan("2-59/5 * * * *", range(24), range(2, 60, 5), (1,)),
    Plan("4-59/10 * * * *", range(24), range(4, 60, 10), (0,), "job", "long"),
    Plan("3-59/15 * * * *", range(24), range(3, 60, 15), (0, 1), "job", "db"),
)


def list_due(plan: Plan, first: datetime, last: datetime) -> list[datetime]:
    """List its times after one moment and up to another, minute by minute."""
    minute = first.replace(second=0, microsecond=0) + timedelta(minutes=1)
    found = []
    while minute <= last:
        if plan.is_due(minute):
            found.append(minute)
        minute += timedelta(minutes=1)
    return found
