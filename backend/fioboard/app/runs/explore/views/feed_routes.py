"""Feeds of saved views: made and revoked by people, read by programs that cannot set a header."""

from datetime import UTC, datetime
from email.utils import format_datetime, parsedate_to_datetime
from hashlib import sha256
from typing import Annotated
from uuid import UUID

from fastapi import Header, Path, Request
from starlette.responses import Response

from fioboard.app.access.audit import record
from fioboard.app.access.check import Caller, allow, anyone, identify_by_address
from fioboard.app.access.issue import feed_address, issue_token
from fioboard.app.access.people import end_token
from fioboard.app.access.throttle import require_patience
from fioboard.app.runs.explore.views import sentences
from fioboard.app.runs.explore.views.canonical import parse_filter
from fioboard.app.runs.explore.views.feed import PAGES, build_feed
from fioboard.core import errors
from fioboard.core.database import AppDatabase, Session, get_driver
from fioboard.core.driver import Driver
from fioboard.core.flat_routes import Router
from fioboard.engine.answers.feed import FeedIn, FeedList, FeedMade, FeedOut
from fioboard.engine.answers.problem import refusals
from fioboard.store.queries import feeds, saved_views
from fioboard.store.queries.feeds import FeedRow

router = Router(tags=["views"])
REFUSALS = refusals(400, 401, 403, 404, 409, 413, 422, 503)
MAX_FEEDS_OF_PERSON = 50
ATOM = "application/atom+xml"


class AtomFeed(Response):
    """A document of Atom."""

    media_type = ATOM


@router.get("/feeds", dependencies=[allow("account")], responses=REFUSALS)
async def list_feeds(database: AppDatabase, caller: Caller) -> FeedList:
    """The caller's feeds, everybody's for an admin; never their addresses."""
    user_id = None if "admin" in caller.rights else caller.person()
    async with database.driver() as driver:
        return FeedList(items=[_build_feed(row) for row in await feeds.list_feeds(driver, user_id)])


@router.post("/feeds", status_code=201, dependencies=[allow("account")], responses=REFUSALS)
async def add_feed(session: Session, body: FeedIn, caller: Caller) -> FeedMade:
    """Makes a feed of a saved view and shows its address this once. It follows the view, and ends with it."""
    driver = await get_driver(await session.connection())
    view = await saved_views.get_view(driver, body.view_id)
    if view is None:
        raise errors.NotFound("There is no such view.")
    if view["page"] not in PAGES:
        raise errors.Invalid("A comparison has no feed; only views with one filter do.")
    parse_filter(view["page"], view["query"])
    user_id = caller.person()
    if len(await feeds.list_feeds(driver, user_id)) >= MAX_FEEDS_OF_PERSON:
        raise errors.Conflict(sentences.TOO_MANY_FEEDS(most=MAX_FEEDS_OF_PERSON))
    name = f"feed of {view['name']}"
    token, row = await issue_token(
        session, name=name, scope="feed", host_id=None, lasts=None, created_by=user_id
    )
    await feeds.add(driver, row.id, body.view_id, has_runs=body.has_runs)
    await record(session, caller, "feed.add", row.id, view=view["name"])
    made = await _feed(driver, row.id)
    return FeedMade(address=feed_address(token), **_build_feed(made).model_dump())


@router.delete("/feeds/{feed_id}", status_code=204, dependencies=[allow("account")], responses=REFUSALS)
async def remove_feed(
    session: Session, feed_id: Annotated[UUID, Path(description="The feed's id")], caller: Caller
) -> None:
    """Revokes a feed of the caller (an admin: anybody's); the very next look at its address fails."""
    row = await _feed(await get_driver(await session.connection()), feed_id)
    if "admin" not in caller.rights and row["user_id"] != caller.person():
        raise errors.NotFound("There is no such feed.")
    await end_token(session, feed_id)
    await record(session, caller, "feed.remove", feed_id, view=row["view"])


@router.get(
    "/feeds/{token}.atom",
    dependencies=[anyone()],
    # Without a media type of its own: refusals are JSON.
    response_class=Response,
    responses=refusals(401, 404, 422, 429, 503)
    | {
        200: {"content": {ATOM: {"schema": {"type": "string"}}}, "description": "Atom, RFC 4287"},
        304: {"description": "Nothing changed since then"},
    },
)
async def read_feed(
    request: Request,
    database: AppDatabase,
    token: Annotated[str, Path(max_length=100, description="A token of scope `feed`")],
    if_none_match: Annotated[str | None, Header(description="`ETag` of what the reader has")] = None,
    if_modified_since: Annotated[str | None, Header(description="`Last-Modified` of what it has")] = None,
) -> AtomFeed:
    """The newest 50 changes and events within a saved view's filter, its runs where the feed was made so, as Atom.

    For feed readers: the address holds a token of scope `feed`, which may do nothing else. A change is within the
    filter where the first run after it matches, an event where its host has a run that does. Ids stay; an event that
    ended is told so in its entry. A wrong, an ended and any other token are all answered alike, with 401.
    """
    try:
        caller = await identify_by_address(request, database, token, "feed")
    except errors.NotAuthenticated:
        # Misses alone are counted: nobody's guessing keeps out readers of the same network.
        await require_patience(request, "feed")
        raise
    async with database.driver() as driver:
        row = await feeds.find(driver, caller.id)
        if row is None:
            raise errors.NotAuthenticated
        body, updated = await build_feed(driver, row)
    headers = {
        "etag": f'"{sha256(body).hexdigest()}"',
        "last-modified": format_datetime(_second(updated), usegmt=True),
    }
    if _is_known(headers["etag"], _second(updated), if_none_match, if_modified_since):
        return AtomFeed(status_code=304, headers=headers)
    return AtomFeed(body, headers=headers)


def _is_known(etag: str, updated: datetime, if_none_match: str | None, if_modified_since: str | None) -> bool:
    """Whether the reader has it already. The tag counts before the time, as RFC 9110 says."""
    if if_none_match is not None:
        known = {one.strip().removeprefix("W/") for one in if_none_match.split(",")}
        return etag in known or "*" in known
    try:
        return if_modified_since is not None and updated <= parsedate_to_datetime(if_modified_since)
    except (ValueError, TypeError):
        return False


def _second(at: datetime) -> datetime:
    """The time of a header knows no parts of a second."""
    return at.astimezone(UTC).replace(microsecond=0)


async def _feed(driver: Driver, feed_id: UUID) -> FeedRow:
    row = await feeds.find(driver, feed_id)
    if row is None:
        raise errors.NotFound("There is no such feed.")
    return row


def _build_feed(row: FeedRow) -> FeedOut:
    return FeedOut(
        id=str(row["id"]),
        view_id=str(row["view_id"]),
        view=row["view"],
        page=row["page"],
        person=row["person"],
        has_runs=row["has_runs"],
        prefix=row["prefix"],
        created_at=row["created_at"],
        last_used_at=row["last_used_at"],
    )
