"""Wakes the requests of this process that wait for something of a host or a request, by PostgreSQL's LISTEN.

One connection listens for the whole process. Whoever waits holds none: a hundred hosts that poll cost a hundred events.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from uuid import UUID

import structlog

from fioboard.core.database import AWAY, Database
from fioboard.core.errors import Unavailable
from fioboard.core.pooler import REMARK, is_pooled
from fioboard.store.queries.requests import CHANNEL

CHECK_EVERY_S = 5.0
# While nobody listens, whoever waits looks by itself.
LOOK_EVERY_S = 2.0
log = structlog.get_logger()


class Wakeups:
    """Who waits in this process, by the id of a host or request."""

    def __init__(self) -> None:
        self._waiting: dict[UUID, set[asyncio.Event]] = {}
        self.is_listening = False
        self.is_closing = False

    @contextmanager
    def subscribe(self, subject_id: UUID) -> Iterator[asyncio.Event]:
        """Return an event that is set whenever something of the host or request changes, until the block ends."""
        event = asyncio.Event()
        self._waiting.setdefault(subject_id, set()).add(event)
        try:
            yield event
        finally:
            waiting = self._waiting[subject_id]
            waiting.remove(event)
            if not waiting:
                del self._waiting[subject_id]

    async def wait(self, event: asyncio.Event, longest_s: float) -> None:
        """Wait for the event, which is then cleared, but no longer than so many seconds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(longest_s if self.is_listening else min(longest_s, LOOK_EVERY_S)):
                await event.wait()
        event.clear()

    def close(self) -> None:
        """Let everybody who waits answer now: the service stops."""
        self.is_closing = True
        self._wake_all()

    async def listen(self, database: Database) -> None:
        """Listen for the lifetime of the process. A database that is away is tried again."""
        while True:
            try:
                async with database.driver() as driver:
                    if await is_pooled(driver):
                        log.error(REMARK)
                        return
                    await driver.add_listener(CHANNEL, self._wake)
                    self.is_listening = True
                    # What was said while nobody listened is not said again.
                    self._wake_all()
                    while True:
                        await asyncio.sleep(CHECK_EVERY_S)
                        await driver.execute("select 1")
            except (Unavailable, *AWAY) as error:
                log.warning("requests wait for the database", error=type(error).__name__)
            finally:
                self.is_listening = False
            await asyncio.sleep(LOOK_EVERY_S)

    def _wake(self, _connection: object, _pid: int, _channel: str, payload: str) -> None:
        with suppress(ValueError):
            for event in self._waiting.get(UUID(payload), ()):
                event.set()

    def _wake_all(self) -> None:
        for waiting in self._waiting.values():
            for event in waiting:
                event.set()


wakeups = Wakeups()
"""Of this process."""
