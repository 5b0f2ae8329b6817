"""Batches: the list, one with its runs, what people change of it, and a run's place in its batch."""

from typing import Annotated
from uuid import UUID

from fastapi import Path, Query

from fioboard.app.access.check import Caller, allow
from fioboard.app.runs.history import (
    batch_changes,
    batch_page,
    batches,
    experiment,
    pool,
    pts,
    terminal_lines,
)
from fioboard.core.database import AppDatabase
from fioboard.core.flat_routes import Router
from fioboard.core.responses import AsIs
from fioboard.engine.answers.batch import BatchOut, BatchResultOut, RunInBatch
from fioboard.engine.answers.batch_change import BatchDeletion, BatchPatch
from fioboard.engine.answers.batch_fold import BatchList
from fioboard.engine.answers.experiment import BatchExperimentsOut
from fioboard.engine.answers.pool import PoolsOut
from fioboard.engine.answers.problem import refusals
from fioboard.engine.answers.pts import BatchPtsOut
from fioboard.engine.answers.queries import AddressFilter, HostKey, page_size
from fioboard.engine.answers.run_edit import OfShares, RunsEdited

router = Router(tags=["batches"])
REFUSALS = refusals(401, 403, 404, 422, 503)
BatchId = Annotated[UUID, Path(description="The batch's id")]


@router.get("/batches", dependencies=[allow("read", may_lag=True)], responses=REFUSALS)
async def list_batches(
    database: AppDatabase,
    wanted: AddressFilter,
    *,
    host: HostKey = None,
    find: Annotated[str, Query(max_length=64, description="Only batches whose name holds this text")] = "",
    limit: Annotated[int, page_size(20, 100, "Number of batches, the newest")],
) -> AsIs[BatchList]:
    """The batches of the runs that the filter means, with the number of these runs."""
    async with database.driver() as driver:
        return await batches.list_newest(driver, wanted, find, limit)


@router.get("/runs/{run_id}/batch", dependencies=[allow("read", may_lag=True)], responses=REFUSALS)
async def read_place_in_batch(
    database: AppDatabase, run_id: Annotated[UUID, Path(description="The run's id")]
) -> AsIs[RunInBatch]:
    """A run's place in its batch: the steps around it, and the repeats of its workloads. 404 for a run made alone."""
    async with database.driver() as driver:
        return await batches.find_place(driver, run_id)


@router.get(
    "/batches/{batch_id}",
    dependencies=[allow("read", may_lag=True)],
    responses=REFUSALS,
)
async def read_batch(
    database: AppDatabase,
    batch_id: BatchId,
    against: Annotated[
        UUID | None,
        Query(
            description="Another batch as `previous`, instead of the one before; null there when it is gone"
        ),
    ] = None,
) -> AsIs[BatchOut]:
    """One sweep or suite: its runs in order of their step, the spread of each workload's repeats, what it tells as a
    whole, and how it stands against the batch before it."""
    async with database.driver() as driver:
        return await batch_page.load_batch(driver, batch_id, against)


@router.get("/batches/{batch_id}/drives", dependencies=[allow("read", may_lag=True)], responses=REFUSALS)
async def read_batch_drives(database: AppDatabase, batch_id: BatchId) -> AsIs[PoolsOut]:
    """The drives of a batch, each alone and several together: which one is slow, which shared link is full."""
    async with database.driver() as driver:
        return await pool.load_pools(driver, batch_id)


@router.get("/batches/{batch_id}/experiment", dependencies=[allow("read", may_lag=True)], responses=REFUSALS)
async def read_batch_experiment(database: AppDatabase, batch_id: BatchId) -> AsIs[BatchExperimentsOut]:
    """What an experiment asks, its conditions, and the answer of their comparison."""
    async with database.driver() as driver:
        return await experiment.load_experiments(driver, batch_id)


@router.get("/batches/{batch_id}/pts", dependencies=[allow("read", may_lag=True)], responses=REFUSALS)
async def read_batch_pts(database: AppDatabase, batch_id: BatchId) -> AsIs[BatchPtsOut]:
    """The report of a test of SNIA SSS PTS: rounds, steady state, and the table of its cells."""
    async with database.driver() as driver:
        return await pts.load_pts(driver, batch_id)


@router.get("/batches/{batch_id}/result", dependencies=[allow("upload")], responses=REFUSALS)
async def read_batch_result(
    database: AppDatabase,
    caller: Caller,
    batch_id: BatchId,
    host: Annotated[
        str, Query(min_length=1, max_length=64, description="The asking agent's own id of its host")
    ],
) -> BatchResultOut:
    """What a batch showed, as text for the terminal of the host that measured it: for that host's agent alone."""
    async with database.driver() as driver:
        return await terminal_lines.read_result(driver, caller, batch_id, host)


@router.patch("/batches/{batch_id}", dependencies=[allow("write")], responses=refusals(400, 413) | REFUSALS)
async def edit_batch(
    database: AppDatabase, batch_id: BatchId, patch: BatchPatch, caller: Caller
) -> AsIs[BatchOut]:
    """Gives a batch a title and a note; absent fields stay. The audit log has what they were before."""
    async with database.driver() as driver:
        await batch_changes.update_batch(driver, caller, batch_id, patch)
        return await batch_page.load_batch(driver, batch_id)


@router.get("/batches/{batch_id}/deletion", dependencies=[allow("read")], responses=REFUSALS)
async def read_deletion(database: AppDatabase, batch_id: BatchId) -> AsIs[BatchDeletion]:
    """What deleting a batch would touch: its runs, links, changes and references. Nothing is deleted."""
    async with database.driver() as driver:
        return await batch_changes.describe_deletion(driver, batch_id)


@router.delete("/batches/{batch_id}", dependencies=[allow("write")], responses=REFUSALS)
async def delete_batch(
    database: AppDatabase,
    batch_id: BatchId,
    caller: Caller,
    shares: Annotated[
        OfShares, Query(description="Links made from its runs: end them, or keep their frozen copies")
    ] = "revoke",
) -> RunsEdited:
    """Deletes all runs of a batch in one step, as each could be: restorable for 30 days, all at once by the undo token.

    Links made from them end, which restoring does not undo. Runs that the agent sends later stand in the history.
    """
    async with database.driver() as driver:
        edit_id, number = await batch_changes.delete(driver, caller, batch_id, shares)
    return RunsEdited(edit_id=str(edit_id), runs=number)
