"""References: what is pinned for which scope, and what of it some runs can be held against."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.core.run_state import Direction
from fioboard.engine.filters import Condition
from fioboard.store.queries.batches import MEASURES
from fioboard.store.queries.parameters import Parameters
from fioboard.store.queries.result_conditions import build_result_conditions

# Held while one is pinned: two at once for one scope follow each other.
_PIN_LOCK = 0x66696F62_72656672


class ReferenceRow(TypedDict):
    """A reference with what names it."""

    id: UUID
    name: str
    note: str | None
    host_id: UUID | None
    host_name: str | None
    workload_id: UUID | None
    options: str | None
    """Of the workload, JSON; None = all workloads."""
    filter: str
    run_count: int
    run_ids: list[UUID]
    """Of its runs those that are not deleted, in order of their start."""
    pinned_at: datetime
    pinned_by: str
    ended_at: datetime | None
    ended_by: str | None
    replaced_by_id: UUID | None


class HeldRow(TypedDict):
    """A run that is to be held against a reference."""

    id: UUID
    host_id: UUID
    batch_id: UUID | None
    configuration_id: UUID
    workload_ids: list[UUID]


class MeasuredByRow(TypedDict):
    """What a reference in force measured of a workload."""

    id: UUID
    name: str
    host_id: UUID | None
    scope_workload_id: UUID | None
    pinned_at: datetime
    workload_id: UUID
    run_ids: list[UUID]
    """Of its runs with this workload, those that are not deleted."""
    deleted_ids: list[UUID]
    configurations: int
    """Of those that are not deleted: more than one, and they were not set up alike."""


class ReferencePairRow(TypedDict):
    """A result of a run beside one of a reference in force with the same workload and direction."""

    reference_id: UUID
    name: str
    direction: Direction
    rw: str | None
    bs_bytes: int | None
    iops: float | None
    bw_bytes_per_s: int | None
    reference_iops: float | None
    reference_bw_bytes_per_s: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class NewReference:
    """A reference to be stored; as the columns of `reference`."""

    id: UUID
    name: str
    note: str | None
    host_id: UUID | None
    workload_id: UUID | None
    filter: str
    run_ids: Sequence[UUID]
    pinned_by: str


_SELECT = """
select f.id, f.name, f.note, f.host_id, h.name as host_name, f.workload_id, o.options::text as options, f.filter,
    f.run_count, array(
        select r.id from reference_run p join run r on r.id = p.run_id
        where p.reference_id = f.id and r.deleted_at is null order by r.sorted_at, r.id
    ) as run_ids, f.pinned_at, f.pinned_by, f.ended_at, f.ended_by, f.replaced_by_id
from reference f left join host h on h.id = f.host_id left join workload o on o.id = f.workload_id
"""


async def list_references(
    driver: Driver, host_id: UUID | None, *, with_ended: bool, most: int
) -> list[ReferenceRow]:
    """Those that are for runs of a host, or all; newest first."""
    rows: list[ReferenceRow] = await driver.fetch(
        f"""{_SELECT} where ($1::uuid is null or f.host_id is null or f.host_id = $1)
            and ($2 or f.ended_at is null) order by f.ended_at is not null, f.pinned_at desc, f.id desc limit $3""",
        *(host_id, with_ended, most),
    )
    return rows


async def find(driver: Driver, reference_id: UUID) -> ReferenceRow | None:
    """One reference, ended or not."""
    row: ReferenceRow | None = await driver.fetchrow(f"{_SELECT} where f.id = $1", reference_id)
    return row


async def list_usable(driver: Driver, run_ids: Sequence[UUID], workload_id: UUID | None) -> list[UUID]:
    """List those of these runs with a result, of the workload if one is named; without what prepared a drive."""
    rows = await driver.fetch(
        f"""
        select r.id from run r where r.id = any($1::uuid[]) and r.deleted_at is null and {MEASURES}
            and exists (select from result s where s.run_id = r.id and ($2::uuid is null or s.workload_id = $2))
        order by r.sorted_at, r.id
        """,
        *(list(run_ids), workload_id),
    )
    return [row["id"] for row in rows]


async def add_reference(driver: Driver, new: NewReference) -> list[UUID]:
    """Store a reference in a transaction, and return the ids of what was in force for the same scope, which ends."""
    await driver.execute("select pg_advisory_xact_lock($1)", _PIN_LOCK)
    former = await driver.fetch(
        """
        update reference set ended_at = now(), ended_by = $3
        where ended_at is null and host_id is not distinct from $1 and workload_id is not distinct from $2
        returning id
        """,
        *(new.host_id, new.workload_id, new.pinned_by),
    )
    await driver.execute(
        """
        insert into reference (id, name, note, host_id, workload_id, filter, run_count, pinned_at, pinned_by)
        values ($1, $2, $3, $4, $5, $6, $7, now(), $8)
        """,
        *(new.id, new.name, new.note, new.host_id, new.workload_id, new.filter),
        *(len(new.run_ids), new.pinned_by),
    )
    await driver.execute(
        "insert into reference_run (reference_id, run_id) select $1, unnest($2::uuid[])",
        *(new.id, list(new.run_ids)),
    )
    ended = [row["id"] for row in former]
    await driver.execute(
        "update reference set replaced_by_id = $2 where id = any($1::uuid[])", *(ended, new.id)
    )
    return ended


async def count_in_force(driver: Driver) -> int:
    """How many are in force."""
    return int(await driver.fetchval("select count(*) from reference where ended_at is null"))


async def take_back(driver: Driver, reference_id: UUID, by: str) -> bool:
    """Whether it was in force."""
    done = await driver.fetchval(
        "update reference set ended_at = now(), ended_by = $2 where id = $1 and ended_at is null returning id",
        *(reference_id, by),
    )
    return done is not None


async def list_runs(
    driver: Driver,
    run_ids: Sequence[UUID],
    batch_ids: Sequence[UUID],
    results: Sequence[Condition] = (),
) -> list[HeldRow]:
    """List these runs, and those of these batches but for what prepared a drive, in order of their start.

    Of their workloads those with a result that satisfies these conditions.
    """
    parameters = Parameters()
    runs, batches = (parameters.add(list(ids), "uuid[]") for ids in (run_ids, batch_ids))
    chosen = " and ".join(["s.run_id = r.id", *build_result_conditions(results, parameters)])
    rows: list[HeldRow] = await driver.fetch(
        f"""
        select r.id, r.host_id, r.batch_id, r.configuration_id,
            array(select distinct s.workload_id from result s where {chosen}) as workload_ids
        from run r where r.deleted_at is null
            and (r.id = any({runs}) or (r.batch_id = any({batches}) and {MEASURES}))
        order by r.sorted_at, r.id
        """,
        *parameters.values,
    )
    return rows


async def list_newest_runs(driver: Driver, host_id: UUID, most: int) -> list[HeldRow]:
    """List the newest runs of a host, newest first, without what prepared a drive."""
    rows: list[HeldRow] = await driver.fetch(
        f"""
        select r.id, r.host_id, r.batch_id, r.configuration_id,
            array(select distinct s.workload_id from result s where s.run_id = r.id) as workload_ids
        from run r where r.host_id = $1 and r.deleted_at is null and {MEASURES}
        order by r.sorted_at desc, r.id desc limit $2
        """,
        *(host_id, most),
    )
    return rows


async def list_measured(
    driver: Driver, host_ids: Sequence[UUID], workload_ids: Sequence[UUID]
) -> list[MeasuredByRow]:
    """List, of each reference in force whose scope may fit runs of these hosts, what it measured of these workloads."""
    rows: list[MeasuredByRow] = await driver.fetch(
        """
        select f.id, f.name, f.host_id, f.workload_id as scope_workload_id, f.pinned_at, s.workload_id,
            coalesce(array_agg(distinct r.id) filter (where r.deleted_at is null), '{}') as run_ids,
            coalesce(array_agg(distinct r.id) filter (where r.deleted_at is not null), '{}') as deleted_ids,
            count(distinct r.configuration_id) filter (where r.deleted_at is null) as configurations
        from reference f join reference_run p on p.reference_id = f.id join run r on r.id = p.run_id
            join result s on s.run_id = r.id and s.workload_id = any($2::uuid[])
        where f.ended_at is null and (f.host_id is null or f.host_id = any($1::uuid[]))
            and (f.workload_id is null or f.workload_id = s.workload_id)
        group by f.id, s.workload_id
        """,
        *(list(host_ids), list(workload_ids)),
    )
    return rows


async def list_reference_pairs(driver: Driver, run_id: UUID, *, limit: int) -> list[ReferencePairRow]:
    """List the results of a run beside those of the references in force that may count for them, the most specific
    scope first, then the newest; none of references that the run is part of.
    """
    rows: list[ReferencePairRow] = await driver.fetch(
        """
        select f.id as reference_id, f.name, own.direction, own.rw, own.bs_bytes, own.iops, own.bw_bytes_per_s,
            s.iops as reference_iops, s.bw_bytes_per_s as reference_bw_bytes_per_s
        from reference f
            join run mine on mine.id = $1 and (f.host_id is null or f.host_id = mine.host_id)
            join result own on own.run_id = mine.id and own.is_alone
                and (f.workload_id is null or f.workload_id = own.workload_id)
            join reference_run p on p.reference_id = f.id join run r on r.id = p.run_id and r.deleted_at is null
            join result s on s.run_id = r.id and s.is_alone
                and s.workload_id = own.workload_id and s.direction = own.direction
        where f.ended_at is null
            and not exists (select from reference_run m where m.reference_id = f.id and m.run_id = $1)
        order by f.host_id is null, f.workload_id is null, f.pinned_at desc, f.id, own.position, r.id limit $2
        """,
        *(run_id, limit),
    )
    return rows
