"""Reference sets: the list, pasting a table, turning one off, revoking a key, and where figures stand in them."""

from collections.abc import Sequence
from typing import Annotated
from uuid import UUID

from fastapi import Path, Query

from fioboard.app.access.audit import record
from fioboard.app.access.check import Caller, allow
from fioboard.app.reference_sets.imports import revoke
from fioboard.app.reference_sets.pasting import add_pasted_set
from fioboard.app.reference_sets.placement import find_places, list_model_tests
from fioboard.app.reference_sets.stated import find_stated_places, list_stated_of_set
from fioboard.core import errors
from fioboard.core.database import AppDatabase
from fioboard.core.driver import Driver
from fioboard.core.flat_routes import Router
from fioboard.core.responses import AsIs
from fioboard.engine.answers.drive_model import ModelId
from fioboard.engine.answers.problem import refusals
from fioboard.engine.answers.reference_set import (
    ModelTestList,
    PastedSetIn,
    PlacementList,
    ReferenceSetList,
    ReferenceSetOut,
    SetPatch,
    SetState,
    StatedList,
)
from fioboard.engine.reference_sets.signature import describe_lab, write_fingerprint
from fioboard.store.queries import drive_models
from fioboard.store.queries import reference_sets as queries
from fioboard.store.queries import stated_figures as stated_queries
from fioboard.store.queries.reference_sets import SetRow

router = Router(tags=["reference sets"])
REFUSALS = refusals(401, 403, 404, 422, 503)
MAX_RUNS = 20
SetId = Annotated[UUID, Path(description="Of a set, as the list has it")]


@router.get("/reference-sets", dependencies=[allow("read", may_lag=True)], responses=REFUSALS)
async def list_reference_sets(database: AppDatabase) -> AsIs[ReferenceSetList]:
    """Every reference set that was taken, the newest first."""
    async with database.driver() as driver:
        rows = await queries.list_sets(driver)
    return {"items": [_build_set(row) for row in rows]}


@router.get("/reference-sets/placements", dependencies=[allow("read", may_lag=True)], responses=REFUSALS)
async def read_placements(
    database: AppDatabase,
    run: Annotated[Sequence[UUID], Query(max_length=MAX_RUNS, description="Runs; repeat for several")] = (),
) -> AsIs[PlacementList]:
    """Where the results of runs stand in each set that has their drives and test. Sets are never pooled.

    A run that cannot be relied on, and one that no set has the drives and the test of, is left out.
    """
    async with database.driver() as driver:
        items = [result for one in dict.fromkeys(run) for result in await find_places(driver, one)]
        stated = [figure for one in dict.fromkeys(run) for figure in await find_stated_places(driver, one)]
    return {"items": items, "stated": stated}


@router.post(
    "/reference-sets",
    dependencies=[allow("write")],
    status_code=201,
    responses=refusals(400, 409, 413) | REFUSALS,
)
async def paste_reference_set(database: AppDatabase, pasted: PastedSetIn, caller: Caller) -> ReferenceSetOut:
    """Adds a vendor's or reviewer's table as a set of its own: figures that a source states, not measured.

    `POST /specs/preview` reads the figures of a table; what was looked at comes here as `rating`.
    """
    async with database.driver() as driver, driver.transaction():
        set_id = await add_pasted_set(driver, pasted, caller.name)
        await record(driver, caller, "reference_set.paste", set=set_id, by=pasted.by, model=pasted.model)
        row = await _find_set(driver, UUID(set_id))
    return _build_set(row)


@router.get("/reference-sets/{set_id}/stated", dependencies=[allow("read")], responses=REFUSALS)
async def read_stated_figures(database: AppDatabase, set_id: SetId) -> AsIs[StatedList]:
    """What a set states, each figure with its conditions and source. At most 1,000."""
    async with database.driver() as driver:
        row = await _find_set(driver, set_id)
        lab = describe_lab(row["maker_name"], row["public_key"])
        return await list_stated_of_set(driver, set_id, lab, row["stated_count"])


@router.patch(
    "/reference-sets/{set_id}", dependencies=[allow("admin")], responses=refusals(400, 409) | REFUSALS
)
async def change_reference_set(
    database: AppDatabase, set_id: SetId, changed: SetPatch, caller: Caller
) -> ReferenceSetOut:
    """Turns a set that came with fioboard or was pasted off, or on again. One of a lab ends with its key."""
    async with database.driver() as driver, driver.transaction():
        row = await _find_set(driver, set_id)
        if row["origin"] == "signed":
            raise errors.Conflict("A set from another lab stays in use until its key is revoked.")
        await stated_queries.set_state(driver, set_id, is_off=not changed.is_on, by=caller.name)
        action = "reference_set.turn_on" if changed.is_on else "reference_set.turn_off"
        await record(driver, caller, action, set=str(set_id), maker=row["maker_name"])
        row = await _find_set(driver, set_id)
    return _build_set(row)


@router.get(
    "/models/{model_id}/reference-sets", dependencies=[allow("read", may_lag=True)], responses=REFUSALS
)
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
            raise errors.NotFound("No key with that fingerprint is trusted.")
        await record(driver, caller, "reference_set.revoke", fingerprint=fingerprint)


async def _find_set(driver: Driver, set_id: UUID) -> SetRow:
    """Find a set. Raises NotFound."""
    row = next((row for row in await queries.list_sets(driver) if row["id"] == set_id), None)
    if row is None:
        raise errors.NotFound("There is no such reference set.")
    return row


def _find_state(row: SetRow) -> SetState:
    if row["revoked_at"] is not None:
        return "revoked"
    if row["off_at"] is not None:
        return "off"
    return "counts" if row["is_newest"] else "superseded"


def _build_set(row: SetRow) -> ReferenceSetOut:
    key = row["public_key"]
    return {
        "id": str(row["id"]),
        "origin": row["origin"],
        "maker_name": row["maker_name"],
        "maker_contact": row["maker_contact"],
        "fingerprint": None if key is None else write_fingerprint(bytes(key)),
        "made": row["made"],
        "cells": row["cell_count"],
        "stated": row["stated_count"],
        "imported_at": row["imported_at"],
        "imported_by": row["imported_by"],
        "state": _find_state(row),
    }
