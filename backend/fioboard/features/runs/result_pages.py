"""The results of one run page by page: its headline result and the first ones with the run, the others on demand."""

from collections.abc import Sequence
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.core.errors import RunNotFound
from fioboard.features.runs import cursor as cursors
from fioboard.features.runs import shape
from fioboard.features.runs.fitting import fit, fit_first
from fioboard.queries.rows import ResultRow
from fioboard.queries.runs.first_results import (
    FirstResults,
    count_results,
    find_headline,
    list_first_results,
    list_results_after_position,
)
from fioboard.schemas.run import ResultPage

_ORDER = "position"


async def first_page(driver: Driver, run_id: UUID, headline: int, most: int) -> FirstResults:
    """At most `most` results of a run that exists. `headline`: the position of its headline result."""
    totals = await count_results(driver, [run_id])
    rows = fit_first(await list_first_results(driver, totals, most))
    return FirstResults(rows, totals[run_id], _next_cursor(rows, headline, totals[run_id] - len(rows)))


async def page(driver: Driver, run_id: UUID, cursor: str | None, limit: int) -> ResultPage:
    """A page of a run's results with their job options. Raises RunNotFound, BadCursor."""
    after = None if cursor is None else cursors.read_position(cursor, _ORDER)
    headline = await find_headline(driver, run_id)
    if headline is None:
        raise RunNotFound
    if after is None:
        first = await first_page(driver, run_id, headline, limit)
        rows, total, following = first.rows, first.total, first.next_cursor
    else:
        total = (await count_results(driver, [run_id]))[run_id]
        behind = await list_results_after_position(driver, run_id, after, headline, limit + 1)
        rows = fit(behind[:limit])
        following = _next_cursor(rows, headline, len(behind) - len(rows))
    return {
        "results": [shape.result(row) for row in rows],
        "job_options": [shape.as_is(row["job_options"]) for row in rows],
        "results_total": total,
        "next_cursor": following,
    }


def _next_cursor(rows: Sequence[ResultRow], headline: int, left: int) -> str | None:
    """The cursor behind these rows; None at the end. The headline result stands first and is no place in the order."""
    if left <= 0:
        return None
    return cursors.make(
        _ORDER, max((row["position"] for row in rows if row["position"] != headline), default=-1)
    )
