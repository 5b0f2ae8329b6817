"""What a table written anew lacks, done while the service already answers: without a vacuum, indexes answer nothing
alone, and autovacuum sees no reason for one.

That it is due is said in the transaction of the migrations themselves, as the comment of Alembic's table, so that
whoever dies in the middle leaves it due.
"""

import asyncio
import time

import structlog
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from fioboard.core.database import AWAY, get_driver, make_engine
from fioboard.core.roles import owns_tables

# One process at a time; the others look again until it is done.
LOCK_ID = 0x66696F76
LOOK_EVERY_S = 30.0
DUE = "vacuum due since revision "
REMARK = (
    "The tables were brought up to date; what is left of that runs beside the service: until it is done pages "
    "may be slower."
)
_COMMENT = "select obj_description(to_regclass('alembic_version'), 'pg_class')"
STATEMENT = "vacuum (analyze)"
# As autovacuum.
_GENTLY = "set vacuum_cost_delay = 2"
# Columns that the steps made or changed, of which the planner knows nothing.
_UNKNOWN = """
select distinct format('%I.%I', n.nspname, c.relname) from pg_class c
join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
where c.relkind = 'r' and n.nspname = current_schema() and c.reltuples <> 0 and a.attnum > 0 and not a.attisdropped
    and a.attgenerated <> 'v' and not exists (
        select from pg_stats s where s.schemaname = n.nspname and s.tablename = c.relname and s.attname = a.attname)
"""
log = structlog.get_logger()


async def request_vacuum(connection: AsyncConnection, revision: str | None) -> None:
    """Record that a vacuum is due, in the caller's transaction."""
    await _remark(connection, f"{DUE}{revision}")


async def due(connection: AsyncConnection) -> str | None:
    """What says that it is due; None: it is not."""
    remark: str | None = await connection.scalar(text(_COMMENT))
    return remark if remark is not None and remark.startswith(DUE) else None


async def look(connection: AsyncConnection) -> None:
    """What the first answers are planned by: a sample of the tables with new columns. What is locked waits."""
    names = list(await connection.scalars(text(_UNKNOWN)))
    await connection.commit()
    if names:
        await (await get_driver(connection)).execute(f"analyze (skip_locked) {', '.join(names)}")


async def run(owner_url: str, *, is_gentle: bool = True) -> bool:
    """Does it if it is due and the role of `owner_url` owns the tables. False: another process is at it.

    Gentle: as slowly as autovacuum, since answers come first.
    """
    engine = make_engine(owner_url, pool_size=1, longest_statement_s=None)
    try:
        async with engine.connect() as connection:
            since = await due(connection)
            await connection.commit()
            if since is None:
                return True
            if not await owns_tables(connection):
                log.warning("vacuum after an upgrade: left to `fioboard migrate`, whose role owns the tables")
                return True
            if not await connection.scalar(text("select pg_try_advisory_lock(:id)"), {"id": LOCK_ID}):
                return False
            # Its connection ends with it, and with that the lock.
            await connection.commit()
            log.info("vacuum after an upgrade: begun")
            began = time.monotonic()
            driver = await get_driver(connection)
            if is_gentle:
                await driver.execute(_GENTLY)
            await driver.execute(STATEMENT)
            # A newer version may have called for another one meanwhile.
            if await due(connection) == since:
                await _remark(connection, None)
            await connection.commit()
            log.info("vacuum after an upgrade: done", seconds=round(time.monotonic() - began, 1))
            return True
    finally:
        await engine.dispose()


async def keep_trying(owner_url: str) -> None:
    """Until it is done, by this process or another one; at once where none is due."""
    while True:
        try:
            if await run(owner_url):
                return
        except AWAY as error:
            reason = str(error).partition("\n")[0]
            log.warning("vacuum after an upgrade: begins again later", reason=reason)
        await asyncio.sleep(LOOK_EVERY_S)


async def _remark(connection: AsyncConnection, remark: str | None) -> None:
    literal = await connection.scalar(
        text("select quote_nullable(cast(:remark as text))"), {"remark": remark}
    )
    await connection.exec_driver_sql(f"comment on table alembic_version is {literal}")
