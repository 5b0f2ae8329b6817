"""Batches in lists, and a run's place in its batch."""

from uuid import UUID

import orjson

from fioboard.app.runs.history.batch_results import list_batch_results
from fioboard.app.runs.history.folding import build_head
from fioboard.app.runs.history.repeats import list_repeats
from fioboard.app.runs.history.shape import build_step_batch
from fioboard.core import errors
from fioboard.core.driver import Driver
from fioboard.engine.answers.batch import RunInBatch, StepRef
from fioboard.engine.answers.batch_fold import BatchList
from fioboard.engine.filters import Filter
from fioboard.store.queries import batches as batch_queries
from fioboard.store.queries.batches import StepRow
from fioboard.store.queries.filtering import select
from fioboard.store.queries.parameters import Parameters
from fioboard.store.queries.runs import lists as run_lists
from fioboard.store.queries.runs import run as run_queries

# Of one workload in a batch; its page lists them all.
MAX_REPEAT_RUNS = 200


async def list_newest(driver: Driver, wanted: Filter, find: str, limit: int) -> BatchList:
    """List the newest batches of the runs that the filter selects."""
    selection = await select(driver, wanted)

    def one_of_each(parameters: Parameters) -> list[str]:
        named = batch_queries.match_batch_name(find, parameters)
        return [named, batch_queries.select_batch_heads(selection, parameters, ">")]

    rows = await run_lists.walk(driver, selection, ("started_at", "desc"), limit + 1, None, more=one_of_each)
    ids = [row["batch_id"] for row in rows[:limit] if row["batch_id"]]
    heads = {
        row["batch_id"]: build_head(row) for row in await batch_queries.list_heads(driver, selection, ids)
    }
    return {"items": [heads[batch_id] for batch_id in ids], "has_more": len(rows) > limit}


async def find_place(driver: Driver, run_id: UUID) -> RunInBatch:
    """Find a run among those of its batch. Raises RunNotFound, and BatchNotFound for a run that was made alone."""
    steps = await batch_queries.list_steps(driver, run_id)
    if not steps:
        if await run_queries.get_run(driver, run_id) is None:
            raise errors.RunNotFound
        raise errors.BatchNotFound("This run belongs to no batch.")
    here = next(number for number, row in enumerate(steps) if row["id"] == run_id)
    same = [row for row in steps if row["is_repeat"]] if steps[here]["is_repeat"] else []
    return {
        "batch": build_step_batch(steps[here]),
        "run_count": len(steps),
        "previous": _build_step(steps[here - 1]) if here else None,
        "next": _build_step(steps[here + 1]) if here + 1 < len(steps) else None,
        "repeat_runs": [_build_step(row) for row in same[:MAX_REPEAT_RUNS]],
        "repeat_runs_total": len(same),
        # Of one host, target and set of labels, as the statement has it.
        "repeats": list_repeats(
            (await list_batch_results(driver, [row["id"] for row in same])).rows,
            {row["id"]: "" for row in same},
        ),
    }


def _build_step(row: StepRow) -> StepRef:
    return {
        "id": row["id"],
        "title": row["title"],
        "started_at": row["started_at"],
        "step": orjson.loads(row["batch"])["step"],
    }
