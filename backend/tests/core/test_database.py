"""A connection that goes back to the pool is one that can be used."""

import asyncio

import pytest

from fioboard.core.config import Settings
from fioboard.core.database import Database, make_engine

pytestmark = pytest.mark.anyio


async def test_a_task_that_is_cancelled_while_it_begins_leaves_no_transaction_open(
    database: Database, configured: Settings
) -> None:
    assert configured.database_url is not None
    one = Database(make_engine(configured.database_url.get_secret_value(), pool_size=1))
    began = asyncio.Event()

    async def begins() -> None:
        async with one.driver() as driver:
            began.set()
            async with driver.transaction():
                await asyncio.sleep(60)

    for number in range(5):
        task = asyncio.create_task(begins())
        await began.wait()
        # BEGIN is on its way.
        for _ in range(number % 2):
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        began.clear()
        async with one.driver() as driver, driver.transaction():
            await driver.execute(
                "insert into workload (id, content_sha256, options) values (gen_random_uuid(), $1, '{}')",
                bytes([number]),
            )
        async with database.driver() as driver:
            assert await driver.fetchval("select count(*) from workload") == number + 1
    await one.close()
