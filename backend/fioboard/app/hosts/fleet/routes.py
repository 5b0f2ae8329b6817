"""Every drive at a glance, as a page or as CSV; and drive models."""

import base64
import binascii
import csv
import io
from collections.abc import AsyncIterator
from typing import Annotated
from uuid import UUID

import orjson
from fastapi import Query
from fastapi.responses import StreamingResponse
from pydantic import TypeAdapter, ValidationError

from fioboard.app.access.check import allow
from fioboard.app.hosts.fleet import models
from fioboard.app.hosts.fleet.bays import MAX_BAYS, list_bays
from fioboard.app.hosts.fleet.outliers import Judged, judged
from fioboard.app.hosts.fleet.shape import CSV_COLUMNS, build_drive, csv_cells, faulty
from fioboard.core import errors
from fioboard.core.database import AppDatabase, Database
from fioboard.core.driver import Driver
from fioboard.core.flat_routes import Router
from fioboard.engine.answers.drive_model import ModelDetail, ModelId, ModelList
from fioboard.engine.answers.fleet import BayList, FleetOut, ProblemCount, RatedCount
from fioboard.engine.answers.problem import Answers, refusals
from fioboard.engine.words.fleet import PROBLEMS, ProblemId
from fioboard.store.queries import drive_models as model_queries
from fioboard.store.queries import fleet as fleet_queries
from fioboard.store.queries.fleet import Place, Wanted
from fioboard.store.queries.open_issues import count_open_issues

router = Router(tags=["fleet"])
REFUSALS = refusals(401, 403, 422, 503)
CSV: Answers = {200: {"content": {"text/csv": {}}, "description": "The file"}}
MAX_NAME = 256
EXPORT_PAGE = 1000
_PLACE: TypeAdapter[tuple[int, str, str, UUID]] = TypeAdapter(tuple[int, str, str, UUID])


Problem = Annotated[ProblemId | None, Query(description="Only drives with this problem")]
Host = Annotated[str | None, Query(max_length=MAX_NAME, description="Only this host, by name")]
Model = Annotated[str | None, Query(max_length=MAX_NAME, description="Only this model")]
Words = Annotated[
    str | None,
    Query(max_length=MAX_NAME, description="A part of model, host, slot, firmware or name, in any case"),
]


@router.get("/fleet", dependencies=[allow("read", may_lag=True)], responses=REFUSALS)
async def read_fleet(
    database: AppDatabase,
    *,
    problem: Problem = None,
    host: Host = None,
    model: Model = None,
    q: Words = None,
    limit: Annotated[int, Query(ge=1, le=500, description="Number of drives on a page")] = 100,
    cursor: Annotated[
        str | None, Query(max_length=2000, description="`next_cursor` of the page before")
    ] = None,
) -> FleetOut:
    """Drives as they were last seen, those that need a look first, and how many have which problem."""
    after = None if cursor is None else _place(cursor)
    async with database.driver() as driver:
        now = await judged(driver)
        wanted = await _wanted(driver, now, problem=problem, host=host, model=model, words=q)
        rows = await fleet_queries.list_drives(driver, wanted, limit + 1, after)
        counts = await fleet_queries.count_drives(driver, wanted)
        issues = await count_open_issues(driver)
    page = rows[:limit]
    return {
        "items": [build_drive(row, now.odd) for row in page],
        "next_cursor": _cursor(page[-1]) if len(rows) > limit else None,
        "drives": counts["drives"],
        "hosts": counts["hosts"],
        "with_problems": counts["with_problems"],
        "problems": [
            ProblemCount(id=one, title=title, drives=counts["counts"][one]) for one, title in PROBLEMS.items()
        ],
        "rated": RatedCount(**counts["rated"]),
        "open_regressions": issues["regressions"],
        "last_seen_at": counts["last_seen_at"],
        "odd_at": now.at,
        "not_judged": now.not_judged,
    }


@router.get("/fleet/bays", dependencies=[allow("read", may_lag=True)], responses=REFUSALS)
async def read_bays(
    database: AppDatabase,
    *,
    problem: Problem = None,
    host: Host = None,
    model: Model = None,
    q: Words = None,
) -> BayList:
    """The same drives in their places, host by host: link, share of the rating, who stands out."""
    async with database.driver() as driver:
        now = await judged(driver)
        wanted = await _wanted(driver, now, problem=problem, host=host, model=model, words=q)
        rows = await fleet_queries.list_drives(driver, wanted, MAX_BAYS, None)
        counts = await fleet_queries.count_drives(driver, wanted)
    shown = counts["drives"] if problem is None else counts["counts"][problem]
    return {"items": list_bays(rows, now), "drives_left_out": shown - len(rows)}


@router.get(
    "/fleet/export",
    dependencies=[allow("read")],
    response_class=StreamingResponse,
    responses={**CSV, **REFUSALS},
)
async def export_fleet(
    database: AppDatabase,
    *,
    problem: Problem = None,
    host: Host = None,
    model: Model = None,
    q: Words = None,
) -> StreamingResponse:
    """All drives that the filter means as CSV, one row each, in base units; unknown is empty."""
    async with database.driver() as driver:
        now = await judged(driver)
        wanted = await _wanted(driver, now, problem=problem, host=host, model=model, words=q)
    return StreamingResponse(
        _lines(database, wanted, now),
        media_type="text/csv; charset=utf-8",
        headers={"content-disposition": 'attachment; filename="fioboard-fleet.csv"'},
    )


@router.get("/models", dependencies=[allow("read", may_lag=True)], responses=REFUSALS)
async def list_models(database: AppDatabase) -> ModelList:
    """Every drive model that a drive tells, the most frequent first."""
    async with database.driver() as driver:
        now = await judged(driver)
        rows = await model_queries.list_models(driver)
    return {"items": [models.build_model(row, now) for row in rows]}


@router.get(
    "/models/{model_id}",
    dependencies=[allow("read", may_lag=True)],
    responses=refusals(401, 403, 404, 422, 503),
)
async def read_model(
    database: AppDatabase,
    model_id: ModelId,
) -> ModelDetail:
    """One model: hosts, slots, firmware, capacities, health, and what its drives measured, each alone."""
    async with database.driver() as driver:
        now = await judged(driver)
        return await models.detail(driver, model_id, now)


async def _wanted(
    driver: Driver, now: Judged, *, problem: Problem, host: Host, model: Model, words: Words
) -> Wanted:
    return Wanted(
        problem=problem,
        host=host,
        model=model,
        words=words or None,
        odd=list(now.odd),
        rated=list(now.rated),
        judged=[drive for drive, one in now.rated.items() if one.is_judged],
        as_rated=[drive for drive, one in now.rated.items() if one.is_as_rated],
        faulty=faulty(await fleet_queries.list_versions(driver)),
    )


async def _lines(database: Database, wanted: Wanted, now: Judged) -> AsyncIterator[bytes]:
    yield _line(CSV_COLUMNS)
    after: Place | None = None
    while True:
        async with database.driver() as driver:
            rows = await fleet_queries.list_drives(driver, wanted, EXPORT_PAGE, after)
        yield b"".join(_line(csv_cells(build_drive(row, now.odd))) for row in rows)
        if len(rows) < EXPORT_PAGE:
            return
        after = _place(_cursor(rows[-1]))


def _line(cells: tuple[str, ...] | list[str | int | float]) -> bytes:
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerow(cells)
    return out.getvalue().encode()


def _cursor(row: fleet_queries.FleetRow) -> str:
    place = [row["rank"], row["host_name"], row["name"], str(row["id"])]
    return base64.urlsafe_b64encode(orjson.dumps(place)).decode().rstrip("=")


def _place(cursor: str) -> Place:
    """Where a page ended. Raises BadCursor for what is no cursor of ours."""
    try:
        text = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
        rank, host_name, name, drive_id = _PLACE.validate_json(text)
    except (binascii.Error, ValidationError, ValueError):
        raise errors.BadCursor from None
    if not 0 <= rank < 1000 or "\x00" in host_name + name:
        raise errors.BadCursor
    return {"rank": rank, "host_name": host_name, "name": name, "id": drive_id}
