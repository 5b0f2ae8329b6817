"""Results as the purposes read them: those of one run, of its repeats, of the newest runs of a host or batch."""

from collections.abc import Sequence
from datetime import datetime
from typing import TypedDict
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.core.run_state import Direction
from fioboard.engine.words.limits import MAX_RUN_RESULTS
from fioboard.store.queries.batches import MEASURES
from fioboard.store.queries.target_keys import write_target_key

_COLUMNS = f"""
    r.id as run_id, r.host_id, r.batch_id, r.target, {write_target_key("r")} as place, r.started_at,
    s.job_group, s.job_name, s.direction, s.workload_id, s.is_alone,
    s.rw, s.bs_bytes, s.iodepth, s.numjobs, s.ioengine, s.direct, s.iops, s.bw_bytes_per_s, s.total_ios, s.clat, s.lat,
    s.sync_lat, s.job_options, s.details -> 'settings_source' as settings_source, s.details -> 'sync_ios' as sync_ios,
    c.factors ->> 'job.sync' as syncs,
    jsonb_path_query_array(r.answer, '$.findings[*] ? (@.severity == "warning").id') as doubts,
    (r.verdict_kind = 'trust') is true as is_unreliable
"""
_FROM = "from run r join configuration c on c.id = r.configuration_id join result s on s.run_id = r.id"
MAX_REPEATS = 100
MAX_RUNS = 200
MAX_RESULTS_OF_RUN = 8


class PurposeRow(TypedDict):
    """One result with what decides whether it answers for a purpose. JSON comes as text."""

    run_id: UUID
    host_id: UUID
    batch_id: UUID | None
    target: str | None
    place: str | None
    """What was measured, as `write_target_key` has it."""
    started_at: datetime | None
    job_group: int
    job_name: str
    direction: Direction
    workload_id: UUID
    is_alone: bool
    rw: str | None
    bs_bytes: int | None
    iodepth: int | None
    numjobs: int | None
    ioengine: str | None
    direct: bool | None
    iops: float | None
    bw_bytes_per_s: int | None
    total_ios: int | None
    clat: str | None
    lat: str | None
    sync_lat: str | None
    job_options: str
    settings_source: str | None
    sync_ios: str | None
    syncs: str | None
    """The run's factor: how its jobs flushed; None when unknown."""
    doubts: str | None
    """Rules that warn of the run, a list; None where it was never judged."""
    is_unreliable: bool
    """Whether its verdict is that it is unreliable."""


async def list_run_results(driver: Driver, run_id: UUID) -> list[PurposeRow]:
    """List the first results of a run that did not fail, in order; none when it was deleted."""
    rows: list[PurposeRow] = await driver.fetch(
        f"""
        select {_COLUMNS} {_FROM}
        where r.id = $1 and r.deleted_at is null and s.error = 0 order by s.position limit {MAX_RUN_RESULTS}
        """,
        run_id,
    )
    return rows


async def list_repeats(driver: Driver, run_id: UUID, workload_ids: Sequence[UUID]) -> list[PurposeRow]:
    """List the results of the same workloads in the other runs of a run's batch on its host and target."""
    rows: list[PurposeRow] = await driver.fetch(
        f"""
        select {_COLUMNS} {_FROM} join run own on own.id = $1 and own.batch_id = r.batch_id
            join configuration o on o.id = own.configuration_id
        where r.id <> own.id and r.deleted_at is null and r.host_id = own.host_id and {MEASURES}
            and {write_target_key("r")} is not distinct from {write_target_key("own", "o")}
            and s.workload_id = any($2::uuid[]) and s.error = 0
        order by r.sorted_at desc, r.id, s.position limit {MAX_REPEATS}
        """,
        *(run_id, list(workload_ids)),
    )
    return rows


_NEWEST = f"""
select {_COLUMNS}
from (
    select * from run r where r.{{column}} = $1 and r.deleted_at is null and {MEASURES}
    order by r.sorted_at desc, r.id desc limit {MAX_RUNS}
) r join configuration c on c.id = r.configuration_id
cross join lateral (
    select * from result s where s.run_id = r.id and s.error = 0 order by s.position limit {MAX_RESULTS_OF_RUN}
) s
order by r.sorted_at desc, r.id desc, s.position
"""


async def list_host_results(driver: Driver, host_id: UUID) -> list[PurposeRow]:
    """List the results of a host's newest runs, the newest first."""
    rows: list[PurposeRow] = await driver.fetch(_NEWEST.format(column="host_id"), host_id)
    return rows


async def list_batch_results(driver: Driver, batch_id: UUID) -> list[PurposeRow]:
    """List the results of a batch's newest runs, the newest first."""
    rows: list[PurposeRow] = await driver.fetch(_NEWEST.format(column="batch_id"), batch_id)
    return rows
