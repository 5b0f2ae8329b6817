"""The standby that pages are read from: whether it is there, how far it is behind, and a connection to it."""

import asyncio
from contextlib import AsyncExitStack
from time import monotonic
from typing import Literal

import structlog

from fioboard.core.config import Settings
from fioboard.core.database import AWAY, Database, make_engine
from fioboard.core.driver import Driver
from fioboard.core.errors import Unavailable
from fioboard.store.queries import replication
from fioboard.store.replica.lag import Log

# A page waits no longer than this for a standby that says nothing.
PATIENCE_S = 1.0
MAX_STATEMENT_S = 15
MAX_BETWEEN_S = 1.0
State = Literal["near", "behind", "away"]
log = structlog.get_logger()


class Replica:
    """A standby. `keep_measuring` has to run; until it has measured, the standby is `away`."""

    def __init__(self, database: Database, asked: tuple[Database, Database], max_lag_s: float) -> None:
        """`asked`: primary and standby, each by a connection that no page waits for or holds."""
        self.max_lag_s = max_lag_s
        self.state: State = "away"
        self.lag_s: float | None = None
        """When last measured; None: nobody can say."""
        self.lag_bytes: int | None = None
        self.database = database
        self._primary_asked, self._standby_asked = asked
        self._log = Log()

    async def keep_measuring(self) -> None:
        """For the lifetime of the process."""
        between_s = min(MAX_BETWEEN_S, self.max_lag_s / 4)
        while True:
            try:
                await self.measure()
            except Exception:
                log.exception("the read replica could not be measured")
                self._turn("away")
            await asyncio.sleep(between_s)

    async def measure(self) -> None:
        """Asks the primary where its log stands, then the standby how far it is."""
        await self._ask_primary()
        try:
            async with asyncio.timeout(PATIENCE_S), self._standby_asked.driver() as driver:
                replayed = await replication.get_replayed_position(driver)
        except (Unavailable, *AWAY):
            self.lag_s = self.lag_bytes = None
            self._turn("away")
            return
        self.lag_s = None if replayed is None else self._log.compute_lag_s(replayed, monotonic())
        self.lag_bytes = None if replayed is None else self._log.compute_lag_bytes(replayed)
        self._turn("near" if self._is_fresh(self.lag_s) else "behind")

    async def _ask_primary(self) -> None:
        asked_at = monotonic()
        try:
            async with asyncio.timeout(self.max_lag_s), self._primary_asked.driver() as driver:
                written = await replication.get_written_position(driver)
        except (Unavailable, *AWAY):
            return  # What is remembered grows old, and the standby is not near any more.
        if written is not None:
            self._log.note(asked_at, written)

    def _is_fresh(self, lag_s: float | None) -> bool:
        return lag_s is not None and lag_s <= self.max_lag_s

    def _turn(self, state: State) -> None:
        if state != self.state:
            log.warning("read replica", state=state, lag_s=self.lag_s, lag_bytes=self.lag_bytes)
        self.state = state

    async def enter(self, opened: AsyncExitStack) -> Driver | None:
        """A connection on which every statement sees what was committed `max_lag_s` ago; None when there is none now.

        The standby is asked anew on the very connection: several may stand behind one address.
        """
        if self.state != "near":
            return None
        driver = None
        try:
            async with asyncio.timeout(PATIENCE_S):
                driver = await opened.enter_async_context(self.database.driver())
                replayed = await replication.get_replayed_position(driver)
        except (Unavailable, *AWAY):
            # Until it is measured again: the next page need not wait for what this one waited for.
            self._turn("away")
            if driver is not None:
                driver.terminate()
            return None
        if replayed is None or not self._is_fresh(self._log.compute_lag_s(replayed, monotonic())):
            return None
        return driver

    async def close(self) -> None:
        """Closes all connections."""
        for database in (self.database, self._primary_asked, self._standby_asked):
            await database.close()


def build_replica(settings: Settings, primary: Database) -> Replica | None:
    """Build the standby of the settings, if there is one."""
    if settings.read_database_url is None or settings.database_url is None:
        return None
    there, here = settings.read_database_url.get_secret_value(), settings.database_url.get_secret_value()
    pages = make_engine(there, settings.pool_size, MAX_STATEMENT_S, longest_queue_s=PATIENCE_S)
    return Replica(
        Database(pages, primary.storage, primary.objects),
        (Database(make_engine(here, 1)), Database(make_engine(there, 1))),
        settings.read_max_lag_s,
    )
