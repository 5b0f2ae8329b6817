"""One batch with its runs."""

from typing import Annotated
from uuid import UUID

import orjson
from fastapi import APIRouter, Path, Request, Response

from fioboard.access.check import allow
from fioboard.core import errors
from fioboard.core.database import Database
from fioboard.features.runs import shape
from fioboard.features.runs.repeats import repeats
from fioboard.queries import batches as batch_queries
from fioboard.queries import runs as run_queries
from fioboard.schemas.batch import BatchOut
from fioboard.schemas.problem import refusals
from fioboard.schemas.queries import demand_known

router = APIRouter(tags=["batches"])
MOST_RUNS = 1000
REFUSALS = refusals(401, 403, 404, 422, 503)


@router.get(
    "/batches/{batch_id}",
    dependencies=[allow("read")],
    responses={200: {"model": BatchOut}, **REFUSALS},
)
async def read_batch(
    request: Request, batch_id: Annotated[UUID, Path(description="The batch's id")]
) -> Response:
    """One sweep or suite: its runs in order of their step, and the spread of each workload's repeats."""
    demand_known(request)
    database: Database = request.app.state.database
    async with database.driver() as driver:
        rows = await batch_queries.runs_of(driver, batch_id, MOST_RUNS)
        if not rows:
            raise errors.BatchNotFound
        results = await run_queries.results_of(driver, [row["id"] for row in rows])
        count = len(rows) if len(rows) < MOST_RUNS else await batch_queries.count_runs(driver, batch_id)
    batch = orjson.loads(rows[0]["batch"])
    hosts = {row["host_id"]: row["host_name"] for row in rows}
    shown = shape.by_run(results)
    place = {row["id"]: number for number, row in enumerate(rows)}
    content = {
        "id": batch_id,
        "name": batch["name"],
        "steps": batch["steps"],
        "run_count": count,
        "started_at": min((r["started_at"] for r in rows if r["started_at"]), default=None),
        "ended_at": max((r["ended_at"] for r in rows if r["ended_at"]), default=None),
        "hosts": [{"id": host_id, "name": name} for host_id, name in hosts.items()],
        "runs": [shape.summary(row, shown.get(row["id"], [])) for row in rows],
        "repeats": repeats(sorted(results, key=lambda r: place[r["run_id"]])),
    }
    return Response(orjson.dumps(content, default=str), media_type="application/json")
