"""How PostgreSQL answers the pages of a host, an inventory, a batch and a run's series when there are many runs."""

from uuid import UUID, uuid4

import pytest

from fioboard.store.queries import batches as batch_queries
from fioboard.store.queries import hosts as host_queries
from fioboard.store.queries import inventories as inventory_queries
from fioboard.store.queries import time_series as series_queries
from lab.bench.history import History
from tests.store.queries.long_history import RUNS
from tests.store.queries.test_plans import Explainer, explainer

__all__ = ["explainer"]
pytestmark = pytest.mark.anyio


async def any_run(explainer: Explainer, host_id: UUID) -> UUID:
    """A run in the middle of a host's history."""
    statement = "select id from run where host_id = $1 order by id offset 10 limit 1"
    found: UUID = await explainer._connection.fetchval(statement, host_id)
    return found


async def test_one_host_is_read_along_its_index(explainer: Explainer, filled: tuple[str, History]) -> None:
    host_id = filled[1].hosts[0][0]
    row = await host_queries.get_host(explainer, host_id)
    assert row["run_count"] > 0
    assert row["first_run_at"] < row["last_run_at"]
    explainer.demand_short_walks(most_rows=RUNS)


async def test_a_hosts_stretches_read_its_own_runs_only(
    explainer: Explainer, filled: tuple[str, History]
) -> None:
    await inventory_queries.list_stretches(explainer, filled[1].hosts[0][0], 200)
    explainer.demand_short_walks(most_rows=RUNS // 2)


async def test_an_inventory_its_newest_moment_and_its_runs_come_from_indexes(
    explainer: Explainer, filled: tuple[str, History]
) -> None:
    host_id = filled[1].hosts[0][0]
    inventory_id = uuid4()
    connection = explainer._connection
    async with connection.transaction():
        await connection.execute(
            "insert into inventory (id, content_sha256, body, created_at) values ($1, 'x', '{}', now())",
            inventory_id,
        )
        await connection.execute(
            "update run set inventory_id = $1 where id in (select id from run where host_id = $2 limit 100)",
            *(inventory_id, host_id),
        )
        found = await inventory_queries.get_inventory(explainer, inventory_id)
        assert found["run_count"] == 100
    explainer.demand_short_walks(most_rows=RUNS // 2)


async def test_a_batch_and_a_runs_series_are_found_by_their_ids(
    explainer: Explainer, filled: tuple[str, History]
) -> None:
    run_id = await any_run(explainer, filled[1].hosts[0][0])
    batch_id = uuid4()
    connection = explainer._connection
    await connection.execute(
        'update run set batch_id = $1, batch = \'{"name": "x", "step": 1, "steps": 1}\' where id = $2',
        *(batch_id, run_id),
    )
    assert [row["id"] for row in await batch_queries.list_runs(explainer, batch_id, 1000)] == [run_id]
    assert await batch_queries.count_runs(explainer, batch_id) == 1
    await series_queries.list_series(explainer, run_id)
    await inventory_queries.run_for_picture(explainer, run_id)
    explainer.demand_short_walks()
