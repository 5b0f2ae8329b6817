"""Runs put in by the real ingest, asked for through queries."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from fioboard.core.database import Database
from fioboard.store.embedded import EmbeddedPostgres
from lab.bench.history import History
from tests.factories.clusters import copied_postgres
from tests.store.queries import long_history

_COPIES = itertools.count(1)


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
def filled(loaded: tuple[EmbeddedPostgres, History]) -> tuple[str, History]:
    """The address of a database with a long history, of this file alone: its tests change it.

    A worker that takes over tests of another may come back to a file.
    """
    server, history = loaded
    return asyncio.run(long_history.copy(server, f"filled_{next(_COPIES)}")), history
