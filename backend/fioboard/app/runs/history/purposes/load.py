"""For what a run or a host is fast enough."""

from collections.abc import Sequence
from uuid import UUID

from fioboard.app.runs.history.purposes.cards import load_known_purposes
from fioboard.app.runs.history.purposes.measurements import Key, group_measurements
from fioboard.core.driver import Driver
from fioboard.core.errors import BatchNotFound, HostNotFound, RunNotFound
from fioboard.engine.answers.purpose import RunPurposesOut, TargetPurposesList, TargetPurposesOut
from fioboard.engine.purposes.measurement import Measurement
from fioboard.engine.purposes.out import build_judged_purpose
from fioboard.engine.purposes.run import judge_jobs, judge_run, list_pairs
from fioboard.engine.purposes.words import summarize
from fioboard.store.queries import purposes as queries
from fioboard.store.queries.batches import count_runs
from fioboard.store.queries.hosts import find_kept_host, get_host
from fioboard.store.queries.purposes import PurposeRow
from fioboard.store.queries.runs.run import get_answer

MAX_TARGETS = 8


async def load_run_purposes(driver: Driver, run_id: UUID) -> RunPurposesOut:
    """Load for what one run shows its storage to be fast enough. Raises RunNotFound."""
    rows = await queries.list_run_results(driver, run_id)
    if not rows and not (await get_answer(driver, run_id))[0]:
        raise RunNotFound
    in_batch = bool(rows) and rows[0]["batch_id"] is not None
    repeats = (
        await queries.list_repeats(driver, run_id, [row["workload_id"] for row in rows]) if in_batch else []
    )
    others: dict[Key, list[Measurement]] = {}
    for (_, key), (_, measurement) in group_measurements(repeats).items():
        others.setdefault(key, []).append(measurement)
    measured = [
        (measurement, others.get(key, [])) for (_, key), (_, measurement) in group_measurements(rows).items()
    ]
    return judge_run(measured, load_known_purposes().values())


async def load_host_purposes(driver: Driver, host_id: UUID) -> TargetPurposesList:
    """Load for what each target of a host is fast enough, by its newest runs. Raises HostNotFound."""
    host_id = await find_kept_host(driver, host_id)
    rows = await queries.list_host_results(driver, host_id)
    if not rows and await get_host(driver, host_id) is None:
        raise HostNotFound
    targets: dict[str | None, list[PurposeRow]] = {}
    for row in rows:
        targets.setdefault(row["place"], []).append(row)
    items = map(_judge_target, list(targets.values())[:MAX_TARGETS])
    return {"items": [item for item in items if item is not None]}


async def load_batch_sentence(driver: Driver, batch_id: UUID) -> str | None:
    """Load for what a batch shows its target to be fast enough; None when it decides none, or has several targets."""
    judged = _judge_batch(await queries.list_batch_results(driver, batch_id))
    return None if judged is None else judged["sentence"]


async def load_batch_purposes(driver: Driver, batch_id: UUID) -> TargetPurposesList:
    """Load the same with the run that tells. Raises BatchNotFound."""
    rows = await queries.list_batch_results(driver, batch_id)
    if not rows and not await count_runs(driver, batch_id):
        raise BatchNotFound
    judged = _judge_batch(rows)
    return {"items": [] if judged is None else [judged]}


def _judge_batch(rows: Sequence[PurposeRow]) -> TargetPurposesOut | None:
    # Two hosts may call their drives alike: their runs are no repeats of one another.
    places = {(row["host_id"], row["place"]) for row in rows}
    return _judge_target(rows) if len(places) == 1 else None


def _judge_target(rows: Sequence[PurposeRow]) -> TargetPurposesOut | None:
    """Judge the newest run of each workload of one target, with its repeats in the same batch; newest rows first."""
    newest: dict[Key, tuple[PurposeRow, Measurement]] = {}
    repeats: dict[Key, list[Measurement]] = {}
    # The median of repeats may be another run's than the newest.
    rows_by_job: dict[int, PurposeRow] = {}
    for (_, key), (row, measurement) in group_measurements(rows).items():
        rows_by_job[id(measurement)] = row
        first = newest.setdefault(key, (row, measurement))[0]
        if first is not row and row["batch_id"] is not None and row["batch_id"] == first["batch_id"]:
            repeats.setdefault(key, []).append(measurement)
    measured = [(measurement, repeats.get(key, [])) for key, (_, measurement) in newest.items()]
    judged = judge_jobs(measured, load_known_purposes().values())
    sentence = summarize(list_pairs(judged))
    if sentence is None:
        return None
    telling = {rows_by_job[id(one.measurement)]["run_id"] for _, one in list_pairs(judged)}
    newest_run = next(row for row in rows if row["run_id"] in telling)
    return {
        "target": rows[0]["target"],
        "run_id": newest_run["run_id"],
        "at": newest_run["started_at"],
        "sentence": sentence,
        "items": [
            build_judged_purpose(
                *one, runs=[rows_by_job[id(judgement.measurement)]["run_id"] for judgement in one.judgements]
            )
            for one in judged
        ],
    }
