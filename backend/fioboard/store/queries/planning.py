"""Plans made for the parameters at hand: a prepared plan of a join over a million runs flipped from 10 to 513 ms."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fioboard.core.driver import Driver


@asynccontextmanager
async def plan_anew(driver: Driver) -> AsyncIterator[Driver]:
    """Open one snapshot for all statements inside, each of which gets a plan for its own parameters."""
    async with driver.transaction(isolation="repeatable_read", readonly=True):
        await driver.execute("set local plan_cache_mode = force_custom_plan")
        yield driver
