"""Saved views."""

from typing import Annotated
from uuid import UUID

from fastapi import Path, Query

from fioboard.app.access.audit import record
from fioboard.app.access.check import Caller, allow
from fioboard.app.runs.explore.views import sentences
from fioboard.app.runs.explore.views.canonical import canonical
from fioboard.core import errors
from fioboard.core.database import AppDatabase
from fioboard.core.flat_routes import Router
from fioboard.core.sanitize import clean_text
from fioboard.engine.answers.problem import refusals
from fioboard.engine.answers.view import Page, ViewIn, ViewOut, ViewPatch, ViewsOut
from fioboard.store.queries import feeds, saved_views
from fioboard.store.queries.saved_views import ViewRow

router = Router(tags=["views"])
REFUSALS = refusals(400, 401, 403, 404, 409, 413, 422, 503)
ViewId = Annotated[UUID, Path(description="The view's id")]


def _build_view(row: ViewRow) -> ViewOut:
    return ViewOut.model_validate(dict(row) | {"id": str(row["id"])})


@router.get("/views", dependencies=[allow("read", may_lag=True)], responses=REFUSALS)
async def list_views(
    database: AppDatabase, page: Annotated[Page | None, Query(description="Only of this page")] = None
) -> ViewsOut:
    """All saved views, by page and name."""
    async with database.driver() as driver:
        return ViewsOut(items=[_build_view(row) for row in await saved_views.list_views(driver, page)])


@router.post("/views", status_code=201, dependencies=[allow("write")], responses=REFUSALS)
async def add_view(database: AppDatabase, view: ViewIn, caller: Caller) -> ViewOut:
    """Keeps a view; its filter is checked and stored in canonical spelling."""
    query = canonical(view.page, view.query)
    async with database.driver() as driver, driver.transaction():
        by = f"{caller.kind}:{caller.id}"
        row = await saved_views.add_view(driver, view.page, clean_text(view.name), query, by)
        if row is None:
            raise errors.NameTaken(sentences.VIEW_EXISTS(name=errors.quoted(view.name)))
        await record(driver, caller, "view.add", row["id"], name=row["name"])
    return _build_view(row)


@router.patch("/views/{view_id}", dependencies=[allow("write")], responses=REFUSALS)
async def change_view(database: AppDatabase, view_id: ViewId, patch: ViewPatch, caller: Caller) -> ViewOut:
    """Renames a view, gives it another query, pins it or makes it the page's default; absent fields stay."""
    async with database.driver() as driver, driver.transaction():
        old = await saved_views.get_view(driver, view_id)
        if old is None:
            raise errors.NotFound("There is no such view.")
        name = old["name"] if patch.name is None else clean_text(patch.name)
        query = old["query"] if patch.query is None else canonical(old["page"], patch.query)
        changed: ViewRow = {
            **old,
            "name": name,
            "query": query,
            "is_pinned": old["is_pinned"] if patch.is_pinned is None else patch.is_pinned,
            "is_default": old["is_default"] if patch.is_default is None else patch.is_default,
        }
        row = await saved_views.update_view(driver, changed)
        if row is None:
            raise errors.NameTaken(sentences.VIEW_EXISTS(name=errors.quoted(name)))
        await record(driver, caller, "view.change", view_id, name=name)
    return _build_view(row)


@router.delete("/views/{view_id}", status_code=204, dependencies=[allow("write")], responses=REFUSALS)
async def remove_view(database: AppDatabase, view_id: ViewId, caller: Caller) -> None:
    """Removes a saved view and ends its feeds; runs stay as they are."""
    async with database.driver() as driver, driver.transaction():
        await feeds.revoke_view_tokens(driver, view_id)
        if not await saved_views.remove_view(driver, view_id):
            raise errors.NotFound("There is no such view.")
        await record(driver, caller, "view.remove", view_id)
