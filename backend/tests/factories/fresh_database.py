"""A database of a test's own on the tests' server, empty and never migrated."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from fioboard.core.database import make_engine

SESSION_ENDS_MS = 60_000


@asynccontextmanager
async def fresh_database(server_url: str, name: str) -> AsyncIterator[str]:
    """Its address; it is gone at the end of the block."""
    engine = make_engine(server_url)
    async with engine.execution_options(isolation_level="AUTOCOMMIT").connect() as connection:
        await _drop(connection, name)
        await connection.execute(text(f"create database {name}"))
    try:
        yield server_url.replace("/fioboard?", f"/{name}?")
    finally:
        async with engine.execution_options(isolation_level="AUTOCOMMIT").connect() as connection:
            await _drop(connection, name)
        await engine.dispose()


async def _drop(connection: AsyncConnection, name: str) -> None:
    """Without `force`, which fails beside an autovacuum worker: that one is nobody's session, and a plain drop ends it."""
    await connection.execute(
        text(
            "select pg_terminate_backend(pid, :wait) from pg_stat_activity "
            "where datname = :name and usename = current_user"
        ),
        {"name": name, "wait": SESSION_ENDS_MS},
    )
    await connection.execute(text(f"drop database if exists {name}"))
