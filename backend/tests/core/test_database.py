"""A connection that goes back to the pool is one that can be used."""

import asyncio
from contextlib import AsyncExitStack

import pytest
from asyncpg.exceptions import InterfaceError, PostgresError

from fioboard.core.config import Settings
from fioboard.core.database import SHARE_AT_HAND, Database, make_engine

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("pool_size", [1, SHARE_AT_HAND])
async def test_a_task_that_is_cancelled_while_it_begins_leaves_no_transaction_open(
    database: Database, configured: Settings, pool_size: int
) -> None:
    assert configured.database_url is not None
    one = Database(make_engine(configured.database_url.get_secret_value(), pool_size=pool_size))
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


async def pid_of(database: Database) -> int:
    async with database.driver() as driver:
        pid: int = await driver.fetchval("select pg_backend_pid()")
        return pid


async def test_one_connection_stays_at_hand_until_the_server_ends_it(
    database: Database, configured: Settings
) -> None:
    assert configured.database_url is not None
    one = Database(make_engine(configured.database_url.get_secret_value(), pool_size=SHARE_AT_HAND))
    async with one.driver():
        second = await pid_of(one)
    pid = await pid_of(one)
    assert await pid_of(one) == pid == second
    async with database.driver() as driver:
        assert await driver.fetchval("select pg_terminate_backend($1, 5000)", pid)
    while await pid_of_open(one) == pid:  # noqa: ASYNC110 -- nobody is told when a socket is seen to be closed
        await asyncio.sleep(0.01)
    await one.close()
    async with database.driver() as driver:
        left = await driver.fetchval(
            "select count(*) from pg_stat_activity where pid = any($1)", [pid, second]
        )
    assert left == 0


async def pid_of_open(database: Database) -> int | None:
    """None while nobody has noticed yet that the server ended the connection."""
    try:
        return await pid_of(database)
    except (ConnectionError, PostgresError, InterfaceError):
        return None


async def test_a_connection_left_inside_a_transaction_is_not_kept(
    database: Database, configured: Settings
) -> None:
    assert configured.database_url is not None
    one = Database(make_engine(configured.database_url.get_secret_value(), pool_size=SHARE_AT_HAND))
    async with one.driver() as driver:
        await driver.execute("begin")
    async with one.driver() as driver:
        assert not driver.is_in_transaction()
    await one.close()


async def test_what_lies_at_hand_keeps_nobody_waiting(database: Database, configured: Settings) -> None:
    assert configured.database_url is not None
    url = configured.database_url.get_secret_value()
    one = Database(make_engine(url, pool_size=SHARE_AT_HAND, longest_queue_s=5))
    async with AsyncExitStack() as held:
        for _ in range(SHARE_AT_HAND - 1):
            await held.enter_async_context(one.transaction())
        async with one.driver():
            pass
        # The last one lies at hand; the pool has lent all it has.
        async with one.transaction():
            pass

        # And who waits already gets what is given back.
        async with one.driver():
            waiter = asyncio.create_task(_transact(one))
            while not one.use.waiting:  # noqa: ASYNC110 -- a count, nobody is told of it
                await asyncio.sleep(0)
        await waiter
    await one.close()


async def _transact(database: Database) -> None:
    async with database.transaction():
        pass
