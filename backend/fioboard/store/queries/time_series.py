"""Reading what was recorded over time."""

from datetime import datetime
from typing import Literal, TypedDict
from uuid import UUID

from fioboard.core.driver import Driver


class SeriesRow(TypedDict):
    """A series of a run with its packed points."""

    source: Literal["fio_log", "status_interval", "samples"]
    name: str
    metric: str
    direction: str | None
    position: int
    is_epoch: bool
    """Its times count from 1970, not from the run's start."""
    is_per_io: bool
    offset_ms: int | None
    """To be added for the run's clock; null = its place there is not known."""
    points: bytes
    started_at: datetime | None
    """The run's start; null = unknown."""


async def list_series(driver: Driver, run_id: UUID) -> list[SeriesRow]:
    """List all series of a run, in order."""
    rows: list[SeriesRow] = await driver.fetch(
        """
        select s.source, s.name, s.metric, s.direction, s.position, s.is_epoch, s.is_per_io, s.offset_ms,
            s.points, r.started_at
        from time_series s join run r on r.id = s.run_id
        where s.run_id = $1 and r.deleted_at is null order by s.position
        """,
        run_id,
    )
    return rows


class ClockRow(TypedDict):
    """The clock of a run, as JSON text."""

    clock: str | None
    """None: nothing was recorded over time, or it was read before there were clocks."""
    directions: list[str]
    """Those that the run has results of; empty without results."""


async def get_clock(driver: Driver, run_id: UUID) -> ClockRow | None:
    """Return the clock of a run; None when there is no such run."""
    row: ClockRow | None = await driver.fetchrow(
        """
        select clock::text as clock, array(select distinct direction from result where run_id = run.id) as directions
        from run where id = $1 and deleted_at is null
        """,
        run_id,
    )
    return row
