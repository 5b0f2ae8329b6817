"""The answer of an experiment: its conditions compared, the first as the base."""

from collections import Counter
from collections.abc import Sequence
from urllib.parse import urlencode
from uuid import UUID

import orjson

from fioboard.app.compare import service as compare_service
from fioboard.app.compare import spec as compare_spec
from fioboard.app.runs.history import sentences
from fioboard.core import errors
from fioboard.core.driver import Driver
from fioboard.engine.answers.experiment import (
    BatchConditionOut,
    BatchExperimentOut,
    BatchExperimentsOut,
    StatedExperiment,
    read_experiment,
)
from fioboard.engine.words.experiments import CONDITION_KEY
from fioboard.store.queries import batches as batch_queries

MAX_RUNS = 1000


async def load_experiments(driver: Driver, batch_id: UUID) -> BatchExperimentsOut:
    """Load the experiment that a batch is. Raises BatchNotFound for a batch without runs."""
    rows = await batch_queries.list_runs(driver, batch_id, MAX_RUNS)
    if not rows:
        raise errors.BatchNotFound
    stated = [read_experiment(orjson.loads(row["batch"] or "{}").get("experiment")) for row in rows]
    experiment = next((one for one in stated if one is not None), None)
    if experiment is None:
        return {"items": []}
    counts = Counter(
        one.get("condition")
        for one, row in zip(stated, rows, strict=True)
        if one is not None and row["outcome"] == "complete"
    )
    conditions: list[BatchConditionOut] = [
        {"name": name, "runs": counts[name], "filter": _build_filter(batch_id, name)}
        for name in experiment["conditions"]
    ]
    sentence, *text = await _compare(driver, experiment, conditions)
    return {
        "items": [
            BatchExperimentOut(
                question=experiment["question"],
                thing=experiment["thing"],
                conditions=conditions,
                sentence=sentence,
                text=text,
            )
        ]
    }


async def _compare(
    driver: Driver, experiment: StatedExperiment, conditions: Sequence[BatchConditionOut]
) -> Sequence[str]:
    """Compare each condition that has runs with the first; at least one sentence."""
    waiting = [one["name"] for one in conditions if not one["runs"]]
    base, *others = conditions
    measured = [one for one in others if one["runs"]]
    pending: list[str] = [sentences.CONDITIONS_WAIT(thing=experiment["thing"], waiting=", ".join(waiting))]
    if not base["runs"] or not measured:
        return pending
    spec = compare_spec.read(base["filter"], [one["filter"] for one in measured], [], [], [])
    try:
        compared = await compare_service.compare(driver, spec)
    except (errors.Invalid, errors.NotFound) as error:
        return [str(error)]
    parts = [compared["sentence"], *(one["sentence"] for one in compared["more"])]
    return [*parts, *(pending if waiting else [])]


def _build_filter(batch_id: UUID, condition: str) -> str:
    return urlencode({"batch": str(batch_id), CONDITION_KEY: condition})
