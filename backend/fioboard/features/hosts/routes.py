"""The list of hosts."""

from fastapi import APIRouter, Request

from fioboard.access.check import allow
from fioboard.core.database import Database
from fioboard.queries import hosts as host_queries
from fioboard.schemas.host import HostList, HostOut
from fioboard.schemas.problem import ErrorOut
from fioboard.schemas.queries import demand_known

router = APIRouter(tags=["hosts"])


@router.get(
    "/hosts", dependencies=[allow("read")], responses={s: {"model": ErrorOut} for s in (401, 403, 422, 503)}
)
async def list_hosts(request: Request) -> HostList:
    """All hosts by name, with their number of runs and what was refused lately."""
    demand_known(request)
    database: Database = request.app.state.database
    async with database.driver() as driver:
        rows = await host_queries.list_hosts(driver)
    return HostList(
        items=[
            HostOut(
                id=str(row["id"]),
                name=row["name"],
                run_count=row["run_count"],
                last_run_at=row["last_run_at"],
                inventory_id=str(row["inventory_id"]) if row["inventory_id"] else None,
                refused_uploads=row["refused_uploads"],
            )
            for row in rows
        ]
    )
