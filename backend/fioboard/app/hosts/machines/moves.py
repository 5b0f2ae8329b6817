"""Merging hosts that are one machine, splitting a host that is two, and undoing either."""

from typing import Annotated
from uuid import UUID, uuid4

from fastapi import Path

from fioboard.app.access.audit import record
from fioboard.app.access.check import Caller, allow
from fioboard.app.hosts.machines.machines import identifiers_of_inventories
from fioboard.core import errors
from fioboard.core.database import AppDatabase
from fioboard.core.driver import Driver
from fioboard.core.flat_routes import Router
from fioboard.core.ids import uuid7
from fioboard.engine.answers.host_move import HostMerge, HostMoveOut, HostSplit
from fioboard.engine.answers.problem import refusals
from fioboard.store.queries import agent_hosts
from fioboard.store.queries import hosts as host_queries
from fioboard.store.queries import moves as queries
from fioboard.store.queries.moved_runs import move_uploads
from fioboard.store.queries.moves import MergeHostRow, MoveRow, NewMove

router = Router(tags=["hosts"])
REFUSALS = refusals(400, 401, 403, 404, 409, 413, 422, 503)
HostId = Annotated[UUID, Path(description="The host's id")]


@router.post("/hosts/{host_id}/merge", status_code=201, dependencies=[allow("write")], responses=REFUSALS)
async def merge_hosts(database: AppDatabase, host_id: HostId, body: HostMerge, caller: Caller) -> HostMoveOut:
    """Moves runs, notes, expectations, tokens and agents of another host to this one: they are one machine.

    The other host's id and name stay valid in addresses and filters and mean this one. Can be undone.
    """
    async with database.driver() as driver, driver.transaction():
        target, source = await _require_hosts(driver, host_id, body.host_id)
        own, others = await queries.take_agents(driver, source["id"])
        move = NewMove(uuid7(), "merge", source["id"], target["id"], own, others, caller.name)
        await queries.add_move(driver, move)
        if target["agent_host_id"] is None and own is not None:
            # So that the kept host keeps its name, whatever the other's agent calls itself.
            await agent_hosts.join_host(driver, target["id"], own, "merged")
        await queries.move_rows(driver, source["id"], target["id"], move.id)
        await move_uploads(driver, source, target, None, move.id)
        await queries.merge_host(driver, source["id"], target["id"], move.id)
        await record(driver, caller, "host.merge", move.id, host=target["name"], merged=source["name"])
        return await _answer(driver, move.id)


@router.post("/hosts/{host_id}/split", status_code=201, dependencies=[allow("write")], responses=REFUSALS)
async def split_host(database: AppDatabase, host_id: HostId, body: HostSplit, caller: Caller) -> HostMoveOut:
    """Moves the runs of this host that have certain inventories to a new host: they are another machine.

    What that machine's agent sends later goes to the new host, too. Can be undone.
    """
    async with database.driver() as driver, driver.transaction():
        source = (await queries.lock_hosts(driver, [host_id])).get(host_id)
        if source is None or source["merged_into_id"] is not None:
            raise errors.HostNotFound
        uploads = await queries.list_uploads_with_inventories(driver, host_id, body.inventory_ids)
        if not uploads:
            raise errors.Conflict("No run on this host has one of these inventories.")
        name = await host_queries.choose_name(driver, None, source["name"])
        target = await _add_host(driver, name)
        own, others = await queries.take_agents(driver, host_id)
        move = NewMove(uuid7(), "split", host_id, target["id"], own, others, caller.name)
        await queries.add_move(driver, move)
        await move_uploads(driver, source, target, uploads, move.id)
        await _split_identifiers(driver, host_id, target["id"])
        for agent in {own, *others} - {None}:
            await agent_hosts.join_host(driver, target["id"], str(agent), "split")
        await record(driver, caller, "host.split", move.id, host=source["name"], new_host=name)
        return await _answer(driver, move.id)


@router.post("/host-moves/{move_id}/undo", dependencies=[allow("write")], responses=REFUSALS)
async def undo_move(
    database: AppDatabase,
    move_id: Annotated[UUID, Path(description="The id of a merge or split")],
    caller: Caller,
) -> HostMoveOut:
    """Takes a merge or split back: runs and all that went along return, with what was uploaded since."""
    async with database.driver() as driver, driver.transaction():
        move = await queries.find_move(driver, move_id)
        if move is None:
            raise errors.NotFound("There is no such merge or split.")
        hosts = await queries.lock_hosts(driver, [move["source_id"], move["target_id"]])
        move = await queries.find_move(driver, move_id) or move
        source, target = hosts[move["source_id"]], hosts[move["target_id"]]
        if move["undone_at"] is not None:
            raise errors.Conflict("This was already undone.")
        if move["kind"] == "merge":
            await _part(driver, move, source, target)
        else:
            await _rejoin(driver, move, source, target)
        await queries.record_undo(driver, move_id, caller.name)
        await record(
            driver, caller, f"host.undo_{move['kind']}", move_id, host=source["name"], other=target["name"]
        )
        return await _answer(driver, move_id)


async def _part(driver: Driver, move: MoveRow, source: MergeHostRow, target: MergeHostRow) -> None:
    """Undo a merge. Raises Conflict where a later merge stands on it."""
    if source["merged_into_id"] != target["id"] or target["merged_into_id"] is not None:
        raise errors.Conflict("A later merge depends on this one; undo that first.")
    await move_uploads(driver, target, source, await queries.list_uploads_to_return(driver, move), None)
    await queries.return_rows(driver, move)
    await queries.restore_host(driver, move)


async def _rejoin(driver: Driver, move: MoveRow, source: MergeHostRow, target: MergeHostRow) -> None:
    """Undo a split. Raises Conflict where one of the hosts was merged since."""
    if source["merged_into_id"] is not None or target["merged_into_id"] is not None:
        raise errors.Conflict("One of the two hosts has been merged since; undo that first.")
    await move_uploads(driver, target, source, None, None)
    await agent_hosts.remove_agents(driver, target["id"])
    await queries.merge_host(driver, target["id"], source["id"], move["id"])
    await agent_hosts.remove_agent(driver, str(target["agent_host_id"]))


async def _require_hosts(
    driver: Driver, target_id: UUID, source_id: UUID
) -> tuple[MergeHostRow, MergeHostRow]:
    """Both hosts of a merge. Raises HostNotFound, Invalid, Conflict."""
    if target_id == source_id:
        raise errors.Invalid("A host cannot be merged with itself.")
    hosts = await queries.lock_hosts(driver, [target_id, source_id])
    if len(hosts) < 2:
        raise errors.HostNotFound
    if any(host["merged_into_id"] is not None for host in hosts.values()):
        raise errors.Conflict("One of these hosts was already merged.")
    return hosts[target_id], hosts[source_id]


async def _add_host(driver: Driver, name: str) -> MergeHostRow:
    """A new host for runs that are split off. Raises Unavailable."""
    host_id = await host_queries.get_or_add_agent_host(driver, uuid7(), str(uuid4()), name)
    if host_id is None:
        raise errors.Unavailable("Another request is using this name; try again.", retry_after_s=1)
    return (await queries.lock_hosts(driver, [host_id]))[host_id]


async def _split_identifiers(driver: Driver, source_id: UUID, target_id: UUID) -> None:
    """Give each of two hosts the identifiers that its own inventories have."""
    here = await identifiers_of_inventories(driver, source_id)
    there = await identifiers_of_inventories(driver, target_id)
    await agent_hosts.add_identifiers(driver, target_id, there)
    await agent_hosts.remove_identifiers(driver, source_id, there - here)


async def _answer(driver: Driver, move_id: UUID) -> HostMoveOut:
    row = await queries.find_move(driver, move_id)
    if row is None:
        raise errors.NotFound("There is no such merge or split.")
    return build_move(row)


def build_move(row: MoveRow) -> HostMoveOut:
    """What pages say of a merge or split."""
    return {
        "id": str(row["id"]),
        "kind": row["kind"],
        "source": {"id": row["source_id"], "name": row["source_name"]},
        "target": {"id": row["target_id"], "name": row["target_name"]},
        "runs": row["runs"],
        "moved_at": row["moved_at"],
        "moved_by": row["moved_by"],
        "undone_at": row["undone_at"],
    }
