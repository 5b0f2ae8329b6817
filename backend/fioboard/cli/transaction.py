"""One transaction on the service's database, for commands that work beside the service."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from fioboard.cli.migrated import migrated, opened
from fioboard.core.config import settings
from fioboard.core.database import Session
from fioboard.store.embedded.connect import Addresses

T = TypeVar("T")
Refusal = TypeVar("Refusal", bound=Exception)


def run_in_transaction(
    purpose: str, work: Callable[[Session], Awaitable[T]], refusal: type[Refusal]
) -> T | Refusal:
    """Run work in one transaction, on a database migrated first when it is new. A `refusal` that it raises rolls
    back and is given back.
    """

    async def run(at: Addresses) -> T | Refusal:
        try:
            async with opened(at) as database, database.transaction() as session:
                return await work(session)
        except refusal as refused:
            return refused

    with migrated(settings(), purpose) as at:
        return asyncio.run(run(at))
