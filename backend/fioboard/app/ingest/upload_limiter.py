"""Whose turn it is: how many bodies are received at once, in all and from one caller, and how many are stored.

A turn to store is taken when the body is there: a sender who is slow, or means to be, waits for nobody but himself.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated
from uuid import UUID
from weakref import WeakValueDictionary

from fastapi import Depends, Request

from fioboard.core.errors import RateLimited

# Of one process. A body is in memory until it is stored: at 32 MiB each they take 1 GiB at the very most.
MAX_BODIES = 32
MAX_BODIES_PER_CALLER = 8
# Of the connections: a synchronous standby that takes nothing in holds every commit, and pages go on by the rest.
STORING_SHARE = 0.75
MAX_WAIT_S = 30.0


class Turns:
    """The turns of one process whose pool has so many connections."""

    def __init__(self, pool_size: int) -> None:
        self._bodies = asyncio.Semaphore(MAX_BODIES)
        self._stores = asyncio.Semaphore(max(1, int(pool_size * STORING_SHARE)))
        self._of_callers: WeakValueDictionary[UUID, asyncio.Semaphore] = WeakValueDictionary()

    @asynccontextmanager
    async def body(self, caller: UUID) -> AsyncIterator[None]:
        """Around a body, from its first byte until it is stored. Raises RateLimited after MAX_WAIT_S without a turn."""
        places = self._of_callers.setdefault(caller, asyncio.Semaphore(MAX_BODIES_PER_CALLER))
        async with _turn(places), _turn(self._bodies):
            yield

    @asynccontextmanager
    async def store(self) -> AsyncIterator[None]:
        """Around reading and storing what has arrived. Raises RateLimited after MAX_WAIT_S without a turn."""
        async with _turn(self._stores):
            yield


@asynccontextmanager
async def _turn(places: asyncio.Semaphore) -> AsyncIterator[None]:
    try:
        # Not wait_for, which makes a task of it: a free place would cost more than all else that is asked of a caller.
        async with asyncio.timeout(MAX_WAIT_S):
            await places.acquire()
    except TimeoutError:
        raise RateLimited("Too many uploads at once.", retry_after_s=5) from None
    try:
        yield
    finally:
        places.release()


async def _turns(request: Request) -> Turns:
    turns: Turns = request.app.state.turns
    return turns


AppTurns = Annotated[Turns, Depends(_turns)]
