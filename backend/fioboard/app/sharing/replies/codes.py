"""One-time codes: who has the link gets a few of them, each for one reply within a day."""

from datetime import datetime, timedelta
from uuid import UUID

from fioboard.app.access.audit import record
from fioboard.app.access.secrets import hashed, make_code
from fioboard.app.sharing.links.opening import ENDED
from fioboard.app.sharing.replies.refusals import RepliesOff, TooManyReplies
from fioboard.core import errors
from fioboard.core.database import Database
from fioboard.core.driver import Driver
from fioboard.core.times import now
from fioboard.store.queries import share_replies as reply_queries
from fioboard.store.queries import shares as share_queries

LIFETIME = timedelta(days=1)
"""Long enough for a job of some hours; a code that nobody used makes room for another one soon."""
MAX_CODES = 5
MAX_REPLIES = 20
"""Of one share, those included that its sender rejected and did not delete."""


async def issue_code(database: Database, share_id: UUID) -> tuple[str, datetime]:
    """Make a code and return it with its end; only its hash is stored. Raises RepliesOff, TooManyReplies, Gone."""
    code = make_code()
    async with database.driver() as driver, driver.transaction():
        ends_at = await lock_replies(driver, share_id)
        counted = await reply_queries.count_codes(driver, share_id)
        if counted["codes"] >= MAX_CODES or counted["codes"] + counted["replies"] >= MAX_REPLIES:
            raise TooManyReplies
        expires_at = min(now() + LIFETIME, ends_at)
        await reply_queries.add_code(driver, share_id, hashed(code), expires_at)
        await record(driver, None, "reply_code.create", share_id, expires_at=expires_at)
    return code, expires_at


async def lock_replies(driver: Driver, share_id: UUID) -> datetime:
    """When the share ends, locked until the transaction ends: whoever revokes it, or turns its replies off, waits.

    Raises RepliesOff, and what an ended share answers.
    """
    share = await share_queries.lock_share(driver, share_id)
    if share is None:
        raise errors.NotFound
    if share["state"] != "active":
        raise ENDED[share["state"]]
    if not share["takes_replies"]:
        raise RepliesOff
    return share["expires_at"]
