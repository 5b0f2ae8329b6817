"""A database of a test's own on the tests' server, empty and never migrated."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy import text

from fioboard.core.database import make_engine


@asynccontextmanager
async def fresh_database(server_url: str, name: str) -> AsyncIterator[str]:
    """Its address; it is gone at the end of the block."""
    engine = make_engine(server_url)
    async with engine.execution_options(isolation_level="AUTOCOMMIT").connect() as connection:
        await connection.execute(text(f"drop database if exists {name} with (force)"))
        await connection.execute(text(f"create database {name}"))
    try:
        yield server_url.replace("/fioboard?", f"/{name}?")
    finally:
        async with engine.execution_options(isolation_level="AUTOCOMMIT").connect() as connection:
            await connection.execute(text(f"drop database {name} with (force)"))
        await engine.dispose()
