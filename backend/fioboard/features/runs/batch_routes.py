"""Batches: the list, one with its runs, and a run's place in its batch."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Path, Query

from fioboard.access.check import allow
from fioboard.core.database import AppDatabase
from fioboard.core.responses import AsIs
from fioboard.features.runs import batch_page, batches
from fioboard.schemas.batch import BatchOut, RunInBatch
from fioboard.schemas.batch_fold import BatchList
from fioboard.schemas.problem import refusals
from fioboard.schemas.queries import AddressFilter, HostKey, page_size

router = APIRouter(tags=["batches"])
REFUSALS = refusals(401, 403, 404, 422, 503)


@router.get("/batches", dependencies=[allow("read")], responses=REFUSALS)
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
        return await batches.newest(driver, wanted, find, limit)


@router.get("/runs/{run_id}/batch", dependencies=[allow("read")], responses=REFUSALS)
async def read_place_in_batch(
    database: AppDatabase, run_id: Annotated[UUID, Path(description="The run's id")]
) -> AsIs[RunInBatch]:
    """A run's place in its batch: the steps around it, and the repeats of its workloads. 404 for a run made alone."""
    async with database.driver() as driver:
        return await batches.place(driver, run_id)


@router.get(
    "/batches/{batch_id}",
    dependencies=[allow("read")],
    responses=REFUSALS,
)
async def read_batch(
    database: AppDatabase, batch_id: Annotated[UUID, Path(description="The batch's id")]
) -> AsIs[BatchOut]:
    """One sweep or suite: its runs in order of their step, the spread of each workload's repeats, what it tells as a
    whole, and how it stands against the batch before it."""
    async with database.driver() as driver:
        return await batch_page.page(driver, batch_id)
