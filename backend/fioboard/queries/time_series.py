"""Reading what was recorded over time."""

from typing import Any
from uuid import UUID

from fioboard.core.driver import Driver


async def series_of(driver: Driver, run_id: UUID) -> list[Any]:
    """All series of a run with their packed points, in order; with the run's start (null = unknown)."""
    rows: list[Any] = await driver.fetch(
        """
        select s.source, s.name, s.metric, s.direction, s.position, s.is_epoch, s.is_per_io, s.points, r.started_at
        from time_series s join run r on r.id = s.run_id
        where s.run_id = $1 and r.deleted_at is null order by s.position
        """,
        run_id,
    )
    return rows
