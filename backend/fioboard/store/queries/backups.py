"""Whole tables out of and into a database, as PostgreSQL's own COPY text, whatever version of it is at either end."""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from graphlib import TopologicalSorter

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from fioboard.core.driver import Driver

# Alembic's own; a backup's header says what stands in it.
REVISION_TABLE = "alembic_version"
# Of one COPY: asyncpg would end it after the engine's 60 s.
MAX_COPY_S = 7 * 24 * 3600.0

_TABLES = """
    select c.relname as name,
           array(select a.attname from pg_attribute a
                 where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
                 order by a.attnum)::text[] as columns,
           array(select distinct f.relname from pg_constraint k join pg_class f on f.oid = k.confrelid
                 where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid)::text[] as referred
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> :revision_table
"""


@dataclass(frozen=True, slots=True)
class Table:
    """A table and those of its columns that hold what was written, not what PostgreSQL computes."""

    name: str
    columns: list[str]


async def lift_limits(connection: AsyncConnection) -> None:
    """Lift the limits of a service's connection for this transaction, which takes as long as it takes."""
    await connection.execute(text("set local statement_timeout = 0"))
    await connection.execute(text("set local idle_in_transaction_session_timeout = 0"))


async def wait_for_migrations(connection: AsyncConnection, lock_id: int) -> None:
    """Keeps migrations and other restores out until this transaction ends."""
    await connection.execute(text("select pg_advisory_xact_lock(:id)"), {"id": lock_id})


async def list_tables(connection: AsyncConnection) -> list[Table]:
    """List every table, those that others refer to before them. Empty when the database was never migrated."""
    rows = (await connection.execute(text(_TABLES), {"revision_table": REVISION_TABLE})).all()
    by_name = {row.name: Table(row.name, list(row.columns)) for row in rows}
    referred = {row.name: sorted(row.referred) for row in sorted(rows, key=lambda row: str(row.name))}
    return [by_name[name] for name in TopologicalSorter(referred).static_order()]


async def keep_shape(connection: AsyncConnection, among: list[Table]) -> None:
    """Keeps migrations from changing these tables until the transaction ends; reading and writing them goes on."""
    for table in among:
        await connection.execute(text(f'lock table "{table.name}" in access share mode'))


async def lock_filled_tables(connection: AsyncConnection, among: list[Table]) -> list[str]:
    """Return the names of the tables that hold a row. Locks all of them against everybody until the transaction
    ends.
    """
    await connection.execute(text("set local lock_timeout = '10s'"))
    names = []
    for table in among:
        await connection.execute(text(f'lock table "{table.name}" in access exclusive mode'))
        if await connection.scalar(text(f'select exists (select from "{table.name}")')):
            names.append(table.name)
    return names


async def read_table(driver: Driver, table: Table, write: Callable[[bytes], Awaitable[None]]) -> int:
    """Pass every row to `write`, in pieces of COPY text, and return the number of rows."""
    # As a query, since COPY takes a partitioned table no other way.
    columns = ", ".join(f'"{column}"' for column in table.columns)
    done = await driver.copy_from_query(
        f'select {columns} from "{table.name}"',
        output=write,
        format="text",
        timeout=MAX_COPY_S,
    )
    return int(done.split()[-1])


async def write_table(driver: Driver, table: Table, pieces: AsyncIterator[bytes]) -> int:
    """Write rows given as pieces of COPY text, and return the number of rows."""
    done = await driver.copy_to_table(
        table.name, columns=table.columns, source=pieces, format="text", timeout=MAX_COPY_S
    )
    return int(done.split()[-1])


async def update_statistics(connection: AsyncConnection) -> None:
    """Update the statistics by which PostgreSQL plans, and this service answers some questions."""
    await connection.execute(text("analyze"))
