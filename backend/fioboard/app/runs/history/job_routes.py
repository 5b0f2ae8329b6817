"""The job of a stored run, for an agent that runs it again."""

from typing import Annotated
from uuid import UUID

from fastapi import Path

from fioboard.app.access.check import Caller, allow
from fioboard.app.access.principal import Principal
from fioboard.app.runs.history.neighbour_routes import MAX_JOB_FILE_RESULTS, build_job_file
from fioboard.core import errors
from fioboard.core.config import settings
from fioboard.core.database import AppDatabase
from fioboard.core.driver import Driver
from fioboard.core.flat_routes import Router
from fioboard.engine.answers.confirmation import RunJobOut
from fioboard.engine.answers.problem import refusals
from fioboard.store.queries import requests as request_queries
from fioboard.store.queries.hosts import find_kept_host
from fioboard.store.queries.rows import RunRow
from fioboard.store.queries.runs import run as run_queries
from fioboard.store.queries.runs.first_results import count_results, list_first_results

router = Router(tags=["runs"])


@router.get("/runs/{run_id}/job", dependencies=[allow("upload")], responses=refusals(401, 403, 404, 422, 503))
async def read_run_job(
    database: AppDatabase,
    caller: Caller,
    run_id: Annotated[UUID, Path(description="The run's id")],
) -> RunJobOut:
    """A run's job file. For who may read runs, the host that measured it, and a host that is asked to repeat it."""
    async with database.driver() as driver:
        run = await run_queries.get_run(driver, run_id)
        if run is None or not await _may_read_job(driver, caller, run):
            raise errors.RunNotFound("There is no such run on this host.")
        totals = await count_results(driver, [run_id])
        results = await list_first_results(driver, totals, MAX_JOB_FILE_RESULTS)
    return {
        "run_id": str(run_id),
        "url": f"{settings().public_url}/runs/{run_id}",
        "host": run["host_name"],
        "fio_version": run["tool_version"] if run["tool_name"] == "fio" else None,
        "job_file": build_job_file(run, totals[run_id], results),
    }


async def _may_read_job(driver: Driver, caller: Principal, run: RunRow) -> bool:
    if "read" in caller.rights:
        return True
    if caller.host_id is None:
        return False
    host_id = await find_kept_host(driver, caller.host_id)
    return host_id == run["host_id"] or await request_queries.has_repeat(driver, host_id, run["id"])
