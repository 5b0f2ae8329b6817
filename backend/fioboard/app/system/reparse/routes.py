"""Start a reparse, see how far it is."""

from typing import Annotated
from uuid import UUID

import orjson
from fastapi import Path, Request

from fioboard.app.access.check import allow
from fioboard.app.system.reparse.work import Worker
from fioboard.core import errors
from fioboard.core.database import AppDatabase
from fioboard.core.flat_routes import Router
from fioboard.core.ids import uuid7
from fioboard.engine.answers.problem import refusals
from fioboard.engine.answers.reparse import ReparseCreate, ReparseOut
from fioboard.store.queries import reparse as reparse_queries
from fioboard.store.queries.reparse import ReparseRow

router = Router(tags=["reparse"])

REFUSALS = refusals(400, 401, 403, 404, 409, 413, 415, 422, 503, 507)


@router.post("/reparse", status_code=202, dependencies=[allow("admin")], responses=REFUSALS)
async def start_reparse(request: Request, database: AppDatabase, wanted: ReparseCreate) -> ReparseOut:
    """Read stored outputs again with this version's readers, in the background; one at a time."""
    worker: Worker = request.app.state.reparse_worker
    database.storage.require_room()
    reparse_id = uuid7()
    async with database.driver() as driver:
        is_new = await reparse_queries.start(
            driver, reparse_id, is_dry_run=wanted.dry_run, is_of_everything=wanted.everything
        )
        if not is_new:
            raise errors.ReparseUnfinished
        row = await reparse_queries.find(driver, reparse_id)
    worker.wake()
    if row is None:
        raise errors.ReparseNotFound
    return shape(row)


@router.get("/reparse/{reparse_id}", dependencies=[allow("admin")], responses=REFUSALS)
async def read_reparse(
    database: AppDatabase, reparse_id: Annotated[UUID, Path(description="The reparse's id")]
) -> ReparseOut:
    """How far a reparse has come, and what it changed or would change."""
    async with database.driver() as driver:
        row = await reparse_queries.find(driver, reparse_id)
    if row is None:
        raise errors.ReparseNotFound
    return shape(row)


def shape(row: ReparseRow) -> ReparseOut:
    """A row as the API shows it."""
    begun = row["reader_version"] is not None
    return ReparseOut(
        id=str(row["id"]),
        state="finished" if row["finished_at"] else "running" if begun else "waiting",
        dry_run=row["is_dry_run"],
        everything=row["is_of_everything"],
        reader_version=row["reader_version"],
        requested_at=row["requested_at"],
        finished_at=row["finished_at"],
        uploads_total=row["uploads_total"],
        uploads_done=row["uploads_done"],
        uploads_changed=row["uploads_changed"],
        uploads_refused=row["uploads_refused"],
        facts=orjson.loads(row["facts"]),
        refusals=orjson.loads(row["refusals"]),
    )
