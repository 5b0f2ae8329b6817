"""What the share's sender does with a reply: sees it, accepts or rejects it, deletes it.

`caller` None: the terminal of the service."""

import asyncio
from collections.abc import Callable, Iterable
from uuid import UUID

import orjson

from fioboard.app.access.audit import record_either
from fioboard.app.access.principal import Principal
from fioboard.app.sharing import redaction
from fioboard.app.sharing.links.publishing import MAX_DOCUMENT_BYTES, build_leaks
from fioboard.app.sharing.redaction import Frozen, Sources, Wish
from fioboard.app.sharing.replies.comparing import gather_comparison, require_reply
from fioboard.app.sharing.replies.refusals import ReplyNotFound
from fioboard.core import errors
from fioboard.core.compression import compress
from fioboard.core.database import Database
from fioboard.engine.answers.share_reply import ReplyPatch
from fioboard.store.queries import share_replies as reply_queries

BY_COMMAND = "command line"
AUDITED = {"accepted": "reply.accept", "rejected": "reply.reject"}


async def compare_reply(
    database: Database,
    share_id: UUID,
    reply_id: UUID,
    make: Callable[[Sources, Wish], Frozen],
    hide: Iterable[str] = (),
) -> Frozen:
    """The comparison as the page would show it: what the share hides is hidden of both, and nothing is revealed, since
    a recipient was never asked. `make`: redaction.preview or redaction.freeze.

    Raises as `gather_comparison` does, and UnknownField, IdentifierFound.
    """
    sources, hidden = await gather_comparison(database, share_id, reply_id)
    wish = Wish(hide=tuple(dict.fromkeys([*hidden, *hide])))
    try:
        return await asyncio.to_thread(make, sources, wish)
    except redaction.UnknownField as unknown:
        raise errors.UnknownField(str(unknown)) from None
    except redaction.IdentifierFound as refusal:
        raise errors.IdentifierFound(leaks=build_leaks(refusal.leaks)) from None


async def decide_reply(
    database: Database, caller: Principal | None, share_id: UUID, reply_id: UUID, patch: ReplyPatch
) -> None:
    """Accept a reply, whose comparison is frozen then, or reject it, which takes it off the page.

    Raises as `compare_reply` does; TooLarge, ShareNotFound, ReplyNotFound: then it stays what it was.
    """
    body: bytes | None = None
    if patch.state == "accepted":
        copy = await compare_reply(database, share_id, reply_id, redaction.freeze, patch.hide)
        content = orjson.dumps(copy.document)
        if len(content) > MAX_DOCUMENT_BYTES:
            raise errors.TooLarge("The comparison is too large for the page; hide time_series.")
        body = compress(content)
    async with database.driver() as driver, driver.transaction():
        await require_reply(driver, share_id, reply_id)
        by = BY_COMMAND if caller is None else caller.name
        if not await reply_queries.decide(driver, reply_id, patch.state, body, by):
            raise ReplyNotFound
        hidden = {"hidden": patch.hide} if patch.hide else {}
        await record_either(driver, caller, AUDITED[patch.state], share_id, reply=reply_id, **hidden)


async def delete_reply(database: Database, caller: Principal, share_id: UUID, reply_id: UUID) -> None:
    """Drop what was sent; its code stays used. Raises ShareNotFound, ReplyNotFound."""
    async with database.driver() as driver, driver.transaction():
        await require_reply(driver, share_id, reply_id)
        if not await reply_queries.delete_reply(driver, share_id, reply_id):
            raise ReplyNotFound
        await record_either(driver, caller, "reply.delete", share_id, reply=reply_id)
