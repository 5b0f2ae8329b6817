"""What a person may change of a run; labels are factors, so changing them moves the run to another configuration."""

from collections.abc import Mapping
from uuid import UUID

import orjson

from fioboard.app.runs.history import sentences
from fioboard.core import errors
from fioboard.core.driver import Driver
from fioboard.core.ids import uuid7
from fioboard.core.sanitize import clean, clean_text, content_sha256, encoded
from fioboard.engine.answers.run import RunPatch
from fioboard.engine.answers.upload import LABEL_KEY
from fioboard.engine.factors import FACTORS, restore_detected, state
from fioboard.engine.rating import read_stated
from fioboard.engine.words.limits import MAX_TAG_CHARACTERS
from fioboard.store.queries import reparse_queue
from fioboard.store.queries.runs import run as run_queries


def _check_labels(labels: dict[str, str]) -> dict[str, str]:
    if len(labels) > 64:
        raise errors.Invalid("A run can have at most 64 labels.")
    for key, value in labels.items():
        if not LABEL_KEY.match(key) or len(value) > 256:
            raise errors.Invalid(sentences.NO_LABEL_KEY(key=errors.quoted(key)))
    return {key: clean_text(value) for key, value in labels.items()}


async def update_run(driver: Driver, run_id: UUID, patch: RunPatch) -> None:
    """Apply a patch in one transaction. Raises RunNotFound, Invalid."""
    changes: dict[str, object] = {}
    for name in patch.model_fields_set:
        value = getattr(patch, name)
        if name in {"title", "note"}:
            changes[name] = clean_text(value) if value else None
        elif name == "labels":
            changes[name] = encoded(_check_labels(value or {}))
        elif name == "tags":
            tags = [clean_text(tag) for tag in value or []]
            if len(tags) > 64 or any(not 1 <= len(tag) <= MAX_TAG_CHARACTERS for tag in tags):
                raise errors.Invalid(sentences.TAG_LENGTH(most=MAX_TAG_CHARACTERS))
            changes[name] = tags
    async with driver.transaction():
        before = await run_queries.get_run(driver, run_id) if "labels" in changes else None
        if changes and not await run_queries.update_run(driver, run_id, changes):
            raise errors.RunNotFound
        if before is not None:
            labels = orjson.loads(before["labels"])
            await _apply_labels(driver, run_id, labels)
            if read_stated(labels) != read_stated(patch.labels or {}):
                await reparse_queue.add_of_run(driver, run_id)


async def _apply_labels(driver: Driver, run_id: UUID, before: Mapping[str, str]) -> None:
    """Apply labels, which state factors: what was detected is restored first, then what is stated now takes its
    place.
    """
    row = await run_queries.get_run(driver, run_id)
    if row is None:
        raise errors.RunNotFound
    overridden = orjson.loads(row["overridden"]) if row["overridden"] else {}
    labels = orjson.loads(row["labels"])
    stated = state(restore_detected(orjson.loads(row["factors"]), overridden), labels)
    # One that came so with the upload may stay: it overrides nothing.
    for key in stated.unread:
        if before.get(key) == labels[key]:
            continue
        raise errors.Invalid(
            sentences.LABEL_OF_OTHER_TYPE(key=key, type=FACTORS[key].type),
            problems=[errors.Problem(f"/body/labels/{key}", "Invalid", "not a value of this factor")],
        )
    factors = clean(stated.values)
    await run_queries.set_configuration(driver, run_id, uuid7(), content_sha256(factors), encoded(factors))
    await run_queries.set_overridden(
        driver, run_id, encoded(stated.overridden) if stated.overridden else None
    )
