"""A vendor's or reviewer's table as a reference set of its own: stated figures, beside the datasheets."""

from hashlib import sha256

import msgspec

from fioboard.app.reference_sets import sentences
from fioboard.app.reference_sets.export import write_quarter
from fioboard.core import errors, times
from fioboard.core.driver import Driver
from fioboard.core.toml_card import CardRefused, validate_card
from fioboard.engine.answers.reference_set import PastedSetIn
from fioboard.engine.hardware.datasheets.card import Rating
from fioboard.engine.rating.stated_figures import build_stated, keep_first
from fioboard.engine.reference_sets.document import ReferenceSetRefused, read_body, write_body
from fioboard.engine.reference_sets.stated import Source, Stated
from fioboard.store.queries import reference_sets as queries


async def add_pasted_set(driver: Driver, pasted: PastedSetIn, by: str) -> str:
    """Take the figures of a table as a set, in a transaction, and return its id. Raises Invalid and Conflict."""
    stated = keep_first(
        [_build_stated(pasted, number, rating) for number, rating in enumerate(pasted.rating, 1)]
    )
    if not stated:
        raise errors.Invalid("None of these figures is a rate or a latency.")
    header = {
        "made": write_quarter(times.now()),
        "cells": 0,
        "stated": len(stated),
        "maker": {"name": pasted.by},
    }
    lines = [msgspec.json.encode(one) for one in stated]
    try:
        # What every other set goes through: nothing is in the database that no file could hold.
        content = read_body(write_body(header, lines))
    except ReferenceSetRefused as refused:
        raise errors.Invalid(sentences.TABLE_REFUSED(reason=str(refused))) from None
    await queries.wait_for_imports(driver)
    set_id = await queries.add_set(
        driver, None, sha256(b"pasted\n" + b"\n".join(lines)).digest(), content, by=by, origin="pasted"
    )
    if set_id is None:
        raise errors.Conflict("This table has already been added.")
    return str(set_id)


def _build_stated(pasted: PastedSetIn, number: int, document: dict[str, object]) -> Stated | None:
    try:
        rating = validate_card({"claim": "rated", **document, "source": None}, Rating)
    except CardRefused as refused:
        raise errors.Invalid(sentences.FIGURE_REFUSED(number=number, reason=str(refused))) from None
    source = Source(
        title=pasted.source.title,
        address=pasted.source.address,
        dated=pasted.source.dated,
        read_at=times.now().date().isoformat(),
        licence=pasted.source.licence,
    )
    return build_stated(
        rating,
        source,
        of="model",
        key=pasted.model,
        title=pasted.title or pasted.model,
        by=pasted.by,
        capacity_bytes=pasted.capacity_bytes,
    )
