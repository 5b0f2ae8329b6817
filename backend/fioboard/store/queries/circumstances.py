"""Reading under which circumstances runs were measured: what their paths carry, and their samples."""

from collections.abc import Sequence
from typing import TypedDict
from uuid import UUID

from fioboard.core.driver import Driver


class CeilingRow(TypedDict):
    """What a run's path carries."""

    id: UUID
    limits: str | None
    """JSON: answers.path.LimitsOut; null = unknown."""
    limited_by: str | None


class SampleRow(TypedDict):
    """A series that the agent sampled; `name` is its subject."""

    run_id: UUID
    name: str
    metric: str
    points: bytes


async def list_ceilings(driver: Driver, run_ids: Sequence[UUID]) -> list[CeilingRow]:
    """List the ceilings of the runs whose targets are known."""
    rows: list[CeilingRow] = await driver.fetch(
        """
        select id, (path->'chain_limit_bytes_per_s')::text as limits, path->>'limited_by' as limited_by
        from run where id = any($1::uuid[]) and path is not null
        """,
        list(run_ids),
    )
    return rows


async def list_samples(driver: Driver, run_ids: Sequence[UUID]) -> list[SampleRow]:
    """List temperatures of the measured drives, and how busy NUMA nodes and sockets were."""
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
