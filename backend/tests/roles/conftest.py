"""A database whose tables one role owns and whose rows another reads and writes; the service works as the latter."""

from collections.abc import Iterator

import pytest

from fioboard.embedded import EmbeddedPostgres

# Fills every table through the service's own doors.
from tests.backup.conftest import full, url
from tests.factories.clusters import copied_postgres

__all__ = ["full", "url"]


@pytest.fixture(scope="package")
def server() -> Iterator[EmbeddedPostgres]:
    """A server with that database, migrated."""
    with copied_postgres() as made:
        yield made


@pytest.fixture(scope="package")
def database_url(server: EmbeddedPostgres) -> str:
    """The address that the service of these tests gets: its own role's."""
    return server.service_url
