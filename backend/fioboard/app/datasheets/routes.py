"""Datasheet cards: the list, one, and adding one."""

import asyncio
from typing import Annotated, get_args

from fastapi import Path, Query
from fastapi.responses import Response

from fioboard.app.access.audit import record
from fioboard.app.access.check import Caller, allow
from fioboard.app.datasheets import sentences
from fioboard.app.datasheets.shape import build_pasted, listed, whole
from fioboard.core import errors
from fioboard.core.database import AppDatabase
from fioboard.core.driver import Driver
from fioboard.core.flat_routes import Router
from fioboard.core.responses import AsIs
from fioboard.core.toml_card import CardRefused
from fioboard.engine.answers.problem import Answers, refusals
from fioboard.engine.answers.spec import (
    PastedIn,
    PastedOut,
    SpecIn,
    SpecList,
    SpecOut,
    SpecVersions,
    UsualList,
    UsualOut,
)
from fioboard.engine.hardware.datasheets.built_in import built_in_cards
from fioboard.engine.hardware.datasheets.card import Card, DriveClass, Metric, Pattern
from fioboard.engine.hardware.datasheets.in_force import CardInForce
from fioboard.engine.hardware.datasheets.job import usual
from fioboard.engine.hardware.datasheets.pasted import read_pasted
from fioboard.engine.hardware.datasheets.read import check_card, read_card
from fioboard.engine.hardware.datasheets.write import card_toml
from fioboard.store.queries import drive_models
from fioboard.store.queries import specs as queries

router = Router(tags=["specs"])
REFUSALS = refusals(401, 403, 404, 422, 503)
TOML: Answers = {200: {"content": {"application/toml": {}}, "description": "The file"}}
SpecId = Annotated[str, Path(max_length=80, description="The card's id")]


class TomlFile(Response):
    """A card as the file it is written in."""


@router.get("/specs", dependencies=[allow("read", may_lag=True)], responses=REFUSALS)
async def list_specs(
    database: AppDatabase,
    find: Annotated[
        str, Query(max_length=100, description="Only cards with this text in their title or a model")
    ] = "",
) -> AsIs[SpecList]:
    """Every datasheet card in force: people's own, the newest first, then those of this release.

    With each the number of drives here that it is of, and the models here that none is of.
    """
    async with database.driver() as driver:
        cards = await queries.list_cards_in_force(driver)
        standing = await drive_models.list_models_and_capacities(driver)
        unknown_count = await drive_models.count_unknown(driver)
    return listed(cards, standing, unknown_count, find.casefold())


@router.get("/specs/{spec_id}", dependencies=[allow("read", may_lag=True)], responses=REFUSALS)
async def read_spec(database: AppDatabase, spec_id: SpecId) -> AsIs[SpecOut]:
    """One datasheet card in force: figures in base units, the conditions that were printed, sources."""
    async with database.driver() as driver:
        one, rows = await _load_in_force(driver, spec_id)
    return whole(one, rows[0] if one.origin == "person" else None)


@router.get("/specs/{spec_id}/versions", dependencies=[allow("read", may_lag=True)], responses=REFUSALS)
async def read_versions(database: AppDatabase, spec_id: SpecId) -> AsIs[SpecVersions]:
    """Every version of a card whole: people's, the newest first, then that of this release. None is ever lost."""
    async with database.driver() as driver:
        _, rows = await _load_in_force(driver, spec_id)
    own = [whole(one, row) for row in rows if (one := queries.read_row(row)) is not None]
    of_release = built_in_cards().get(spec_id)
    return {"items": [*own, *([whole(CardInForce(of_release))] if of_release else [])]}


@router.get(
    "/specs/{spec_id}/file",
    dependencies=[allow("read", may_lag=True)],
    response_class=Response,
    responses={**TOML, **REFUSALS},
)
async def read_file(database: AppDatabase, spec_id: SpecId) -> TomlFile:
    """The card in force as the TOML file that `POST /specs` and `fioboard spec add` take."""
    async with database.driver() as driver:
        one, _ = await _load_in_force(driver, spec_id)
    return TomlFile(
        card_toml(one.card),
        media_type="application/toml",
        headers={"content-disposition": f'attachment; filename="{one.card.id}.toml"'},
    )


@router.get("/spec-defaults", dependencies=[allow("read")], responses=refusals(401, 403, 503))
async def read_defaults() -> AsIs[UsualList]:
    """What is usual for a class of drives where a datasheet prints nothing. A card that takes it says `assumed`."""
    return {
        "items": [
            UsualOut(
                drive_class=drive_class,
                metric=metric,
                rw=rw,
                bs_bytes=(taken := usual(drive_class, metric, rw)).bs_bytes,
                queue_depth=taken.queue_depth,
            )
            for drive_class in get_args(DriveClass)
            for metric in get_args(Metric)
            for rw in get_args(Pattern)
            if metric != "slc_cache_bytes" and rw != "any"
        ]
    }


@router.post("/specs/preview", dependencies=[allow("read")], responses=refusals(400, 401, 403, 413, 422, 503))
async def preview_specs(pasted: PastedIn) -> AsIs[PastedOut]:
    """Reads the figures of a pasted table, each with its conditions, and names the rows it could not read.

    Nothing is stored: who looked at them sends them as `rating` of a card to `POST /specs`.
    """
    read = await asyncio.to_thread(read_pasted, pasted.text)
    if not read.drafts and not read.not_understood:
        raise errors.Invalid("No row of this text states a value.")
    return build_pasted(read)


async def _load_in_force(driver: Driver, spec_id: str) -> tuple[CardInForce, list[queries.SpecCardRow]]:
    """Load the card that counts and the rows of a person's versions, the newest first. Raises NotFound."""
    cards = await queries.list_cards_in_force(driver)
    one = next((one for one in cards if one.card.id == spec_id), None)
    if one is None:
        raise errors.NotFound("There is no such datasheet.")
    return one, await queries.list_versions(driver, spec_id)


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
        row = await queries.add_card(driver, card, caller.name)
        await record(driver, caller, "spec.add", spec=card.id, version=row["version"])
    return whole(CardInForce(card, "person", row["version"]), row)


def _read(spec: SpecIn) -> Card:
    """Raises Invalid with what is wrong, and where."""
    if (spec.toml is None) == (spec.card is None):
        raise errors.Invalid("Send either `toml` or `card`.")
    try:
        return read_card(spec.toml.encode()) if spec.toml is not None else check_card(spec.card or {})
    except CardRefused as refused:
        raise errors.Invalid(sentences.CARD_REFUSED(reason=str(refused))) from None
