"""Databases that migrations may take apart."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from fioboard.core import migrate
from fioboard.core.config import Settings
from fioboard.core.migrate import newest_revision
from tests.factories.fresh_database import fresh_database
from tests.factories.next_migration import write_next_migration


@pytest.fixture
async def url(configured: Settings) -> AsyncIterator[str]:
    """A database of its own on the tests' server, empty and never migrated."""
    assert configured.database_url is not None
    async with fresh_database(configured.database_url.get_secret_value(), "migrating") as own:
        yield own


@pytest.fixture
def previous(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Today's newest revision, which one more migration follows in this test."""
    newest = newest_revision()
    monkeypatch.setattr(migrate, "MIGRATIONS", write_next_migration(tmp_path))
    assert newest is not None
    return newest
