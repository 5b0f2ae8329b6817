"""Runs counted by a factor, by batch or by tag, and one workload's history."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

import numpy as np
import orjson

from fioboard.app.runs.history import sentences
from fioboard.app.runs.history.folding import build_head
from fioboard.app.runs.history.listing import known_key
from fioboard.core import errors
from fioboard.core.driver import Driver
from fioboard.core.figures import format_count
from fioboard.engine.answers.batch_fold import BatchHead
from fioboard.engine.answers.run_group import GroupValue, RunGroup, RunGroups, WorkloadHistory
from fioboard.engine.filters import Condition, Filter, Metric, Term
from fioboard.engine.filters import metric as find_metric
from fioboard.engine.filters.table import Cell
from fioboard.engine.filters.values import Value
from fioboard.engine.words.factors import JOB_OPTIONS
from fioboard.store.queries import batches as batch_queries
from fioboard.store.queries.filtering import Selection, count_by_configuration, count_matching, select
from fioboard.store.queries.planning import plan_anew
from fioboard.store.queries.runs import groups as run_groups
from fioboard.store.queries.runs import lists as run_lists
from fioboard.store.queries.runs.groups import GroupFiguresRow, GroupRow


@dataclass(frozen=True, slots=True)
class _Question:
    """What is grouped, and how its runs are read."""

    selection: Selection
    by: str
    figure: Metric | None
    limit: int
    common_words: bool

    async def counted(self, driver: Driver, by: str, limit: int | None) -> list[GroupRow]:
        """The largest groups."""
        return await run_groups.count_groups(
            driver, self.selection, by, limit, common_words=self.common_words
        )

    async def figures(self, driver: Driver, by: str) -> list[GroupFiguresRow]:
        """What the groups measured; nothing when no metric is asked for."""
        if self.figure is None:
            return []
        return await run_groups.list_figures(
            driver, self.selection, by, self.figure, common_words=self.common_words
        )

    def group(
        self, value: GroupValue, runs: int, rows: list[GroupFiguresRow], batch: BatchHead | None = None
    ) -> RunGroup:
        """A group with the summary of its figures."""
        if not rows:
            number = None if self.figure is None else 0
            return {
                "value": value,
                "batch": batch,
                "runs": runs,
                "results": number,
                "workloads": number,
                "kinds": number,
                "median": None,
                "min": None,
                "max": None,
            }
        values = np.frombuffer(b"".join(row["figures"] for row in rows), ">f8")
        return {
            "value": value,
            "batch": batch,
            "runs": runs,
            "results": len(values),
            "workloads": len({(row["workload_id"], row["direction"]) for row in rows}),
            "kinds": sum(row["configurations"] for row in rows),
            "median": float(np.median(values)),
            "min": float(values.min()),
            "max": float(values.max()),
        }


def require_metric(name: str) -> Metric:
    """The metric of this name. Raises UnknownKey."""
    wanted = find_metric(known_key(name, "metric"))
    if wanted is None:
        raise errors.UnknownKey(sentences.METRIC_WANTED(name=errors.quoted(name)))
    return wanted


async def list_groups(driver: Driver, wanted: Filter, by: str, metric: str | None, limit: int) -> RunGroups:
    """List the largest groups of the runs that the filter selects."""
    figure = require_metric(metric) if metric else None
    by = known_key(by, "by", run_groups.KEYS)
    if find_metric(by) is not None:
        raise errors.Invalid(sentences.FACTOR_WANTED(metric=by))
    async with plan_anew(driver):
        return await _load_groups(driver, wanted, by, figure, limit)


async def _load_groups(
    driver: Driver, wanted: Filter, by: str, figure: Metric | None, limit: int
) -> RunGroups:
    selection = await select(driver, wanted)
    selection, total, is_exact = await count_matching(driver, selection)
    has_words = selection.wanted.get("q") is not None
    question = _Question(selection, by, figure, limit, common_words=has_words and not is_exact)
    if by in run_groups.KEYS:
        is_counted = total <= run_groups.MAX_RUNS
        largest, number = await _group_runs(driver, question)
    else:
        # Times are counted in an index however many runs match; words and results decide run by run.
        is_counted = is_exact or not (has_words or selection.uncertain.any())
        largest, number = await _group_configurations(driver, question, is_counted=is_counted)
    is_summarised = figure is None or total <= run_groups.MAX_RUNS
    return {
        "by": by,
        "metric": figure.name if figure else None,
        "unit": figure.unit if figure else None,
        "groups": largest,
        "total_groups": number,
        "runs_of_newest": None if is_counted else run_groups.MAX_RUNS,
        "figures_of_newest": None if is_summarised else run_groups.MAX_RUNS,
        "reason": _explain_unread(
            total, is_exact=is_exact, is_counted=is_counted, is_summarised=is_summarised
        ),
    }


def _explain_unread(total: int, *, is_exact: bool, is_counted: bool, is_summarised: bool) -> str | None:
    """Explain which runs were not read; None when all were."""
    if is_counted and is_summarised:
        return None
    what = "Figures are" if is_counted else "Runs are counted" if is_summarised else "Runs and figures are"
    among = f"{'' if is_exact else 'about '}{total:,}"
    return sentences.NEWEST_OF(what=what, most=format_count(run_groups.MAX_RUNS), runs=among)


async def _group_configurations(
    driver: Driver, question: _Question, *, is_counted: bool
) -> tuple[list[RunGroup], int]:
    """Group by a factor or a label, and count the groups."""
    table = question.selection.table
    codes = table.codes(question.by)
    column = table.columns.get(question.by)
    selection, common_words = question.selection, question.common_words
    counted = await (
        count_by_configuration(driver, selection)
        if is_counted
        else run_groups.count_newest_by_configuration(driver, selection, common_words=common_words)
    )
    runs = np.bincount(codes, counted, len(column.values) + 1 if column else 1).astype(int)
    values = ["", *(str(cell) for cell in column.values)] if column else [""]
    # Equally large ones by their value: codes are in the order in which PostgreSQL happened to give the rows.
    order = sorted(map(int, np.flatnonzero(runs)), key=lambda code: (-runs[code], values[code]))
    figures: dict[int, list[GroupFiguresRow]] = defaultdict(list)
    for row in await question.figures(driver, "configuration"):
        place = table.find_row(_require_configuration(row["value"]))
        if place is not None:
            figures[int(codes[place])].append(row)
    largest = [
        question.group(
            _convert_cell(column.values[code - 1]) if column and code else None,
            int(runs[code]),
            figures[code],
        )
        for code in order[: question.limit]
    ]
    return largest, len(order)


def _require_configuration(value: UUID | str | None) -> UUID:
    if not isinstance(value, UUID):
        raise TypeError(f"{value} is no configuration")
    return value


def _convert_cell(cell: Cell) -> GroupValue:
    return list(cell) if isinstance(cell, tuple) else cell


async def _group_runs(driver: Driver, question: _Question) -> tuple[list[RunGroup], int]:
    """Group by what a run itself states, not its configuration, and count the groups."""
    by = question.by
    counted = await question.counted(driver, by, question.limit)
    figures: dict[UUID | str | None, list[GroupFiguresRow]] = defaultdict(list)
    for row in await question.figures(driver, by):
        figures[row["value"]].append(row)
    ids = [row["value"] for row in counted if isinstance(row["value"], UUID)]
    heads = await batch_queries.list_heads(driver, question.selection, ids) if ids else []
    batches = {row["batch_id"]: build_head(row) for row in heads}
    largest = [
        question.group(
            str(row["value"]) if isinstance(row["value"], UUID) else row["value"],
            row["runs"],
            figures[row["value"]],
            batches.get(row["value"]) if isinstance(row["value"], UUID) else None,
        )
        for row in counted
    ]
    return largest, counted[0]["groups"] if counted else 0


async def load_history(
    driver: Driver, workload_id: UUID, wanted: Filter, metric: str, limit: int
) -> WorkloadHistory:
    """Load the newest runs of the filter that have results of the workload."""
    figure = require_metric(metric)
    text = await run_lists.get_workload_options(driver, workload_id)
    if text is None:
        raise errors.NotFound("There is no such workload.")
    ids = await run_lists.run_ids(driver, _select_workload(wanted, workload_id, orjson.loads(text)), limit)
    rows = await run_lists.list_histories(driver, workload_id, ids, figure)
    return {
        "workload_id": workload_id,
        "metric": metric,
        "unit": figure.unit,
        "points": [
            {
                "run_id": row["run_id"],
                "started_at": row["started_at"],
                "direction": row["direction"],
                "value": row["value"],
            }
            for row in rows
        ],
    }


def _select_workload(wanted: Filter, workload_id: UUID, options: Mapping[str, Value | None]) -> Filter:
    """Return the filter, narrowed to a workload; its options are added, too, because configurations are found by
    them.
    """
    narrowing = {"workload": str(workload_id)} | {key: options.get(key) for key in JOB_OPTIONS}
    kept = [c for c in wanted.exclude(*narrowing) if c.key not in narrowing]
    kept += [Condition(key, (Term(value, value),)) for key, value in narrowing.items()]
    return Filter(tuple(sorted(kept, key=lambda c: c.key)))
