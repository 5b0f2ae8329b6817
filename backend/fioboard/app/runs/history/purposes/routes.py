"""Fast enough for what?"""

from typing import Annotated
from uuid import UUID

from fastapi import Path

from fioboard.app.access.check import allow
from fioboard.app.runs.history import sentences
from fioboard.app.runs.history.purposes.cards import load_known_purposes
from fioboard.app.runs.history.purposes.load import (
    load_batch_purposes,
    load_host_purposes,
    load_run_purposes,
)
from fioboard.core import errors
from fioboard.core.database import AppDatabase
from fioboard.core.flat_routes import Router
from fioboard.core.responses import AsIs
from fioboard.engine.answers.problem import refusals
from fioboard.engine.answers.purpose import (
    PurposeJobsOut,
    PurposeList,
    PurposeOut,
    RunPurposesOut,
    TargetPurposesList,
)
from fioboard.engine.purposes.card import Purpose
from fioboard.engine.purposes.job import list_jobs
from fioboard.engine.purposes.out import build_job, build_purpose, get_version

router = Router(tags=["purposes"])
PurposeId = Annotated[str, Path(max_length=80, description="The purpose's id")]


@router.get("/purposes", dependencies=[allow("read")], responses=refusals(401, 403, 503))
async def list_purposes() -> AsIs[PurposeList]:
    """What programs ask of storage: each requirement with its limit, workload, job and source."""
    return {"items": [build_purpose(purpose) for purpose in load_known_purposes().values()]}


@router.get(
    "/purposes/{purpose_id}", dependencies=[allow("read")], responses=refusals(401, 403, 404, 422, 503)
)
async def read_purpose(purpose_id: PurposeId) -> AsIs[PurposeOut]:
    """One purpose: its requirements with limit, workload, job and source."""
    return build_purpose(_find_purpose(purpose_id))


@router.get(
    "/purposes/{purpose_id}/jobs", dependencies=[allow("upload")], responses=refusals(401, 403, 404, 422, 503)
)
async def read_purpose_jobs(purpose_id: PurposeId) -> AsIs[PurposeJobsOut]:
    """The jobs that measure a purpose: `fioboard-agent suite purpose` runs them."""
    purpose = _find_purpose(purpose_id)
    return {
        "id": purpose.id,
        "title": purpose.title,
        "version": get_version(purpose),
        "repeats": purpose.repeats,
        "jobs": [build_job(job) for job in list_jobs(purpose)],
    }


@router.get(
    "/runs/{run_id}/purposes",
    dependencies=[allow("read", may_lag=True)],
    responses=refusals(401, 403, 404, 422, 503),
)
async def read_run_purposes(
    database: AppDatabase, run_id: Annotated[UUID, Path(description="The run's id")]
) -> AsIs[RunPurposesOut]:
    """For what one run shows its storage to be fast enough, with margin, percentiles and source.

    A requirement is answered where a job of the run is the one it states, or harder and passes, or easier and fails;
    repeats are the runs of the same batch. docs/purposes.md has the rules.
    """
    async with database.driver() as driver:
        return await load_run_purposes(driver, run_id)


@router.get(
    "/hosts/{host_id}/purposes",
    dependencies=[allow("read", may_lag=True)],
    responses=refusals(401, 403, 404, 422, 503),
)
async def read_host_purposes(
    database: AppDatabase, host_id: Annotated[UUID, Path(description="The host's id")]
) -> AsIs[TargetPurposesList]:
    """For what each target of a host is fast enough, by the newest run of each workload: sentence, margins, sources."""
    async with database.driver() as driver:
        return await load_host_purposes(driver, host_id)


@router.get(
    "/batches/{batch_id}/purposes",
    dependencies=[allow("read", may_lag=True)],
    responses=refusals(401, 403, 404, 422, 503),
)
async def read_batch_purposes(
    database: AppDatabase, batch_id: Annotated[UUID, Path(description="The batch's id")]
) -> AsIs[TargetPurposesList]:
    """For what a batch shows its target to be fast enough; nothing where it has several targets or decides none."""
    async with database.driver() as driver:
        return await load_batch_purposes(driver, batch_id)


def _find_purpose(purpose_id: str) -> Purpose:
    """Find a purpose by its id. Raises NotFound, which names the known ones."""
    purpose = load_known_purposes().get(purpose_id)
    if purpose is None:
        raise errors.NotFound(sentences.NO_PURPOSE(known=", ".join(load_known_purposes())))
    return purpose
