"""What a person may change of a run; labels are factors, so changing them moves the run to another configuration."""

from typing import Any
from uuid import UUID

import orjson

from fioboard.core import errors
from fioboard.core.harmless import clean, clean_text, content_sha256, encoded
from fioboard.core.ids import uuid7
from fioboard.queries import runs as run_queries
from fioboard.schemas.run import RunPatch
from fioboard.schemas.upload import LABEL_KEY


def _checked_labels(labels: dict[str, str]) -> dict[str, str]:
    if len(labels) > 64:
        raise errors.Invalid("A run has at most 64 labels.")
    for key, value in labels.items():
        if not LABEL_KEY.match(key) or len(value) > 256:
            raise errors.Invalid(
                f"The label {errors.quoted(key)} does not fit: keys are 1 to 64 of a-z 0-9 _ . -"
            )
    return {key: clean_text(value) for key, value in labels.items()}


async def edit(driver: Any, run_id: UUID, patch: RunPatch) -> None:
    """Applies a patch in one transaction. Raises RunNotFound, Invalid."""
    changes: dict[str, Any] = {}
    for name in patch.model_fields_set:
        value = getattr(patch, name)
        if name in {"title", "note"}:
            changes[name] = clean_text(value) if value else None
        elif name == "labels":
            changes[name] = encoded(_checked_labels(value or {}))
        elif name == "tags":
            tags = [clean_text(tag) for tag in value or []]
            if len(tags) > 64 or any(not 1 <= len(tag) <= 64 for tag in tags):
                raise errors.Invalid("A run has at most 64 tags of 1 to 64 characters.")
            changes[name] = tags
    async with driver.transaction():
        if changes and not await run_queries.edit_run(driver, run_id, changes):
            raise errors.RunNotFound
        if "labels" in changes:
            await _relabel(driver, run_id)


async def _relabel(driver: Any, run_id: UUID) -> None:
    row = await run_queries.get_run(driver, run_id)
    factors = {k: v for k, v in orjson.loads(row["factors"]).items() if not k.startswith("label.")}
    factors |= {f"label.{k}": v for k, v in orjson.loads(row["labels"]).items()}
    factors = clean(factors)
    await run_queries.set_configuration(driver, run_id, uuid7(), content_sha256(factors), encoded(factors))
