"""The fleet: drives as they were last seen, each with what needs a look. A host without runs that are kept has none."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.engine.words.columns import names
from fioboard.engine.words.drives import DRIVE, DriveColumns
from fioboard.engine.words.fleet import PROBLEMS, ProblemId
from fioboard.store.queries.drive_conditions import HOST_IS_KEPT, IS_THERE, OWN
from fioboard.store.queries.hosts import match_name
from fioboard.store.queries.parameters import Parameters

# Of each drive what of it needs a look. $1: odd drives; $2, $3: models and firmware versions with a fault.
_TESTS: dict[ProblemId, str] = {
    **OWN,
    "odd": "d.id = any($1::uuid[])",
    "firmware_fault": "k.model is not null",
    "firmware_mix": "u.versions > 1 and d.firmware <> u.usual",
}
_FLAGGED = f"""
with usual as materialized (
    select model, mode() within group (order by firmware) as usual, count(distinct firmware) as versions
    from drive where model is not null and firmware is not null group by model
), known as (
    select distinct m.model, m.firmware from unnest($2::text[], $3::text[]) as m (model, firmware)
), kept as materialized (
    select s.host_id, s.seen_at, s.degraded_arrays, h.name from host_state s join host h on h.id = s.host_id
    where {HOST_IS_KEPT.format(h="s")}
), flagged as (
    select d.*, s.name as host_name, s.degraded_arrays,
        {", ".join(f"({_TESTS[one]}) is true as is_{one}" for one in PROBLEMS)}
    from drive d join kept s on s.host_id = d.host_id
    left join usual u on u.model = d.model
    left join known k on k.model = d.model and k.firmware = d.firmware
    where {IS_THERE}
)
"""
_NAMED = ", ".join(f"case when is_{one} then '{one}' end" for one in PROBLEMS)
_PROBLEMS = f"array_remove(array[{_NAMED}], null)"
_ANY_PROBLEM = " or ".join(f"is_{one}" for one in PROBLEMS)
# What has problems comes first, the gravest of them first.
_RANK = " ".join(
    (
        "case",
        *(f"when is_{one} then {rank}" for rank, one in enumerate(PROBLEMS, 1)),
        f"else {len(PROBLEMS) + 1} end",
    )
)


class VersionRow(TypedDict):
    """A firmware version of a model."""

    model: str
    firmware: str


class FleetRow(DriveColumns):
    """One drive."""

    id: UUID
    host_id: UUID
    host_name: str
    degraded_arrays: list[str]
    problems: list[ProblemId]
    rank: int
    """Of its gravest problem, from 1; those without come last."""
    seen_at: datetime
    last_run_id: UUID | None
    last_run_at: datetime | None


class RatedCounts(TypedDict):
    """Of them those beside a rating."""

    drives: int
    judged: int
    as_rated: int


class FleetCounts(TypedDict):
    """How many drives and hosts there are, and drives with each problem."""

    drives: int
    hosts: int
    with_problems: int
    last_seen_at: datetime | None
    counts: dict[str, int]
    rated: RatedCounts


class Place(TypedDict):
    """Where a page ended: the sort values of its last drive."""

    rank: int
    host_name: str
    name: str
    id: UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which drives. None: of every."""

    problem: ProblemId | None = None
    host: str | None = None
    model: str | None = None
    words: str | None = None
    """A part of model, host, slot, firmware or name, in any case."""
    odd: Sequence[UUID] = ()
    faulty: Sequence[VersionRow] = ()
    rated: Sequence[UUID] = ()
    """Drives with a share of their rating."""
    judged: Sequence[UUID] = ()
    as_rated: Sequence[UUID] = ()


async def list_versions(driver: Driver) -> list[VersionRow]:
    """List every model with each of its firmware versions, as far as both are known."""
    rows: list[VersionRow] = await driver.fetch(
        "select distinct model, firmware from drive where model is not null and firmware is not null"
    )
    return rows


async def list_drives(driver: Driver, wanted: Wanted, limit: int, after: Place | None) -> list[FleetRow]:
    """A page of drives: the gravest problems first, then by host and name."""
    parameters, where = _build_conditions(wanted, wanted.problem)
    if after is not None:
        where.append(
            f"(rank, host_name, name, id) > ({parameters.add(after['rank'], 'int')}, "
            f"{parameters.add(after['host_name'], 'text')}, {parameters.add(after['name'], 'text')}, "
            f"{parameters.add(after['id'], 'uuid')})"
        )
    rows: list[FleetRow] = await driver.fetch(
        f"""
        {_FLAGGED}
        , page as (
            select * from (select f.*, {_RANK} as rank from flagged f) f where {" and ".join(where) or "true"}
            order by rank, host_name, name, id limit {parameters.add(limit, "int")}
        )
        select p.id, p.host_id, p.host_name, p.degraded_arrays, {_PROBLEMS} as problems, p.rank, p.seen_at,
            {names(DRIVE, "p")}, newest.id as last_run_id, newest.sorted_at as last_run_at
        from page p
        left join lateral (
            select r.id, r.sorted_at from run_drive m join run r on r.id = m.run_id
            where m.drive_id = p.id and r.deleted_at is null order by r.sorted_at desc, r.id desc limit 1
        ) newest on true
        order by p.rank, p.host_name, p.name, p.id
        """,
        *parameters.values,
    )
    return rows


async def count_drives(driver: Driver, wanted: Wanted) -> FleetCounts:
    """Of all drives that are wanted but for the problem, so that every problem keeps its number."""
    parameters, where = _build_conditions(wanted, None)
    sides = {"rated": wanted.rated, "judged": wanted.judged, "as_rated": wanted.as_rated}
    counted = ", ".join(
        (
            *(f"count(*) filter (where is_{one}) as n_{one}" for one in PROBLEMS),
            *(
                f"count(*) filter (where id = any({parameters.add(list(ids), 'uuid[]')})) as {side}"
                for side, ids in sides.items()
            ),
        )
    )
    sums = ("drives", "with_problems", *(f"n_{one}" for one in PROBLEMS), *sides)
    summed = ", ".join(f"coalesce(sum({one}), 0)::bigint as {one}" for one in sums)
    row = await driver.fetchrow(
        f"""
        {_FLAGGED}
        -- By host first: distinct hosts of all drives would be a sort of every drive.
        select count(*) as hosts, max(last_seen_at) as last_seen_at, {summed}
        from (
            select count(*) as drives, max(seen_at) as last_seen_at,
                count(*) filter (where {_ANY_PROBLEM}) as with_problems, {counted}
            from flagged where {" and ".join(where) or "true"} group by host_id
        ) of_hosts
        """,
        *parameters.values,
    )
    return {
        "drives": row["drives"],
        "hosts": row["hosts"],
        "with_problems": row["with_problems"],
        "last_seen_at": row["last_seen_at"],
        "counts": {one: row[f"n_{one}"] for one in PROBLEMS},
        "rated": {"drives": row["rated"], "judged": row["judged"], "as_rated": row["as_rated"]},
    }


def _build_conditions(wanted: Wanted, problem: ProblemId | None) -> tuple[Parameters, list[str]]:
    """Build the conditions on drives, with their parameters."""
    parameters = Parameters()
    parameters.add(list(wanted.odd), "uuid[]")
    parameters.add([one["model"] for one in wanted.faulty], "text[]")
    parameters.add([one["firmware"] for one in wanted.faulty], "text[]")
    where = []
    if problem is not None:
        where.append(f"is_{problem}")
    if wanted.host is not None:
        where.append(match_name("host_id", parameters.add(wanted.host, "text")))
    if wanted.model is not None:
        where.append(f"model = {parameters.add(wanted.model, 'text')}")
    if wanted.words is not None:
        # position(), so that no character of it means anything.
        place = parameters.add(wanted.words.lower(), "text")
        where.append(
            f"position({place} in lower(concat_ws(' ', model, host_name, slot, firmware, name))) > 0"
        )
    return parameters, where
