"""The results of a batch by drive: each drive alone, and several together."""

from collections.abc import Sequence
from typing import TypedDict
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.store.queries.batches import MEASURES


class PoolRunRow(TypedDict):
    """Where one run went."""

    id: UUID
    path: str
    """JSON: answers.path.PathOut."""


class PoolResultRow(TypedDict):
    """One result of such a run."""

    run_id: UUID
    direction: str
    rw: str | None
    bs_bytes: int | None
    iodepth: int | None
    numjobs: int | None
    direct: bool | None
    bw_bytes_per_s: int
    filename: str | None
    place: str | None
    """fio's offset as typed."""
    rated_share: float | None
    rated_verdict: str | None


async def list_pool_runs(driver: Driver, batch_id: UUID, limit: int) -> Sequence[PoolRunRow]:
    """List the measuring runs of a batch whose targets are known, in order of their start."""
    rows: list[PoolRunRow] = await driver.fetch(
        f"""
        select r.id, r.path from run r
        where r.batch_id = $1 and r.deleted_at is null and r.path is not null and {MEASURES}
        order by r.sorted_at, r.id limit $2
        """,
        batch_id,
        limit,
    )
    return rows


async def list_pool_results(driver: Driver, run_ids: Sequence[UUID], limit: int) -> Sequence[PoolResultRow]:
    """List the reads and writes of these runs, each with the file that fio was given."""
    rows: list[PoolResultRow] = await driver.fetch(
        """
        select s.run_id, s.direction, s.rw, s.bs_bytes, s.iodepth, s.numjobs, s.direct, s.bw_bytes_per_s,
            s.job_options ->> 'filename' as filename, s.job_options ->> 'offset' as place, s.rated_share,
            s.rated_verdict
        from result s
        where s.run_id = any($1::uuid[]) and s.direction in ('read', 'write') and s.bw_bytes_per_s > 0
        order by s.run_id, s.position limit $2
        """,
        list(run_ids),
        limit,
    )
    return rows
