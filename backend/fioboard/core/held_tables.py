"""Who keeps a migration waiting: another session whose transaction holds a table."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from fioboard.core import sentences
from fioboard.core.database import AWAY

LOOK_EVERY_S = 0.5
# Whose transaction is oldest: others may wait behind it, as we do. What others do is hidden from a plain role.
_HOLDER = """
select pid, coalesce(application_name, '') as name, usename as role,
    extract(epoch from clock_timestamp() - xact_start)::float8 as age_s
from pg_stat_activity where pid = any(pg_blocking_pids(:pid)) order by xact_start limit 1
"""


@dataclass(frozen=True, slots=True)
class Holder:
    """A session of the database that holds what we wait for."""

    pid: int
    name: str
    """Of the program, as it calls itself; "" = it does not."""
    role: str | None
    age_s: float | None
    """How long its transaction lasts; None = hidden from our role."""

    def __str__(self) -> str:
        of = f" of {self.role}" if self.role else ""
        since = "for a time that our role may not see" if self.age_s is None else f"for {self.age_s:.0f} s"
        return sentences.HOLDER(pid=self.pid, name=self.name or "no name", table=of, since=since)


@asynccontextmanager
async def watched(engine: AsyncEngine, pid: int, report: Callable[[Holder], None]) -> AsyncIterator[None]:
    """Tells, on a connection of its own, of each session that the one of `pid` waits for inside the block."""
    watching = asyncio.create_task(_watch(engine, pid, report))
    try:
        yield
    finally:
        watching.cancel()
        # Who cannot be told of, for want of a second connection, stops no step.
        with suppress(asyncio.CancelledError, *AWAY):
            await watching


async def _watch(engine: AsyncEngine, pid: int, report: Callable[[Holder], None]) -> None:
    async with engine.connect() as connection:
        while True:
            await asyncio.sleep(LOOK_EVERY_S)
            row = (await connection.execute(text(_HOLDER), {"pid": pid})).one_or_none()
            await connection.rollback()
            if row is not None:
                report(Holder(row.pid, row.name, row.role, row.age_s))
