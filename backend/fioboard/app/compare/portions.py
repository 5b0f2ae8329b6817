"""A part of a comparison's workloads: as many as an answer may hold, the others by the number of those before them."""

import orjson

from fioboard.engine.answers.compare import CompareOut, PartOut, Unmatched
from fioboard.engine.answers.workload import WorkloadOut
from fioboard.engine.words.limits import MAX_ANSWER_BYTES, MAX_UNMATCHED_WORKLOADS


def take_portion(comparison: CompareOut, skip: int = 0) -> CompareOut:
    """The comparison with the workloads behind the first `skip` that fit into an answer, at least one of each side.

    What is said of all workloads together stays: only the lists are shortened, and each says how long it was.
    """
    most_bytes = MAX_ANSWER_BYTES // (1 + len(comparison["more"]))
    return {
        **comparison,
        **_cut_portion(comparison, skip, most_bytes),
        "more": [_cut_portion(part, skip, most_bytes) for part in comparison["more"]],
    }


def _cut_portion(part: PartOut, skip: int, most_bytes: int) -> PartOut:
    unmatched = part["unmatched"]
    base, new = (unmatched[side][:MAX_UNMATCHED_WORKLOADS] for side in ("base", "new"))
    left = most_bytes - _measure_size(base) - _measure_size(new)
    return {
        **part,
        "workloads": _select_fitting(part["workloads"][skip:], left),
        "workloads_total": len(part["workloads"]),
        "workloads_skipped": min(skip, len(part["workloads"])),
        "unmatched": {"base": base, "new": new},
    }


def _select_fitting(rows: list[WorkloadOut], most_bytes: int) -> list[WorkloadOut]:
    used = 0
    for number, row in enumerate(rows):
        used += len(orjson.dumps(row, default=str))
        if used > most_bytes and number:
            return rows[:number]
    return rows


def _measure_size(rows: list[Unmatched]) -> int:
    return len(orjson.dumps(rows, default=str))
