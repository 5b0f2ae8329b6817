"""The expectation of a schedule: a missing run of its own is an event, as a person's expectation makes one."""

from datetime import timedelta
from itertools import pairwise

from fioboard.app.measuring.times import list_times
from fioboard.core import errors
from fioboard.core.driver import Driver
from fioboard.core.ids import uuid7
from fioboard.core.times import now
from fioboard.engine.words.requests import ALERT_AFTER_MINUTES
from fioboard.store.queries import expectations as queries
from fioboard.store.queries.expectations import NewExpectation
from fioboard.store.queries.schedules import ScheduleRow

# Times ahead of which a schedule's shortest distance is taken: the minutes of a day.
LOOKED_AT = 1_440


async def put_expectation(driver: Driver, schedule: ScheduleRow) -> None:
    """Make the expectation of a schedule what its rhythm says; a paused one has none. Raises Invalid."""
    await queries.remove_scheduled(driver, schedule["id"])
    if not schedule["is_expected"] or schedule["paused_at"] is not None:
        return
    times = list_times(schedule["cron"], schedule["zone"], now(), LOOKED_AT)
    jitter = timedelta(seconds=schedule["jitter_s"])
    if any(jitter >= later - one for one, later in pairwise(times)):
        raise errors.Invalid(
            "A random delay as long as the interval would skip times, so a missing run could not be detected. "
            "Choose a shorter delay."
        )
    new = NewExpectation(
        id=uuid7(),
        host_id=schedule["host_id"],
        workload_id=None,
        schedule_id=schedule["id"],
        weekdays=None,
        by=None,
        zone=schedule["zone"],
        grace_minutes=ALERT_AFTER_MINUTES + -(-schedule["jitter_s"] // 60),
        created_by=schedule["created_by"],
    )
    await queries.add(driver, new)
