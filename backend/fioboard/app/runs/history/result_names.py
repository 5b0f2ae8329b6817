"""The name of each result of a batch: its workload, and what tells it apart from the other results."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from uuid import UUID

import orjson

from fioboard.app.runs.history.repeats import list_own_targets
from fioboard.app.runs.history.sentences import TOGETHER
from fioboard.engine.factors.workload import MIXES, workload_in_words
from fioboard.engine.words.experiments import CONDITION_LABEL
from fioboard.engine.words.target_names import split_names
from fioboard.store.queries.rows import BatchRunRow, ResultRow


def build_result_names(
    runs: Mapping[UUID, BatchRunRow], rows: Sequence[ResultRow], varied: Mapping[UUID, Mapping[str, str]]
) -> dict[UUID, str]:
    """Name each result by its id; those that would share a name by their job, else in order: `…, 2 of 3`.

    `varied`: of each workload the options that its words do not say.
    """
    own = list_own_targets(rows)
    has_several = len({run["target"] for run in runs.values()}) > 1
    alike: dict[str, list[ResultRow]] = defaultdict(list)
    for row in rows:
        run = runs[row["run_id"]]
        target = own.get(row["id"], run["target"] if has_several else None)
        if row["id"] in own:
            together = TOGETHER(targets=len(split_names(run["target"] or "")))
            target = f"{target} ({together})"
        name = [
            *_list_workload_words(row, varied),
            f"{row['direction']}s" if row["rw"] in MIXES else None,
            target,
            orjson.loads(run["labels"]).get(CONDITION_LABEL),
        ]
        alike[", ".join(str(word) for word in name if word)].append(row)
    return {row["id"]: word for name, same in alike.items() for row, word in _tell_apart(name, same)}


def _list_workload_words(row: ResultRow, varied: Mapping[UUID, Mapping[str, str]]) -> list[str]:
    options = {**row, "bs": row["bs_bytes"] or orjson.loads(row["details"]).get("bs")}
    return [
        row["job_name"] if row["rw"] is None else workload_in_words(options),
        *(f"{name}={value}" for name, value in varied.get(row["workload_id"], {}).items()),
    ]


def _tell_apart(name: str, rows: Sequence[ResultRow]) -> list[tuple[ResultRow, str]]:
    if len(rows) == 1:
        return [(rows[0], name)]
    if len({row["job_name"] for row in rows}) == len(rows):
        return [(row, f"{name}, {row['job_name']}") for row in rows]
    return [(row, f"{name}, {n} of {len(rows)}") for n, row in enumerate(rows, 1)]
