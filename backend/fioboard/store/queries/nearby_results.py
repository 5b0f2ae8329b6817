"""What was measured around a run on its host: the results that rules over several runs look at, a fixed number."""

from collections.abc import Sequence
from datetime import datetime
from typing import TypedDict
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.core.run_state import Direction
from fioboard.store.queries.batches import MEASURES


class AroundRow(TypedDict):
    """One result that ran alone, as rules over several runs read it."""

    run_id: UUID
    started_at: datetime | None
    batch_id: UUID | None
    target: str | None
    step: int | None
    configuration_id: UUID
    workload_id: UUID
    direction: Direction
    rw: str | None
    bs_bytes: int | None
    iodepth: int | None
    numjobs: int | None
    iops: float | None
    bw_bytes_per_s: int | None
    lat_mean_ns: float | None
    clat_p99_ns: float | None
    cpu_pct: float | None
    is_doubted: bool
    """Whether the run's own verdict is that it cannot be trusted."""


class SettingRow(TypedDict):
    """A document that several results share."""

    id: UUID
    body: str


# A figure of memory, or of a disturbed run, says nothing of what another depth or width would give.
_TRUSTED = "r.verdict_kind is distinct from 'trust'"
_COLUMNS = """r.id as run_id, r.started_at, r.batch_id, r.target, (r.batch ->> 'step')::int as step,
    r.configuration_id,
    s.workload_id, s.direction, s.rw, s.bs_bytes, s.iodepth, s.numjobs, s.iops, s.bw_bytes_per_s, s.lat_mean_ns,
    s.clat_p99_ns, s.cpu_pct, r.verdict_kind is not distinct from 'trust' as is_doubted"""
# The nearest of the runs in `near` (id, place) whose results together are few enough to be looked at. The first one
# always is: positions are numbered from 0, so its number of results is one look at the last of them.
_LOOKED_AT = """counted as materialized (
        select n.id, n.place, coalesce((select position + 1 from result where run_id = n.id
            order by position desc limit 1), 0)::int as results from near n
    ), looked_at as materialized (
        select id, place from (
            select id, place, sum(results) over (order by place) - results as before from counted
        ) c where before < {most}
    )"""


async def list_nearby(
    driver: Driver, run_id: UUID, *, before: int, after: int, looked_at: int, limit: int
) -> list[AroundRow]:
    """List results of the run and of complete ones around it that went the same way in the same pattern and block
    size.

    The run's own first, then the nearest in time, at most `limit`; of at most `before` and `after` runs of its host,
    and of these the nearest that have about `looked_at` results together. Only what ran alone: beside another job of
    its group a figure is not that of its own depth.
    """
    # The walks are bounded by their limits, whatever the host holds; constants bound them, not joined rows.
    walk = """(select r.id, r.sorted_at from run r
        where r.host_id = (select host_id from run where id = $1) and r.deleted_at is null
        and (r.sorted_at, r.id) {sign} ((select sorted_at from run where id = $1), $1)
        order by r.sorted_at {order}, r.id {order} limit {number})"""
    rows: list[AroundRow] = await driver.fetch(
        f"""
        with found as materialized (
            {walk.format(sign="<=", order="desc", number="$2")}
            union all {walk.format(sign=">", order="asc", number="$3")}
        ), near as materialized (
            select id, row_number() over (order by id <> $1,
                abs(extract(epoch from sorted_at - (select sorted_at from run where id = $1))), id) as place from found
        ), {_LOOKED_AT.format(most="$5")}, own as materialized (
            select distinct direction, rw, bs_bytes from result where run_id = $1
        )
        select {_COLUMNS} from looked_at n join run r on r.id = n.id join result s on s.run_id = r.id and s.is_alone
        join own on own.direction = s.direction and coalesce(own.rw, '') = coalesce(s.rw, '')
            and coalesce(own.bs_bytes, -1) = coalesce(s.bs_bytes, -1)
        where r.outcome = 'complete' and {MEASURES} and (r.id = $1 or {_TRUSTED})
        order by n.place, s.position
        limit $4
        """,
        *(run_id, before, after, limit, looked_at),
    )
    return rows


async def list_of_batch_members(
    driver: Driver, batch_id: UUID, *, looked_at: int, limit: int
) -> list[AroundRow]:
    """List the results of the complete runs of a batch, in order of their step."""
    rows: list[AroundRow] = await driver.fetch(
        f"""
        with near as materialized (
            select id, row_number() over (order by (batch ->> 'step')::int, sorted_at, id) as place from run
            where batch_id = $1 and deleted_at is null order by place limit 1000
        ), {_LOOKED_AT.format(most="$3")}
        select {_COLUMNS} from looked_at n join run r on r.id = n.id join result s on s.run_id = r.id and s.is_alone
        where r.outcome = 'complete' and {MEASURES}
        order by n.place, s.position limit $2
        """,
        *(batch_id, limit, looked_at),
    )
    return rows


class DrivesRow(TypedDict):
    """Drives below a run's targets, by their kernel names."""

    id: UUID
    drives: list[str]


async def list_drives(driver: Driver, run_ids: Sequence[UUID]) -> list[DrivesRow]:
    """List the drives of the runs whose path is known."""
    rows: list[DrivesRow] = await driver.fetch(
        """
        select r.id, array(select distinct m ->> 'disk' from jsonb_path_query(r.path, '$.targets[*].members[*]') m
            where m ->> 'disk' is not null order by 1) as drives
        from run r where r.id = any($1::uuid[]) and r.path is not null
        """,
        list(run_ids),
    )
    return rows


async def get_configurations(driver: Driver, ids: Sequence[UUID]) -> dict[UUID, str]:
    """Return the factors of configurations, as JSON text by id."""
    rows: list[SettingRow] = await driver.fetch(
        "select id, factors as body from configuration where id = any($1::uuid[])", list(ids)
    )
    return {row["id"]: row["body"] for row in rows}
