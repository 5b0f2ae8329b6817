"""The newest result of each watched series."""

from datetime import datetime
from typing import TypedDict
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.core.run_state import Direction


class LatestRow(TypedDict):
    """A series and its newest result."""

    id: UUID
    host_name: str
    options: str
    """Of the workload, JSON."""
    direction: Direction
    metric: str
    run_count: int
    last_at: datetime
    last_value: float
    open_changes: int
    """Changes that are new or acknowledged."""


async def latest(driver: Driver, days: int, limit: int) -> list[LatestRow]:
    """Series with a run in the last days, those with the newest run first."""
    rows: list[LatestRow] = await driver.fetch(
        """
        with newest as materialized (
            select * from watch_series where last_at > now() - make_interval(days => $1)
            order by last_at desc, id limit $2
        )
        select n.id, h.name as host_name, o.options::text as options, n.direction, n.metric, n.run_count, n.last_at,
            n.last_value, coalesce(c.changes, 0) as open_changes
        from newest n join host h on h.id = n.host_id join workload o on o.id = n.workload_id
        left join (
            select series_id, count(*)::int as changes from change
            where gone_at is null and state in ('new', 'acknowledged') group by series_id
        ) c on c.series_id = n.id
        order by n.last_at desc, n.id
        """,
        *(days, limit),
    )
    return rows
