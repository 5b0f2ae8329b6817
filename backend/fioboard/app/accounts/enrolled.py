"""GET /enrolments: the fleet as it was enrolled. Hosts that are silent or sent nothing yet, and codes still good."""

from typing import Annotated

from fastapi import Query

from fioboard.app.access.check import allow
from fioboard.core.database import AppDatabase
from fioboard.core.flat_routes import Router
from fioboard.engine.answers.enrolled import EnrolledFleet
from fioboard.engine.answers.problem import refusals
from fioboard.engine.words.limits import MAX_ENROLLED_HOSTS
from fioboard.store.queries.enrolled import list_enrolled_states, list_open_codes

router = Router(tags=["access"])

STALE_DAYS = 7
MAX_CODES = 100


@router.get("/enrolments", dependencies=[allow("admin")], responses=refusals(401, 403, 422, 503))
async def list_enrolments(
    database: AppDatabase,
    stale_days: Annotated[
        int, Query(ge=1, le=365, description="So many days without a word from its agent make a host stale")
    ] = STALE_DAYS,
) -> EnrolledFleet:
    """The hosts that enrolled, the silent ones first, and the codes that are good for more."""
    async with database.driver() as driver:
        hosts = await list_enrolled_states(driver, stale_days, MAX_ENROLLED_HOSTS)
        codes = await list_open_codes(driver, MAX_CODES)
    return {
        "items": hosts,
        "codes": [
            {
                "id": code["id"],
                "expires_at": code["expires_at"],
                "hosts": code["hosts"],
                "hosts_enrolled": code["hosts_enrolled"],
                "host_pattern": code["host_pattern"],
            }
            for code in codes
        ],
    }
