"""Changing a share after it was made: who it is for, until when, whether it is paused, and whether it takes replies."""

from uuid import UUID

from fioboard.app.access.audit import record
from fioboard.app.access.principal import Principal
from fioboard.app.sharing.links.publishing import require_repliable, require_term
from fioboard.core import errors
from fioboard.core.driver import Driver
from fioboard.core.sanitize import clean_text
from fioboard.engine.answers.share import SharePatch
from fioboard.store.queries import share_replies as reply_queries
from fioboard.store.queries import shares as share_queries


async def change(driver: Driver, caller: Principal, share_id: UUID, patch: SharePatch) -> None:
    """Applies a patch in one transaction, one audit event per change. Raises ShareNotFound; ShareEnded for a share that
    was revoked or whose copy was dropped; Invalid."""
    fields = patch.model_fields_set
    async with driver.transaction():
        before = await share_queries.lock_share(driver, share_id)
        if before is None:
            raise errors.ShareNotFound
        if before["state"] == "revoked" or not before["has_document"]:
            raise errors.ShareEnded
        label, expires_at, was_paused = before["label"], before["expires_at"], before["paused_at"] is not None
        if "label" in fields:
            label = clean_text(patch.label) if patch.label else None
        if patch.expires_at is not None:
            expires_at = require_term(patch.expires_at)
        is_paused = was_paused if patch.is_paused is None else patch.is_paused
        takes_replies = before["takes_replies"] if patch.takes_replies is None else patch.takes_replies
        if takes_replies and not before["takes_replies"]:
            require_repliable(
                before["kind"], has_passphrase=before["has_passphrase"], hidden=before["hidden"]
            )
        if not takes_replies:
            await reply_queries.delete_codes(driver, share_id)
        await reply_queries.shorten_codes(driver, share_id, expires_at)
        await share_queries.update_share(
            driver, share_id, label, expires_at, is_paused=is_paused, takes_replies=takes_replies
        )
        if label != before["label"]:
            await record(driver, caller, "share.relabel", share_id, before=before["label"], after=label)
        if expires_at != before["expires_at"]:
            times = {"before": before["expires_at"], "after": expires_at}
            await record(driver, caller, "share.extend", share_id, **times)
        if is_paused != was_paused:
            await record(driver, caller, "share.pause" if is_paused else "share.resume", share_id)
        if takes_replies != before["takes_replies"]:
            await record(driver, caller, "share.change", share_id, takes_replies=takes_replies)
