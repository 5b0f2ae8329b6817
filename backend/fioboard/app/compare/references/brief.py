"""Runs and batches against their references in short: the figure that speaks, for lists."""

import asyncio
from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TypeVar
from uuid import UUID

from fioboard.app.compare import sentences
from fioboard.app.compare.figures import collect_measured, judge_rows
from fioboard.app.compare.matching import Row, match
from fioboard.app.compare.references.which import Measured, Part, find_scope
from fioboard.app.compare.spec import Spec
from fioboard.core.driver import Driver
from fioboard.core.errors import Invalid
from fioboard.core.figures import format_count
from fioboard.engine.answers.reference import HeldPart
from fioboard.engine.answers.workload import HeadlineOut, MetricOut
from fioboard.engine.filters import Condition, Metric, Term, metric
from fioboard.engine.stats import ratio
from fioboard.engine.words.headline_metric import headline_metric
from fioboard.engine.words.limits import MAX_COMPARED_RESULTS
from fioboard.engine.words.metrics import USUAL
from fioboard.store.queries import compare as compare_queries
from fioboard.store.queries import references as queries
from fioboard.store.queries.compare import ComparedResultRow
from fioboard.store.queries.planning import plan_anew
from fioboard.store.queries.references import HeldRow

Subject = TypeVar("Subject", bound=Hashable)
_METRICS: tuple[Metric, ...] = tuple(one for name in USUAL if (one := metric(name)) is not None)
USUAL_SPEC = Spec(sides=(), metrics=_METRICS, ignore=(), match=())
"""A comparison that nobody asked anything particular of; its sides are still to come."""


async def find_counting(
    driver: Driver, subjects: Mapping[Subject, Sequence[HeldRow]]
) -> dict[Subject, list[Part]]:
    """Find which references count for each subject, from one statement. Inside planning.plan_anew."""
    runs = [run for held in subjects.values() for run in held]
    hosts = {run["host_id"] for run in runs}
    workloads = {workload_id for run in runs for workload_id in run["workload_ids"]}
    rows = await queries.list_measured(driver, list(hosts), list(workloads)) if workloads else []
    measured = Measured(rows)
    return {subject: measured.parts(held) for subject, held in subjects.items()}


async def compare_in_short(
    driver: Driver, subjects: Mapping[Subject, Sequence[HeldRow]]
) -> dict[Subject, list[HeldPart]]:
    """Compare each subject with every reference that counts for some of it. Raises Invalid for more results than a
    comparison may have.

    Raises Invalid for more results than a comparison may have.
    """
    async with plan_anew(driver):
        parts = await find_counting(driver, subjects)
        compared = [one for several in parts.values() for one in several if one.state == "compared"]
        results: list[ComparedResultRow] = []
        if compared:
            results = await compare_queries.list_results(
                driver,
                list({run_id for part in compared for run_id in (*part.base, *part.new)}),
                [match_workloads({one for part in compared for one in part.workload_ids})],
                metrics=_METRICS,
                options=(),
                most=MAX_COMPARED_RESULTS + 1,
            )
        if len(results) > MAX_COMPARED_RESULTS:
            raise Invalid(sentences.TOO_MANY_REFERENCE_RESULTS(most=format_count(MAX_COMPARED_RESULTS)))
        texts = await compare_queries.get_workloads(driver, list({row["workload_id"] for row in results}))
    by_run: dict[UUID, list[ComparedResultRow]] = defaultdict(list)
    for row in results:
        by_run[row["run_id"]].append(row)
    return await asyncio.to_thread(
        lambda: {
            subject: [_compare_figures(part, by_run, texts) for part in several]
            for subject, several in parts.items()
        }
    )


def match_workloads(workload_ids: Iterable[UUID]) -> Condition:
    """Return the condition that a result is of one of these workloads."""
    return Condition("workload", tuple(Term(str(one), str(one)) for one in sorted(workload_ids)))


def _compare_figures(
    part: Part, by_run: Mapping[UUID, Sequence[ComparedResultRow]], texts: Mapping[UUID, str]
) -> HeldPart:
    if part.state != "compared":
        return build_held_part(part, None, ())
    sides = [
        [row for run_id in ids for row in by_run.get(run_id, ()) if row["workload_id"] in part.workload_ids]
        for ids in (part.base, part.new)
    ]
    rows = [
        row
        for row in match(sides, {one: texts[one] for one in part.workload_ids}, USUAL_SPEC)
        if row.is_matched
    ]
    name = headline_metric((row.options, row.direction, _list_with_ratio(row)) for row in rows)
    speaking = None if name is None else metric(name)
    if speaking is None:
        return build_held_part(part, None, ())
    # The columns of the rows are those of _METRICS.
    figures = judge_rows(rows, _METRICS, 2, only=speaking.name)
    return build_held_part(
        part,
        figures.headlines[0].get(speaking.name),
        [cells[speaking.name] for cells in figures.cells[0] if speaking.name in cells],
    )


def _list_with_ratio(row: Row) -> list[str]:
    return [
        one.name
        for column, one in enumerate(_METRICS)
        if ratio(*(collect_measured(side, column).values for side in row.results)) is not None
    ]


def build_held_part(part: Part, headline: HeadlineOut | None, cells: Sequence[MetricOut]) -> HeldPart:
    """Build a part with its figures. `cells`: those of the headline's metric."""
    used = [cell for cell in cells if cell["ratio"] is not None]
    pin = part.pinned
    return {
        "reference": {"id": str(pin.id), "name": pin.name, "scope": find_scope(pin.host_id, pin.workload_id)},
        "state": "not_measured" if part.state == "compared" and headline is None else part.state,
        "headline": headline,
        "n_reference": min((cell["base"]["n"] for cell in used), default=None),
        "n": min((cell["new"]["n"] for cell in used), default=None),
        "deleted_runs": part.deleted,
        "is_mixed": part.is_mixed,
    }
