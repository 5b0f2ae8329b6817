"""Saved views."""

from typing import Annotated
from urllib.parse import parse_qsl, urlencode
from uuid import UUID

from fastapi import APIRouter, Path, Query

from fioboard.access.audit import record
from fioboard.access.check import Caller, allow
from fioboard.core import errors
from fioboard.core.database import AppDatabase
from fioboard.core.sanitize import clean_text
from fioboard.filters import kind_of, parse, parse_query
from fioboard.queries import saved_views
from fioboard.queries.saved_views import ViewRow
from fioboard.schemas.problem import refusals
from fioboard.schemas.view import Page, ViewIn, ViewOut, ViewPatch, ViewsOut

router = APIRouter(tags=["views"])
REFUSALS = refusals(400, 401, 403, 404, 409, 413, 422, 503)
ViewId = Annotated[UUID, Path(description="The view's id")]
# What the pages keep in their address beside the filter.
OWN_KEYS: dict[str, frozenset[str]] = {
    "runs": frozenset({"sort", "columns", "group", "fold", "units"}),
    "series": frozenset({"x", "metric", "by", "percentile", "scale", "chart", "units"}),
    "compare": frozenset({"base", "new", "metric", "units"}),
}


def canonical(page: str, query: str) -> str:
    """A page's query string with its filters checked and in canonical spelling. Raises FilterError."""
    pairs = parse_qsl(query.removeprefix("?"), keep_blank_values=True, max_num_fields=500)
    own = []
    for key, value in pairs:
        if key not in OWN_KEYS[page]:
            continue
        own.append((key, parse_query(value).to_query() if key in {"base", "new"} else value))
    wanted = parse((k, v) for k, v in pairs if k not in OWN_KEYS[page] or kind_of(k) is not None)
    return "&".join(part for part in (wanted.to_query(), urlencode(sorted(own))) if part)


def _out(row: ViewRow) -> ViewOut:
    return ViewOut.model_validate(dict(row) | {"id": str(row["id"])})


@router.get("/views", dependencies=[allow("read")], responses=REFUSALS)
async def list_views(
    database: AppDatabase, page: Annotated[Page | None, Query(description="Only of this page")] = None
) -> ViewsOut:
    """All saved views, by page and name."""
    async with database.driver() as driver:
        return ViewsOut(items=[_out(row) for row in await saved_views.list_views(driver, page)])


@router.post("/views", status_code=201, dependencies=[allow("write")], responses=REFUSALS)
async def add_view(database: AppDatabase, view: ViewIn, caller: Caller) -> ViewOut:
    """Keeps a view; its filter is checked and stored in canonical spelling."""
    query = canonical(view.page, view.query)
    async with database.driver() as driver, driver.transaction():
        by = f"{caller.kind}:{caller.id}"
        row = await saved_views.add_view(driver, view.page, clean_text(view.name), query, by)
        if row is None:
            raise errors.NameTaken(f"There is a view {errors.quoted(view.name)} of this page already.")
        await record(driver, caller, "view.add", row["id"], name=row["name"])
    return _out(row)


@router.patch("/views/{view_id}", dependencies=[allow("write")], responses=REFUSALS)
async def change_view(database: AppDatabase, view_id: ViewId, patch: ViewPatch, caller: Caller) -> ViewOut:
    """Renames a view or gives it another query; absent fields stay."""
    async with database.driver() as driver, driver.transaction():
        old = await saved_views.get_view(driver, view_id)
        if old is None:
            raise errors.NotFound("There is no such view.")
        name = old["name"] if patch.name is None else clean_text(patch.name)
        query = old["query"] if patch.query is None else canonical(old["page"], patch.query)
        row = await saved_views.change_view(driver, view_id, name, query)
        if row is None:
            raise errors.NameTaken(f"There is a view {errors.quoted(name)} of this page already.")
        await record(driver, caller, "view.change", view_id, name=name)
    return _out(row)


@router.delete("/views/{view_id}", status_code=204, dependencies=[allow("write")], responses=REFUSALS)
async def remove_view(database: AppDatabase, view_id: ViewId, caller: Caller) -> None:
    """Removes a saved view; runs stay as they are."""
    async with database.driver() as driver, driver.transaction():
        if not await saved_views.remove_view(driver, view_id):
            raise errors.NotFound("There is no such view.")
        await record(driver, caller, "view.remove", view_id)
