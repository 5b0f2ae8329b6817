"""The runs around a run: the one before and after on its host, and the repeats of its configuration."""

from datetime import datetime
from typing import TypedDict
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.store.queries.runs.lists import Place

# Only among runs whose start is known: of the others nobody can say which was first.
# Subqueries, not a join: as constants they bound the walk along the host's index, a joined row only filters it.
_ADJACENT = """
select r.id, r.title, r.started_at from run r
where r.host_id = (select host_id from run where id = $1) and r.deleted_at is null
    and r.started_at is not null and (select started_at from run where id = $1) is not null
    and (r.sorted_at, r.id) {sign} ((select sorted_at from run where id = $1), $1)
order by r.sorted_at {order}, r.id {order} limit 1
"""


async def find_place(driver: Driver, run_id: UUID, key: str) -> Place | None:
    """Return where a run comes in the order of a key of WALKS; None when there is no such run."""
    column = "sorted_at" if key == "started_at" else key
    row = await driver.fetchrow(
        f"select {column} as value, started_at is null as is_undated from run where id = $1 and deleted_at is null",
        run_id,
    )
    if row is None:
        return None
    return Place(row["value"], run_id, is_received=key == "started_at" and row["is_undated"])


class RunLinkRow(TypedDict):
    """Another run, to go to."""

    id: UUID
    title: str | None
    started_at: datetime | None


class RepeatRow(RunLinkRow):
    """A run of the same configuration; its largest figures."""

    iops: float | None
    bw_bytes_per_s: float | None


async def find_previous(driver: Driver, run_id: UUID) -> RunLinkRow | None:
    """Find the run before on the same host; None also where the start of this one is not known."""
    row: RunLinkRow | None = await driver.fetchrow(_ADJACENT.format(sign="<", order="desc"), run_id)
    return row


async def find_next(driver: Driver, run_id: UUID) -> RunLinkRow | None:
    """Find the run after on the same host; None also where the start of this one is not known."""
    row: RunLinkRow | None = await driver.fetchrow(_ADJACENT.format(sign=">", order="asc"), run_id)
    return row


async def list_repeats(driver: Driver, run_id: UUID, limit: int) -> list[RepeatRow]:
    """List the newest runs of the same configuration, itself included."""
    rows: list[RepeatRow] = await driver.fetch(
        """
        select r.id, r.title, r.started_at, r.iops, r.bw_bytes_per_s from run r
        where r.configuration_id = (select configuration_id from run where id = $1) and r.deleted_at is null
        order by r.sorted_at desc, r.id desc limit $2
        """,
        *(run_id, limit),
    )
    return rows
