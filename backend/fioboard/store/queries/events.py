"""Events of hosts: what is so now, as tables tell it, and the list."""

from collections.abc import Sequence
from dataclasses import astuple, dataclass
from datetime import datetime
from typing import TypedDict
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.engine.watch.descriptions import EventTextRow
from fioboard.engine.words.changes import ChangeState
from fioboard.engine.words.columns import names
from fioboard.engine.words.drives import DRIVE, DriveColumns
from fioboard.engine.words.events import (
    DRIVE_EVENTS,
    REFUSED_DAYS,
    WAITING_HOURS,
    DriveEventKind,
    EventKind,
)
from fioboard.store.queries import filter_events, work_locks
from fioboard.store.queries.drive_conditions import HOST_IS_KEPT, IS_THERE, OWN
from fioboard.store.queries.filtering import Selection
from fioboard.store.queries.hosts import match_name
from fioboard.store.queries.parameters import Parameters
from fioboard.store.queries.triage import TriageRow, select_triage

Place = tuple[datetime, UUID]
"""Of the last event of a page: its moment and id."""

# Held by whoever works, as long as its connection lives: PostgreSQL frees it when the worker dies.
_WORK_LOCK = 0x66696F62_65766E74


class DriveRow(DriveColumns):
    """A drive that something is wrong with."""

    host_id: UUID
    unit: bytes
    seen_at: datetime
    host_seen_at: datetime
    kinds: list[DriveEventKind]


class ArrayRow(TypedDict):
    """A host with degraded arrays."""

    host_id: UUID
    seen_at: datetime
    degraded_arrays: list[str]


class RefusedRow(TypedDict):
    """A host whose uploads were refused lately."""

    host_id: UUID
    refused: int
    first_at: datetime
    last_at: datetime
    error: str
    """Name of the newest."""


class WaitingRow(TypedDict):
    """A host where uploads wait."""

    host_id: UUID
    waiting: int
    waiting_since: datetime
    reported_at: datetime
    error: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """Something that is so now; as the columns of `event`."""

    id: UUID
    host_id: UUID
    kind: EventKind
    subject: str
    name: str | None
    detail: str
    began_at: datetime
    seen_at: datetime


class EventRow(EventTextRow, TriageRow):
    """An event with what names it."""

    id: UUID
    host_id: UUID
    began_at: datetime
    seen_at: datetime
    detected_at: datetime


class CountRow(TypedDict):
    """How many events are of a kind and in a state."""

    kind: EventKind
    state: ChangeState
    events: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which events are asked for; None asks for all."""

    host: str | None = None
    kind: EventKind | None = None
    states: Sequence[ChangeState] | None = None
    days: int | None = None
    event_id: UUID | None = None
    with_gone: bool = False
    selection: Selection | None = None
    """A filter."""


async def take_work(driver: Driver) -> bool:
    """Whether this connection may work now: nobody else does."""
    return await work_locks.take(driver, _WORK_LOCK)


async def release_work(driver: Driver) -> None:
    """Release the lock of the work: the connection goes back to the pool and must not keep it."""
    await work_locks.release(driver, _WORK_LOCK)


_OF_DRIVES: tuple[DriveEventKind, ...] = tuple(one for one in DRIVE_EVENTS if one != "array")
_KINDS = ", ".join(f"case when {OWN[one]} then '{one}' end" for one in _OF_DRIVES)


async def list_drives(driver: Driver) -> list[DriveRow]:
    """List the drives whose own report or whose host's report shows that something is wrong."""
    rows: list[DriveRow] = await driver.fetch(
        f"""
        select d.host_id, d.unit, d.seen_at, s.seen_at as host_seen_at, {names(DRIVE, "d")},
            array_remove(array[{_KINDS}], null) as kinds
        from drive d join host_state s on s.host_id = d.host_id
        where {IS_THERE} and ({" or ".join(OWN[one] for one in _OF_DRIVES)})
            and {HOST_IS_KEPT.format(h="d")}
        """
    )
    return rows


async def list_arrays(driver: Driver) -> list[ArrayRow]:
    """List the hosts with degraded arrays."""
    rows: list[ArrayRow] = await driver.fetch(
        f"""
        select s.host_id, s.seen_at, s.degraded_arrays from host_state s
        where {OWN["array"]} and {HOST_IS_KEPT.format(h="s")}
        """
    )
    return rows


async def list_refused(driver: Driver) -> list[RefusedRow]:
    """List the hosts whose uploads were refused for good in the last days."""
    rows: list[RefusedRow] = await driver.fetch(
        """
        select host_id, count(*)::int as refused, min(refused_at) as first_at, max(refused_at) as last_at,
            (array_agg(error order by refused_at desc, id desc))[1] as error
        from refused_upload where host_id is not null and refused_at > now() - make_interval(days => $1)
        group by host_id
        """,
        REFUSED_DAYS,
    )
    return rows


async def list_waiting(driver: Driver) -> list[WaitingRow]:
    """List the hosts whose agents reported that uploads wait, the oldest of them for long."""
    rows: list[WaitingRow] = await driver.fetch(
        """
        select host_id, waiting, waiting_since, reported_at, error from agent_report
        where waiting > 0 and waiting_since < now() - make_interval(hours => $1)
        """,
        WAITING_HOURS,
    )
    return rows


async def put(driver: Driver, conditions: Sequence[Condition]) -> int:
    """What is so now: new events are added, those that go on follow, and those that are so no more have gone.

    How many came. An event that came back is a new one.
    """
    await driver.execute(
        """
        update event e set gone_at = now() where gone_at is null and not exists (
            select from unnest($1::uuid[], $2::text[], $3::text[]) as n (host_id, kind, subject)
            where n.host_id = e.host_id and n.kind = e.kind and n.subject = e.subject)
        """,
        [one.host_id for one in conditions],
        [one.kind for one in conditions],
        [one.subject for one in conditions],
    )
    before = await driver.fetchval("select count(*) from event")
    await driver.executemany(
        """
        insert into event (id, host_id, kind, subject, name, detail, began_at, seen_at, detected_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, now())
        on conflict (host_id, kind, subject) where gone_at is null do update set name = excluded.name,
            detail = excluded.detail, seen_at = excluded.seen_at
            where (event.name, event.detail, event.seen_at)
                is distinct from (excluded.name, excluded.detail, excluded.seen_at)
        """,
        [astuple(one) for one in conditions],
    )
    return int(await driver.fetchval("select count(*) from event") - before)


JOINED = "from event e join host h on h.id = e.host_id left join app_user u on u.id = e.assignee_id"


COLUMNS = f"""
e.id, e.host_id, h.name as host_name, e.kind, e.name, e.detail, e.began_at, e.seen_at, e.detected_at, e.gone_at,
{select_triage("e")}
"""


async def list_events(
    driver: Driver, wanted: Wanted, limit: int, after: Place | None = None
) -> list[EventRow]:
    """Events, those that began last first: which they are is read from an index, their rows for the page alone."""
    given = Parameters()
    conditions = build_conditions(given, wanted)
    if wanted.kind is not None:
        conditions.append(f"e.kind = {given.add(wanted.kind, 'text')}")
    if wanted.states is not None:
        conditions.append(f"e.state = any({given.add(list(wanted.states), 'text[]')})")
    if after is not None:
        conditions.append(
            f"(e.began_at, e.id) < ({given.add(after[0], 'timestamptz')}, {given.add(after[1], 'uuid')})"
        )
    rows: list[EventRow] = await driver.fetch(
        f"""
        with page as materialized (
            select e.id from event e where {" and ".join(conditions)}
            order by e.began_at desc, e.id desc limit {given.add(limit, "int")}
        )
        select {COLUMNS} {JOINED} where e.id in (select id from page) order by e.began_at desc, e.id desc
        """,
        *given.values,
    )
    return rows


async def count_events(driver: Driver, wanted: Wanted) -> list[CountRow]:
    """How many of those that are meant are of which kind and in which state, whatever of both is asked for."""
    given = Parameters()
    rows: list[CountRow] = await driver.fetch(
        f"""
        select e.kind, e.state, count(*)::int as events from event e
        where {" and ".join(build_conditions(given, wanted))} group by e.kind, e.state
        """,
        *given.values,
    )
    return rows


async def get_events(driver: Driver, ids: Sequence[UUID]) -> list[EventRow]:
    """Return those of some events that exist, those that began last first."""
    rows: list[EventRow] = await driver.fetch(
        f"select {COLUMNS} {JOINED} where e.id = any($1::uuid[]) order by e.began_at desc, e.id desc",
        list(ids),
    )
    return rows


async def find_place(driver: Driver, event_id: UUID) -> Place | None:
    """Return where an event comes in the list."""
    row = await driver.fetchrow("select began_at, id from event where id = $1", event_id)
    return None if row is None else (row["began_at"], row["id"])


def build_conditions(given: Parameters, wanted: Wanted) -> list[str]:
    """Return what is asked for but kind and state, as conditions on JOINED; their values added to `given`."""
    conditions = ["true" if wanted.with_gone else "e.gone_at is null"]
    if wanted.host is not None:
        conditions.append(match_name("e.host_id", given.add(wanted.host, "text")))
    if wanted.event_id is not None:
        conditions.append(f"e.id = {given.add(wanted.event_id, 'uuid')}")
    if wanted.days is not None:
        conditions.append(f"e.began_at >= now() - make_interval(days => {given.add(wanted.days, 'int')})")
    if wanted.selection is not None:
        conditions.append(filter_events.match_event(wanted.selection, given))
    return conditions
