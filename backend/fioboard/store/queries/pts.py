"""The results of a test of SNIA SSS PTS, by run."""

from collections.abc import Sequence
from typing import TypedDict
from uuid import UUID

from fioboard.core.driver import Driver


class PtsResultRow(TypedDict):
    """One direction of one run, or a run without results."""

    run_id: UUID
    pts: str
    """JSON: what the agent said."""
    iops: float | None
    bw_bytes_per_s: int | None
    total_ios: int | None
    runtime_ms: int | None
    lat_mean_ns: float | None
    lat_max_ns: float | None


async def list_pts_results(driver: Driver, batch_id: UUID, limit: int) -> Sequence[PtsResultRow]:
    """List the results of the complete runs of a batch that are part of such a test, in order of their start."""
    rows: list[PtsResultRow] = await driver.fetch(
        """
        select r.id as run_id, r.batch -> 'pts' as pts, s.iops, s.bw_bytes_per_s, s.total_ios, s.runtime_ms,
            s.lat_mean_ns,
            (s.lat ->> 'max')::float8 as lat_max_ns
        from run r left join result s on s.run_id = r.id and s.direction in ('read', 'write') and s.total_ios > 0
        where r.batch_id = $1 and r.deleted_at is null and r.outcome = 'complete' and r.batch ? 'pts'
        order by r.sorted_at, r.id limit $2
        """,
        batch_id,
        limit,
    )
    return rows
