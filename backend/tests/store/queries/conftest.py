"""Runs put in by the real ingest, asked for through queries."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from fioboard.core.database import Database
from fioboard.store.embedded import EmbeddedPostgres
from lab.bench.history import History
from tests.factories.clusters import copied_postgres
from tests.store.queries import long_history


@pytest.fixture
async def driver(database: Database) -> AsyncIterator[Any]:
    async with database.driver() as connection:
        yield connection


@pytest.fixture(scope="session")
def loaded() -> Iterator[tuple[EmbeddedPostgres, History]]:
    """A server whose database holds a long history; nobody connects to that one again."""
    history = History(long_history.RUNS)
    with copied_postgres() as server:
        asyncio.run(long_history.load(server.url, history))
        yield server, history


@pytest.fixture(scope="module")
def filled(loaded: tuple[EmbeddedPostgres, History], request: pytest.FixtureRequest) -> tuple[str, History]:
    """The address of a database with a long history, of this file alone: its tests change it."""
    server, history = loaded
    return asyncio.run(long_history.copy(server, request.module.__name__.rpartition(".")[2])), history
