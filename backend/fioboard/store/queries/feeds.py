"""Feeds of saved views: whose they are, and what is newest within a filter."""

from datetime import datetime
from typing import Literal, TypedDict
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.store.queries import changes, events
from fioboard.store.queries.changes import ChangeRow
from fioboard.store.queries.events import EventRow
from fioboard.store.queries.filtering import Selection
from fioboard.store.queries.parameters import Parameters


class FeedRow(TypedDict):
    """A feed that has not been revoked, with its view and whose it is."""

    id: UUID
    """Of its token."""
    view_id: UUID
    view: str
    page: Literal["runs", "series", "compare"]
    query: str
    has_runs: bool
    prefix: str
    user_id: UUID
    person: str
    created_at: datetime
    last_used_at: datetime | None


_FEEDS = """
select t.id, v.id as view_id, v.name as view, v.page, v.query, f.has_runs, t.prefix, u.id as user_id,
    u.name as person, t.created_at, t.last_used_at
from feed f join api_token t on t.id = f.token_id join saved_view v on v.id = f.view_id
join app_user u on u.id = t.created_by
where t.revoked_at is null
"""


async def list_feeds(driver: Driver, user_id: UUID | None) -> list[FeedRow]:
    """Feeds of a person, or everybody's, by person and view."""
    rows: list[FeedRow] = await driver.fetch(
        f"{_FEEDS} and ($1::uuid is null or u.id = $1) order by u.name, v.name, t.id", user_id
    )
    return rows


async def find(driver: Driver, feed_id: UUID) -> FeedRow | None:
    """One feed, or None."""
    row: FeedRow | None = await driver.fetchrow(f"{_FEEDS} and t.id = $1", feed_id)
    return row


async def add(driver: Driver, token_id: UUID, view_id: UUID, *, has_runs: bool) -> None:
    """Has the token open this view's feed."""
    await driver.execute(
        "insert into feed (token_id, view_id, has_runs) values ($1, $2, $3)", *(token_id, view_id, has_runs)
    )


async def revoke_view_tokens(driver: Driver, view_id: UUID) -> None:
    """Revoke the tokens of a view's feeds."""
    await driver.execute(
        """
        update api_token set revoked_at = coalesce(revoked_at, now())
        where id in (select token_id from feed where view_id = $1)
        """,
        view_id,
    )


async def list_newest_changes(driver: Driver, selection: Selection, limit: int) -> list[ChangeRow]:
    """List the changes that were seen last."""
    given = Parameters()
    conditions = changes.build_conditions(given, changes.Wanted(selection=selection))
    rows: list[ChangeRow] = await driver.fetch(
        f"""
        select {changes.COLUMNS} {changes.JOINED} where {" and ".join(conditions)}
        order by c.detected_at desc, c.id desc limit {given.add(limit, "int")}
        """,
        *given.values,
    )
    return rows


async def list_newest_events(driver: Driver, selection: Selection, limit: int) -> list[EventRow]:
    """List the events that came or ended last."""
    given = Parameters()
    conditions = events.build_conditions(given, events.Wanted(with_gone=True, selection=selection))
    rows: list[EventRow] = await driver.fetch(
        f"""
        select {events.COLUMNS} {events.JOINED} where {" and ".join(conditions)}
        order by coalesce(e.gone_at, e.detected_at) desc, e.id desc limit {given.add(limit, "int")}
        """,
        *given.values,
    )
    return rows
