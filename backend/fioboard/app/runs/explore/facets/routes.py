"""What can be filtered by, with counts."""

from typing import Annotated

from fastapi import Query

from fioboard.app.access.check import allow
from fioboard.app.runs.explore.facets import counting, sentences
from fioboard.core.database import AppDatabase
from fioboard.core.errors import FilterError, quoted
from fioboard.core.flat_routes import Router
from fioboard.core.responses import AsIs
from fioboard.engine.answers.facet import FacetsOut
from fioboard.engine.answers.problem import refusals
from fioboard.engine.answers.queries import AddressFilter, HostKey
from fioboard.engine.filters import get_kind
from fioboard.engine.filters.keys import all_keys, current, nearest

router = Router(tags=["runs"])
REFUSALS = refusals(401, 403, 422, 503)


@router.get("/facets", dependencies=[allow("read", may_lag=True)], responses=REFUSALS)
async def read_facets(
    database: AppDatabase,
    wanted: AddressFilter,
    *,
    host: HostKey = None,
    keys: Annotated[
        str | None, Query(max_length=1000, description="Only these factors, separated by commas")
    ] = None,
    find: Annotated[str, Query(max_length=256, description="Only values that contain this text")] = "",
    values: Annotated[int, Query(ge=1, le=1000, description="Number of values per factor")] = 20,
) -> AsIs[FacetsOut]:
    """Every factor's values with the number of runs of each, for the filter; a factor's own filter does not count."""
    only = [current(key) for key in (keys or "").split(",") if key]
    for key in only:
        if get_kind(key) is None:
            raise FilterError(sentences.NO_FACTOR(key=quoted(key), hint=nearest(key, all_keys())))
    async with database.driver() as driver:
        return await counting.facets(driver, wanted, only=only, find=find, max_values=values)
