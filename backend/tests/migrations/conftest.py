"""Databases that migrations may take apart."""

from collections.abc import AsyncIterator

import pytest

from fioboard.core.config import Settings
from tests.factories.fresh_database import fresh_database


@pytest.fixture
async def url(configured: Settings) -> AsyncIterator[str]:
    """A database of its own on the tests' server, empty and never migrated."""
    assert configured.database_url is not None
    async with fresh_database(configured.database_url.get_secret_value(), "migrating") as own:
        yield own
