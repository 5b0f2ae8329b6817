"""The present view as a file."""

from typing import Annotated

from fastapi import Query, Request
from fastapi.responses import StreamingResponse

from fioboard.app.access.check import allow
from fioboard.app.runs.history import export
from fioboard.core import errors
from fioboard.core.database import AppDatabase
from fioboard.core.flat_routes import Router
from fioboard.engine.answers.problem import Answers, refusals
from fioboard.engine.answers.queries import AddressFilter, HostKey
from fioboard.engine.words.limits import (
    MAX_EXPORT_RESULTS,
    MAX_RUNS_PER_PAGE,
    MAX_TABLE_RESULTS,
    MAX_TABLE_RUNS,
)

router = Router(tags=["runs"])
REFUSALS = refusals(401, 403, 422, 503)
FILES: Answers = {
    200: {
        "content": {media.partition(";")[0]: {} for media, _ in export.MEDIA.values()},
        "description": "The file",
    }
}


@router.get(
    "/runs/export",
    dependencies=[allow("read")],
    response_class=StreamingResponse,
    responses={**FILES, **REFUSALS},
)
async def export_runs(
    request: Request,
    database: AppDatabase,
    wanted: AddressFilter,
    *,
    format: Annotated[
        export.Format,
        Query(
            description=f"csv and ndjson hold up to {MAX_EXPORT_RESULTS:,} results and keep base units; "
            f"json up to {MAX_TABLE_RUNS:,} runs; the others up to {MAX_TABLE_RESULTS:,} results"
        ),
    ] = "csv",
    columns: Annotated[
        str | None,
        Query(max_length=2000, description=f"Factors, metrics, {', '.join(export.OWN)}"),
    ] = None,
    sort: Annotated[str, Query(max_length=80, description="As for the list")] = "-started_at",
    host: HostKey = None,
    max_runs: Annotated[
        int | None,
        Query(
            ge=1,
            le=MAX_RUNS_PER_PAGE,
            description="So many runs in one file; the header Link (rel=next) is the address of the next part",
        ),
    ] = None,
    cursor: Annotated[
        str | None,
        Query(max_length=400, description="Where a part begins, with `max_runs`: from the header Link"),
    ] = None,
) -> StreamingResponse:
    """The runs that the filter means, one row per result; as ndjson one whole run per line."""
    headings = export.parse_headings(columns, format)
    if cursor is not None and max_runs is None:
        raise errors.Invalid("cursor needs max_runs.")
    part = None if max_runs is None else export.Part(max_runs, cursor)
    file = await export.export_runs(database, wanted, form=format, columns=headings, sort=sort, part=part)
    media, suffix = export.MEDIA[format]
    next_part = {}
    if file.next_cursor is not None:
        address = request.url.include_query_params(cursor=file.next_cursor)
        next_part = {"link": f'<?{address.query}>; rel="next"'}
    return StreamingResponse(
        file.pieces,
        media_type=media,
        headers={"content-disposition": f'attachment; filename="fioboard-runs.{suffix}"', **next_part},
    )
