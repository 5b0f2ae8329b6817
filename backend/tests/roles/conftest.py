"""A database whose tables one role owns and whose rows another reads and writes; the service works as the latter."""

from collections.abc import Iterator

import pytest

from fioboard.core.migrate import upgrade
from fioboard.embedded import EmbeddedPostgres
from fioboard.embedded.throwaway import throwaway_postgres

# Fills every table through the service's own doors.
from tests.backup.conftest import full, url

__all__ = ["full", "url"]


@pytest.fixture(scope="package")
def server() -> Iterator[EmbeddedPostgres]:
    """A server with that database, migrated."""
    with throwaway_postgres() as made:
        upgrade(made.url, service_url=made.service_url)
        yield made


@pytest.fixture(scope="package")
def database_url(server: EmbeddedPostgres) -> str:
    """The address that the service of these tests gets: its own role's."""
    return server.service_url
