"""For what a run or a host is fast enough."""

from collections.abc import Iterable, Sequence
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.core.errors import BatchNotFound, HostNotFound, RunNotFound
from fioboard.features.runs.purposes.known import load_known_purposes
from fioboard.features.runs.purposes.measurements import Key, group_measurements
from fioboard.features.runs.purposes.shape import build_judgement, build_untold
from fioboard.purposes.card import Purpose, Requirement
from fioboard.purposes.judge import Judgement, judge
from fioboard.purposes.measurement import Measurement
from fioboard.purposes.words import summarize
from fioboard.queries import purposes as queries
from fioboard.queries.batches import count_runs
from fioboard.queries.hosts import find_kept_host, get_host
from fioboard.queries.purposes import PurposeRow
from fioboard.queries.runs.run import get_answer
from fioboard.schemas.purpose import HostPurposesOut, RunPurposesOut, TargetPurposesOut

Measured = tuple[Measurement, Sequence[Measurement]]
"""A job and its repeats."""
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
    judged = [
        (purpose, requirement, judge_best(requirement, measured))
        for purpose in load_known_purposes().values()
        for requirement in purpose.requirement
    ]
    told = [(purpose, one) for purpose, _, one in judged if one is not None and is_told(one)]
    # The very job that a source states comes first, what somebody observed last.
    told.sort(key=lambda pair: (not pair[1].requirement.decides, len(pair[1].differences)))
    spoken = {purpose.id for purpose, one in told if one.requirement.decides}
    untold: dict[str, tuple[Purpose, Requirement, Judgement | None]] = {}
    for purpose, requirement, one in judged:
        if purpose.id in spoken or (purpose.id in untold and untold[purpose.id][2] is not None):
            continue
        if purpose.id not in untold or one is not None:
            untold[purpose.id] = (purpose, requirement, one)
    return {
        "sentence": summarize(told),
        "items": [build_judgement(purpose, one) for purpose, one in told],
        "untold": [build_untold(*one) for one in untold.values()],
    }


async def load_host_purposes(driver: Driver, host_id: UUID) -> HostPurposesOut:
    """Load for what each target of a host is fast enough, by its newest runs. Raises HostNotFound."""
    host_id = await find_kept_host(driver, host_id)
    rows = await queries.list_host_results(driver, host_id)
    if not rows and await get_host(driver, host_id) is None:
        raise HostNotFound
    targets: dict[str | None, list[PurposeRow]] = {}
    for row in rows:
        targets.setdefault(row["target"], []).append(row)
    items = (_judge_target(target, of_target) for target, of_target in list(targets.items())[:MAX_TARGETS])
    return {"items": [item for item in items if item is not None]}


async def load_batch_sentence(driver: Driver, batch_id: UUID) -> str | None:
    """Load for what a batch shows its target to be fast enough; None when it decides none, or has several targets."""
    judged = _judge_batch(await queries.list_batch_results(driver, batch_id))
    return None if judged is None else judged["sentence"]


async def load_batch_purposes(driver: Driver, batch_id: UUID) -> HostPurposesOut:
    """Load the same with the run that tells. Raises BatchNotFound."""
    rows = await queries.list_batch_results(driver, batch_id)
    if not rows and not await count_runs(driver, batch_id):
        raise BatchNotFound
    judged = _judge_batch(rows)
    return {"items": [] if judged is None else [judged]}


def _judge_batch(rows: Sequence[PurposeRow]) -> TargetPurposesOut | None:
    targets = {row["target"] for row in rows}
    return _judge_target(next(iter(targets)), rows) if len(targets) == 1 else None


def _judge_target(target: str | None, rows: Sequence[PurposeRow]) -> TargetPurposesOut | None:
    """Judge the newest run of each workload of a target, with its repeats in the same batch."""
    newest: dict[Key, tuple[PurposeRow, Measurement]] = {}
    repeats: dict[Key, list[Measurement]] = {}
    for (_, key), (row, measurement) in group_measurements(rows).items():
        first = newest.setdefault(key, (row, measurement))[0]
        if first is not row and row["batch_id"] is not None and row["batch_id"] == first["batch_id"]:
            repeats.setdefault(key, []).append(measurement)
    measured = [(measurement, repeats.get(key, [])) for key, (_, measurement) in newest.items()]
    told = [
        (purpose, one)
        for purpose in load_known_purposes().values()
        for requirement in purpose.requirement
        if (one := judge_best(requirement, measured)) is not None and is_told(one)
    ]
    sentence = summarize(told)
    if sentence is None:
        return None
    telling = {id(one.measurement) for _, one in told}
    row = next(row for row, measurement in newest.values() if id(measurement) in telling)
    return {"target": target, "sentence": sentence, "run_id": row["run_id"], "at": row["started_at"]}


def judge_best(requirement: Requirement, measured: Iterable[Measured]) -> Judgement | None:
    """Judge the jobs of a run by one requirement and keep the one that says most; None where none is about it."""
    judged = [one for job, others in measured if (one := judge(requirement, job, others)) is not None]
    # The job as asked for says more than a harder or easier one.
    return min(judged, key=lambda one: (one.answer == "cannot_tell", len(one.differences)), default=None)


def is_told(judgement: Judgement) -> bool:
    """Whether a judgement has something to say: an answer, a count, a time, a recommendation that is missed."""
    if judgement.answer is not None:
        return judgement.answer != "cannot_tell" and judgement.figure is not None
    return judgement.figure is not None and judgement.requirement.fails is None
