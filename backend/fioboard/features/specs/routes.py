"""Datasheet cards: the list, one, and adding one."""

from typing import Annotated

from fastapi import APIRouter, Path, Query

from fioboard.access.audit import record
from fioboard.access.check import Caller, allow
from fioboard.core import errors
from fioboard.core.database import AppDatabase
from fioboard.core.responses import AsIs
from fioboard.features.specs.shape import brief, whole
from fioboard.queries import specs as queries
from fioboard.schemas.problem import refusals
from fioboard.schemas.spec import SpecIn, SpecList, SpecOut
from fioboard.specs.card import Card
from fioboard.specs.in_force import CardInForce
from fioboard.specs.read import CardRefused, check_card, read_card

router = APIRouter(tags=["specs"])
REFUSALS = refusals(401, 403, 404, 422, 503)


@router.get("/specs", dependencies=[allow("read")], responses=REFUSALS)
async def list_specs(
    database: AppDatabase,
    find: Annotated[
        str, Query(max_length=100, description="Only cards with this text in their title or a model")
    ] = "",
) -> AsIs[SpecList]:
    """Every datasheet card in force: people's own, the newest first, then those of this release."""
    async with database.driver() as driver:
        cards = await queries.cards_in_force(driver)
    wanted = find.casefold()
    shown = [brief(one) for one in cards]
    return {
        "items": [one for one in shown if any(wanted in t.casefold() for t in (one["title"], *one["models"]))]
    }


@router.get("/specs/{spec_id}", dependencies=[allow("read")], responses=REFUSALS)
async def read_spec(
    database: AppDatabase,
    spec_id: Annotated[str, Path(max_length=80, description="The card's id")],
) -> AsIs[SpecOut]:
    """One datasheet card in force: figures in base units, the conditions that were printed, sources."""
    async with database.driver() as driver:
        cards = await queries.cards_in_force(driver)
        own = {row["id"]: row for row in await queries.own_cards(driver)}
    one = next((one for one in cards if one.card.id == spec_id), None)
    if one is None:
        raise errors.NotFound("There is no such datasheet card.")
    return whole(one, own[spec_id]["made_at"] if one.origin == "person" and spec_id in own else None)


@router.post(
    "/specs",
    status_code=201,
    dependencies=[allow("write")],
    responses=refusals(400, 413) | REFUSALS,
)
async def add_spec(database: AppDatabase, spec: SpecIn, caller: Caller) -> SpecOut:
    """Adds a datasheet card. One of the same id is superseded, never changed.

    A figure without a source is taken, is shown as without source, and judges nothing.
    """
    card = _read(spec)
    async with database.driver() as driver, driver.transaction():
        row = await queries.add_card(driver, card, f"{caller.kind}:{caller.id}")
        await record(driver, caller, "spec.add", spec=card.id, version=row["version"])
    return whole(CardInForce(card, "person", row["version"]), row["made_at"])


def _read(spec: SpecIn) -> Card:
    """Raises Invalid with what is wrong, and where."""
    if (spec.toml is None) == (spec.card is None):
        raise errors.Invalid("A card comes as toml or as card, one of both.")
    try:
        return read_card(spec.toml.encode()) if spec.toml is not None else check_card(spec.card or {})
    except CardRefused as refused:
        raise errors.Invalid(f"This card cannot be taken: {refused}") from None
