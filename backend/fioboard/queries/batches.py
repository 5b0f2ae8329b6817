"""Reading batches: the runs of one sweep or suite."""

from typing import Any
from uuid import UUID


async def count_runs(driver: Any, batch_id: UUID) -> int:
    """How many runs of a batch are here, deleted ones left out."""
    return int(
        await driver.fetchval("select count(*) from run where batch_id = $1 and deleted_at is null", batch_id)
    )


async def runs_of(driver: Any, batch_id: UUID, limit: int) -> list[Any]:
    """The runs of a batch in order of their step, with what a list shows of a run, `batch` and `ended_at`."""
    rows: list[Any] = await driver.fetch(
        """
        select r.id, r.started_at, r.uploaded_at, r.title, r.host_id, h.name as host_name, r.tool_name,
            r.tool_version, r.state, r.outcome, r.target, r.labels, r.tags, c.factors, r.batch_id, r.batch, r.ended_at
        from run r join host h on h.id = r.host_id join configuration c on c.id = r.configuration_id
        where r.batch_id = $1 and r.deleted_at is null
        order by (r.batch ->> 'step')::int, r.sorted_at, r.id limit $2
        """,
        *(batch_id, limit),
    )
    return rows
