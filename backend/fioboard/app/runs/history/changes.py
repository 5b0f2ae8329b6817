"""Every change of a run by a person: noted with before and after, so that it can be seen and undone."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypedDict, cast
from uuid import UUID

import orjson

from fioboard.app.access.audit import record
from fioboard.app.access.principal import Principal
from fioboard.app.runs.history import editing, sentences
from fioboard.core import errors
from fioboard.core.driver import Driver
from fioboard.core.ids import uuid7
from fioboard.core.sanitize import encoded
from fioboard.engine.answers.run import RunPatch
from fioboard.engine.answers.run_edit import NotUndone, OfShares, RunsPatch
from fioboard.engine.filters import parse_query
from fioboard.store.queries import shares as share_queries
from fioboard.store.queries.runs import edits as run_edits
from fioboard.store.queries.runs import run as run_queries
from fioboard.store.queries.runs.edits import EditableRow
from fioboard.store.queries.runs.lists import run_ids

MAX_RUNS = 1_000


class State(TypedDict, total=False):
    """What a person may change of a run; of a change, what differs."""

    title: str | None
    note: str | None
    labels: dict[str, str]
    tags: list[str]
    is_deleted: bool


def _build_state(row: EditableRow) -> State:
    return {
        "title": row["title"],
        "note": row["note"],
        "is_deleted": row["is_deleted"],
        "labels": orjson.loads(row["labels"]),
        "tags": list(row["tags"]),
    }


def _select_differing(before: State, wanted: State) -> State:
    known: Mapping[str, object] = before
    return cast(State, {name: value for name, value in wanted.items() if known[name] != value})


def _select_fields(state: State, fields: State) -> Mapping[str, object]:
    return {name: value for name, value in state.items() if name in fields}


async def change_runs(
    driver: Driver,
    actor: Principal,
    ids: Sequence[UUID],
    wanted: Callable[[UUID, State], State],
    action: str,
    *,
    shares: OfShares = "revoke",
    batch_id: UUID | None = None,
) -> tuple[UUID, int]:
    """Changes runs in one transaction: `wanted` gives the fields that shall differ. The edit's id, and how many did.
    `batch_id`: of what is done to a batch as a whole, for the audit log.

    Links made from runs that are deleted end with them, unless they shall be kept: their copies are frozen (L4).
    Raises RunNotFound when one of them does not exist; Invalid for labels and tags that do not fit.
    """
    edit_id = uuid7()
    async with driver.transaction():
        rows = await run_edits.lock_editable(driver, ids)
        if len(rows) != len(set(ids)):
            raise errors.RunNotFound
        edits, deleted = [], []
        for row in rows:
            before = _build_state(row)
            after = _select_differing(before, wanted(row["id"], before))
            if after:
                await _apply(driver, row["id"], after)
                edits.append(
                    run_edits.Edit(row["id"], encoded(_select_fields(before, after)), encoded(after))
                )
            if after.get("is_deleted"):
                deleted.append(row["id"])
        await run_edits.add(driver, edit_id, (f"{actor.kind}:{actor.id}", actor.name), edits)
        if edits:
            alone = edits[0].run_id if len(edits) == 1 else None
            await record(driver, actor, action, batch_id or alone, edit_id=str(edit_id), runs=len(edits))
        if deleted and shares == "revoke":
            for share_id in await share_queries.revoke_of_runs(driver, deleted):
                await record(driver, actor, "share.revoke", share_id, reason="a run was deleted")
    return edit_id, len(edits)


async def _apply(driver: Driver, run_id: UUID, after: State) -> None:
    if after.get("is_deleted") is False and not await run_queries.set_deleted(driver, run_id, deleted=False):
        raise errors.RunNotFound("This run was deleted more than 30 days ago.")
    fields = {key: value for key, value in after.items() if key != "is_deleted"}
    if fields:
        await editing.update_run(driver, run_id, RunPatch.model_validate(fields))
    if after.get("is_deleted"):
        await run_queries.set_deleted(driver, run_id, deleted=True)


async def patch_runs(driver: Driver, actor: Principal, patch: RunsPatch) -> tuple[UUID, int]:
    """Apply one change to many runs. Raises Invalid, FilterError, RunNotFound."""
    if (patch.run_ids is None) == (patch.filter is None):
        raise errors.Invalid("Give either run_ids or filter.")
    if patch.run_ids is not None:
        try:
            ids = [UUID(text) for text in patch.run_ids]
        except ValueError:
            raise errors.Invalid("run_ids must be IDs of runs.") from None
    else:
        ids = await run_ids(driver, parse_query(patch.filter or ""), MAX_RUNS + 1)
        if len(ids) > MAX_RUNS:
            raise errors.Invalid(sentences.TOO_MANY_RUNS(most=MAX_RUNS))

    def wanted(run_id: UUID, before: State) -> State:
        tags = [tag for tag in before["tags"] if tag not in patch.remove_tags]
        labels = {k: v for k, v in before["labels"].items() if k not in patch.remove_labels}
        return {
            "tags": tags + [tag for tag in dict.fromkeys(patch.add_tags) if tag not in tags],
            "labels": labels | patch.set_labels,
            "is_deleted": before["is_deleted"] if patch.is_deleted is None else patch.is_deleted,
        }

    return await change_runs(driver, actor, ids, wanted, "runs.edit", shares=patch.shares)


async def undo_edit(driver: Driver, actor: Principal, edit_id: UUID) -> tuple[UUID, int, list[NotUndone]]:
    """Restore what an edit changed; a run that was changed again since stays and is named. Raises NotFound."""
    done = {row["run_id"]: row for row in await run_edits.list_edited_runs(driver, edit_id)}
    if not done:
        raise errors.NotFound("There is no such edit.")
    skipped: list[NotUndone] = []

    def wanted(run_id: UUID, now: State) -> State:
        after, before = (orjson.loads(done[run_id][side]) for side in ("after", "before"))
        current: Mapping[str, object] = now
        changed = [key for key, value in after.items() if current[key] != value]
        if changed:
            skipped.append(
                {"run_id": str(run_id), "reason": sentences.CHANGED_SINCE(fields=", ".join(changed))}
            )
            return {}
        restored: State = before
        return restored

    new_id, number = await change_runs(driver, actor, list(done), wanted, "runs.undo")
    return new_id, number, skipped
