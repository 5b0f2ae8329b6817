"""Runs put in by the real ingest, asked for through queries."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from fioboard.core.database import Database


@pytest.fixture
async def driver(database: Database) -> AsyncIterator[Any]:
    async with database.driver() as connection:
        yield connection
