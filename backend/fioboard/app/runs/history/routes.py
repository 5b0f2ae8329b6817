"""One run, its original bytes and its latency distribution."""

from typing import Annotated, cast
from urllib.parse import quote
from uuid import UUID

from fastapi import Path, Query

from fioboard.app.access.check import Caller, allow
from fioboard.app.runs.history import changes, result_pages
from fioboard.app.runs.history import detail as runs
from fioboard.core import errors
from fioboard.core.database import AppDatabase
from fioboard.core.flat_routes import Router
from fioboard.core.responses import AsIs, OriginalBytes
from fioboard.core.run_state import LatencyKind
from fioboard.engine.answers.answer import AnswerOut
from fioboard.engine.answers.problem import refusals
from fioboard.engine.answers.result import CdfOut
from fioboard.engine.answers.run import ResultPage, RunDetail, RunPatch
from fioboard.engine.answers.run_edit import OfShares
from fioboard.engine.words.limits import MAX_RESULTS_PER_PAGE
from fioboard.store.blobs.get import original
from fioboard.store.queries.runs import run as run_queries

router = Router(tags=["runs"])

REFUSALS = refusals(401, 403, 404, 422, 503)
RunId = Annotated[UUID, Path(description="The run's id")]


@router.get("/runs/{run_id}", dependencies=[allow("read", may_lag=True)], responses=REFUSALS)
async def read_run(database: AppDatabase, run_id: RunId) -> AsIs[RunDetail]:
    """One run: job options, inventory, and results per job and direction."""
    async with database.driver() as driver:
        return await runs.load_page(driver, run_id)


@router.get("/runs/{run_id}/results", dependencies=[allow("read", may_lag=True)], responses=REFUSALS)
async def read_results(
    database: AppDatabase,
    run_id: RunId,
    limit: Annotated[
        int, Query(ge=1, le=MAX_RESULTS_PER_PAGE, description="Number of results per page")
    ] = 100,
    cursor: Annotated[
        str | None,
        Query(
            max_length=200,
            description="`next_cursor` of the page before, or `results_next_cursor` of the run",
        ),
    ] = None,
) -> AsIs[ResultPage]:
    """The results of one run, page by page; a page may hold fewer than `limit` where single results are long."""
    async with database.driver() as driver:
        return await result_pages.load_page(driver, run_id, cursor, limit)


@router.get("/runs/{run_id}/answer", dependencies=[allow("read", may_lag=True)], responses=REFUSALS)
async def read_answer(database: AppDatabase, run_id: RunId) -> AsIs[AnswerOut | None]:
    """What holds one run back, whether it can be believed, what was checked, and what each stage could carry.

    Rules over several runs are judged at every reading, against the runs around it on its host; the rest is stored.
    null when the run was read by a version that did not judge: a reparse makes it.
    """
    async with database.driver() as driver:
        return await runs.load_answer(driver, run_id)


@router.get(
    "/runs/{run_id}/raw",
    dependencies=[allow("read", may_lag=True)],
    responses={
        200: {"content": {"application/octet-stream": {}}, "description": "The original bytes"},
        **REFUSALS,
    },
)
async def read_raw(
    database: AppDatabase,
    run_id: RunId,
    name: Annotated[
        str | None, Query(max_length=255, description="Which file; default: the tool's output")
    ] = None,
) -> OriginalBytes:
    """The original bytes of one file of the run, exactly as they arrived."""
    async with database.driver() as driver:
        row = await run_queries.get_run(driver, run_id)
        file = None if row is None else await run_queries.get_document_body(driver, row["upload_id"], name)
    if file is None:
        raise errors.RunNotFound if row is None else errors.NotFound("This run has no such file.")
    return OriginalBytes(
        await original(database.objects, file["sha256"], file["body_zstd"]),
        headers={
            # The name is ours, never the sender's (B27); the digest lets anyone check the bytes.
            "content-disposition": f"attachment; filename*=UTF-8''{quote(f'run-{run_id}.txt')}",
            "content-security-policy": "sandbox; default-src 'none'",
            "etag": f'"{file["sha256"].hex()}"',
        },
    )


@router.get(
    "/results/{result_id}/cdf",
    dependencies=[allow("read", may_lag=True)],
    responses={200: {"model": CdfOut}, **REFUSALS},
)
async def read_cdf(
    database: AppDatabase,
    result_id: Annotated[UUID, Path(description="The result's id")],
    kind: Annotated[LatencyKind, Query(description="Which latency")] = "clat",
) -> CdfOut:
    """The cumulative latency distribution of a result from its json+ bins, at most 400 points."""
    async with database.driver() as driver:
        row = await run_queries.get_histogram(driver, result_id, kind)
    if row is None:
        raise errors.ResultNotFound(
            "This result has no latency bins; they come with fio's --output-format=json+."
        )
    return CdfOut(result_id=str(result_id), kind=kind, n=row["n"], points=runs.build_cdf_points(row["bins"]))


def _wished(patch: RunPatch) -> changes.State:
    """Only what the patch names; empty text and absent collections are what they are stored as."""
    whole = {
        "title": patch.title or None,
        "note": patch.note or None,
        "labels": patch.labels or {},
        "tags": patch.tags or [],
    }
    return cast(changes.State, {name: whole[name] for name in patch.model_fields_set})


@router.patch(
    "/runs/{run_id}",
    dependencies=[allow("write")],
    responses=refusals(400, 413) | REFUSALS,
)
async def edit_run(database: AppDatabase, run_id: RunId, patch: RunPatch, caller: Caller) -> AsIs[RunDetail]:
    """Changes title, note, labels or tags; absent fields stay. Figures and originals cannot be changed."""
    async with database.driver() as driver:
        if await run_queries.get_run(driver, run_id) is None:  # deleted ones are restored first
            raise errors.RunNotFound
        await changes.change_runs(driver, caller, [run_id], lambda _, before: _wished(patch), "run.edit")
        return await runs.load_page(driver, run_id)


@router.delete("/runs/{run_id}", status_code=204, dependencies=[allow("write")], responses=REFUSALS)
async def delete_run(
    database: AppDatabase,
    run_id: RunId,
    caller: Caller,
    shares: Annotated[
        OfShares, Query(description="Links made from it: end them, or keep their frozen copies")
    ] = "revoke",
) -> None:
    """Deletes a run; it can be restored for 30 days. Links made from it end, which restoring does not undo."""
    async with database.driver() as driver:
        _, number = await changes.change_runs(
            driver, caller, [run_id], lambda _, before: {"is_deleted": True}, "run.delete", shares=shares
        )
        if not number:
            raise errors.RunNotFound


@router.post("/runs/{run_id}/restore", dependencies=[allow("write")], responses=REFUSALS)
async def restore_run(database: AppDatabase, run_id: RunId, caller: Caller) -> AsIs[RunDetail]:
    """Brings back a run that was deleted less than 30 days ago."""
    async with database.driver() as driver:
        _, number = await changes.change_runs(
            driver, caller, [run_id], lambda _, before: {"is_deleted": False}, "run.restore"
        )
        if not number:
            raise errors.RunNotFound
        return await runs.load_page(driver, run_id)
