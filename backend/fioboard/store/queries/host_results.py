"""Measured results of one host, for what somebody claims of it."""

from typing import TypedDict
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.core.run_state import Direction
from fioboard.engine.words.metrics import STORED


class HostResultRow(TypedDict):
    """A measured result; beside it every stored metric by its name (float8, base units, null = not measured)."""

    run_id: UUID
    direction: Direction
    rw: str | None
    bs_bytes: int | None
    iodepth: int | None
    numjobs: int | None
    iops: float | None
    bw_bytes_per_s: int | None
    details: str
    resolution_ns: float
    """Unit in which the tool printed its latencies; 1 where it printed nanoseconds."""


async def list_newest_measured(driver: Driver, host_name: str, most: int) -> list[HostResultRow]:
    """List the newest results of a host that a tool measured: typed ones prove nothing. Empty for an unknown host."""
    rows: list[HostResultRow] = await driver.fetch(
        f"""
        select s.run_id, s.direction, s.rw, s.bs_bytes, s.iodepth, s.numjobs, s.iops, s.bw_bytes_per_s, s.details,
            greatest((s.clat ->> 'percentile_resolution_ns')::float8, (s.clat ->> 'resolution_ns')::float8,
                (s.lat ->> 'percentile_resolution_ns')::float8, (s.lat ->> 'resolution_ns')::float8, 1
            ) as resolution_ns,
            {", ".join(f"s.{name}" for name in STORED)}
        from host h join run r on r.host_id = h.id join configuration c on c.id = r.configuration_id
        join result s on s.run_id = r.id
        where h.name = $1 and r.deleted_at is null and c.factors ->> 'source' is null
        order by r.sorted_at desc, r.id, s.position limit $2
        """,
        *(host_name, most),
    )
    return rows
