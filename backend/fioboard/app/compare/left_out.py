"""Runs of a side that stay out of its figures, and why."""

from collections import defaultdict
from collections.abc import Sequence

from fioboard.app.compare import sentences
from fioboard.app.compare.matching import Row, describe_option, list_differing, list_differing_settings
from fioboard.app.compare.sides import Side
from fioboard.core.figures import format_things
from fioboard.engine.answers.compared_sides import LeftOutOut
from fioboard.engine.factors.difference import format_setting, get_word

# Of two workloads that differ in more options than these, the first are named.
MAX_OPTIONS = 3


def list_excluded_runs(side: Side, number: int, rows: Sequence[Row]) -> list[LeftOutOut]:
    """List of base (0) what no new side measured, too; of a new side what base did not."""
    own = [row for row in rows if row.results[number]]
    apart = [row for row in own if not _is_held(row, number)]
    held = {result["run_id"] for row in own if _is_held(row, number) for result in row.results[number]}
    with_results = {result["run_id"] for result in side.results}
    others = [row for row in rows if (any(row.results[1:]) if number == 0 else row.results[0])]
    by_text: dict[str, list[str]] = defaultdict(list)
    for row in apart:
        why = _explain(row, others, "new" if number == 0 else "base")
        for result in row.results[number]:
            if result["run_id"] not in held:
                held.add(result["run_id"])
                by_text[why].append(str(result["run_id"]))
    silent = [str(run["id"]) for run in side.runs if run["id"] not in with_results]
    none: list[LeftOutOut] = [
        {
            "reason": "no_result",
            "text": sentences.WITHOUT_RESULT(runs=format_things(len(silent), "run")),
            "run_ids": silent,
        }
    ]
    return [
        *(
            LeftOutOut(reason="no_partner", text=f"{format_things(len(ids), 'run')} {why}", run_ids=ids)
            for why, ids in by_text.items()
        ),
        *(none if silent else []),
    ]


def _is_held(row: Row, number: int) -> bool:
    return bool(any(row.results[1:]) if number == 0 else row.results[0])


def _explain(row: Row, others: Sequence[Row], other: str) -> str:
    """Say in what the nearest workload that the other side measured differs."""
    same = [one for one in others if one.direction == row.direction]
    if not same:
        return sentences.NOT_MEASURED_BY(direction=row.direction, other=other)
    nearest = min(
        same, key=lambda one: len(list_differing(row, one)) + len(list_differing_settings(row, one))
    )
    keys = list_differing(row, nearest)
    named = ", ".join(
        f"{describe_option(key, row.options.get(key))} ({other}: {describe_option(key, nearest.options.get(key))})"
        for key in keys[:MAX_OPTIONS]
    )
    left = len(keys) - MAX_OPTIONS
    more = sentences.MORE_OPTIONS(more=format_things(left, "more option")) if left > 0 else ""
    if named:
        return f"with {named}{more}"
    setting = ", ".join(
        f"{_format_setting(row, key)} ({other}: {_format_setting(nearest, key)})"
        for key in list_differing_settings(row, nearest)[:MAX_OPTIONS]
    )
    return f"with {setting}" if setting else "of another job with that name"


def _format_setting(row: Row, key: str) -> str:
    return format_setting(key, row.setting[key]) if key in row.setting else f"{get_word(key)} unknown"
