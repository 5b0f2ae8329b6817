"""A file into an empty database, in one transaction: all of it, or nothing."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from fioboard.core.database import get_driver, make_engine
from fioboard.core.migrate import LOCK_ID, UnknownRevision, alembic_config, current_revision, require_known
from fioboard.core.objects import Objects
from fioboard.store.backup import sentences
from fioboard.store.backup.file import Backup, Header, StoredTable, opened
from fioboard.store.backup.originals import TABLE, IntoStore
from fioboard.store.backup.refusal import BackupRefused
from fioboard.store.queries import backups as backup_queries

Progress = Callable[[str, int, int], None]
MAX_NAMED = 3


@dataclass(frozen=True, slots=True)
class Restored:
    """What was restored."""

    header: Header
    in_store: int = 0
    """Originals that are in the object store now."""
    damaged: list[str] = field(default_factory=list)
    """Digests of originals that were damaged when they were backed up: they are in their rows as they were."""


async def restore_backup(
    database_url: str, path: Path, progress: Progress, objects: Objects | None = None
) -> Restored:
    """Restores the backup and brings it to this version's tables; originals go into `objects` where there is one.

    `progress` hears what is being done, and how many bytes of how many. Raises BackupRefused for a bad file, a newer
    one, a database that holds anything, and a store that does not take an original.
    """
    with opened(path, lambda done, total: progress("comparing digests", done, total)) as backup:
        engine = make_engine(database_url, pool_size=1)
        try:
            async with engine.connect() as connection, connection.begin():
                store = await _write(connection, backup, progress, objects)
        finally:
            await engine.dispose()
        if store is None:
            return Restored(backup.header)
        return Restored(backup.header, store.stored, store.damaged)


async def _write(
    connection: AsyncConnection, backup: Backup, progress: Progress, objects: Objects | None
) -> IntoStore | None:
    await backup_queries.lift_limits(connection)
    await backup_queries.wait_for_migrations(connection, LOCK_ID)
    await _require_empty(connection)
    await _make_tables(connection, backup.header.revision)
    made = {table.name: table.columns for table in await backup_queries.list_tables(connection)}
    if made != {table.name: table.columns for table in backup.header.tables}:
        raise BackupRefused(sentences.TABLES_OF_REVISION(revision=backup.header.revision))
    driver = await get_driver(connection)
    total = sum(table.size_bytes for table in backup.header.tables)
    done = 0
    store = None
    for table in backup.header.tables:
        rows = backup_queries.Table(table.name, table.columns)
        pieces = _pieces(backup, table, progress, done, total)
        if objects is not None and table.name == TABLE:
            store = IntoStore(table.columns, objects)
            pieces = store.rows(pieces)
        copied = await backup_queries.write_table(driver, rows, pieces)
        if store is not None:
            store.require_whole()
        if copied != table.rows:
            raise BackupRefused(sentences.ROWS_MISSING(copied=copied, table=table.name, rows=table.rows))
        done += table.size_bytes
    await connection.run_sync(_migrate, "head")
    await backup_queries.update_statistics(connection)
    return store


async def _require_empty(connection: AsyncConnection) -> None:
    tables = await backup_queries.list_tables(connection)
    try:
        filled = await backup_queries.lock_filled_tables(connection, tables)
    except DBAPIError as error:
        raise BackupRefused("The database is in use; stop the service, then restore.") from error
    if filled:
        more = f" and {len(filled) - MAX_NAMED} more" if len(filled) > MAX_NAMED else ""
        raise BackupRefused(sentences.NOT_EMPTY(tables=", ".join(filled[:MAX_NAMED]), more=more))


async def _make_tables(connection: AsyncConnection, revision: str) -> None:
    """The empty tables as they were when the backup was made."""
    present = await current_revision(connection)
    # Alembic would also take `head`, `base`, a part of an id, or a step such as `+1`.
    for known in (revision, present or revision):
        try:
            require_known(known)
        except UnknownRevision as unknown:
            raise BackupRefused(sentences.NOTHING_RESTORED(unknown=unknown)) from None
    if present == revision:
        return
    await connection.run_sync(lambda c: command.downgrade(_config(c), "base"))
    await connection.run_sync(_migrate, revision)


def _migrate(connection: Connection, revision: str) -> None:
    command.upgrade(_config(connection), revision)


def _config(connection: Connection) -> Config:
    config = alembic_config()
    config.attributes["connection"] = connection
    return config


async def _pieces(
    backup: Backup, table: StoredTable, progress: Progress, done: int, total: int
) -> AsyncIterator[bytes]:
    for piece in backup.pieces(table):
        done += len(piece)
        progress(table.name, done, total)
        yield piece
