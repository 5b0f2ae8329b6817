"""One run whole, and what is drawn of it: for its page, and for shares of it."""

import asyncio
from typing import Any
from uuid import UUID

from fioboard.core.errors import RunNotFound
from fioboard.features.runs import shape
from fioboard.features.runs.buckets import bucketed, read
from fioboard.fio.histogram import Histogram
from fioboard.queries import runs as run_queries
from fioboard.queries import time_series as series_queries

CDF_POINTS = 400


async def detail(driver: Any, run_id: UUID) -> dict[str, Any]:
    """schemas.run.RunDetail. Raises RunNotFound."""
    row = await run_queries.get_run(driver, run_id)
    if row is None:
        raise RunNotFound
    results = await run_queries.results_of(driver, [run_id])
    clones = await run_queries.job_results_of(driver, run_id)
    documents = await run_queries.documents_of(driver, row["upload_id"])
    return shape.detail(row, results, clones, documents)


async def curves(driver: Any, run_id: UUID) -> list[dict[str, Any]]:
    """Every latency distribution of a run that has bins: position of its result, kind, n, points."""
    rows = await run_queries.histograms_of(driver, run_id)
    names = ("position", "kind", "n")

    def drawn() -> list[dict[str, Any]]:
        return [{name: row[name] for name in names} | {"points": cdf_points(row["bins"])} for row in rows]

    return await asyncio.to_thread(drawn)


def cdf_points(bins: bytes) -> list[dict[str, Any]]:
    """schemas.result.CdfPoint of stored bins, at most CDF_POINTS and the last one."""
    edges, shares = Histogram.from_bytes(bins).cdf()
    step = max(1, -(-len(edges) // CDF_POINTS))
    kept = [*range(0, len(edges) - 1, step), len(edges) - 1]
    return [{"ns": int(edges[i]), "share": float(shares[i])} for i in kept]


async def time_series(
    driver: Any, run_id: UUID, from_ms: int | None = None, to_ms: int | None = None, buckets: int = 400
) -> dict[str, Any]:
    """schemas.time_series.RunSeries of a range, ms from the run's start; by default of everything.

    Raises RunNotFound.
    """
    if await run_queries.get_run(driver, run_id) is None:
        raise RunNotFound
    rows = await series_queries.series_of(driver, run_id)
    return await asyncio.to_thread(lambda: bucketed(read(rows), from_ms, to_ms, buckets))
