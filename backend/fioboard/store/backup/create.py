"""The database into a file, at one instant, while the service goes on."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from sqlalchemy.ext.asyncio import AsyncConnection

from fioboard import __version__
from fioboard.core.database import get_driver, make_engine
from fioboard.core.migrate import current_revision
from fioboard.core.objects import Objects
from fioboard.store.backup.file import (
    FORMAT,
    FORMAT_VERSION,
    Header,
    StoredTable,
    TableWriter,
    Writer,
    streaming,
    writing,
)
from fioboard.store.backup.originals import TABLE, WithOriginals
from fioboard.store.backup.refusal import BackupRefused
from fioboard.store.queries import backups as backup_queries


async def create_backup(
    database_url: str,
    destination: Path | IO[bytes],
    progress: Callable[[str, int, int], None],
    objects: Objects | None = None,
    *,
    is_without_lost: bool = False,
) -> Header:
    """Writes the backup to a new file, or to a pipe; what it says of itself.

    `progress` hears the table, how many are done, of how many. Raises BackupRefused when the file cannot be written,
    the database was never migrated, or originals that are in `objects` cannot be read there, each named; with
    `is_without_lost` those that are lost are left out.
    """
    engine = make_engine(database_url, pool_size=1).execution_options(
        isolation_level="REPEATABLE READ", postgresql_readonly=True
    )
    try:
        async with engine.connect() as connection:
            await backup_queries.lift_limits(connection)
            revision = await current_revision(connection)
            if revision is None:
                raise BackupRefused("There is nothing to back up: the database has no fioboard tables.")
            with writing(destination) if isinstance(destination, Path) else streaming(destination) as writer:
                tables, lost = await _write_tables(
                    connection, writer, progress, objects, is_without_lost=is_without_lost
                )
                header = Header(
                    format=FORMAT,
                    format_version=FORMAT_VERSION,
                    fioboard_version=__version__,
                    revision=revision,
                    made_at=datetime.now(UTC).isoformat(timespec="seconds"),
                    tables=tables,
                    lost=sorted(lost),
                )
                writer.header(header)
            return header
    finally:
        await engine.dispose()


async def _write_tables(
    connection: AsyncConnection,
    writer: Writer,
    progress: Callable[[str, int, int], None],
    objects: Objects | None,
    *,
    is_without_lost: bool,
) -> tuple[list[StoredTable], list[str]]:
    tables = await backup_queries.list_tables(connection)
    await backup_queries.keep_shape(connection, tables)
    driver = await get_driver(connection)
    stored = []
    lost: list[str] = []
    for number, table in enumerate(tables):
        progress(table.name, number, len(tables))
        with writer.table(table.name) as rows:
            write = _make_piece_writer(rows)
            if table.name == TABLE:
                originals = WithOriginals(table.columns, objects, write)
                count = await backup_queries.read_table(driver, table, originals.take)
                originals.require_whole(is_without_lost=is_without_lost)
                lost = originals.lost
            else:
                count = await backup_queries.read_table(driver, table, write)
        stored.append(rows.done(table.name, table.columns, count))
    return stored, lost


def _make_piece_writer(rows: TableWriter) -> Callable[[bytes], Awaitable[None]]:
    """Make the function that writes a piece of COPY text to a table's rows."""

    async def write_piece(piece: bytes) -> None:
        rows.write(piece)

    return write_piece
