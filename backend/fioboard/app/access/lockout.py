"""How often a password or passphrase may be guessed: counted in the database, for all workers together (S3, L8).

Per secret and network: nobody there may go on guessing, and elsewhere nobody is kept out.
"""

import hashlib
from datetime import timedelta
from typing import Literal

from fastapi import Request

from fioboard.app.access.throttle import get_network
from fioboard.core.database import Database
from fioboard.core.errors import RateLimited
from fioboard.store.queries import accounts as account_queries

MAX_FAILURES = 10
FAILURE_WINDOW = timedelta(minutes=5)


def whose(request: Request, kind: Literal["login", "share"], what: str) -> bytes:
    """What guesses at this secret from the caller's network are counted by.

    `what` is typed by strangers; the kind before it keeps a login name that reads like a link apart from the link.
    """
    return hashlib.sha256(f"{kind}\0{what}\0{get_network(request)}".encode()).digest()


async def begin_guess(database: Database, counted_by: bytes, refusal: str) -> None:
    """Counts a guess as wrong, from before it is looked at. Raises RateLimited after ten wrong ones in five minutes.

    Counted again once it stands there: of a thousand guesses at once, ten are looked at. In transactions of its own,
    since a wrong guess must be remembered although its request fails.
    """
    async with database.transaction() as session:
        _require_few(await account_queries.count_failures(session, counted_by, FAILURE_WINDOW) + 1, refusal)
        await account_queries.add_failure(session, counted_by, FAILURE_WINDOW)
    async with database.transaction() as session:
        _require_few(await account_queries.count_failures(session, counted_by, FAILURE_WINDOW), refusal)


async def forgive_guesses(database: Database, counted_by: bytes) -> None:
    """It was right: what was counted is forgotten."""
    async with database.transaction() as session:
        await account_queries.delete_failures(session, counted_by)


def _require_few(failures: int, refusal: str) -> None:
    if failures > MAX_FAILURES:
        raise RateLimited(refusal, retry_after_s=300)
