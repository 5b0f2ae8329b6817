"""Brings a database to the newest schema revision, and says which one it has."""

import asyncio
import re
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from fioboard.core import roles, sentences, vacuum
from fioboard.core.database import get_driver, make_engine
from fioboard.core.held_tables import Holder, watched
from fioboard.core.layout import MIGRATIONS
from fioboard.core.pooler import PoolerBetween, is_pooled

# Two services that start at once on one database must not migrate at once.
LOCK_ID = 0x66696F62
# PostgreSQL's insufficient_privilege and lock_not_available.
_NOT_ALLOWED, _NOT_AVAILABLE = "42501", "55P03"
WAIT_S = 0.1
# A step waits 5 s for a table: whoever comes after us waits behind us. So long we come again.
MAX_HELD_S = 300.0
AGAIN_AFTER_S = 2.0
MAX_SHOWN = 40
# Seen by others at once, while the transaction itself is not: the name of the connection that migrates.
_SIGN = "fioboard upgrade {} of {}"
_SIGNS = """select application_name from pg_stat_activity
where datname = current_database() and application_name like 'fioboard upgrade %' limit 1"""
_ANALYZE = "a sample of what is new is read, so that its figures are known"


class TablesHeld(Exception):
    """Another session held a table for too long; nothing was changed."""


class UnknownRevision(Exception):
    """The tables have a revision that this program does not know; the text says which version to start instead."""


# What migrating raises when the database is away or held, is of a newer program, or belongs to another role.
CANNOT_MIGRATE = (
    CommandError,
    PoolerBetween,
    TablesHeld,
    UnknownRevision,
    roles.WrongRole,
    SQLAlchemyError,
    OSError,
)


@dataclass(frozen=True, slots=True)
class Step:
    """Where an upgrade is: step `number` of `count` has begun."""

    number: int
    count: int
    title: str
    waits_for: Holder | None = None
    """Who holds the table that it needs."""


ReportStep = Callable[[Step], None]


def alembic_config() -> Config:
    """Alembic's settings, found beside the package whatever the working directory is."""
    return Config(str(MIGRATIONS / "alembic.ini"))


def newest_revision() -> str | None:
    """The revision this program was written for."""
    return ScriptDirectory.from_config(alembic_config()).get_current_head()


def require_known(revision: str) -> None:
    """Raise UnknownRevision for a revision that this program cannot bring up to date."""
    scripts = ScriptDirectory.from_config(alembic_config())
    known = {script.revision: script for script in scripts.walk_revisions()}
    if revision in known:
        return
    [base] = (known[name].module for name in scripts.get_bases())
    if revision in base.REPLACED:
        raise UnknownRevision(sentences.TABLES_TOO_OLD(revision=revision, commit=base.LAST_COMMIT))
    raise UnknownRevision(sentences.UNKNOWN_REVISION(revision=revision[:MAX_SHOWN]))


async def current_revision(connection: AsyncConnection) -> str | None:
    """The revision the database has; None when it was never migrated."""
    return await connection.run_sync(lambda c: MigrationContext.configure(c).get_current_revision())


async def upgrade_async(
    database_url: str,
    revision: str = "head",
    *,
    service_url: str | None = None,
    report: ReportStep | None = None,
) -> None:
    """Migrates up to `revision` in one transaction; waits for another migration to finish first.

    `report` is called with each step, also with those that another process takes meanwhile.
    With `service_url`, the address the service works at, its role gets its rights in the same transaction (core.roles).
    A vacuum may be due then (core.vacuum). Raises roles.WrongRole, PoolerBetween, TablesHeld, UnknownRevision.
    """
    # A million runs take minutes to be written anew, and whoever waits for that waits as long.
    engine = make_engine(database_url, pool_size=2, longest_statement_s=None)
    try:
        async with engine.connect() as connection:
            if await is_pooled(await get_driver(connection)):
                raise PoolerBetween
            # Asked again and again: whoever waits inside a statement keeps old rows alive, which a vacuum looks at.
            while not await connection.scalar(text("select pg_try_advisory_lock(:id)"), {"id": LOCK_ID}):
                sign = re.findall(r"\d+", await connection.scalar(text(_SIGNS)) or "")
                await connection.commit()
                if report is not None and len(sign) == 2:
                    report(Step(int(sign[0]), int(sign[1]), ""))
                await asyncio.sleep(WAIT_S)
            await connection.commit()
            try:
                await _retry_while_held(engine, connection, revision, service_url, report)
            except DBAPIError as error:
                if _get_sqlstate(error) != _NOT_ALLOWED:
                    raise
                # SQLAlchemy puts the class's name before PostgreSQL's own words.
                reason = str(getattr(error.orig, "__cause__", None) or error.orig).partition("\n")[0]
                raise roles.NotOwner(sentences.NEEDS_OWNER(reason=reason)) from error
            finally:
                await connection.rollback()
                await connection.execute(text("select pg_advisory_unlock(:id)"), {"id": LOCK_ID})
                await connection.commit()
    finally:
        await engine.dispose()


async def _retry_while_held(
    engine: AsyncEngine,
    connection: AsyncConnection,
    revision: str,
    service_url: str | None,
    report: ReportStep | None,
) -> None:
    """Run all steps, again and again while another session holds a table. Raises TablesHeld."""
    give_up_at = time.monotonic() + MAX_HELD_S
    at: Step | None = None
    holder: Holder | None = None

    def begun(step: Step) -> None:
        nonlocal at
        at = step
        if report is not None:
            report(step)

    def held(by: Holder) -> None:
        nonlocal holder
        if holder is None or holder.pid != by.pid:
            _say(sentences.WAITS_FOR_TABLE(by=by))
        holder = by
        if at is not None and report is not None:
            report(replace(at, waits_for=by))

    while True:
        try:
            pid = (await get_driver(connection)).get_server_pid()
            async with watched(engine, pid, held):
                await _steps(connection, revision, service_url, begun)
        except DBAPIError as error:
            if _get_sqlstate(error) != _NOT_AVAILABLE:
                raise
            await connection.rollback()
            if time.monotonic() > give_up_at:
                who = f"{holder} held" if holder is not None else "another session held"
                raise TablesHeld(
                    f"{who} a table for more than {MAX_HELD_S:.0f} s. Nothing was changed. End it "
                    f"(select pg_terminate_backend({holder.pid if holder else 'PID'})) and start again."
                ) from error
            _say(sentences.BEGINS_AGAIN(seconds=f"{AGAIN_AFTER_S:.0f}"))
            await asyncio.sleep(AGAIN_AFTER_S)
        else:
            return


async def _steps(
    connection: AsyncConnection, revision: str, service_url: str | None, report: ReportStep
) -> None:
    def run(connection: Connection) -> None:
        config = alembic_config()
        config.attributes["connection"] = connection
        config.attributes["progress"] = _progress(config, connection, revision, report)
        command.upgrade(config, revision)

    before = await current_revision(connection)
    if before is not None:
        require_known(before)
    await connection.run_sync(run)
    if service_url is not None:
        await roles.admit(connection, service_url)
    after = await current_revision(connection)
    is_upgraded = before not in {None, after}
    if is_upgraded:
        await vacuum.request_vacuum(connection, after)
    await connection.commit()
    if is_upgraded:
        await vacuum.look(connection)


def _get_sqlstate(error: DBAPIError) -> str | None:
    state: str | None = getattr(error.orig, "sqlstate", None)
    return state


def _say(what: str) -> None:
    sys.stderr.write(sentences.MIGRATING(what=what))
    sys.stderr.flush()


def _progress(
    config: Config, connection: Connection, revision: str, report: ReportStep
) -> Callable[[], None]:
    """Says at once which step is first, and at each call which is next; silent where there is nothing to keep.

    The last one is after the commit.
    """
    current = MigrationContext.configure(connection).get_current_revision()
    scripts = ScriptDirectory.from_config(config)
    ahead = [] if current is None else [one.doc for one in scripts.iterate_revisions(revision, current)][::-1]
    titles = [*ahead, _ANALYZE] if ahead else []
    left = iter(enumerate(titles, 1))

    def tell() -> None:
        if (next_one := next(left, None)) is not None:
            step = Step(next_one[0], len(titles), next_one[1])
            _say(f"step {step.number} of {step.count}: {step.title}")
            sign = _SIGN.format(step.number, step.count)
            connection.execute(text("select set_config('application_name', :sign, false)"), {"sign": sign})
            report(step)

    tell()
    return tell


def upgrade(database_url: str, revision: str = "head", *, service_url: str | None = None) -> None:
    """`upgrade_async` for callers without an event loop."""
    asyncio.run(upgrade_async(database_url, revision, service_url=service_url))
