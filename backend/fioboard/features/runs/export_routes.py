"""The present view as a file."""

from typing import Annotated

from fastapi import Query
from fastapi.responses import StreamingResponse

from fioboard.access.check import allow
from fioboard.core.database import AppDatabase
from fioboard.core.flat_routes import Router
from fioboard.features.runs import export
from fioboard.schemas.problem import Answers, refusals
from fioboard.schemas.queries import AddressFilter, HostKey

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
    database: AppDatabase,
    wanted: AddressFilter,
    *,
    format: Annotated[
        export.Format,
        Query(
            description="csv and ndjson take any number of runs and keep base units; the others up to 2,000 runs"
        ),
    ] = "csv",
    columns: Annotated[
        str | None,
        Query(max_length=2000, description=f"Factors, metrics, {', '.join(export.OWN)}"),
    ] = None,
    sort: Annotated[str, Query(max_length=80, description="As for the list")] = "-started_at",
    host: HostKey = None,
) -> StreamingResponse:
    """The runs that the filter means, one row per result; as ndjson one whole run per line."""
    headings = export.parse_headings(columns, format)
    pieces = await export.export_runs(database, wanted, form=format, columns=headings, sort=sort)
    media, suffix = export.MEDIA[format]
    return StreamingResponse(
        pieces,
        media_type=media,
        headers={"content-disposition": f'attachment; filename="fioboard-runs.{suffix}"'},
    )
