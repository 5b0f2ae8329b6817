"""Engine and sessions. One request, one transaction, committed before the answer is sent."""

import asyncio
import select
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Annotated

from asyncpg.exceptions import InterfaceError, InternalClientError, PostgresError
from fastapi import Depends, Request
from sqlalchemy import event
from sqlalchemy.engine import URL, AdaptedConnection, make_url
from sqlalchemy.exc import DBAPIError, IntegrityError, InvalidatePoolError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, AsyncSession, create_async_engine
from sqlalchemy.ext.asyncio import async_sessionmaker as sessionmaker

from fioboard.core.driver import Driver
from fioboard.core.errors import Unavailable
from fioboard.core.objects import Objects
from fioboard.core.storage import Storage

# What connecting raises when the database is away, starting, stopping or full.
AWAY = (OSError, PoolTimeout, DBAPIError, PostgresError, InterfaceError, InternalClientError)
RowRefused = IntegrityError
"""A row breaks a rule of the tables: its name is taken, or what it refers to is not there."""


def async_url(database_url: str) -> URL:
    """The address with our driver, whatever driver it named."""
    return make_url(database_url).set(drivername="postgresql+asyncpg")


def make_engine(
    database_url: str, pool_size: int = 10, longest_statement_s: int | None = 60, longest_queue_s: float = 10
) -> AsyncEngine:
    """An engine whose connections answer in UTC, sync durably, and never wait for ever unless told to (None).

    Who has waited `longest_queue_s` for a connection of the pool gets a PoolTimeout.
    """
    engine = create_async_engine(
        async_url(database_url),
        pool_size=pool_size,
        max_overflow=0,
        pool_timeout=longest_queue_s,
        # jsonb comes as its text: answers pass it on without decoding it (a third of a page's cost otherwise).
        json_deserializer=lambda text: text,
        connect_args={
            "timeout": 10,
            "command_timeout": longest_statement_s,
            "server_settings": {
                "application_name": "fioboard",
                "timezone": "UTC",
                "jit": "off",
                # Starting a parallel worker takes 5 to 100 ms, on the core that other answers wait for.
                "max_parallel_workers_per_gather": "0",
                "statement_timeout": str(1000 * (longest_statement_s or 0)),
                "idle_in_transaction_session_timeout": "120000",
            },
        },
    )
    event.listen(engine.sync_engine, "checkout", _require_live)
    return engine


def _require_live(connection: AdaptedConnection, _record: object, _proxy: object) -> None:
    """Raise InvalidatePoolError for a connection that the server closed; the pool then replaces it.

    Without this, a restart of the server would fail one request per pooled connection. An idle connection has
    nothing to read: what waits there is the server's farewell, which the event loop has not handled yet.
    """
    driver = connection.driver_connection
    if driver.is_closed() or _has_input(driver._transport.get_extra_info("socket").fileno()):
        raise InvalidatePoolError


def _has_input(descriptor: int) -> bool:
    """Tell whether a read of this descriptor would return at once."""
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(0))


async def get_driver(connection: AsyncConnection) -> Driver:
    """Return the asyncpg connection below a connection, inside whose transaction its statements then are."""
    driver: Driver | None = (await connection.get_raw_connection()).driver_connection
    if driver is None:
        raise Unavailable
    return driver


@dataclass(slots=True)
class PoolUse:
    """Who has a connection of a pool, and who waits for one."""

    in_use: int = 0
    waiting: int = 0
    most_waiting: int = 0
    """Since somebody last looked."""

    @contextmanager
    def wait(self) -> Iterator[None]:
        """While a connection is waited for; afterwards it is in use, or there is an error."""
        self.waiting += 1
        self.most_waiting = max(self.most_waiting, self.waiting)
        try:
            yield
        finally:
            self.waiting -= 1
        self.in_use += 1


class Database:
    """The engine and session maker of one process."""

    def __init__(
        self, engine: AsyncEngine, storage: Storage | None = None, objects: Objects | None = None
    ) -> None:
        self.engine = engine
        self.storage = storage or Storage()
        self.objects = objects
        """Where new originals go; None: into their rows."""
        self.use = PoolUse()
        self._maker: sessionmaker[AsyncSession] = sessionmaker(
            engine, expire_on_commit=False, autoflush=False
        )

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncSession]:
        """A session that commits at the end of the block, or rolls back when it raises. Raises Unavailable."""
        async with self._maker() as session, session.begin():
            try:
                with self.use.wait():
                    await session.connection()
            except AWAY as error:
                raise Unavailable from error
            try:
                yield session
            finally:
                self.use.in_use -= 1

    @asynccontextmanager
    async def driver(self) -> AsyncIterator[Driver]:
        """The asyncpg connection itself, each statement its own transaction: for the hot statements and COPY."""
        try:
            with self.use.wait():
                connection = await self.engine.connect()
        except AWAY as error:
            raise Unavailable from error
        try:
            yield await get_driver(connection)
        except asyncio.CancelledError:
            # Cancelled in the middle of BEGIN, asyncpg takes itself to be in a transaction for ever after: the next one
            # would be a savepoint that nobody commits.
            await connection.invalidate()
            raise
        finally:
            self.use.in_use -= 1
            await connection.close()

    async def close(self) -> None:
        """Close all connections, those to the store of originals too."""
        await self.engine.dispose()
        if self.objects is not None:
            await self.objects.close()


def get_primary(request: Request) -> Database:
    """Return the database of the service that answers, past any replica (fioboard/store/replica): for what must be true
    now.
    """
    database: Database = request.app.state.database
    return database


async def _database(request: Request) -> Database:
    return getattr(request.state, "reading", None) or get_primary(request)


# The database of the service that answers, for whoever opens connections and transactions itself.
AppDatabase = Annotated[Database, Depends(_database)]


async def _session(database: AppDatabase) -> AsyncIterator[AsyncSession]:
    async with database.transaction() as session:
        yield session


# scope="function": commit happens before the answer is sent. With FastAPI's default the code after `yield`
# runs after sending, so an upload could be answered "stored" and then fail to commit (measured, FastAPI 0.165).
Session = Annotated[AsyncSession, Depends(_session, scope="function")]
