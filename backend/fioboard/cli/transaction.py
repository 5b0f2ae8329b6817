"""One transaction on the service's database, for commands that work beside the service."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from fioboard.cli.migrated import migrated, opened
from fioboard.core.config import settings
from fioboard.core.database import Database, Session
from fioboard.store.embedded.connect import Addresses

T = TypeVar("T")
Refusal = TypeVar("Refusal", bound=Exception)


def run_in_transaction(
    purpose: str, work: Callable[[Session], Awaitable[T]], refusal: type[Refusal]
) -> T | Refusal:
    """Run work in one transaction, on a database migrated first when it is new. A `refusal` that it raises rolls
    back and is given back.
    """

    async def run_at_once(database: Database) -> T:
        async with database.transaction() as session:
            return await work(session)

    return run_on_database(purpose, run_at_once, refusal)


def run_on_database(
    purpose: str, work: Callable[[Database], Awaitable[T]], refusal: type[Refusal]
) -> T | Refusal:
    """The same for work that has transactions of its own."""

    async def run(at: Addresses) -> T | Refusal:
        try:
            async with opened(at) as database:
                return await work(database)
        except refusal as refused:
            return refused

    with migrated(settings(), purpose) as at:
        return asyncio.run(run(at))
