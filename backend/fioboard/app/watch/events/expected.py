"""How expectations stand, and as answers show them."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, time, timedelta
from itertools import islice
from uuid import UUID
from zoneinfo import ZoneInfo

import orjson

from fioboard.core.driver import Driver
from fioboard.engine.answers.expectation import ExpectationOut, SuggestionOut
from fioboard.engine.answers.host_ref import HostRef
from fioboard.engine.expect import Rule, Standing, Suggestion, judge_schedule, standing, suggest
from fioboard.engine.expect.cron import NOT_UNDERSTOOD, describe_cron, walk_past_times, walk_times
from fioboard.engine.factors.workload import describe_workloads, workload_in_words
from fioboard.engine.words.expectations import MAX_MISSED, MAX_SUGGESTIONS, SUGGESTED_FROM_DAYS
from fioboard.store.queries import expectations as queries
from fioboard.store.queries.expectations import ExpectationRow

# Runs before it was made tell which deadline the first one after belongs to.
BEFORE = timedelta(days=8)
# So many are asked for and judged in one go: what else the process has to do comes in between.
MAX_AT_ONCE = 100


async def stand(driver: Driver, rows: Sequence[ExpectationRow], now: datetime) -> list[Standing]:
    """How each stands. Of the last 60 days: a longer row of missed ones is told as that long."""
    stands: list[Standing] = []
    for first in range(0, len(rows), MAX_AT_ONCE):
        some = rows[first : first + MAX_AT_ONCE]
        made = [_get_creation_time(row, now) for row in some]
        asked = [
            queries.Asked(row["host_id"], row["workload_id"], at - BEFORE)
            for row, at in zip(some, made, strict=True)
        ]
        began = await queries.list_starts(driver, asked)
        scheduled = [row["schedule_id"] for row in some if row["schedule_id"] is not None]
        own = await queries.list_scheduled_starts(driver, scheduled, now - queries.HORIZON - BEFORE)
        stands += [
            standing(_rule(row, row["weekdays"], row["by"]), of_row, at, now)
            if row["weekdays"] is not None and row["by"] is not None
            else _judge_schedule(row, own, at, now)
            for row, of_row, at in zip(some, began, made, strict=True)
        ]
    return stands


def _judge_schedule(
    row: ExpectationRow, own: Mapping[UUID, list[datetime]], made: datetime, now: datetime
) -> Standing:
    cron, next_at, schedule_id = row["cron"], row["next_at"], row["schedule_id"]
    if cron is None or next_at is None or schedule_id is None:
        raise AssertionError("a row has weekdays or a schedule")
    try:
        zone = ZoneInfo(row["zone"])
        past: Iterable[datetime] = islice(walk_past_times(cron, zone, now), MAX_MISSED)
        next_due = next(walk_times(cron, zone, now), next_at)
    except NOT_UNDERSTOOD:
        # It was due then, and is paused: what comes after is unknown.
        past, next_due = [next_at] if next_at <= now else [], max(next_at, now)
    grace = timedelta(minutes=row["grace_minutes"])
    return judge_schedule(past, next_due, own.get(schedule_id, []), grace=grace, made_at=made, now=now)


def _get_creation_time(row: ExpectationRow, now: datetime) -> datetime:
    # The clock that it was made by is the database's.
    return min(max(row["created_at"], now - queries.HORIZON), now)


def _rule(row: ExpectationRow, weekdays: Sequence[int], by: time) -> Rule:
    return Rule(
        weekdays=frozenset(weekdays),
        by=by,
        zone=ZoneInfo(row["zone"]),
        grace=timedelta(minutes=row["grace_minutes"]),
    )


async def suggested(driver: Driver, host_id: UUID, zone: ZoneInfo, now: datetime) -> list[SuggestionOut]:
    """What the past of a host suggests: of any workload, then of each, the one with the most runs first."""
    since = now - timedelta(days=SUGGESTED_FROM_DAYS)
    [of_any] = await queries.list_starts(driver, [queries.Asked(host_id, None, since)])
    rows = await queries.list_starts_by_workload(driver, host_id, since, MAX_SUGGESTIONS)
    words = describe_workloads({row["workload_id"]: orjson.loads(row["options"]) for row in rows})
    of_each = [
        _suggestion(str(row["workload_id"]), words[row["workload_id"]], row["starts"], zone) for row in rows
    ]
    return [_suggestion(None, None, of_any, zone), *of_each]


def build_expectation(row: ExpectationRow, how: Standing) -> ExpectationOut:
    """Build one expectation."""
    return {
        "id": str(row["id"]),
        "host": HostRef(id=row["host_id"], name=row["host_name"]),
        "workload_id": str(row["workload_id"]) if row["workload_id"] else None,
        "workload": None if row["options"] is None else workload_in_words(orjson.loads(row["options"])),
        "schedule_id": row["schedule_id"],
        "scheduled": row["scheduled"],
        "cron_words": None if row["cron"] is None else describe_cron(row["cron"]),
        "weekdays": None if row["weekdays"] is None else sorted(row["weekdays"]),
        "by": None if row["by"] is None else f"{row['by']:%H:%M}",
        "zone": row["zone"],
        "grace_minutes": row["grace_minutes"],
        "state": how.state,
        "due_at": how.due_at,
        "met_at": how.met_at,
        "missing_since": how.missing_since,
        "missed": how.missed,
        "created_at": row["created_at"],
        "created_by": row["created_by"],
    }


def _suggestion(
    workload_id: str | None, workload: str | None, starts: list[datetime], zone: ZoneInfo
) -> SuggestionOut:
    read = suggest(starts, zone)
    days = {one.astimezone(zone).date() for one in starts}
    rule = read if isinstance(read, Suggestion) else None
    return {
        "workload_id": workload_id,
        "workload": workload,
        "weekdays": sorted(rule.weekdays) if rule else None,
        "by": f"{rule.by:%H:%M}" if rule else None,
        "n": rule.n if rule else len(starts),
        "days": len(rule.days) if rule else len(days),
        "reason": None if isinstance(read, Suggestion) else read,
    }
