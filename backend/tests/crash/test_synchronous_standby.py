"""A standby that commits wait for and that never answers: what waits for it, and what must not. A real server."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from fioboard.app.access.issue import issue_token
from fioboard.app.access.principal import Principal
from fioboard.app.access.secrets import hashed
from fioboard.app.ingest import service
from fioboard.core.database import Database, make_engine
from fioboard.core.ids import uuid7
from fioboard.store.embedded.postgres import EmbeddedPostgres
from fioboard.store.embedded.stale_processes import postmaster_pid
from fioboard.store.queries import access
from tests.factories.clusters import copied_postgres

pytestmark = pytest.mark.anyio

OUTPUT = (Path(__file__).parents[1] / "data" / "fio" / "3.42_jsonplus.json").read_bytes()
WAITS_S = 2


@pytest.fixture
async def server() -> AsyncIterator[EmbeddedPostgres]:
    with copied_postgres() as running:
        running.stop()
        # Without one no commit waits for a standby, whatever the settings name.
        (running.places.cluster / "postgresql.auto.conf").write_text("max_wal_senders = 1\n")
        running.start()
        yield running


async def wait_for_standby(server: EmbeddedPostgres, database: Database, name: str) -> None:
    """Commits wait for the standby of this name from now on; empty: for none."""
    cluster = server.places.cluster
    with (cluster / "postgresql.auto.conf").open("a") as settings:
        settings.write(f"synchronous_standby_names = '{name}'\n")
    pid = postmaster_pid(cluster)
    assert pid is not None
    os.kill(pid, signal.SIGHUP)
    async with database.driver() as driver:
        while await driver.fetchval("show synchronous_standby_names") != name:  # noqa: ASYNC110 -- a server tells nobody of it
            await asyncio.sleep(0.05)


async def import_once(database: Database) -> service.Stored:
    uploader = Principal("session", uuid7(), "somebody", frozenset({"upload"}), None)
    return await service.accept_import(
        database,
        uploader,
        OUTPUT,
        file_name=None,
        host_name="mars",
        title=None,
        started_at=None,
        labels={},
        run_labels={},
        tags=[],
    )


@pytest.mark.nightly
async def test_a_commit_whose_wait_was_cut_short_is_not_answered_for_again(server: EmbeddedPostgres) -> None:
    database = Database(make_engine(server.url, longest_statement_s=WAITS_S))
    try:
        await wait_for_standby(server, database, "nobody")
        with pytest.raises(TimeoutError):
            await import_once(database)
        async with database.driver() as driver:
            # Everybody sees it by now, and the standby has nothing of it.
            assert await driver.fetchval("select count(*) from upload") == 1
        with pytest.raises(TimeoutError):
            await import_once(database)
        await wait_for_standby(server, database, "")
        assert not (await import_once(database)).is_new
    finally:
        await database.close()


@pytest.mark.nightly
async def test_who_asks_is_known_while_nothing_can_be_committed(server: EmbeddedPostgres) -> None:
    """Noting that a token and a session were used is a write in each first request of a minute, also of those who read."""
    database = Database(make_engine(server.url, longest_statement_s=WAITS_S))
    try:
        async with database.transaction() as session:
            token, _ = await issue_token(session, name="reader", scope="read", host_id=None, lasts=None)
        await wait_for_standby(server, database, "nobody")
        async with database.driver() as driver:
            assert await access.find_token(driver, hashed(token)) is not None
            assert await driver.fetchval("select count(*) from api_token where last_used_at is not null") == 1
            # Whatever comes after in the same connection waits again.
            assert await driver.fetchval("show synchronous_commit") == "on"
            with pytest.raises(TimeoutError):
                await driver.execute("update api_token set last_used_at = null")
    finally:
        await database.close()
