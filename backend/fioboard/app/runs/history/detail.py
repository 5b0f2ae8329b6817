"""One run whole, and what is drawn of it: for its page, and for shares of it."""

import asyncio
from collections.abc import Sequence
from uuid import UUID

import orjson

from fioboard.app.runs.history import history, shape
from fioboard.app.runs.history.result_pages import load_first_page
from fioboard.core.database import Database
from fioboard.core.driver import Driver
from fioboard.core.errors import RunNotFound
from fioboard.engine.answers.answer import AnswerOut
from fioboard.engine.answers.moments import MomentsOut
from fioboard.engine.answers.result import CdfPoint, SharedLatencyCurve
from fioboard.engine.answers.run import RunDetail
from fioboard.engine.formats.fio.model.histogram import Histogram
from fioboard.engine.hardware.inventory.moments import list_readings
from fioboard.engine.hardware.inventory.samples import BadSamples, Samples, read_samples
from fioboard.engine.hardware.inventory.surroundings import read_preflight
from fioboard.engine.words.limits import MAX_RUN_CLONES, MAX_RUN_RESULTS
from fioboard.store.blobs.get import original
from fioboard.store.queries import inventories as inventory_queries
from fioboard.store.queries.runs import run as run_queries

CDF_POINTS = 400
# One takes some 15 kB, and a person tells no more of them apart.
MAX_CURVES = 24


async def load_detail(driver: Driver, run_id: UUID, most_results: int = MAX_RUN_RESULTS) -> RunDetail:
    """Load one run with its first results, judged by itself. Raises RunNotFound."""
    row = await run_queries.get_run(driver, run_id)
    if row is None:
        raise RunNotFound
    first = await load_first_page(driver, run_id, row["headline_position"] or 0, most_results)
    shown = [result["id"] for result in first.rows]
    clones = await run_queries.list_job_results(driver, shown, MAX_RUN_CLONES)
    clone_count = (
        await run_queries.count_job_results(driver, shown) if len(clones) == MAX_RUN_CLONES else len(clones)
    )
    documents = await run_queries.list_documents(driver, row["upload_id"])
    return shape.detail(row, first, clones, clone_count, documents)


async def load_page(driver: Driver, run_id: UUID) -> RunDetail:
    """Load one run whole, its answer with what the runs around it show: not for shares. Raises RunNotFound."""
    whole = await load_detail(driver, run_id)
    return {**whole, "answer": await load_answer(driver, run_id)}


async def load_answer(driver: Driver, run_id: UUID) -> AnswerOut | None:
    """Load the answer of one run, with what the runs around it show. Raises RunNotFound."""
    exists, stored = await run_queries.get_answer(driver, run_id)
    if not exists:
        raise RunNotFound
    return await history.build_answer(driver, run_id, stored)


async def load_curves(driver: Driver, run_id: UUID, result_ids: Sequence[UUID]) -> list[SharedLatencyCurve]:
    """Load the first latency distributions of these results of a run, at most MAX_CURVES."""
    rows = await run_queries.list_histograms(driver, run_id, result_ids, MAX_CURVES)

    def drawn() -> list[SharedLatencyCurve]:
        return [
            SharedLatencyCurve(
                position=row["position"], kind=row["kind"], n=row["n"], points=build_cdf_points(row["bins"])
            )
            for row in rows
        ]

    return await asyncio.to_thread(drawn)


def build_cdf_points(bins: bytes) -> list[CdfPoint]:
    """Build the distribution of stored bins, at most CDF_POINTS and the last one."""
    edges, shares = Histogram.from_bytes(bins).cdf()
    step = max(1, -(-len(edges) // CDF_POINTS))
    kept = [*range(0, len(edges) - 1, step), len(edges) - 1]
    return [{"ns": int(edges[i]), "share": float(shares[i])} for i in kept]


async def load_moments(database: Database, run_id: UUID) -> MomentsOut:
    """Load what was checked before, read before and after; no readings without a samples file. Raises RunNotFound."""
    async with database.driver() as driver:
        run = await inventory_queries.run_for_picture(driver, run_id)
    if run is None:
        raise RunNotFound
    samples = Samples()
    if run["samples_sha256"] is not None:
        content = await original(database.objects, run["samples_sha256"], run["samples"])
        samples = await asyncio.to_thread(_parse_samples, content)
    checks = read_preflight(orjson.loads(run["manifest"]).get("preflight"))
    return {
        "notes": list(samples.notes),
        "readings": [reading.serialize() for reading in list_readings(samples)],
        "preflight": None if checks is None else [check.serialize() for check in checks],
    }


def _parse_samples(content: bytes) -> Samples:
    """Parse samples; what could not be read at ingest, where a remark says so, holds nothing here either."""
    try:
        return read_samples(orjson.loads(content))
    except (BadSamples, orjson.JSONDecodeError):
        return Samples()
