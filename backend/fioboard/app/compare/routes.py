"""Comparing sets of runs: the table, distributions, time series, and what a run can be compared with."""

from collections.abc import Sequence
from typing import Annotated, Literal
from uuid import UUID

from fastapi import Query, Response

from fioboard.app.access.check import allow
from fioboard.app.compare import choices as run_choices
from fioboard.app.compare import exports, rated, resampling, service, suggestions
from fioboard.app.compare import spec as specs
from fioboard.app.compare.portions import take_portion
from fioboard.core.database import AppDatabase
from fioboard.core.flat_routes import Router
from fioboard.core.responses import AsIs
from fioboard.core.run_state import LatencyKind
from fioboard.engine.answers.choices import ChoicesOut
from fioboard.engine.answers.compare import CompareOut
from fioboard.engine.answers.compare_curves import DistributionOut, TimeSeriesCompareOut
from fioboard.engine.answers.compare_evidence import BootstrapsOut
from fioboard.engine.answers.problem import refusals
from fioboard.engine.words.limits import MAX_COMPARED_METRICS, MAX_COMPARED_WORKLOADS, MAX_NEW_SIDES

router = Router(tags=["compare"])
REFUSALS = refusals(400, 401, 403, 404, 422, 503)
# The server takes addresses of 64 KiB; two sides of 500 runs each fit.
MAX_CHARACTERS = 24_000

Base = Annotated[
    str,
    Query(
        max_length=MAX_CHARACTERS,
        description="Filter of the base runs: `bios.nps=1&rw=read` or `run=ID&run=ID`",
    ),
]
New = Annotated[
    Sequence[str],
    Query(
        min_length=1,
        max_length=MAX_NEW_SIDES,
        description="Filter of the new runs; several: columns in this order",
    ),
]
Ignore = Annotated[
    Sequence[str],
    Query(max_length=30, description="Job options that may differ between matched workloads, e.g. iodepth"),
]
Match = Annotated[
    Sequence[str],
    Query(max_length=10, description="Further job options that must be equal: size, runtime, …"),
]
Row = Annotated[
    str, Query(min_length=12, max_length=12, description="`key` of the workload in the comparison")
]
Metrics = Annotated[
    Sequence[str], Query(max_length=MAX_COMPARED_METRICS, description="Metrics; default: the usual ones")
]


@router.get(
    "/compare",
    dependencies=[allow("read", may_lag=True)],
    response_model=CompareOut,
    responses={200: {"content": {"text/csv": {}, "text/markdown": {}}}, **REFUSALS},
)
async def read_comparison(
    database: AppDatabase,
    *,
    base: Base,
    new: New,
    metric: Metrics = (),
    ignore: Ignore = (),
    match: Match = (),
    headline: Annotated[
        str | None,
        Query(
            max_length=100, description="Metric that the sentence speaks of; default: by the kind of workload"
        ),
    ] = None,
    bootstrap: Annotated[
        bool, Query(description="Each figure's bootstrap interval, too; CSV and Markdown always have it")
    ] = False,
    skip: Annotated[
        int,
        Query(
            ge=0,
            le=MAX_COMPARED_WORKLOADS,
            description="Number of workloads to leave out at the beginning of JSON",
        ),
    ] = 0,
    format: Annotated[Literal["json", "csv", "markdown"], Query(description="Shape of the answer")] = "json",
) -> AsIs[CompareOut | Response]:
    """Base against new, workload by workload: ratios with intervals, verdicts, and what differs in the setting."""
    wanted = specs.read(base, new, metric, ignore, match, headline=headline)
    async with database.driver() as driver:
        bound = resampling.OF_ANSWER if bootstrap or format != "json" else None
        comparison = await service.compare(driver, wanted, resampled=bound)
        ratings = await rated.get_ratings(driver, comparison) if format == "markdown" else {}
    if format == "json":
        return take_portion(comparison, skip)
    if format == "csv":
        headers = {"content-disposition": 'attachment; filename="comparison.csv"'}
        return Response(exports.write_csv(comparison), media_type="text/csv; charset=utf-8", headers=headers)
    return Response(exports.write_markdown(comparison, ratings), media_type="text/markdown; charset=utf-8")


@router.get(
    "/compare/bootstrap",
    dependencies=[allow("read", may_lag=True)],
    responses=REFUSALS,
)
async def read_bootstraps(
    database: AppDatabase,
    *,
    base: Base,
    new: New,
    workload: Row,
    metric: Metrics = (),
    ignore: Ignore = (),
    match: Match = (),
) -> AsIs[BootstrapsOut]:
    """The bootstrap interval of one workload's ratios: a second opinion beside the interval that decides."""
    wanted = specs.read(base, new, metric, ignore, match)
    async with database.driver() as driver:
        return await service.load_bootstraps(driver, wanted, workload)


@router.get(
    "/compare/distribution",
    dependencies=[allow("read", may_lag=True)],
    responses=REFUSALS,
)
async def read_distribution(
    database: AppDatabase,
    *,
    base: Base,
    new: New,
    workload: Row,
    ignore: Ignore = (),
    match: Match = (),
    kind: Annotated[LatencyKind, Query(description="Which latency")] = "clat",
) -> AsIs[DistributionOut]:
    """Latency distributions of one workload from json+ bins, merged exactly, and the shift of each percentile."""
    wanted = specs.read(base, new, [f"{kind}_mean_ns"], ignore, match)
    async with database.driver() as driver:
        return await service.load_distribution(driver, wanted, workload, kind)


@router.get(
    "/compare/time-series",
    dependencies=[allow("read", may_lag=True)],
    responses=REFUSALS,
)
async def read_time_series(
    database: AppDatabase,
    *,
    base: Base,
    new: New,
    workload: Row,
    ignore: Ignore = (),
    match: Match = (),
    metric: Annotated[
        Literal["iops", "bw_bytes_per_s", "clat_ns", "lat_ns", "slat_ns"], Query(description="Which series")
    ] = "bw_bytes_per_s",
) -> AsIs[TimeSeriesCompareOut]:
    """What was recorded over time in the runs of one workload, each from its own start."""
    wanted = specs.read(base, new, ["iops"], ignore, match)
    async with database.driver() as driver:
        return await service.load_time_series(driver, wanted, workload, metric)


@router.get("/compare/choices", dependencies=[allow("read", may_lag=True)], responses=REFUSALS)
async def read_choices(
    database: AppDatabase,
    run: Annotated[
        UUID | None, Query(description="The run that is to be compared; default: what is worth comparing")
    ] = None,
) -> AsIs[ChoicesOut]:
    """What a run can be compared with: an earlier configuration of its host, the same workload elsewhere.

    Without a run: two values of one setting of a host, and batches with the one before of the same name.
    """
    async with database.driver() as driver:
        if run is None:
            return {"items": await suggestions.list_suggestions(driver)}
        return {"items": await run_choices.list_choices(driver, run)}
