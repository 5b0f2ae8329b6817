"""A real PostgreSQL for every test that touches data: one per test process, built by the migrations."""

import asyncio
import gc
import os
import sys
from collections.abc import AsyncIterator, Container, Iterator
from functools import cache
from typing import Any

import asyncpg
import hypothesis
import pytest
from fastapi import FastAPI
from httpx2 import ASGITransport, AsyncClient
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine
from starlette.datastructures import State

from fioboard.app.access import throttle
from fioboard.app.access.issue import issue_login_code, issue_token
from fioboard.app.access.oidc import build_provider
from fioboard.app.ingest.upload_limiter import Turns
from fioboard.app.system.reparse.work import Worker
from fioboard.core import config, secret_box
from fioboard.core.database import Database, make_engine
from fioboard.core.loading import pause_garbage_collection
from fioboard.main import create_app
from fioboard.store.embedded.paths import SERVICE_ROLE
from fioboard.store.models import Base
from fioboard.store.queries import snapshots
from tests.factories.clusters import copied_postgres

pytest_plugins = ["quick_cases"]
BASE_URL = "http://testserver"
# A busy machine, or what is worked out once and kept, would else be taken for a failure.
hypothesis.settings.register_profile("fioboard", deadline=None)
hypothesis.settings.load_profile("fioboard")
# httpx2 asks with every request whether it is there; it is not, and Python looked through all folders each time.
sys.modules.setdefault("sniffio", None)  # type: ignore[arg-type] -- how Python is told that a module is missing


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Look for no garbage in what is imported and collected, here and in later collections: it all stays."""
    with pause_garbage_collection():
        yield
    gc.set_threshold(50_000, 20, 50)  # with 700 the tests of three rooms took 56 s of processor, with this 53


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Run the asynchronous tests on asyncio, all in one event loop: see `event_loop`."""
    return "asyncio"


@pytest.fixture(scope="session", autouse=True)
async def event_loop(anyio_backend: str) -> AsyncIterator[asyncio.AbstractEventLoop]:
    """Keep one event loop for all tests of this process, and with it the connections to their databases.

    AnyIO runs every asynchronous test in the loop of a fixture that is in use. A loop of its own costs a test new
    connections, and PostgreSQL a new process for each, which plans and caches everything anew.
    """
    yield asyncio.get_running_loop()
    for engine in _engines.values():
        await engine.dispose()


@pytest.fixture(autouse=True)
def no_task_is_left(event_loop: asyncio.AbstractEventLoop) -> Iterator[None]:
    """Cancel what a test has left running in the loop, so that it does nothing in the next test."""
    before = asyncio.all_tasks(event_loop)
    yield
    left = asyncio.all_tasks(event_loop) - before
    if left:
        for task in left:
            task.cancel()
        event_loop.run_until_complete(asyncio.wait(left))


@pytest.fixture(scope="session")
def database_url() -> Iterator[str]:
    """The address of a migrated database that lives as long as this test process."""
    with copied_postgres() as server:
        asyncio.run(_without_waiting_for_the_disk(server.url))
        yield server.url


async def _without_waiting_for_the_disk(url: str) -> None:
    """What is committed here nobody needs after a crash; tests that kill have servers of their own."""
    engine = make_engine(url)
    async with engine.begin() as connection:
        await connection.execute(text("alter database fioboard set synchronous_commit = off"))
    await engine.dispose()


_Settings = config.Settings


@cache
def read_settings(_given: frozenset[tuple[str, str]]) -> config.Settings:
    """Read the settings of an environment once: each test has its own, and most have the same."""
    return _Settings()


def list_settings() -> frozenset[tuple[str, str]]:
    """List what the environment says of the service."""
    return frozenset((name, value) for name, value in os.environ.items() if name.startswith("FIOBOARD_"))


@pytest.fixture
def configured(database_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[config.Settings]:
    """Settings as the environment of a service would give them."""
    # Where /tmp is a tmpfs, test data is in memory on purpose.
    monkeypatch.setattr(secret_box, "is_in_memory", lambda _: False)
    monkeypatch.setenv("FIOBOARD_DATABASE_URL", database_url)
    monkeypatch.setenv("FIOBOARD_BASE_URL", BASE_URL)
    monkeypatch.setenv("FIOBOARD_LOG_LEVEL", "error")
    monkeypatch.setenv("FIOBOARD_UNSAFE_NO_FSYNC", "true")
    monkeypatch.setattr(config, "Settings", lambda: read_settings(list_settings()))
    config.settings.cache_clear()
    yield config.settings()
    config.settings.cache_clear()


class TableEmptier:
    """Deletes all rows of a database, over a connection that keeps the plans for it.

    Deleting the few rows of a test takes a hundredth of what truncating takes, which makes new files for every table
    and index. A table without rows is only looked at. PostgreSQL's superuser does it as a replica does, which asks no
    foreign key about each row: that was more than half of the work.
    """

    def __init__(self, url: str) -> None:
        self._url = url.replace(f"//{SERVICE_ROLE}@", "//fioboard@").replace("//fioboard@", "//postgres@")
        self._loop = asyncio.new_event_loop()
        self._connection: Any = None

    def empty(self) -> None:
        """Leave no row in any table."""
        self._loop.run_until_complete(self._empty())

    async def _empty(self) -> None:
        if self._connection is None or self._connection.is_closed():
            self._connection = await asyncpg.connect(self._url)
            await self._connection.execute("set session_replication_role = replica")
            steps = " ".join(
                f"if exists (select from {table.name}) then delete from {table.name}; end if;"
                for table in reversed(Base.metadata.sorted_tables)
            )
            await self._connection.execute(
                f"create function pg_temp.empty_tables() returns void language plpgsql as $$ begin {steps} end $$"
            )
        await self._connection.execute("select pg_temp.empty_tables()")

    def close(self) -> None:
        """Give the connection up; its server may have ended before."""
        if self._connection is not None:
            self._connection.terminate()
        self._loop.run_until_complete(asyncio.sleep(0))
        self._loop.close()


@pytest.fixture(scope="session")
def emptiers() -> Iterator[dict[str, TableEmptier]]:
    """What empties the databases of this test process, by their addresses."""
    made: dict[str, TableEmptier] = {}
    yield made
    for emptier in made.values():
        emptier.close()


_engines: dict[str, AsyncEngine] = {}


def shared_engine(url: str) -> AsyncEngine:
    """Return the engine of a database: from test to test it keeps its connections and the statements it compiled."""
    if url not in _engines:
        # On a loaded machine twenty callers of ten connections wait longer than a person should have to.
        _engines[url] = make_engine(url, longest_queue_s=120)
    return _engines[url]


@pytest.fixture
def emptied(configured: config.Settings, emptiers: dict[str, TableEmptier]) -> str:
    """The address of the migrated database, which has no rows."""
    return empty_database(configured, emptiers)


def empty_database(
    configured: config.Settings, emptiers: dict[str, TableEmptier], kept: Container[str] = ()
) -> str:
    """Leave no row in the configured database, unless it is to be kept; returns its address."""
    assert configured.database_url is not None
    url = configured.database_url.get_secret_value()
    if url in kept:
        return url
    if url not in emptiers:
        emptiers[url] = TableEmptier(url)
    emptiers[url].empty()
    # What the service knows of rows that were there; it outlives a test as the event loop does.
    snapshots.clear_copies()
    return url


@pytest.fixture
async def database(emptied: str) -> AsyncIterator[Database]:
    """An empty migrated database.

    Ingest commits on its own connections, so tests are kept apart by emptying the tables, not by rolling back.
    """
    database = Database(shared_engine(emptied))
    yield database
    if database.objects is not None:
        await database.objects.close()


@cache
def built_app() -> FastAPI:
    """The service's routes, put together once per process: that takes longer than most tests, and none changes them."""
    return create_app()


@pytest.fixture
async def app(database: Database) -> Any:
    """The service on that database, with a state of its own."""
    app = built_app()
    app.state = State()
    app.state.database = database
    app.state.replica = None
    app.state.turns = Turns(config.settings().pool_size)
    app.state.reparse_worker = Worker(database)
    app.state.identity_provider = build_provider(config.settings())
    await throttle.forget()
    return app


@pytest.fixture
async def stranger(app: Any) -> AsyncIterator[AsyncClient]:
    """A client without any credential."""
    transport = ASGITransport(app, raise_app_exceptions=False)
    async with AsyncClient(transport=transport, base_url=BASE_URL) as client:
        yield client


async def token_for(database: Database, scope: str) -> str:
    """A fresh token."""
    async with database.transaction() as session:
        token, _ = await issue_token(session, name=f"test {scope}", scope=scope, host_id=None, lasts=None)
    return token


@pytest.fixture
async def client(app: Any, database: Database) -> AsyncIterator[AsyncClient]:
    """A client with an admin token."""
    headers = {"authorization": f"Bearer {await token_for(database, 'admin')}"}
    transport = ASGITransport(app, raise_app_exceptions=False)
    async with AsyncClient(transport=transport, base_url=BASE_URL, headers=headers) as client:
        yield client


@pytest.fixture
async def browser(app: Any, database: Database) -> AsyncIterator[AsyncClient]:
    """A signed-in browser: session cookie, same-origin requests."""
    from datetime import timedelta

    async with database.transaction() as session:
        code = await issue_login_code(session, timedelta(minutes=1))
    transport = ASGITransport(app, raise_app_exceptions=False)
    headers = {"sec-fetch-site": "same-origin"}
    async with AsyncClient(transport=transport, base_url=BASE_URL, headers=headers) as client:
        answer = await client.post("/api/v1/session", json={"code": code})
        assert answer.status_code == 200, answer.text
        yield client
