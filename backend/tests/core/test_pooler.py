"""Behind a pooler nothing takes a lock that a session holds."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from httpx2 import AsyncClient

from fioboard.app.notifications import work as telling
from fioboard.app.system.reparse import work as reading_again
from fioboard.app.watch.changes import work as watching
from fioboard.app.watch.events import work as looking
from fioboard.core import migrate, pooler
from fioboard.core.config import Settings
from fioboard.core.database import Database
from fioboard.core.ids import uuid7
from fioboard.store.queries import reparse

pytestmark = pytest.mark.anyio
LOCKS = "select count(*) from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()"


@pytest.fixture
def pooled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every connection was told of a process that is not the one that answers, as PgBouncer does."""
    monkeypatch.setattr("asyncpg.connection.Connection.get_server_pid", lambda _: 1)


async def test_a_connection_of_its_own_is_none(database: Database) -> None:
    async with database.driver() as driver:
        assert not await pooler.is_pooled(driver)


@pytest.mark.parametrize("works", [watching, looking, telling, reading_again])
async def test_no_background_work_begins(
    database: Database, works: Any, pooled: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with database.driver() as driver:
        assert await reparse.start(driver, uuid7(), is_dry_run=False, is_of_everything=True)

        @asynccontextmanager
        async def same() -> AsyncIterator[Any]:
            yield driver

        monkeypatch.setattr(database, "driver", same)
        assert not await works.work(database)
        assert await driver.fetchval(LOCKS) == 0
        unfinished = await reparse.find_unfinished(driver)
        assert unfinished is not None
        assert unfinished["finished_at"] is None


async def test_no_migration_begins(configured: Settings, pooled: None) -> None:
    assert configured.database_url is not None
    with pytest.raises(pooler.PoolerBetween):
        await migrate.upgrade_async(configured.database_url.get_secret_value())


async def test_the_service_says_so(stranger: AsyncClient, pooled: None) -> None:
    assert pooler.REMARK in (await stranger.get("/readyz")).json()["remarks"]
