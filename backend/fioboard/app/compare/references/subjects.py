"""What is held against references: runs alone, batches whole, and of a host what it measured last."""

from collections.abc import Sequence
from uuid import UUID

from fioboard.app.compare.references.brief import compare_in_short, find_counting
from fioboard.core.driver import Driver
from fioboard.core.errors import HostNotFound
from fioboard.engine.answers.reference import HeldOut
from fioboard.engine.words.references import MAX_NEWEST_RUNS
from fioboard.store.queries import expectations as known
from fioboard.store.queries import references as queries
from fioboard.store.queries.planning import plan_anew
from fioboard.store.queries.references import HeldRow

Subject = tuple[UUID | None, UUID | None]
"""A run's id, or a batch's."""


async def compare_by_ids(driver: Driver, run_ids: Sequence[UUID], batch_ids: Sequence[UUID]) -> list[HeldOut]:
    """Compare runs and batches in the order asked for; what does not exist is left out. Raises Invalid for too
    many results.
    """
    runs = {row["id"]: row for row in await queries.list_runs(driver, run_ids, [])}
    of_batches = await queries.list_runs(driver, [], batch_ids)
    subjects: dict[Subject, Sequence[HeldRow]] = {
        (run_id, None): [runs[run_id]] for run_id in run_ids if run_id in runs
    }
    for batch_id in batch_ids:
        if several := [row for row in of_batches if row["batch_id"] == batch_id]:
            subjects[None, batch_id] = several
    parts = await compare_in_short(driver, subjects)
    return [
        {
            "run_id": None if run_id is None else str(run_id),
            "batch_id": None if batch_id is None else str(batch_id),
            "parts": parts[run_id, batch_id],
        }
        for run_id, batch_id in subjects
    ]


async def compare_by_host(driver: Driver, host_id: UUID) -> list[HeldOut]:
    """Compare, for each reference that counts for one of a host's newest runs, the newest such run, or its batch.

    A run of the reference itself only where nothing came after. Raises HostNotFound.
    """
    if not await known.is_host(driver, host_id):
        raise HostNotFound
    newest = await queries.list_newest_runs(driver, host_id, MAX_NEWEST_RUNS)
    async with plan_anew(driver):
        parts = await find_counting(driver, {run["id"]: [run] for run in newest})
    chosen: dict[UUID, HeldRow] = {}
    for wants_new in (True, False):
        for run in newest:
            for part in parts[run["id"]]:
                if (part.state == "compared") is wants_new:
                    chosen.setdefault(part.pinned.id, run)
    items: list[HeldOut] = []
    for reference_id, run in chosen.items():
        [item] = await (
            compare_by_ids(driver, [run["id"]], [])
            if run["batch_id"] is None
            else compare_by_ids(driver, [], [run["batch_id"]])
        )
        item["parts"] = [one for one in item["parts"] if one["reference"]["id"] == str(reference_id)]
        items.append(item)
    return items
