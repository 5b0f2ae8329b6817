"""Batches: the list, one with its runs, and a run's place in its batch."""

from typing import Annotated
from uuid import UUID

import orjson
from fastapi import APIRouter, Path, Query

from fioboard.access.check import allow
from fioboard.core import errors
from fioboard.core.database import AppDatabase
from fioboard.core.responses import AsIs
from fioboard.features.runs import batches, history, shape
from fioboard.features.runs.folding import swept
from fioboard.features.runs.repeats import repeats, setting_of
from fioboard.queries import batches as batch_queries
from fioboard.queries.batches import OptionsRow
from fioboard.queries.rows import ResultRow
from fioboard.queries.runs import run as run_queries
from fioboard.schemas.batch import BatchOut, RunInBatch
from fioboard.schemas.batch_fold import BatchList
from fioboard.schemas.problem import refusals
from fioboard.schemas.queries import AddressFilter, HostKey, page_size

router = APIRouter(tags=["batches"])
MAX_RUNS = 1000
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
    """One sweep or suite: its runs in order of their step, the spread of each workload's repeats, and what it
    tells as a whole."""
    async with database.driver() as driver:
        rows = await batch_queries.runs_of(driver, batch_id, MAX_RUNS)
        if not rows:
            raise errors.BatchNotFound
        results = await run_queries.results_of(driver, [row["id"] for row in rows])
        count = len(rows) if len(rows) < MAX_RUNS else await batch_queries.count_runs(driver, batch_id)
        place = {row["id"]: number for number, row in enumerate(rows)}
        batches = {row["id"]: batch for row in rows if (batch := shape.batch_ref(row))}
        measuring = {key for key, batch in batches.items() if batch["role"] != "precondition"}
        answer = await history.of_batch(driver, batch_id, [row for row in rows if row["id"] in measuring])
    # Steps may have been added while it ran (`--until`): the largest plan counts.
    steps = max(batch["steps"] for batch in batches.values())
    measured = sorted((r for r in results if r["run_id"] in measuring), key=lambda r: place[r["run_id"]])
    hosts = {row["host_id"]: row["host_name"] for row in rows}
    shown = shape.by_run(results)
    content: BatchOut = {
        "id": batch_id,
        "name": batches[rows[0]["id"]]["name"],
        "steps": steps,
        "run_count": count,
        "started_at": min((r["started_at"] for r in rows if r["started_at"]), default=None),
        "ended_at": max((r["ended_at"] for r in rows if r["ended_at"]), default=None),
        "hosts": [{"id": host_id, "name": name} for host_id, name in hosts.items()],
        "swept": swept([_options(row) for row in measured]),
        "runs": [shape.summary(row, shown.get(row["id"], []), row["factors"]) for row in rows],
        "repeats": repeats(
            measured,
            {row["id"]: setting_of(row["host_name"], row["target"], row["labels"]) for row in rows},
        ),
        "answer": answer,
    }
    return content


def _options(row: ResultRow) -> OptionsRow:
    return {
        "rw": row["rw"],
        "bs_bytes": row["bs_bytes"],
        "bs": orjson.loads(row["details"]).get("bs"),
        "iodepth": row["iodepth"],
        "numjobs": row["numjobs"],
        "ioengine": row["ioengine"],
    }
