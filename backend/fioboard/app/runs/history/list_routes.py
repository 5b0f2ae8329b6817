"""The run history: pages, groups, and the history of one workload."""

from typing import Annotated, Literal
from uuid import UUID

from fastapi import Path, Query

from fioboard.app.access.check import allow
from fioboard.app.runs.history import grouping, listing
from fioboard.core.database import AppDatabase
from fioboard.core.flat_routes import Router
from fioboard.core.responses import AsIs
from fioboard.engine.answers.problem import refusals
from fioboard.engine.answers.queries import AddressFilter, page_size
from fioboard.engine.answers.run import RunPage
from fioboard.engine.answers.run_group import RunGroups, WorkloadHistory
from fioboard.engine.words.limits import MAX_RUNS_PER_PAGE
from fioboard.store.queries.runs import groups as run_groups

router = Router(tags=["runs"])

REFUSALS = refusals(401, 403, 404, 422, 503)
FILTERS = "Every other key is a filter, see docs/filters.md: `rw=randwrite&bs=4k..64k&label.fan=!off`."
Host = Annotated[
    str | None, Query(max_length=256, description=f"Only this host, by name; may be repeated. {FILTERS}")
]
KEYS = ", ".join(f"`{key}`" for key in run_groups.KEYS)
Words = Annotated[
    str | None,
    Query(max_length=256, alias="q", description="Words in title, note, tags, job names, host or labels"),
]


@router.get("/runs", dependencies=[allow("read", may_lag=True)], responses=REFUSALS)
async def list_runs(
    database: AppDatabase,
    wanted: AddressFilter,
    *,
    host: Host = None,
    words: Words = None,
    limit: Annotated[int, page_size(50, MAX_RUNS_PER_PAGE, "Runs per page")],
    cursor: Annotated[
        str | None, Query(max_length=1000, description="`next_cursor` of the page before")
    ] = None,
    sort: Annotated[
        str, Query(max_length=80, description="started_at, any metric or any factor; `-` = falling")
    ] = "-started_at",
    columns: Annotated[
        str | None,
        Query(max_length=2000, description="Factors and metrics to show as `cells`, separated by commas"),
    ] = None,
    fold: Annotated[
        Literal["batch"] | None,
        Query(
            description="`batch`: the newest run of each batch stands for all of them and carries `fold`; "
            "in the order of time only. `total` still counts runs"
        ),
    ] = None,
    brief: Annotated[
        bool, Query(description="Without factors, and of each result's latencies only the completion p99")
    ] = False,
    distinctions: Annotated[
        bool,
        Query(
            description="Each run with what tells it apart, and the list with what its runs have in common"
        ),
    ] = False,
) -> AsIs[RunPage]:
    """A page of the runs that the filter means, newest first unless sorted otherwise; stable while new runs arrive."""
    keys = listing.parse_columns(columns)
    async with database.driver() as driver:
        return await listing.page(
            driver,
            wanted,
            sort=sort,
            limit=limit,
            cursor=cursor,
            columns=keys,
            is_folded=fold == "batch",
            is_brief=brief,
            has_distinctions=distinctions,
        )


@router.get("/runs/groups", dependencies=[allow("read", may_lag=True)], responses=REFUSALS)
async def group_runs(
    database: AppDatabase,
    wanted: AddressFilter,
    *,
    by: Annotated[str, Query(max_length=80, description=f"A factor, a label, {KEYS}")],
    host: Host = None,
    words: Words = None,
    metric: Annotated[
        str | None, Query(max_length=80, description="A metric to summarise: median, min and max per group")
    ] = None,
    limit: Annotated[int, page_size(100, 500, "Number of groups, the largest first")],
) -> AsIs[RunGroups]:
    """The runs that the filter means by a factor, batch, tag or answer: how many, a metric's median, its range."""
    async with database.driver() as driver:
        return await grouping.list_groups(driver, wanted, by, metric, limit)


@router.get(
    "/workloads/{workload_id}/history",
    dependencies=[allow("read", may_lag=True)],
    responses=REFUSALS,
)
async def workload_history(
    database: AppDatabase,
    wanted: AddressFilter,
    workload_id: Annotated[UUID, Path(description="The workload's id, as a result names it")],
    *,
    host: Host = None,
    words: Words = None,
    metric: Annotated[str, Query(max_length=80, description="Which metric")] = "iops",
    limit: Annotated[int, page_size(50, 200, "Number of runs, the newest")],
) -> AsIs[WorkloadHistory]:
    """One workload's figures over its newest runs, oldest first: a row's sparkline."""
    async with database.driver() as driver:
        return await grouping.load_history(driver, workload_id, wanted, metric, limit)
