"""One batch whole: its runs, the repeats of its steps, what it tells, and how it stands against the one before it."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

import orjson

from fioboard.app.runs.history import history, shape
from fioboard.app.runs.history.against import Side, compare_batches
from fioboard.app.runs.history.batch_results import BatchResults, list_batch_results
from fioboard.app.runs.history.fitting import choose_result_count, estimate_size, select_fitting
from fioboard.app.runs.history.folding import (
    list_differing_options,
    list_swept,
    list_swept_further,
    list_varied,
)
from fioboard.app.runs.history.repeat import read_batch_steps
from fioboard.app.runs.history.repeat_command import Step, repeat_batch
from fioboard.app.runs.history.repeats import describe, describe_settings, list_repeats
from fioboard.app.runs.history.result_names import build_result_names
from fioboard.app.runs.history.suite_again import build_suite_again
from fioboard.core import errors
from fioboard.core.driver import Driver
from fioboard.engine.answers.batch import BatchAnswer, BatchOut, PreviousBatch
from fioboard.engine.answers.run import RunSummary
from fioboard.engine.words.factors.subject import Scalar
from fioboard.engine.words.limits import MAX_ANSWER_BYTES, MAX_ROW_RESULTS, MAX_WHOLE_LIST_RESULTS
from fioboard.store.queries import batch_edits
from fioboard.store.queries import batches as batch_queries
from fioboard.store.queries.batches import OptionsRow
from fioboard.store.queries.measured import get_workloads
from fioboard.store.queries.rows import BatchRunRow, ResultRow

MAX_RUNS = 1000
# Runs of the host that are looked through for the batch before.
MAX_EARLIER = 5000


@dataclass(frozen=True, slots=True)
class BatchRows:
    """The rows of a batch."""

    rows: Sequence[BatchRunRow]
    results: BatchResults
    side: Side
    """Of these, what measures, in order of the steps."""
    swept: dict[UUID, dict[str, str]]
    """By workload the further options that a sweep says it varied."""


async def load_batch(driver: Driver, batch_id: UUID, against_id: UUID | None = None) -> BatchOut:
    """Load one batch. `against_id`: the batch to compare it with, instead of the one before. Raises BatchNotFound
    for one without runs, Invalid for the batch itself.
    """
    if against_id == batch_id:
        raise errors.Invalid("A batch cannot be compared with itself.")
    read = await read_rows(driver, batch_id)
    if not read.rows:
        raise errors.BatchNotFound
    rows = read.rows
    count = len(rows) if len(rows) < MAX_RUNS else await batch_queries.count_runs(driver, batch_id)
    batches = [batch for row in rows if (batch := shape.batch_ref(row))]
    words = await batch_edits.get_title_and_note(driver, batch_id)
    agent_name = str(orjson.loads(rows[0]["batch"] or "{}").get("name", ""))
    hosts = {row["host_id"]: row["host_name"] for row in rows}
    options = list_swept([_build_options(row) for row in read.side.results]) + list_swept_further(read.swept)
    shown = _select_runs(read)
    steps, preconditions = await read_batch_steps(driver, batch_id)
    again = repeat_batch(steps, preconditions)
    previous = await _compare_with_previous(driver, batch_id, read.side, against_id)
    answer = await history.judge_batch(
        driver, batch_id, read.side.runs, again.text, has_earlier=previous is not None
    )
    return {
        "id": batch_id,
        "name": batches[0]["name"],
        "agent_name": agent_name,
        "title": words["title"],
        "note": words["note"],
        # Steps may have been added while it ran (`--until`): the largest plan counts.
        "steps": max(batch["steps"] for batch in batches),
        "run_count": count,
        "started_at": min((r["started_at"] for r in rows if r["started_at"]), default=None),
        "ended_at": max((r["ended_at"] for r in rows if r["ended_at"]), default=None),
        "hosts": [{"id": host_id, "name": name} for host_id, name in hosts.items()],
        "swept": options,
        "results_total": read.results.total,
        "results_judged": len(read.results.rows),
        "runs": shown,
        "result_names": _build_shown_names(read, shown),
        "repeats": list_repeats(read.side.results, read.side.settings, read.side.varied),
        "answer": _add_sweep_command(answer, steps, preconditions),
        "previous": previous,
        "command": again.text,
        "command_remark": again.remark,
        "suite_again": build_suite_again(again),
    }


def _select_runs(read: BatchRows) -> list[RunSummary]:
    """Select the first runs that fit into an answer, each with its first results."""
    most = choose_result_count(read.results.by_run.values(), MAX_ROW_RESULTS, MAX_WHOLE_LIST_RESULTS)
    first: dict[UUID, list[ResultRow]] = defaultdict(list)
    for result in read.results.rows:
        if len(first[result["run_id"]]) < most:
            first[result["run_id"]].append(result)
    used = 0
    shown: list[RunSummary] = []
    for row in read.rows:
        results = select_fitting(first[row["id"]], MAX_ANSWER_BYTES // MAX_ROW_RESULTS)
        used += estimate_size(row) + sum(map(estimate_size, results))
        if used > MAX_ANSWER_BYTES and shown:
            break
        total = read.results.by_run[row["id"]]
        shown.append(shape.summary(row, [shape.result(one) for one in results], total, row["factors"]))
    return shown


def _build_shown_names(read: BatchRows, shown: Sequence[RunSummary]) -> dict[str, str]:
    """Name the results that the answer has, by their ids."""
    place = {row["id"]: number for number, row in enumerate(read.rows)}
    results = sorted(read.results.rows, key=lambda result: place[result["run_id"]])
    names = build_result_names({row["id"]: row for row in read.rows}, results, read.side.varied)
    return {str(result["id"]): names[result["id"]] for run in shown for result in run["results"]}


async def read_rows(driver: Driver, batch_id: UUID) -> BatchRows:
    """Read the runs of a batch and their first results."""
    rows = await batch_queries.list_runs(driver, batch_id, MAX_RUNS)
    results = await list_batch_results(driver, [row["id"] for row in rows])
    measuring = [row for row in rows if (batch := shape.batch_ref(row)) and batch["role"] != "precondition"]
    place = {row["id"]: number for number, row in enumerate(measuring)}
    measured = sorted((r for r in results.rows if r["run_id"] in place), key=lambda r: place[r["run_id"]])
    words = {row["workload_id"]: describe(row) for row in measured}
    loaded = await get_workloads(driver, list(words))
    workloads: dict[UUID, dict[str, Scalar | None]] = {key: orjson.loads(loaded[key]) for key in words}
    names = [name for row in rows for name in orjson.loads(row["batch"] or "{}").get("vary", ())]
    swept = list_varied(list(dict.fromkeys(names)), workloads) if names else {}
    differing = list_differing_options(words, workloads)
    varied = {key: {**differing.get(key, {}), **swept.get(key, {})} for key in words}
    return BatchRows(rows, results, Side(measuring, measured, describe_settings(measuring), varied), swept)


async def _compare_with_previous(
    driver: Driver, batch_id: UUID, now: Side, against_id: UUID | None
) -> PreviousBatch | None:
    before_id = against_id or await batch_queries.find_previous_batch(driver, batch_id, MAX_EARLIER)
    if before_id is None:
        return None
    before = await read_rows(driver, before_id)
    batch = shape.batch_ref(before.rows[0]) if before.rows else None
    if batch is None:
        return None
    return {
        "id": before_id,
        "name": batch["name"],
        "started_at": min((r["started_at"] for r in before.rows if r["started_at"]), default=None),
        "repeats": list_repeats(before.side.results, before.side.settings, before.side.varied),
        "against": compare_batches(before.side, now),
    }


def _add_sweep_command(
    answer: BatchAnswer | None, steps: Sequence[Step], preconditions: Sequence[str]
) -> BatchAnswer | None:
    """Return the answer; where points of a sweep are to be measured again, with the command line for them."""
    if answer is None or answer["next"] is None or not answer["next"]["options"]:
        return answer
    whole = repeat_batch(steps, preconditions, grid=answer["next"]["options"])
    return {**answer, "next": {**answer["next"], "command": whole.text}}


def _build_options(row: ResultRow) -> OptionsRow:
    return {
        "rw": row["rw"],
        "bs_bytes": row["bs_bytes"],
        "bs": orjson.loads(row["details"]).get("bs"),
        "iodepth": row["iodepth"],
        "numjobs": row["numjobs"],
        "ioengine": row["ioengine"],
    }
