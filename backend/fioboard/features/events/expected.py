"""How expectations stand, and as answers show them."""

from datetime import datetime, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

import orjson

from fioboard.core.driver import Driver
from fioboard.expect import Rule, Standing, Suggestion, standing, suggest
from fioboard.factors.workload import workload_title
from fioboard.queries import expectations as queries
from fioboard.queries.expectations import ExpectationRow
from fioboard.schemas.expectation import ExpectationOut, SuggestionOut
from fioboard.schemas.host_ref import HostRef
from fioboard.vocabulary.expectations import MAX_SUGGESTIONS, SUGGESTED_FROM_DAYS

# Runs before it was made tell which deadline the first one after belongs to.
BEFORE = timedelta(days=8)


async def stands(driver: Driver, row: ExpectationRow, now: datetime) -> Standing:
    """How one stands. Of the last 60 days: a longer row of missed ones is told as that long."""
    # The clock that it was made by is the database's.
    made_at = min(max(row["created_at"], now - queries.HORIZON), now)
    began = await queries.starts(driver, row["host_id"], row["workload_id"], made_at - BEFORE)
    rule = Rule(
        weekdays=frozenset(row["weekdays"]),
        by=row["by"],
        zone=ZoneInfo(row["zone"]),
        grace=timedelta(minutes=row["grace_minutes"]),
    )
    return standing(rule, began, made_at, now)


async def suggested(driver: Driver, host_id: UUID, zone: ZoneInfo, now: datetime) -> list[SuggestionOut]:
    """What the past of a host suggests: of any workload, then of each, the one with the most runs first."""
    since = now - timedelta(days=SUGGESTED_FROM_DAYS)
    of_any = await queries.starts(driver, host_id, None, since)
    rows = await queries.starts_by_workload(driver, host_id, since, MAX_SUGGESTIONS)
    of_each = [
        _suggestion(str(row["workload_id"]), _title(row["options"]), row["starts"], zone) for row in rows
    ]
    return [_suggestion(None, None, of_any, zone), *of_each]


def expectation_out(row: ExpectationRow, how: Standing) -> ExpectationOut:
    """One expectation."""
    return {
        "id": str(row["id"]),
        "host": HostRef(id=row["host_id"], name=row["host_name"]),
        "workload_id": str(row["workload_id"]) if row["workload_id"] else None,
        "workload": None if row["options"] is None else _title(row["options"]),
        "weekdays": sorted(row["weekdays"]),
        "by": f"{row['by']:%H:%M}",
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


def _title(options: str) -> str:
    return workload_title(orjson.loads(options))
