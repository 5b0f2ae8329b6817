"""Storing what was read: everything of one upload or document, once, or nothing."""

from fioboard.app.ingest.multipart import Part
from fioboard.app.ingest.stored import Stored, describe_known, describe_new
from fioboard.core import errors
from fioboard.core.compression import compress
from fioboard.core.database import Database
from fioboard.core.driver import Driver
from fioboard.core.ids import uuid7
from fioboard.core.sanitize import clean_text
from fioboard.store.blobs.put import confirm, keep
from fioboard.store.derive import outputs
from fioboard.store.queries import ingest as ingest_queries
from fioboard.store.queries.durability import wait_until_durable
from fioboard.store.queries.hosts import RACES, choose_name
from fioboard.store.queries.ingest import LOST_RACE, KnownRunRow, NewUpload

TOO_MANY_AT_ONCE = "Too many uploads at once from one host."
# What is stored is written into its tables, and before that into PostgreSQL's log, which grows by whole segments.
WRITTEN_TIMES = 2
LOG_SEGMENT_BYTES = 16 * 1024 * 1024


class OutOfDate(Exception):
    """What an upload was read beside is no longer so, such as its host's name; it is read again."""


async def _store(database: Database, new: NewUpload) -> tuple[list[KnownRunRow], bool]:
    """Stores; no rows when it was new, else the known upload's runs. And whether the object store has some of it.

    Raises UploadKeyReused, StorageFull, Unavailable, OutOfDate.
    """
    async with database.driver() as driver:
        for _ in range(RACES):
            try:
                database.storage.require_room(WRITTEN_TIMES * sum(new.document_sizes) + LOG_SEGMENT_BYTES)
            except errors.StorageFull:
                # What is stored already is answered for, whatever room there is.
                if known := await _known(driver, new):
                    return known, True
                raise
            try:
                # Looks for the key itself, and does nothing where it is known.
                if stored := await ingest_queries.store(driver, new):
                    return [], stored["is_partly_in_store"]
                if known := await _known(driver, new):
                    return known, True
                if new.remembered_cards is not None:
                    raise OutOfDate
            except LOST_RACE:
                if new.agent_host_id is None:
                    # An import goes to whichever host has the name by now.
                    new.host_id = new.host_id or await ingest_queries.find_host_by_name(driver, new.host_name)
                elif await choose_name(driver, new.agent_host_id, new.host_name) != new.host_name:
                    raise OutOfDate from None
    raise errors.Unavailable(TOO_MANY_AT_ONCE, retry_after_s=1)


async def _known(driver: Driver, new: NewUpload) -> list[KnownRunRow]:
    """The runs of the upload if it is stored already. Raises UploadKeyReused where its key is another upload's."""
    known = await ingest_queries.find_upload(driver, new.upload_key)
    if known and known[0]["digest"] != new.digest:
        raise errors.UploadKeyReused
    if known:
        await wait_until_durable(driver)
    return known


def add_document(new: NewUpload, part: Part, kind: str, media_kind: str) -> None:
    """Adds one original file, named after its part."""
    new.document_ids.append(uuid7())
    new.document_sha256.append(part.sha256)
    new.document_sizes.append(len(part.content))
    new.document_kinds.append(media_kind)
    new.document_bodies.append(compress(part.content))
    new.file_names.append(clean_text(part.filename or part.name, 255))
    new.file_kinds.append(kind)


async def finish(database: Database, new: NewUpload, outcome: outputs.Outcome) -> Stored:
    """Stores and acknowledges. Raises as `_store` does, and DocumentsAway."""
    arrived = await keep(database, new)
    known, may_be_in_store = await _store(database, new)
    if may_be_in_store or database.objects is not None:
        await confirm(database, arrived)
    return describe_known(known, new.digest, outcome) if known else describe_new(new.digest, outcome)
