"""Runs that were made to confirm a finding of another run: `fioboard-agent confirm` labels them."""

from datetime import datetime
from typing import TypedDict
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.engine.words.confirmations import FINDING_LABEL, RUN_LABEL, SIDE_LABEL


class TrialRow(TypedDict):
    """One run of a confirmation, or (without a side) the run that is asked about."""

    id: UUID
    finding: str | None
    side: str | None
    batch_id: UUID | None
    sorted_at: datetime
    is_whole_here: bool
    """Whether it is complete and of the host of the run that is asked about."""
    target: str | None
    place: str | None
    """What was measured, as the factor target.path has it."""
    workloads: list[str]
    rate: float | None
    latency: float | None


_MEASURED = """
cross join lateral (
    select coalesce(array_agg(s.workload_id || ' ' || s.direction order by s.position), '{}') as workloads,
        case when count(*) = count(s.bw_bytes_per_s) then sum(s.bw_bytes_per_s)::float8 end as rate,
        case when count(*) = 1 then max((s.clat -> 'percentiles' ->> '50')::float8) end as latency
    from result s where s.run_id = r.id
) m
"""


async def list_trials(driver: Driver, run_id: UUID, limit: int) -> list[TrialRow]:
    """List the run itself, then the newest runs that were made to confirm what was found of it, in order of time."""
    rows: list[TrialRow] = await driver.fetch(
        f"""
        select * from (
            select r.id, null as finding, null as side, null::uuid as batch_id, r.sorted_at, true as is_whole_here,
                r.target,
                c.factors ->> 'target.path' as place, m.workloads, m.rate, m.latency
            from run r join configuration c on c.id = r.configuration_id {_MEASURED} where r.id = $1
        ) asked
        union all
        select * from (
            select r.id, r.labels ->> '{FINDING_LABEL}', r.labels ->> '{SIDE_LABEL}', r.batch_id, r.sorted_at,
                r.outcome = 'complete' and r.host_id = o.host_id, r.target,
                c.factors ->> 'target.path' as place, m.workloads, m.rate, m.latency
            from run r join run o on o.id = $1 join configuration c on c.id = r.configuration_id {_MEASURED}
            where r.labels ->> '{RUN_LABEL}' = $1::uuid::text and r.labels ? '{RUN_LABEL}' and r.deleted_at is null
            order by r.sorted_at desc, r.id desc limit $2
        ) made
        order by side nulls first, sorted_at, id
        """,
        *(run_id, limit),
    )
    return rows


class AskedRow(TypedDict):
    """How a run was started, and on what."""

    upload_id: UUID
    host_id: UUID
    agents: list[str]
    """Own ids of the agents of its host."""
    argv: str | None
    manifest: str
    inventory: str | None
    job_file_sha256: bytes | None
    """None: fio was given no file."""
    duration_s: float | None
    written_bytes: int | None
    """Of all results that write or trim; None when one does not say."""
    job_file: bytes | None
    """zstd; the file that fio was given; None also where the object store has it."""


async def get_run_to_repeat(driver: Driver, run_id: UUID) -> AskedRow | None:
    """Return what it takes to run it again; None when there is no such run or it was deleted."""
    row: AskedRow | None = await driver.fetchrow(
        """
        select r.upload_id, r.host_id, r.argv,
            array(
                select h.agent_host_id where h.agent_host_id is not null
                union all select a.agent_host_id from host_agent a where a.host_id = h.id
            ) as agents, u.manifest, i.body as inventory,
            j.sha256 as job_file_sha256, j.body_zstd as job_file,
            extract(epoch from r.ended_at - r.started_at)::float8 as duration_s, w.written_bytes
        from run r join host h on h.id = r.host_id join upload u on u.id = r.upload_id
            left join inventory i on i.id = r.inventory_id
            left join lateral (
                select d.sha256, d.body_zstd from upload_file f join document d on d.id = f.document_id
                where f.upload_id = r.upload_id and f.kind = 'job_file' order by f.position limit 1
            ) j on true
            cross join lateral (
                select case when count(*) = count(s.io_bytes) then coalesce(sum(s.io_bytes), 0)::bigint end
                    as written_bytes
                from result s where s.run_id = r.id and s.direction <> 'read'
            ) w
        where r.id = $1 and r.deleted_at is null
        """,
        run_id,
    )
    return row
