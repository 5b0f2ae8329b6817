"""A database whose tables one role owns and whose rows another reads and writes; the service works as the latter."""

from collections.abc import Iterator

import pytest
from fastapi import FastAPI
from httpx2 import AsyncClient

from fioboard.core.database import Database
from fioboard.store.embedded import EmbeddedPostgres
from tests.factories.clusters import copied_postgres
from tests.store.backup.conftest import fill, url

__all__ = ["url"]


@pytest.fixture(scope="package")
def server() -> Iterator[EmbeddedPostgres]:
    """A server with that database, migrated."""
    with copied_postgres() as made:
        yield made


@pytest.fixture(scope="package")
def database_url(server: EmbeddedPostgres) -> str:
    """The address that the service of these tests gets: its own role's."""
    return server.service_url


@pytest.fixture
async def full(app: FastAPI, client: AsyncClient, browser: AsyncClient, database: Database, url: str) -> str:
    """The address of a database with rows in every table, put there through the service's own doors."""
    await fill(app, client, browser, database, url)
    return url
