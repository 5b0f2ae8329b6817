"""One transaction on the service's database, for commands that work beside the service."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from sqlalchemy.ext.asyncio import AsyncSession

from fioboard.commands.migrated import migrated
from fioboard.core.config import settings
from fioboard.core.database import Database, make_engine

T = TypeVar("T")
Refusal = TypeVar("Refusal", bound=Exception)


def in_database(
    purpose: str, work: Callable[[AsyncSession], Awaitable[T]], refusal: type[Refusal]
) -> T | Refusal:
    """Runs work in one transaction, on a database migrated first when it is new. A `refusal` that it raises rolls
    back and is given back."""

    async def run(url: str) -> T | Refusal:
        database = Database(make_engine(url, pool_size=1))
        try:
            async with database.transaction() as session:
                return await work(session)
        except refusal as refused:
            return refused
        finally:
            await database.close()

    with migrated(settings(), purpose) as url:
        return asyncio.run(run(url))
