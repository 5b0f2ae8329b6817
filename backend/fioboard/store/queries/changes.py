"""Changes as people see them: the list, one with its series, and what they note."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.core.run_state import Direction
from fioboard.engine.watch.descriptions import ChangeTextRow
from fioboard.engine.words.changes import MAX_COUNTED_CHANGES, STATES, ChangeState
from fioboard.store.queries import filter_events
from fioboard.store.queries.filtering import Selection
from fioboard.store.queries.hosts import match_name
from fioboard.store.queries.parameters import Parameters
from fioboard.store.queries.triage import TriageRow, select_triage

Place = tuple[datetime, UUID]
"""Of the last change of a page: its moment and id."""


class ChangeRow(ChangeTextRow, TriageRow):
    """A change with what names it."""

    id: UUID
    series_id: UUID
    host_id: UUID
    workload_id: UUID
    direction: Direction
    before: float
    after: float
    is_worse: bool | None
    before_run_id: UUID
    before_at: datetime
    after_run_id: UUID
    detected_at: datetime
    gone_at: datetime | None


class MarkRow(ChangeRow):
    """The change that a row of runs is marked with."""

    batch_id: UUID | None
    """Set where it stands for a batch."""
    changes: int


class StateRow(TypedDict):
    """A state and how many changes are in it, at most as many as are counted."""

    state: ChangeState
    changes: int
    tests: int
    """Those changes by test and run: rate and latency of one test that moved at one run are one."""
    is_exact: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which changes are asked for; None asks for all."""

    host: str | None = None
    states: Sequence[ChangeState] | None = None
    metric: str | None = None
    is_worse: bool | None = None
    least: float = 0.0
    """The least distance from 1 of the ratio, as a share."""
    days: int | None = None
    suspect: str | None = None
    run_id: UUID | None = None
    batch_id: UUID | None = None
    series_id: UUID | None = None
    with_gone: bool = False
    selection: Selection | None = None
    """A filter."""


JOINED = """
from change c join watch_series w on w.id = c.series_id join host h on h.id = w.host_id
join workload o on o.id = w.workload_id left join app_user u on u.id = c.assignee_id
"""
COLUMNS = f"""
c.id, c.series_id, w.host_id, h.name as host_name, w.workload_id, o.options::text as options, w.direction, w.metric,
c.before, c.after, c.ratio, c.ratio_low, c.ratio_high, c.n_before, c.n_after, c.is_worse, c.before_run_id,
c.before_at, c.after_run_id, c.after_at, c.suspects::text as suspects, c.unknown::text as unknown, c.detected_at,
c.gone_at, {select_triage("c")}
"""


async def list_changes(
    driver: Driver, wanted: Wanted, limit: int, after: Place | None = None
) -> list[ChangeRow]:
    """Changes, the newest first: which they are is read from an index, their rows for those of the page alone."""
    given = Parameters()
    conditions = build_conditions(given, wanted)
    if wanted.states is not None:
        conditions.append(f"c.state = any({given.add(list(wanted.states), 'text[]')})")
    if after is not None:
        conditions.append(
            f"(c.after_at, c.id) < ({given.add(after[0], 'timestamptz')}, {given.add(after[1], 'uuid')})"
        )
    rows: list[ChangeRow] = await driver.fetch(
        f"""
        with page as materialized (
            select c.id {_choose_tables(wanted)} where {" and ".join(conditions)}
            order by c.after_at desc, c.id desc limit {given.add(limit, "int")}
        )
        select {COLUMNS} {JOINED} where c.id in (select id from page) order by c.after_at desc, c.id desc
        """,
        *given.values,
    )
    return rows


async def count_states(driver: Driver, wanted: Wanted) -> list[StateRow]:
    """How many of those that are meant are in which state, whatever state is asked for.

    Every state is a walk of its own, which ends at MAX_COUNTED_CHANGES.
    """
    given = Parameters()
    conditions = " and ".join(build_conditions(given, wanted))
    most = given.add(MAX_COUNTED_CHANGES, "int")
    walks = [
        f"select '{state}' as state, count(*)::int as changes, "
        "count(distinct (m.after_run_id, s.workload_id, s.direction))::int as tests from ("
        f"select c.series_id, c.after_run_id {_choose_tables(wanted)} where {conditions} and c.state = '{state}' "
        f"limit {most}) m join watch_series s on s.id = m.series_id"
        for state in STATES
    ]
    rows: list[StateRow] = await driver.fetch(
        f"select *, changes < {most} as is_exact from ({' union all '.join(walks)}) s where changes > 0",
        *given.values,
    )
    return rows


async def find(driver: Driver, change_id: UUID) -> ChangeRow | None:
    """One change, or None."""
    row: ChangeRow | None = await driver.fetchrow(f"select {COLUMNS} {JOINED} where c.id = $1", change_id)
    return row


async def get_changes(driver: Driver, ids: Sequence[UUID]) -> list[ChangeRow]:
    """Return those of some changes that exist, the newest first."""
    rows: list[ChangeRow] = await driver.fetch(
        f"select {COLUMNS} {JOINED} where c.id = any($1::uuid[]) order by c.after_at desc, c.id desc",
        list(ids),
    )
    return rows


def _choose_tables(wanted: Wanted) -> str:
    """Return the part of JOINED that the conditions need."""
    has_series = any(one is not None for one in (wanted.host, wanted.metric, wanted.selection))
    return "from change c join watch_series w on w.id = c.series_id" if has_series else "from change c"


async def list_marks(
    driver: Driver, run_ids: Sequence[UUID], batch_ids: Sequence[UUID], latencies: Sequence[str]
) -> list[MarkRow]:
    """Return the change that begins at each run and batch, and how many do: the worst, `latencies` (metrics) last."""
    rows: list[MarkRow] = await driver.fetch(
        f"""
        select distinct on (row_id) m.* from (
            select {COLUMNS}, a.batch_id, coalesce(a.batch_id, a.id) as row_id,
                (count(*) over (partition by coalesce(a.batch_id, a.id)))::int as changes
            {JOINED} join lateral (
                select r.id, case when r.batch_id = any($2::uuid[]) then r.batch_id end as batch_id
                from run r where r.id = c.after_run_id
            ) a on true
            where c.gone_at is null and c.after_run_id = any($1::uuid[] || array(
                select id from run where batch_id = any($2::uuid[]) and deleted_at is null))
        ) m
        order by row_id, m.is_worse is true desc, m.metric = any($3::text[]), abs(ln(m.ratio)) desc, m.id
        """,
        *(list(run_ids), list(batch_ids), list(latencies)),
    )
    return rows


async def list_last_changes(driver: Driver, run_id: UUID) -> list[ChangeRow]:
    """Return of each series that a run belongs to the newest change that begins with it or before; most have none."""
    rows: list[ChangeRow] = await driver.fetch(
        f"""
        select distinct on (c.series_id) {COLUMNS} {JOINED}
        where c.gone_at is null and c.after_at <= (select started_at from run where id = $1) and c.series_id in (
            select m.id from run r join configuration f on f.id = r.configuration_id join result s on s.run_id = r.id
            join watch_series m on m.digest = f.watch_digest and m.host_id = r.host_id
                and m.workload_id = s.workload_id and m.direction = s.direction
            where r.id = $1)
        order by c.series_id, c.after_at desc, c.id desc
        """,
        run_id,
    )
    return rows


def build_conditions(given: Parameters, wanted: Wanted) -> list[str]:
    """Return what is asked for as conditions on JOINED, their values added to `given`; states are left out."""
    conditions = ["true" if wanted.with_gone else "c.gone_at is null"]
    if wanted.host is not None:
        conditions.append(match_name("w.host_id", given.add(wanted.host, "text")))
    if wanted.metric is not None:
        conditions.append(f"w.metric = {given.add(wanted.metric, 'text')}")
    if wanted.is_worse is not None:
        conditions.append(f"c.is_worse = {given.add(wanted.is_worse, 'bool')}")
    if wanted.least > 0:
        conditions.append(f"abs(c.ratio - 1) >= {given.add(wanted.least, 'float8')}")
    if wanted.days is not None:
        conditions.append(f"c.after_at >= now() - make_interval(days => {given.add(wanted.days, 'int')})")
    if wanted.suspect is not None:
        one = given.add(wanted.suspect, "text")
        conditions.append(f"c.suspects @> jsonb_build_array(jsonb_build_object('key', {one}))")
    if wanted.run_id is not None:
        run = given.add(wanted.run_id, "uuid")
        conditions.append(f"(c.after_run_id = {run} or c.before_run_id = {run})")
    if wanted.batch_id is not None:
        batch = given.add(wanted.batch_id, "uuid")
        conditions.append(f"c.after_run_id in (select id from run where batch_id = {batch})")
    if wanted.series_id is not None:
        conditions.append(f"c.series_id = {given.add(wanted.series_id, 'uuid')}")
    if wanted.selection is not None:
        conditions.append(filter_events.match_change(wanted.selection, given))
    return conditions
