"""Views that people keep by name."""

from datetime import datetime
from typing import TypedDict
from uuid import UUID

from asyncpg.exceptions import UniqueViolationError

from fioboard.core.driver import Driver
from fioboard.core.ids import uuid7


class ViewRow(TypedDict):
    """A view that somebody keeps."""

    id: UUID
    page: str
    name: str
    query: str
    is_pinned: bool
    is_default: bool
    created_at: datetime
    updated_at: datetime


_COLUMNS = ", ".join(ViewRow.__annotations__)


async def list_views(driver: Driver, page: str | None) -> list[ViewRow]:
    """All views, or those of a page, by name."""
    rows: list[ViewRow] = await driver.fetch(
        f"select {_COLUMNS} from saved_view where $1::text is null or page = $1 order by page, name", page
    )
    return rows


async def add_view(driver: Driver, page: str, name: str, query: str, created_by: str) -> ViewRow | None:
    """The new view; None when its name is taken on that page."""
    try:
        row: ViewRow | None = await driver.fetchrow(
            f"""
            insert into saved_view (id, page, name, query, created_at, updated_at, created_by)
            values ($1, $2, $3, $4, now(), now(), $5) returning {_COLUMNS}
            """,
            *(uuid7(), page, name, query, created_by),
        )
    except UniqueViolationError:
        return None
    return row


async def get_view(driver: Driver, view_id: UUID) -> ViewRow | None:
    """One view, or None."""
    row: ViewRow | None = await driver.fetchrow(f"select {_COLUMNS} from saved_view where id = $1", view_id)
    return row


async def update_view(driver: Driver, changed: ViewRow) -> ViewRow | None:
    """Return the changed view; None when its name is taken on that page. A new default takes the place of the one
    before.
    """
    if changed["is_default"]:
        # Who makes another view the default at the same moment waits here, and then takes its place.
        await driver.execute("select from saved_view where page = $1 order by id for update", changed["page"])
        await driver.execute(
            "update saved_view set is_default = false where page = $1 and id <> $2 and is_default",
            *(changed["page"], changed["id"]),
        )
    try:
        row: ViewRow | None = await driver.fetchrow(
            f"""
            update saved_view set name = $2, query = $3, is_pinned = $4, is_default = $5, updated_at = now()
            where id = $1 returning {_COLUMNS}
            """,
            *(changed["id"], changed["name"], changed["query"], changed["is_pinned"], changed["is_default"]),
        )
    except UniqueViolationError:
        return None
    return row


async def remove_view(driver: Driver, view_id: UUID) -> bool:
    """False when there was none."""
    return await driver.fetchval("delete from saved_view where id = $1 returning id", view_id) is not None
