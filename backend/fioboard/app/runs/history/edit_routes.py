"""Changing many runs at once, undoing it, and seeing what was changed."""

from typing import Annotated
from uuid import UUID

import orjson
from fastapi import Path, Query

from fioboard.app.access.check import Caller, allow
from fioboard.app.runs.history import changes
from fioboard.core import errors
from fioboard.core.database import AppDatabase
from fioboard.core.flat_routes import Router
from fioboard.core.responses import AsIs
from fioboard.engine.answers.problem import refusals
from fioboard.engine.answers.run_edit import RunEditOut, RunEditsOut, RunsEdited, RunsPatch, Undone
from fioboard.engine.answers.trash import DeletedRun, Trash
from fioboard.store.queries.runs import edits as run_edits
from fioboard.store.queries.runs.trash import list_deleted_runs

router = Router(tags=["runs"])
REFUSALS = refusals(400, 401, 403, 404, 413, 422, 503)
MAX_EDITS = 200


@router.patch("/runs", dependencies=[allow("write")], responses=REFUSALS)
async def edit_runs(database: AppDatabase, patch: RunsPatch, caller: Caller) -> RunsEdited:
    """Tags, labels, deletes or restores up to 1,000 runs in one transaction; the answer carries an undo token."""
    async with database.driver() as driver:
        edit_id, number = await changes.patch_runs(driver, caller, patch)
    return RunsEdited(edit_id=str(edit_id), runs=number)


@router.get("/trash", dependencies=[allow("write", may_lag=True)], responses=refusals(401, 403, 422, 503))
async def read_trash(
    database: AppDatabase,
    limit: Annotated[int, Query(ge=1, le=200, description="Number of deletions, the last ones")] = 100,
) -> AsIs[Trash]:
    """What was deleted less than 30 days ago, the last deletion first: runs, and batches that were deleted whole."""
    async with database.driver() as driver:
        rows = await list_deleted_runs(driver, limit + 1)
    items: list[DeletedRun] = [
        {
            "id": row["id"],
            "title": row["title"],
            "target": row["target"],
            "host_name": row["host_name"],
            "started_at": row["started_at"],
            "uploaded_at": row["uploaded_at"],
            "deleted_at": row["deleted_at"],
            "deleted_by": row["deleted_by"],
            "edit_id": row["edit_id"],
            "batch_name": row["batch_name"],
            "runs": row["runs"],
        }
        for row in rows[:limit]
    ]
    return {"items": items, "has_more": len(rows) > limit}


@router.post("/edits/{edit_id}/undo", dependencies=[allow("write")], responses=REFUSALS)
async def undo_edit(
    database: AppDatabase, edit_id: Annotated[UUID, Path(description="Undo token of an edit")], caller: Caller
) -> Undone:
    """Puts back what an edit changed. Runs that were changed again since stay as they are and are named."""
    async with database.driver() as driver:
        new_id, number, skipped = await changes.undo_edit(driver, caller, edit_id)
    return Undone(edit_id=str(new_id), runs=number, skipped=skipped)


@router.get("/runs/{run_id}/edits", dependencies=[allow("read", may_lag=True)], responses=REFUSALS)
async def read_edits(
    database: AppDatabase, run_id: Annotated[UUID, Path(description="The run's id")]
) -> RunEditsOut:
    """Who changed what of a run and when, newest first."""
    async with database.driver() as driver:
        rows = await run_edits.list_edits(driver, run_id, MAX_EDITS)
        if not rows and not await run_edits.is_run(driver, run_id):
            raise errors.RunNotFound
    return RunEditsOut(
        items=[
            RunEditOut(
                edit_id=str(row["edit_id"]),
                edited_at=row["edited_at"],
                by=row["actor_name"],
                before=orjson.loads(row["before"]),
                after=orjson.loads(row["after"]),
            )
            for row in rows
        ]
    )
