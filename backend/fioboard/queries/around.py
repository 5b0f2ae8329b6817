"""What was measured around a run on its host: the results that rules over several runs look at, a fixed number."""

from collections.abc import Sequence
from datetime import datetime
from typing import TypedDict
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.core.run_state import Direction
from fioboard.queries.batches import MEASURES


class AroundRow(TypedDict):
    """One result that ran alone, as rules over several runs read it."""

    run_id: UUID
    started_at: datetime | None
    batch_id: UUID | None
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


class SettingRow(TypedDict):
    """A document that several results share."""

    id: UUID
    body: str


# Another job of the group ran beside it: then its figure is not that of its own depth.
_ALONE = """not exists (select from result o where o.run_id = s.run_id
    and o.job_group = s.job_group and o.job_name <> s.job_name)"""
# A figure of memory, or of a disturbed run, says nothing of what another depth or width would give.
_TRUSTED = "r.verdict_kind is distinct from 'trust'"
_COLUMNS = """r.id as run_id, r.started_at, r.batch_id, (r.batch ->> 'step')::int as step, r.configuration_id,
    s.workload_id, s.direction, s.rw, s.bs_bytes, s.iodepth, s.numjobs, s.iops, s.bw_bytes_per_s, s.lat_mean_ns,
    s.clat_p99_ns, s.cpu_pct"""


async def around(driver: Driver, run_id: UUID, *, before: int, after: int, limit: int) -> list[AroundRow]:
    """Results of the run and of complete ones around it that went the same way in the same pattern and block size.

    The run's own first, then the nearest in time; of at most `before` and `after` runs of its host, at most `limit`.
    """
    # The walks are bounded by their limits, whatever the host holds; constants bound them, not joined rows.
    walk = """(select r.id from run r where r.host_id = (select host_id from run where id = $1) and r.deleted_at is null
        and (r.sorted_at, r.id) {sign} ((select sorted_at from run where id = $1), $1)
        order by r.sorted_at {order}, r.id {order} limit {number})"""
    rows: list[AroundRow] = await driver.fetch(
        f"""
        with near as materialized (
            {walk.format(sign="<=", order="desc", number="$2")}
            union all {walk.format(sign=">", order="asc", number="$3")}
        ), own as materialized (select distinct direction, rw, bs_bytes from result where run_id = $1)
        select {_COLUMNS} from near n join run r on r.id = n.id join result s on s.run_id = r.id
        join own on own.direction = s.direction and own.rw is not distinct from s.rw
            and own.bs_bytes is not distinct from s.bs_bytes
        where r.outcome = 'complete' and {MEASURES} and {_ALONE} and (r.id = $1 or {_TRUSTED})
        order by r.id <> $1, abs(extract(epoch from r.sorted_at - (select sorted_at from run where id = $1))), r.id,
            s.position
        limit $4
        """,
        *(run_id, before, after, limit),
    )
    return rows


async def of_batch(driver: Driver, batch_id: UUID, limit: int) -> list[AroundRow]:
    """The same of the complete runs of a batch, in order of their step."""
    rows: list[AroundRow] = await driver.fetch(
        f"""
        select {_COLUMNS} from run r join result s on s.run_id = r.id
        where r.batch_id = $1 and r.deleted_at is null and r.outcome = 'complete'
            and {MEASURES} and {_ALONE} and {_TRUSTED}
        order by (r.batch ->> 'step')::int, r.sorted_at, r.id, s.position limit $2
        """,
        *(batch_id, limit),
    )
    return rows


class DrivesRow(TypedDict):
    """Drives below a run's targets, by their kernel names."""

    id: UUID
    drives: list[str]


async def drives_of(driver: Driver, run_ids: Sequence[UUID]) -> list[DrivesRow]:
    """Of the runs whose path is known."""
    rows: list[DrivesRow] = await driver.fetch(
        """
        select r.id, array(select distinct m ->> 'disk' from jsonb_path_query(r.path, '$.targets[*].members[*]') m
            where m ->> 'disk' is not null order by 1) as drives
        from run r where r.id = any($1::uuid[]) and r.path is not null
        """,
        list(run_ids),
    )
    return rows


async def configurations(driver: Driver, ids: Sequence[UUID]) -> dict[UUID, str]:
    """Factors of configurations, as JSON text by id."""
    rows: list[SettingRow] = await driver.fetch(
        "select id, factors as body from configuration where id = any($1::uuid[])", list(ids)
    )
    return {row["id"]: row["body"] for row in rows}
