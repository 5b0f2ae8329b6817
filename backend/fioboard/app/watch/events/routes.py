"""What got worse or is missing, and what people note of it."""

from typing import Annotated
from uuid import UUID

from fastapi import Query

from fioboard.app.access.check import Caller, allow
from fioboard.app.access.triage import build_triage, record_triage
from fioboard.core import errors
from fioboard.core.database import AppDatabase
from fioboard.core.flat_routes import Router
from fioboard.engine.answers.event import EventCount, EventList, EventOut, EventsPatch, EventsTriaged
from fioboard.engine.answers.host_ref import HostRef
from fioboard.engine.answers.problem import refusals
from fioboard.engine.words.changes import ChangeState
from fioboard.engine.words.events import EVENTS, EventKind
from fioboard.store.queries import events as queries
from fioboard.store.queries.events import EventRow, Wanted

router = Router(tags=["events"])
REFUSALS = refusals(400, 401, 403, 404, 413, 422, 503)
MAX_NAME = 256


@router.get("/events", dependencies=[allow("read", may_lag=True)], responses=REFUSALS)
async def list_events(
    database: AppDatabase,
    *,
    host: Annotated[str | None, Query(max_length=MAX_NAME, description="Only of this host, by name")] = None,
    kind: Annotated[EventKind | None, Query(description="Only of this kind")] = None,
    state: Annotated[
        list[ChangeState] | None, Query(description="Only in one of these states; repeat for several")
    ] = None,
    days: Annotated[
        int | None, Query(ge=1, le=36_500, description="Only what began in the last days, a count")
    ] = None,
    event: Annotated[UUID | None, Query(description="Only this one")] = None,
    gone: Annotated[bool, Query(description="Also what is so no more")] = False,
    limit: Annotated[int, Query(ge=1, le=200, description="Number of events on a page")] = 50,
    cursor: Annotated[UUID | None, Query(description="`next_cursor` of the page before")] = None,
) -> EventList:
    """Drives, links and arrays that got worse, runs that are missing, uploads that were refused: what began last first.

    Looked for every 30 s.
    """
    wanted = Wanted(host=host, kind=kind, states=state, days=days, event_id=event, with_gone=gone)
    async with database.driver() as driver:
        place = None if cursor is None else await queries.find_place(driver, cursor)
        if cursor is not None and place is None:
            raise errors.BadCursor
        rows = await queries.list_events(driver, wanted, limit + 1, place)
        counts = await queries.count_events(driver, wanted)
    page = rows[:limit]
    order = list(EVENTS)
    return {
        "items": [_event(row) for row in page],
        "next_cursor": str(page[-1]["id"]) if len(rows) > limit else None,
        "counts": [
            EventCount(kind=row["kind"], title=EVENTS[row["kind"]], state=row["state"], events=row["events"])
            for row in sorted(counts, key=lambda one: (order.index(one["kind"]), one["state"]))
        ],
    }


@router.patch("/events", dependencies=[allow("write")], responses=REFUSALS)
async def triage_events(database: AppDatabase, patch: EventsPatch, caller: Caller) -> EventsTriaged:
    """Notes state, cause, note and who looks after it, of up to 1,000 events at once. The audit log has it."""
    async with database.driver() as driver, driver.transaction():
        done = await record_triage(driver, "event", patch, caller)
    return {"events": done}


def _event(row: EventRow) -> EventOut:
    return {
        "id": str(row["id"]),
        "host": HostRef(id=row["host_id"], name=row["host_name"]),
        "kind": row["kind"],
        "title": EVENTS[row["kind"]],
        "name": row["name"],
        "detail": row["detail"],
        "began_at": row["began_at"],
        "seen_at": row["seen_at"],
        "detected_at": row["detected_at"],
        "gone_at": row["gone_at"],
        **build_triage(row),
    }
