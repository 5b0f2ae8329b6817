"""A metric over any factor."""

from typing import Annotated

from fastapi import Query

from fioboard.app.access.check import allow
from fioboard.app.runs.explore.series import service
from fioboard.core.database import AppDatabase
from fioboard.core.flat_routes import Router
from fioboard.core.responses import AsIs
from fioboard.engine.answers.problem import refusals
from fioboard.engine.answers.queries import AddressFilter, HostKey
from fioboard.engine.answers.series import PresetsOut, SeriesOut

router = Router(tags=["series"])
REFUSALS = refusals(401, 403, 422, 503)


@router.get("/series", dependencies=[allow("read", may_lag=True)], responses=REFUSALS)
async def read_series(
    database: AppDatabase,
    wanted: AddressFilter,
    *,
    x: Annotated[
        str,
        Query(
            max_length=80,
            description="A factor, job option, direction, verdict, limit, metric, or started_at",
        ),
    ],
    metric: Annotated[str, Query(max_length=80, description="iops, bw_bytes_per_s, clat_p99_ns, cpu_pct, …")],
    by: Annotated[
        str | None, Query(max_length=80, description="A factor, verdict or limit to split by")
    ] = None,
    percentile: Annotated[
        str | None,
        Query(
            pattern=r"^\d{1,2}(\.\d{1,5})?$|^100$", description="With metric=clat: the same as clat_p99_9_ns"
        ),
    ] = None,
    host: HostKey = None,
) -> AsIs[SeriesOut]:
    """A metric over x, every value listed. A mean and a line are of one kind of runs: what else varies splits them."""
    chart = service.axes(x, by, metric, percentile)
    async with database.driver() as driver:
        return await service.series(driver, wanted, chart)


@router.get(
    "/series/presets",
    dependencies=[allow("read", may_lag=True)],
    responses={200: {"model": PresetsOut}, **REFUSALS},
)
async def read_presets(database: AppDatabase) -> PresetsOut:
    """Charts to start from, and whether there is anything to see in them."""
    async with database.driver() as driver:
        return await service.presets(driver)
