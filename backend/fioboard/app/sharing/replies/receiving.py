"""Receiving a reply: read as every upload is, kept once as its bytes, and nothing else is done with it."""

from uuid import UUID

from fioboard.app.access.audit import record
from fioboard.app.access.secrets import hashed
from fioboard.app.ingest.carried import read_upload
from fioboard.app.ingest.host_cache import Arrival
from fioboard.app.ingest.parts import compute_digest
from fioboard.app.ingest.service import AgentUpload, parse_upload
from fioboard.app.sharing.replies.codes import lock_replies
from fioboard.app.sharing.replies.refusals import ReplyCodeUnknown, ReplyCodeUsed
from fioboard.core import errors
from fioboard.core.database import Database
from fioboard.core.driver import Driver
from fioboard.core.sanitize import clean_text
from fioboard.engine.answers.share_reply import ReplyReceived
from fioboard.engine.hardware.datasheets.in_force import RatingContext
from fioboard.store.queries import share_replies as reply_queries
from fioboard.store.queries.durability import wait_until_durable
from fioboard.store.queries.share_replies import CodeRow

MAX_REPLY_BYTES = 8 * 1024 * 1024
"""As it is sent, and again as it is read: a run of hours with its samples has a quarter of that."""
# It is written into its table, and before that into PostgreSQL's log.
WRITTEN_TIMES = 2
MAX_NAME = 253


async def require_code(driver: Driver, share_id: UUID, code: str) -> CodeRow:
    """A code of this share that is open or was used. Raises ReplyCodeUnknown."""
    row = await reply_queries.lock_code(driver, share_id, hashed(code))
    if row is None:
        raise ReplyCodeUnknown
    return row


async def receive_reply(
    database: Database, share_id: UUID, code: str, *, content_type: str, body: bytes, network: str | None
) -> ReplyReceived:
    """Keep a reply for the share's sender, exactly once by its code. The answer tells nothing but that it is here.

    Raises what reading an upload raises; NotUnderstood where it holds no results of fio; ReplyCodeUnknown,
    ReplyCodeUsed, RepliesOff, Gone, StorageFull: then nothing was changed.
    """
    sent = await read_upload(content_type, body, MAX_REPLY_BYTES)
    await _require_results(sent)
    manifest = sent.manifest
    digest = compute_digest([(part.filename or "", part.sha256) for part in sent.files])
    async with database.driver() as driver, driver.transaction():
        await lock_replies(driver, share_id)
        known = await require_code(driver, share_id, code)
        if known["upload_key"] is None:
            database.storage.require_room(WRITTEN_TIMES * len(body))
            host_name = clean_text(manifest.host.name, MAX_NAME)
            await reply_queries.put_reply(
                driver,
                known["id"],
                {
                    "upload_key": manifest.upload_key,
                    "digest": digest,
                    "content_type": content_type,
                    "body": body,
                    "host_name": host_name,
                    "network": network,
                },
            )
            await record(driver, None, "reply.receive", share_id, reply=known["id"], network=network)
        elif (known["upload_key"], known["digest"]) != (manifest.upload_key, digest):
            raise ReplyCodeUsed
    async with database.driver() as driver:
        await wait_until_durable(driver)
    return ReplyReceived(upload_key=manifest.upload_key, digest=digest.hex(), status="received")


async def _require_results(sent: AgentUpload) -> None:
    """Raises NotUnderstood where nothing could be compared: its sender would only wonder what it is."""
    _, outcome = await parse_upload(Arrival("external", RatingContext(())), sent)
    if outcome.rows.states != ["understood"]:
        raise errors.NotUnderstood
