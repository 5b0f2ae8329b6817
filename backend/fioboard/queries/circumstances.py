"""Reading under which circumstances runs were measured: what their paths carry, their samples, and fio's own CPU."""

from collections.abc import Sequence
from typing import TypedDict
from uuid import UUID

from fioboard.core.driver import Driver


class CeilingRow(TypedDict):
    """What a run's path carries."""

    id: UUID
    limits: str | None
    """JSON: schemas.path.LimitsOut; null = unknown."""
    limited_by: str | None


class CpuRow(TypedDict):
    """What fio says of its own CPU in one result."""

    id: UUID
    pct: float


class SampleRow(TypedDict):
    """A series that the agent sampled; `name` is its subject."""

    run_id: UUID
    name: str
    metric: str
    points: bytes


async def ceilings_of(driver: Driver, run_ids: Sequence[UUID]) -> list[CeilingRow]:
    """Of the runs whose targets are known."""
    rows: list[CeilingRow] = await driver.fetch(
        """
        select id, (path->'chain_limit_bytes_per_s')::text as limits, path->>'limited_by' as limited_by
        from run where id = any($1::uuid[]) and path is not null
        """,
        list(run_ids),
    )
    return rows


async def cpu_of(driver: Driver, result_ids: Sequence[UUID]) -> list[CpuRow]:
    """User and system together, percent of one processor; results that do not tell both are left out."""
    rows: list[CpuRow] = await driver.fetch(
        """
        select id, usr_cpu_pct + sys_cpu_pct as pct from result
        where id = any($1::uuid[]) and usr_cpu_pct is not null and sys_cpu_pct is not null
        """,
        list(result_ids),
    )
    return rows


async def samples_of(driver: Driver, run_ids: Sequence[UUID]) -> list[SampleRow]:
    """Temperatures of the measured drives, and how busy NUMA nodes and sockets were."""
    rows: list[SampleRow] = await driver.fetch(
        """
        select run_id, name, metric, points from time_series
        where run_id = any($1::uuid[]) and source = 'samples' and (
            metric = 'temperature_c' and name like 'disk:%'
            or metric = 'cpu_busy_pct' and (name like 'node:%' or name like 'socket:%')
        )
        """,
        list(run_ids),
    )
    return rows
