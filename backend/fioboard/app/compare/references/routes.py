"""References: the list, one more, one less, and how runs, batches and hosts stand to them."""

from collections.abc import Sequence
from typing import Annotated
from uuid import UUID

from fastapi import Path, Query

from fioboard.app.access.audit import record
from fioboard.app.access.check import Caller, allow
from fioboard.app.compare.references import subjects
from fioboard.app.compare.references.against import (
    compare_with_references,
    describe_part,
    list_batch_runs,
    list_run_repeats,
)
from fioboard.app.compare.references.brief import USUAL_SPEC
from fioboard.app.compare.references.pinning import build_reference, pin_runs
from fioboard.core import errors
from fioboard.core.database import AppDatabase
from fioboard.core.flat_routes import Router
from fioboard.core.responses import AsIs
from fioboard.engine.answers.problem import refusals
from fioboard.engine.answers.reference import AgainstOut, HeldList, ReferenceIn, ReferenceList, ReferenceOut
from fioboard.engine.words.references import MAX_HELD_SUBJECTS, MAX_REFERENCES
from fioboard.store.queries import references as queries

router = Router(tags=["references"])
REFUSALS = refusals(400, 401, 403, 404, 413, 422, 503)


@router.get("/references", dependencies=[allow("read", may_lag=True)], responses=REFUSALS)
async def list_references(
    database: AppDatabase,
    host_id: Annotated[UUID | None, Query(description="Only those that are for runs of this host")] = None,
    ended: Annotated[bool, Query(description="Also those that were replaced or taken back")] = False,
) -> AsIs[ReferenceList]:
    """What is pinned: those in force first, the newest first; at most 200."""
    async with database.driver() as driver:
        rows = await queries.list_references(driver, host_id, with_ended=ended, most=MAX_REFERENCES)
    return {"items": [build_reference(row) for row in rows]}


@router.post("/references", dependencies=[allow("write")], status_code=201, responses=REFUSALS)
async def add_reference(database: AppDatabase, body: ReferenceIn, caller: Caller) -> ReferenceOut:
    """Pins the runs that a filter means now. What was in force for the same host and workload ends.

    The audit log has it.
    """
    async with database.driver() as driver, driver.transaction():
        row, ended = await pin_runs(driver, body, caller.name)
        await record(
            driver,
            caller,
            "reference.pin",
            row["id"],
            name=row["name"],
            runs=row["run_count"],
            replaced=[str(one) for one in ended],
        )
    return build_reference(row)


@router.delete(
    "/references/{reference_id}", dependencies=[allow("write")], status_code=204, responses=REFUSALS
)
async def take_back_reference(
    database: AppDatabase,
    reference_id: Annotated[UUID, Path(description="The reference's id")],
    caller: Caller,
) -> None:
    """Holds nothing against it any more; it stays in the list of what was. The audit log has it."""
    async with database.driver() as driver, driver.transaction():
        if not await queries.take_back(driver, reference_id, caller.name):
            raise errors.ReferenceNotFound
        await record(driver, caller, "reference.take_back", reference_id)


@router.get("/references/figures", dependencies=[allow("read", may_lag=True)], responses=REFUSALS)
async def read_figures(
    database: AppDatabase,
    run: Annotated[
        Sequence[UUID],
        Query(max_length=MAX_HELD_SUBJECTS, description="Runs, each alone; repeat for several"),
    ] = (),
    batch: Annotated[
        Sequence[UUID], Query(max_length=MAX_HELD_SUBJECTS, description="Batches, each with all its runs")
    ] = (),
    host_id: Annotated[
        UUID | None,
        Query(description="The newest run or batch of this host that each reference counts for"),
    ] = None,
) -> AsIs[HeldList]:
    """Runs and batches against the references that count for them: the figure that speaks, new/reference.

    A run or batch that is not there is left out.
    """
    async with database.driver() as driver:
        items = await subjects.compare_by_ids(driver, run, batch)
        if host_id is not None:
            items += await subjects.compare_by_host(driver, host_id)
    return {"items": items}


@router.get("/references/against", dependencies=[allow("read", may_lag=True)], responses=REFUSALS)
async def read_against(
    database: AppDatabase,
    run: Annotated[UUID | None, Query(description="A run, with its repeats of the batch")] = None,
    batch: Annotated[UUID | None, Query(description="A batch, with all its measuring runs")] = None,
) -> AsIs[AgainstOut]:
    """A run or a batch against each reference that counts: in words, with what else differs."""
    if (run is None) == (batch is None):
        raise errors.Invalid("Name either a run or a batch.")
    async with database.driver() as driver:
        if run is not None:
            held = await list_run_repeats(driver, run)
        elif batch is not None:
            held = await list_batch_runs(driver, batch)
        wholes = await compare_with_references(driver, held, USUAL_SPEC)
    return {"parts": [describe_part(whole) for whole in wholes]}
