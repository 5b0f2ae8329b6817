"""What may be asked of a host."""

from typing import Annotated
from uuid import UUID

import orjson
from fastapi import Path

from fioboard.app.access.check import allow
from fioboard.core import errors
from fioboard.core.database import AppDatabase
from fioboard.core.flat_routes import Router
from fioboard.engine.answers.problem import refusals
from fioboard.engine.answers.request import HostOffers, OffersList
from fioboard.engine.words.requests import MAX_SERVING_HOSTS
from fioboard.store.queries import serving_hosts as queries
from fioboard.store.queries.hosts import find_kept_host
from fioboard.store.queries.serving_hosts import OffersRow

router = Router(tags=["requests"])


@router.get("/offers", dependencies=[allow("read")], responses=refusals(401, 403, 503))
async def list_offers(database: AppDatabase) -> OffersList:
    """Hosts that can be asked to measure, and what their owners let be measured."""
    async with database.driver() as driver:
        rows = await queries.list_offers(driver, MAX_SERVING_HOSTS)
    return {"items": [_build(row) for row in rows]}


@router.get(
    "/hosts/{host_id}/offers", dependencies=[allow("read")], responses=refusals(401, 403, 404, 422, 503)
)
async def get_offers(
    database: AppDatabase, host_id: Annotated[UUID, Path(description="The host's id")]
) -> HostOffers:
    """What the owner of a host lets be measured from here, as its agent said with its last poll."""
    async with database.driver() as driver:
        row = await queries.get_offers(driver, await find_kept_host(driver, host_id))
    if row is None:
        raise errors.HostNotFound
    return _build(row)


def _build(row: OffersRow) -> HostOffers:
    return {
        "host_id": row["host_id"],
        "host_name": row["host_name"],
        "seen_at": row["seen_at"],
        "is_away": row["is_away"],
        "offers": None if row["offers"] is None else orjson.loads(row["offers"]),
    }
