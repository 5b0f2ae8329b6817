"""The files of a reply as its sender may keep them: each byte for byte, in one ZIP file."""

import asyncio
import re
import zipfile
from collections.abc import Sequence
from io import BytesIO
from uuid import UUID

from fioboard.app.access.audit import record_either
from fioboard.app.access.principal import Principal
from fioboard.app.ingest.carried import read_parts
from fioboard.app.ingest.multipart import Part
from fioboard.app.sharing.replies.comparing import require_reply
from fioboard.app.sharing.replies.receiving import MAX_REPLY_BYTES
from fioboard.app.sharing.replies.refusals import ReplyNotFound
from fioboard.core.database import Database
from fioboard.store.queries import share_replies as reply_queries

# A stranger chose the names: what else they hold could lead out of the folder that the file is unpacked into.
_UNSAFE = re.compile(r"[^A-Za-z0-9_.-]+")
_MAX_NAME = 100
# Of every entry, so that the same reply is always the same file; ZIP knows no earlier time.
_NO_TIME = (1980, 1, 1, 0, 0, 0)


async def build_archive(
    database: Database, caller: Principal | None, share_id: UUID, reply_id: UUID
) -> bytes:
    """Return what was sent as a ZIP file. The audit log has it; `caller` None: the terminal of the service.

    Raises ShareNotFound, ReplyNotFound.
    """
    async with database.driver() as driver, driver.transaction():
        await require_reply(driver, share_id, reply_id)
        row = await reply_queries.get_original(driver, share_id, reply_id)
        if row is None:
            raise ReplyNotFound
        await record_either(driver, caller, "reply.download", share_id, reply=reply_id)
    parts = await read_parts(row["content_type"], row["body"], MAX_REPLY_BYTES)
    return await asyncio.to_thread(_build_zip, parts)


def _build_zip(parts: Sequence[Part]) -> bytes:
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        for number, part in enumerate(parts, 1):
            entry = zipfile.ZipInfo(_build_name(number, part), _NO_TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            file.writestr(entry, part.content)
    return packed.getvalue()


def _build_name(number: int, part: Part) -> str:
    """ "manifest.json", "02-fio.json": numbered, so that no two are one."""
    if part.filename is None:
        return f"{part.name}.json"
    return f"{number:02}-{_UNSAFE.sub('_', part.filename)[-_MAX_NAME:]}"
