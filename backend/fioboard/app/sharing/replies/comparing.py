"""How a reply compares with the shared run, as a share would show it.

The service's own comparison works on stored runs. So the reply is stored as one, compared and taken back, in one
transaction that is never committed: nobody else ever sees the run, and PostgreSQL itself lets nothing of it stay.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlencode
from uuid import UUID, uuid4

from fioboard.app.ingest.carried import read_upload
from fioboard.app.ingest.host_cache import Arrival
from fioboard.app.ingest.service import AgentUpload, parse_upload
from fioboard.app.ingest.storing import TOO_MANY_AT_ONCE
from fioboard.app.sharing.links.gathering import gather
from fioboard.app.sharing.redaction import Sources
from fioboard.app.sharing.replies.receiving import MAX_REPLY_BYTES
from fioboard.app.sharing.replies.refusals import ReplyNotFound
from fioboard.core import errors
from fioboard.core.database import Database
from fioboard.core.driver import Driver
from fioboard.core.ids import uuid7
from fioboard.core.objects import Objects
from fioboard.engine.answers.share import ShareSpec
from fioboard.store.queries import ingest as ingest_queries
from fioboard.store.queries import share_replies as reply_queries
from fioboard.store.queries import shares as share_queries
from fioboard.store.queries import specs
from fioboard.store.queries.hosts import RACES
from fioboard.store.queries.ingest import LOST_RACE, NewUpload

# What `run --like` replaces where the other machine does not have it: a difference to show, not another test.
REPLACED = ("ioengine", "direct")
Sides = tuple[UUID, UUID]


async def require_reply(driver: Driver, share_id: UUID, reply_id: UUID) -> None:
    """Raises ShareNotFound, ReplyNotFound."""
    if await share_queries.get_share(driver, share_id) is None:
        raise errors.ShareNotFound
    if await reply_queries.get_reply(driver, share_id, reply_id) is None:
        raise ReplyNotFound


async def gather_comparison(database: Database, share_id: UUID, reply_id: UUID) -> tuple[Sources, list[str]]:
    """Everything that a comparison of the shared run with the reply could show, and what the share hides.

    Raises ShareNotFound, ReplyNotFound; RunNotFound where the shared run is gone; Unavailable.
    """
    async with database.driver() as driver:
        await require_reply(driver, share_id, reply_id)
        row = await reply_queries.get_body(driver, share_id, reply_id)
        if row is None:
            raise errors.RunNotFound("The shared run has been deleted; nothing can be compared with it.")
        _, cards, _ = await specs.read_arrival(driver, str(uuid4()), None)
    sent = _make_anonymous(await read_upload(row["content_type"], row["body"], MAX_REPLY_BYTES))
    # A host of its own: never one of the service's, which may have the same name. Its name stays one that the leak
    # check looks for.
    host_name = f"{row['host_name']} ({uuid4().hex})"
    for _ in range(RACES):
        new, outcome = await parse_upload(Arrival(host_name, cards), sent)
        try:
            async with database.driver() as driver:
                run_ids = row["run_id"], outcome.rows.run_ids[0]
                return await _compare(driver, database.objects, new, run_ids), row["hidden"]
        except LOST_RACE:
            continue
    raise errors.Unavailable(TOO_MANY_AT_ONCE, retry_after_s=1)


def _make_anonymous(sent: AgentUpload) -> AgentUpload:
    """The reply without a person's words, and without ties to anything that the service has."""
    stated: dict[str, object] = {
        "upload_key": uuid7(),
        "title": None,
        "labels": {},
        "tags": [],
        "batch": None,
    }
    return AgentUpload(sent.manifest.model_copy(update=stated), sent.inventory, sent.files, sent.received_at)


class _Undone(Exception):
    """Ends a transaction that is not to be committed."""


@asynccontextmanager
async def open_trial(driver: Driver) -> AsyncIterator[None]:
    """A transaction that is never committed, in the isolation that a comparison reads its sides in."""
    with suppress(_Undone):
        async with driver.transaction(isolation="repeatable_read"):
            yield
            raise _Undone


async def _compare(driver: Driver, objects: Objects | None, new: NewUpload, run_ids: Sides) -> Sources:
    """The sources of the comparison, read in a transaction that is undone."""
    new.document_places = ["postgres"] * len(new.document_ids)
    async with open_trial(driver):
        await ingest_queries.store(driver, new)
        sources = await _gather(driver, objects, run_ids, ())
        if sources.compare is None or not sources.compare["workloads"]:
            sources = await _gather(driver, objects, run_ids, REPLACED)
    return sources


async def _gather(
    driver: Driver, objects: Objects | None, run_ids: Sides, ignored: tuple[str, ...]
) -> Sources:
    base_id, new_id = run_ids
    sides = [("base", f"run={base_id}"), ("new", f"run={new_id}"), *(("ignore", key) for key in ignored)]
    sources, _ = await gather(driver, objects, "compare", ShareSpec(address=urlencode(sides)))
    return sources
