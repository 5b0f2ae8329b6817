"""The runs around a run: the one before and after on its host, and the repeats of its configuration."""

from typing import Any
from uuid import UUID

from fioboard.core.driver import Driver

# Subqueries, not a join: as constants they bound the walk along the host's index, a joined row only filters it.
_BESIDE = """
select r.id, r.title, r.started_at, r.sorted_at from run r
where r.host_id = (select host_id from run where id = $1) and r.deleted_at is null
    and (r.sorted_at, r.id) {sign} ((select sorted_at from run where id = $1), $1)
order by r.sorted_at {order}, r.id {order} limit 1
"""


async def before(driver: Driver, run_id: UUID) -> Any:
    """The run before on the same host (id, title, started_at), or None."""
    return await driver.fetchrow(_BESIDE.format(sign="<", order="desc"), run_id)


async def after(driver: Driver, run_id: UUID) -> Any:
    """The run after on the same host, or None."""
    return await driver.fetchrow(_BESIDE.format(sign=">", order="asc"), run_id)


async def repeats(driver: Driver, run_id: UUID, limit: int) -> list[Any]:
    """The newest runs of the same configuration, itself included (id, title, started_at, iops, bw_bytes_per_s)."""
    rows: list[Any] = await driver.fetch(
        """
        select r.id, r.title, r.started_at, r.iops, r.bw_bytes_per_s from run r
        where r.configuration_id = (select configuration_id from run where id = $1) and r.deleted_at is null
        order by r.sorted_at desc, r.id desc limit $2
        """,
        *(run_id, limit),
    )
    return rows
