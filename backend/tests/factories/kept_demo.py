"""The demo, loaded once for the tests of a file that only read it: loading takes a second.

A file of tests imports all of these fixtures.
"""

import pytest

from fioboard.app.ingest import demo
from fioboard.core.config import Settings
from fioboard.core.database import Database
from tests.conftest import TableEmptier, empty_database


@pytest.fixture(scope="module")
def kept() -> dict[str, int]:
    """How many runs of the demo the databases of this file hold, by their addresses."""
    return {}


@pytest.fixture
def emptied(configured: Settings, emptiers: dict[str, TableEmptier], kept: dict[str, int]) -> str:
    """The address of the migrated database, which has no rows, or those of the demo."""
    return empty_database(configured, emptiers, kept)


@pytest.fixture
async def loaded(database: Database, emptied: str, kept: dict[str, int]) -> int:
    """How many runs the demo has; the database holds them."""
    if emptied not in kept:
        kept[emptied] = await demo.load(database)
    return kept[emptied]
