"""What was recorded of the hosts of a chart over time and changed from one of its runs to the next that tells it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from uuid import UUID

from fioboard.app.runs.explore.series.kinds import Kind
from fioboard.app.runs.explore.series.lines import BETWEEN, get_title
from fioboard.app.runs.explore.series.points import Measured
from fioboard.engine.answers.series import SeriesChange, X
from fioboard.engine.factors import FACTORS
from fioboard.engine.factors.implied import none_when_known
from fioboard.engine.filters.table import Cell, ConfigurationTable
from fioboard.engine.rules.history import Setting
from fioboard.engine.watch.courses import courses
from fioboard.engine.watch.recorded import Recorded

MAX_CHANGES = 60
"""More marks than these are no marks; what changes seldom comes first."""


def changes(
    table: ConfigurationTable, kinds: Sequence[Kind], values: Iterable[Measured], xs: Iterable[X]
) -> list[SeriesChange]:
    """The changes between runs of one host that follow each other, the oldest first. `xs`: the runs' starts."""
    of_hosts: dict[str, dict[UUID, tuple[datetime, int]]] = defaultdict(dict)
    for value, at in zip(values, xs, strict=True):
        row = kinds[value.kind].row
        if isinstance(at, datetime):
            of_hosts[str(table.cell("host", row))][UUID(value.run_id)] = at, row
    settings = _collect_varying(table, {row for runs in of_hosts.values() for _, row in runs.values()})
    return sorted(
        (change for host, runs in of_hosts.items() for change in _list_host_changes(host, runs, settings)),
        key=lambda change: change["at"],
    )


def _collect_varying(table: ConfigurationTable, rows: set[int]) -> Mapping[int, Setting]:
    """Collect of each configuration what is not the same in all, with what tells that something is not there."""
    listed = sorted(rows)
    varying = {
        key for key in table.columns if (table.codes(key)[listed] != table.codes(key)[listed[:1]]).any()
    }
    keys = varying | {teller for key in varying if (teller := none_when_known(key)) is not None}
    return {row: {key: cell for key in keys if (cell := table.cell(key, row)) is not None} for row in listed}


def _list_host_changes(
    host: str, runs: Mapping[UUID, tuple[datetime, int]], settings: Mapping[int, Setting]
) -> list[SeriesChange]:
    history = [
        Recorded(run_id, settings[row])
        for run_id, (_, row) in sorted(runs.items(), key=lambda run: (run[1][0], run[0]))
    ]
    made: list[SeriesChange] = []
    for course in courses(history, ()):
        if len(made) + len(course.spans) - 1 > MAX_CHANGES:
            break
        for before, after in zip(course.spans, course.spans[1:], strict=False):
            made.append(
                {
                    "at": runs[after.first_run][0],
                    "host": host,
                    "run_id": str(after.first_run),
                    "key": course.key,
                    "title": get_title(course.key),
                    "unit": FACTORS[course.key].unit if course.key in FACTORS else None,
                    "before": _plain(before.value),
                    "after": _plain(after.value),
                }
            )
    return made


def _plain(value: Cell | None) -> str | int | float | bool | None:
    return BETWEEN.join(map(str, value)) if isinstance(value, tuple) else value
