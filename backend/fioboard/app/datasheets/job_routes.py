"""Jobs of a drive's datasheet."""

from typing import Annotated, Literal

from fastapi import Path, Query

from fioboard.app.access.check import allow
from fioboard.app.datasheets.jobs import build_jobs, jobs_of_card
from fioboard.core import errors
from fioboard.core.database import AppDatabase
from fioboard.core.flat_routes import Router
from fioboard.engine.answers.problem import refusals
from fioboard.engine.answers.spec_job import SpecJobsOut
from fioboard.engine.hardware.datasheets.match import Drive
from fioboard.store.queries.specs import list_cards_in_force

router = Router(tags=["specs"])


@router.get("/spec-jobs", dependencies=[allow("upload")], responses=refusals(401, 403, 422, 503))
async def read_spec_jobs(
    database: AppDatabase,
    model: Annotated[str, Query(min_length=1, max_length=200, description="As the drive names itself")],
    capacity_bytes: Annotated[
        int | None, Query(ge=1, le=10**18, description="As the drive reports it, bytes; unknown: series only")
    ] = None,
    interface: Annotated[
        Literal["SATA", "SAS", "NVMe"] | None, Query(description="null when unknown")
    ] = None,
) -> SpecJobsOut:
    """The jobs that measure what a drive is rated: `fioboard-agent suite datasheet` runs them."""
    async with database.driver() as driver:
        cards = await list_cards_in_force(driver)
    return build_jobs(Drive(model, capacity_bytes, interface), cards)


@router.get(
    "/specs/{spec_id}/jobs",
    dependencies=[allow("read", may_lag=True)],
    responses=refusals(401, 403, 404, 422, 503),
)
async def read_jobs_of_card(
    database: AppDatabase, spec_id: Annotated[str, Path(max_length=80, description="The card's id")]
) -> SpecJobsOut:
    """The job of each figure of the card in force, and of which figures there is none. Nothing is run by it."""
    async with database.driver() as driver:
        cards = await list_cards_in_force(driver)
    card = next((one.card for one in cards if one.card.id == spec_id), None)
    if card is None:
        raise errors.NotFound("There is no such datasheet.")
    return jobs_of_card(card)
