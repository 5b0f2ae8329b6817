"""What a person changes of a batch as one thing: its words, and all of its runs at once into the trash."""

from collections.abc import Mapping
from uuid import UUID

from fioboard.app.access.audit import record
from fioboard.app.access.principal import Principal
from fioboard.app.runs.history import changes, sentences
from fioboard.core import errors
from fioboard.core.driver import Driver
from fioboard.core.sanitize import clean_text
from fioboard.engine.answers.batch_change import BatchDeletion, BatchPatch
from fioboard.engine.answers.run_edit import OfShares
from fioboard.store.queries import batch_edits, batches
from fioboard.store.queries.batch_edits import WordsRow


async def update_batch(driver: Driver, actor: Principal, batch_id: UUID, patch: BatchPatch) -> None:
    """Set title and note as far as the patch names them. Raises BatchNotFound for one without runs."""
    given = patch.model_fields_set
    async with driver.transaction():
        if not await batches.count_runs(driver, batch_id):
            raise errors.BatchNotFound
        before = await batch_edits.lock_words(driver, batch_id)
        after: WordsRow = {
            "title": _clean_line(patch.title) if "title" in given else before["title"],
            "note": _clean_text(patch.note) if "note" in given else before["note"],
        }
        if after != before:
            await batch_edits.set_words(driver, batch_id, after, actor.name)
            was: Mapping[str, object] = before
            now: Mapping[str, object] = after
            changed = [name for name in now if now[name] != was[name]]
            await record(
                driver,
                actor,
                "batch.edit",
                batch_id,
                before={name: was[name] for name in changed},
                after={name: now[name] for name in changed},
            )


def _clean_line(text: str | None) -> str | None:
    """Return a text in one line; blanks alone are no title."""
    return " ".join(clean_text(text or "").split()) or None


def _clean_text(text: str | None) -> str | None:
    return clean_text(text or "").strip() or None


async def describe_deletion(driver: Driver, batch_id: UUID) -> BatchDeletion:
    """Describe what deleting the batch would touch. Raises BatchNotFound for one without runs."""
    runs = await batches.count_runs(driver, batch_id)
    if not runs:
        raise errors.BatchNotFound
    return {
        "runs": runs,
        "max_runs": changes.MAX_RUNS,
        "links": [
            {"id": row["id"], "title": row["title"], "label": row["label"]}
            for row in await batch_edits.list_open_links(driver, batch_id)
        ],
        "changes": await batch_edits.count_changes(driver, batch_id),
        "references": [
            {"id": row["id"], "name": row["name"], "runs": row["runs"], "run_count": row["run_count"]}
            for row in await batch_edits.list_references(driver, batch_id)
        ],
    }


async def delete(driver: Driver, actor: Principal, batch_id: UUID, shares: OfShares) -> tuple[UUID, int]:
    """All runs of a batch into the trash, in one edit; its id and how many. Raises BatchNotFound, Invalid."""
    ids = await batches.run_ids(driver, batch_id, changes.MAX_RUNS + 1)
    if not ids:
        raise errors.BatchNotFound
    if len(ids) > changes.MAX_RUNS:
        raise errors.Invalid(sentences.BATCH_TOO_LARGE(most=changes.MAX_RUNS))
    return await changes.change_runs(
        driver,
        actor,
        ids,
        lambda _, before: {"is_deleted": True},
        "batch.delete",
        shares=shares,
        batch_id=batch_id,
    )
