"""One inventory, the picture of its machine, and its difference to another."""

import asyncio
from typing import Annotated
from uuid import UUID

from fastapi import Path, Query

from fioboard.app.access.check import allow
from fioboard.app.hosts.machines import inventories as service
from fioboard.core import errors
from fioboard.core.database import AppDatabase
from fioboard.core.driver import Driver
from fioboard.core.flat_routes import Router
from fioboard.core.responses import AsIs
from fioboard.engine.answers.difference import DifferenceOut
from fioboard.engine.answers.inventory import InventoryOut
from fioboard.engine.answers.machine import MachineOut
from fioboard.engine.answers.problem import refusals
from fioboard.engine.words.limits import MAX_ANSWER_BYTES
from fioboard.store.queries import inventories as inventory_queries

router = Router(tags=["inventories"])
REFUSALS = refusals(401, 403, 404, 422, 503)
InventoryId = Annotated[UUID, Path(description="The inventory's id")]


async def _inventory(driver: Driver, inventory_id: UUID) -> inventory_queries.InventoryWithRunsRow:
    row = await inventory_queries.get_inventory(driver, inventory_id)
    if row is None:
        raise errors.InventoryNotFound
    return row


@router.get(
    "/inventories/{inventory_id}",
    dependencies=[allow("read", may_lag=True)],
    responses=REFUSALS,
)
async def read_inventory(
    database: AppDatabase,
    inventory_id: InventoryId,
    *,
    whole: Annotated[
        bool, Query(description=f"Also sections that make the document longer than {MAX_ANSWER_BYTES} bytes")
    ] = False,
) -> AsIs[InventoryOut]:
    """One inventory: the agent's document, its firmware settings under vendor-neutral names, findings."""
    async with database.driver() as driver:
        row = await _inventory(driver, inventory_id)
    if len(row["body"]) <= MAX_ANSWER_BYTES:
        return service.build_inventory(row, is_whole=whole)
    # Reading a long one takes a second or more, in which nobody's answer may wait.
    return await asyncio.to_thread(service.build_inventory, row, is_whole=whole)


@router.get(
    "/inventories/{inventory_id}/machine",
    dependencies=[allow("read", may_lag=True)],
    responses=REFUSALS,
)
async def read_machine(
    database: AppDatabase,
    inventory_id: InventoryId,
    run: Annotated[UUID | None, Query(description="Show what this run moved over which links")] = None,
) -> AsIs[MachineOut]:
    """The machine as a tree of sockets, ports, switches, drives and network interfaces, each with its link."""
    async with database.driver() as driver:
        row = await _inventory(driver, inventory_id)
        return await service.machine(driver, database.objects, row, run)


@router.get(
    "/inventories/{inventory_id}/diff/{other_id}",
    dependencies=[allow("read", may_lag=True)],
    responses=REFUSALS,
)
async def read_difference(
    database: AppDatabase,
    inventory_id: InventoryId,
    other_id: Annotated[UUID, Path(description="The inventory on the new side")],
) -> AsIs[DifferenceOut]:
    """What differs between two inventories, field by field; what changes by itself is left out."""
    async with database.driver() as driver:
        base, new = await _inventory(driver, inventory_id), await _inventory(driver, other_id)
    return await asyncio.to_thread(service.build_difference, base, new)
