"""Reference sets of other labs: the list, revoking a key, and where figures stand in them."""

from collections.abc import Sequence
from typing import Annotated
from uuid import UUID

from fastapi import Path, Query

from fioboard.access.audit import record
from fioboard.access.check import Caller, allow
from fioboard.core import errors
from fioboard.core.database import AppDatabase
from fioboard.core.flat_routes import Router
from fioboard.core.responses import AsIs
from fioboard.features.reference_sets.imports import revoke
from fioboard.features.reference_sets.placement import find_places, list_model_tests
from fioboard.queries import drive_models
from fioboard.queries import reference_sets as queries
from fioboard.queries.reference_sets import SetRow
from fioboard.reference_sets.signature import write_fingerprint
from fioboard.schemas.drive_model import ModelId
from fioboard.schemas.problem import refusals
from fioboard.schemas.reference_set import ModelTestList, PlacementList, ReferenceSetList, ReferenceSetOut

router = Router(tags=["reference sets"])
REFUSALS = refusals(401, 403, 404, 422, 503)
MAX_RUNS = 20


@router.get("/reference-sets", dependencies=[allow("read")], responses=REFUSALS)
async def list_reference_sets(database: AppDatabase) -> AsIs[ReferenceSetList]:
    """Every reference set that was taken, the newest first."""
    async with database.driver() as driver:
        rows = await queries.list_sets(driver)
    return {"items": [_build_set(row) for row in rows]}


@router.get("/reference-sets/placements", dependencies=[allow("read")], responses=REFUSALS)
async def read_placements(
    database: AppDatabase,
    run: Annotated[Sequence[UUID], Query(max_length=MAX_RUNS, description="Runs; repeat for several")] = (),
) -> AsIs[PlacementList]:
    """Where the results of runs stand in each set that has their drives and test. Sets are never pooled.

    A run that cannot be relied on, and one that no set has the drives and the test of, is left out.
    """
    async with database.driver() as driver:
        items = [result for one in dict.fromkeys(run) for result in await find_places(driver, one)]
    return {"items": items}


@router.get("/models/{model_id}/reference-sets", dependencies=[allow("read")], responses=REFUSALS)
async def read_model_tests(database: AppDatabase, model_id: ModelId) -> AsIs[ModelTestList]:
    """What sets say of a drive model, test by test, beside what its drives measured here."""
    async with database.driver() as driver:
        model, _ = await drive_models.list_drives(driver, model_id)
        if model is None:
            raise errors.ModelNotFound
        return await list_model_tests(driver, model)


@router.delete(
    "/reference-sets/keys/{fingerprint}", dependencies=[allow("admin")], status_code=204, responses=REFUSALS
)
async def revoke_key(
    database: AppDatabase,
    fingerprint: Annotated[str, Path(max_length=80, description="Of the key, as the list has it")],
    caller: Caller,
) -> None:
    """Lets no set of a key count any more, and takes no new one of it. The audit log has it."""
    async with database.driver() as driver, driver.transaction():
        if not await revoke(driver, fingerprint, caller.name):
            raise errors.NotFound("No key of that fingerprint counts.")
        await record(driver, caller, "reference_set.revoke", fingerprint=fingerprint)


def _build_set(row: SetRow) -> ReferenceSetOut:
    return {
        "id": str(row["id"]),
        "maker_name": row["maker_name"],
        "maker_contact": row["maker_contact"],
        "fingerprint": write_fingerprint(bytes(row["public_key"])),
        "made": row["made"],
        "cells": row["cell_count"],
        "imported_at": row["imported_at"],
        "imported_by": row["imported_by"],
        "state": "revoked" if row["revoked_at"] else "counts" if row["is_newest"] else "superseded",
    }
