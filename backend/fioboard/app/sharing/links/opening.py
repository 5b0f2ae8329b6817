"""Opening a link: who holds the token, and the passphrase where one is asked for, gets that one frozen copy.

No cookie and no bearer token is looked at, so that an owner sees exactly what a stranger sees (L1).
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from urllib.parse import unquote
from uuid import UUID

from fastapi import Request

from fioboard.app.access.audit import record
from fioboard.app.access.lockout import begin_guess, forgive_guesses, whose
from fioboard.app.access.passwords import password_fits
from fioboard.app.access.secrets import hashed
from fioboard.app.access.throttle import require_patience
from fioboard.app.sharing.links import visitor
from fioboard.app.sharing.links.token import name_in_logs
from fioboard.core import errors
from fioboard.core.compression import decompress
from fioboard.core.database import Database
from fioboard.core.driver import Driver
from fioboard.engine.words.limits import MAX_PASSPHRASE_CHARACTERS
from fioboard.store.queries import shares as share_queries
from fioboard.store.queries.shares import ShareOfToken

HEADER = "x-share-passphrase"
What = Literal["page", "json", "csv", "raw"]
ENDED = {"expired": errors.ShareExpired, "revoked": errors.ShareRevoked, "paused": errors.SharePaused}


@dataclass(frozen=True, slots=True)
class Opened:
    """A share that may be shown to the caller."""

    kind: str
    label: str | None
    created_at: datetime
    expires_at: datetime
    document: bytes
    """JSON of answers.shared.SharedDocument, as it was published."""
    takes_replies: bool
    replies: int
    """Those that its sender accepted."""


async def open_share(request: Request, database: Database, token: str, what: What) -> Opened:
    """The share behind a token, and a note that it was opened. Raises as `admit` does."""
    share = await admit(request, database, token)
    async with database.driver() as driver:
        body = await share_queries.get_document(driver, share["id"])
        if body is None:
            raise errors.ShareExpired
        await _note(driver, request, share["id"], what)
    return Opened(
        share["kind"],
        share["label"],
        share["created_at"],
        share["expires_at"],
        decompress(body),
        takes_replies=share["takes_replies"],
        replies=share["replies"],
    )


async def admit(request: Request, database: Database, token: str) -> ShareOfToken:
    """What is asked of a share before anything of it is shown or taken.

    Raises NotFound for whatever is no token of a share, with the same work and words for all (L5); RateLimited after 20
    of those a minute; Gone; PassphraseNeeded, WrongPassphrase.
    """
    name_in_logs(request, token)
    async with database.driver() as driver:
        share = await share_queries.find_share(driver, hashed(token))
    if share is None:
        # Misses alone are counted: nobody's guessing keeps out those of the same network who have a link.
        await require_patience(request, "share")
        raise errors.NotFound
    if share["state"] != "active":
        raise ENDED[share["state"]]
    if share["passphrase_hash"] is not None:
        await _require_passphrase(request, database, share["id"], share["passphrase_hash"])
    return share


async def _require_passphrase(request: Request, database: Database, share_id: UUID, stored: str) -> None:
    header = request.headers.get(HEADER)
    if header is None:
        raise errors.PassphraseNeeded
    counted_by = whose(request, "share", str(share_id))
    await begin_guess(database, counted_by, "Too many wrong passphrases; wait five minutes.")
    # Percent-encoded UTF-8, because headers are Latin-1. What is longer than any passphrase is not even hashed.
    passphrase = unquote(header)
    if len(passphrase) > MAX_PASSPHRASE_CHARACTERS or not await password_fits(passphrase, stored):
        raise errors.WrongPassphrase
    await forgive_guesses(database, counted_by)


async def _note(driver: Driver, request: Request, share_id: UUID, what: What) -> None:
    async with driver.transaction():
        count = await share_queries.add_view(
            driver,
            share_id,
            what,
            network=visitor.get_network(request),
            browser=visitor.describe_browser(request),
        )
        if count == 1:
            await record(driver, None, "share.first_view", share_id)
