"""The expectation of a schedule: a missing run of its own is an event, as a person's expectation makes one."""

from fioboard.app.measuring.times import find_weekly_time
from fioboard.core import errors
from fioboard.core.driver import Driver
from fioboard.core.ids import uuid7
from fioboard.engine.words.requests import ALERT_AFTER_MINUTES
from fioboard.store.queries import expectations as queries
from fioboard.store.queries.expectations import NewExpectation
from fioboard.store.queries.schedules import ScheduleRow


async def put_expectation(driver: Driver, schedule: ScheduleRow) -> None:
    """Make the expectation of a schedule what its rhythm says; a paused one has none. Raises Invalid."""
    await queries.remove_scheduled(driver, schedule["id"])
    if not schedule["is_expected"]:
        return
    rhythm = find_weekly_time(schedule["cron"])
    if rhythm is None:
        raise errors.Invalid(
            "Only a schedule at one time of day on some weekdays can alert when a run is missing."
        )
    if schedule["paused_at"] is not None:
        return
    weekdays, by = rhythm
    new = NewExpectation(
        id=uuid7(),
        host_id=schedule["host_id"],
        workload_id=None,
        schedule_id=schedule["id"],
        weekdays=sorted(weekdays),
        by=by,
        zone=schedule["zone"],
        grace_minutes=ALERT_AFTER_MINUTES + -(-schedule["jitter_s"] // 60),
        created_by=schedule["created_by"],
    )
    await queries.add(driver, new)
