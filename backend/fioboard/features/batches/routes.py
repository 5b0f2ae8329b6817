"""One batch with its runs."""

from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Path, Request

from fioboard.access.check import allow
from fioboard.core import errors
from fioboard.schemas.batch import BatchOut
from fioboard.schemas.problem import ErrorOut
from fioboard.schemas.queries import demand_known

router = APIRouter(tags=["batches"])
REFUSALS: dict[int | str, dict[str, Any]] = {s: {"model": ErrorOut} for s in (401, 403, 404, 422, 503)}


@router.get(
    "/batches/{batch_id}", dependencies=[allow("read")], responses={200: {"model": BatchOut}, **REFUSALS}
)
async def read_batch(
    request: Request, batch_id: Annotated[UUID, Path(description="The batch's id")]
) -> BatchOut:
    """One sweep or suite: its runs in order of their step, and the spread of each workload's repeats."""
    demand_known(request)
    raise errors.BatchNotFound
