"""The database for a command that works beside the service, or before it."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import typer

from fioboard.core.config import Settings, settings
from fioboard.core.database import Database, make_engine
from fioboard.core.migrate import TablesHeld, UnknownRevision, upgrade
from fioboard.core.pooler import PoolerBetween
from fioboard.core.roles import WrongRole
from fioboard.core.storage import Storage
from fioboard.store.blobs import build_object_store
from fioboard.store.embedded.connect import Addresses, addresses


@contextmanager
def migrated(settings: Settings, purpose: str) -> Iterator[Addresses]:
    """Brings the database to this version's tables; yields where it is.

    `purpose` is what another process is told meanwhile, e.g. "fioboard token create". Exits with 1 when a role
    is missing or does not own the tables, and when this program does not know their revision.
    """
    with addresses(settings, purpose) as at:
        try:
            upgrade(at.owner, service_url=at.service)
        except (WrongRole, PoolerBetween, TablesHeld, UnknownRevision) as refusal:
            typer.echo(f"fioboard: {refusal}", err=True)
            raise typer.Exit(1) from None
        yield at


@asynccontextmanager
async def opened(at: Addresses, pool_size: int = 1) -> AsyncIterator[Database]:
    """The database there, as the service's role, with its disk watched as the service does; closed at the end."""
    storage = Storage(at.folder, settings().min_free_bytes)
    database = Database(make_engine(at.service, pool_size=pool_size), storage, build_object_store(settings()))
    try:
        yield database
    finally:
        await database.close()
