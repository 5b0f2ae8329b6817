"""Views that people keep by name."""

from typing import Any
from uuid import UUID

from asyncpg.exceptions import UniqueViolationError

from fioboard.core.driver import Driver
from fioboard.core.ids import uuid7

_COLUMNS = "id, page, name, query, created_at, updated_at"


async def list_views(driver: Driver, page: str | None) -> list[Any]:
    """All views, or those of a page, by name."""
    rows: list[Any] = await driver.fetch(
        f"select {_COLUMNS} from saved_view where $1::text is null or page = $1 order by page, name", page
    )
    return rows


async def add_view(driver: Driver, page: str, name: str, query: str, created_by: str) -> Any:
    """The new view; None when its name is taken on that page."""
    try:
        return await driver.fetchrow(
            f"""
            insert into saved_view (id, page, name, query, created_at, updated_at, created_by)
            values ($1, $2, $3, $4, now(), now(), $5) returning {_COLUMNS}
            """,
            *(uuid7(), page, name, query, created_by),
        )
    except UniqueViolationError:
        return None


async def get_view(driver: Driver, view_id: UUID) -> Any:
    """One view, or None."""
    return await driver.fetchrow(f"select {_COLUMNS} from saved_view where id = $1", view_id)


async def change_view(driver: Driver, view_id: UUID, name: str, query: str) -> Any:
    """The changed view; None when its name is taken on that page."""
    try:
        return await driver.fetchrow(
            f"update saved_view set name = $2, query = $3, updated_at = now() where id = $1 returning {_COLUMNS}",
            *(view_id, name, query),
        )
    except UniqueViolationError:
        return None


async def remove_view(driver: Driver, view_id: UUID) -> bool:
    """False when there was none."""
    return await driver.fetchval("delete from saved_view where id = $1 returning id", view_id) is not None
