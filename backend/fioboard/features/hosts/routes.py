"""The list of hosts, and one host with its history."""

import asyncio
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Path

from fioboard.access.check import allow
from fioboard.core import errors
from fioboard.core.database import AppDatabase
from fioboard.features.hosts.timeline import timeline
from fioboard.queries import agents as agent_queries
from fioboard.queries import hosts as host_queries
from fioboard.queries import inventories as inventory_queries
from fioboard.queries.host_counts import run_counts
from fioboard.queries.hosts import HostRow
from fioboard.schemas.agent import AgentOut
from fioboard.schemas.host import HostDetail, HostList, HostOut, RefusedUploadOut
from fioboard.schemas.host_ref import HostRef
from fioboard.schemas.problem import refusals

router = APIRouter(tags=["hosts"])
MAX_STRETCHES = 200
MAX_REFUSALS = 5


@router.get("/hosts", dependencies=[allow("read")], responses=refusals(401, 403, 422, 503))
async def list_hosts(database: AppDatabase) -> HostList:
    """All hosts by name, with their number of runs and what was refused lately."""
    async with database.driver() as driver:
        rows = await host_queries.list_hosts(driver)
        counts = await run_counts(driver)
    return HostList(items=[_host(row, counts.get(row["id"], 0)) for row in rows])


def _host(row: HostRow, run_count: int) -> HostOut:
    return {
        "id": str(row["id"]),
        "name": row["name"],
        "run_count": run_count,
        "last_run_at": row["last_run_at"],
        "inventory_id": str(row["inventory_id"]) if row["inventory_id"] else None,
        "refused_uploads": row["refused_uploads"],
    }


@router.get(
    "/hosts/{host_id}",
    dependencies=[allow("read")],
    responses=refusals(401, 403, 404, 422, 503),
)
async def read_host(
    database: AppDatabase, host_id: Annotated[UUID, Path(description="The host's id")]
) -> HostDetail:
    """One host and the timeline of what changed in its hardware, firmware and operating system."""
    async with database.driver() as driver:
        row = await host_queries.get_host(driver, host_id)
        if row is None:
            raise errors.HostNotFound
        namesakes = await host_queries.namesakes(driver, host_id, row["name"])
        refusals = await host_queries.refusals(driver, host_id, MAX_REFUSALS)
        agent = await agent_queries.last_word(driver, host_id)
        stretches = await inventory_queries.stretches(driver, host_id, MAX_STRETCHES + 1)
        bodies = await inventory_queries.bodies(driver, list({s["inventory_id"] for s in stretches}))
    # Many differences of large documents: beside the event loop, so that nobody's page waits for this one.
    entries = await asyncio.to_thread(timeline, stretches, bodies)
    return {
        **_host(row, row["run_count"]),
        "first_run_at": row["first_run_at"],
        "agent": None if agent is None else AgentOut(**agent),
        "timeline": entries[:MAX_STRETCHES],
        "same_name": [HostRef(**other) for other in namesakes],
        "refusals": [RefusedUploadOut(**refusal) for refusal in refusals],
    }
