"""The results of one run page by page: its headline result and the first ones with the run, the others on demand."""

from collections.abc import Sequence
from uuid import UUID

from fioboard.app.runs.history import cursor as cursors
from fioboard.app.runs.history import shape
from fioboard.app.runs.history.fitting import select_first_fitting, select_fitting
from fioboard.core.driver import Driver
from fioboard.core.errors import RunNotFound
from fioboard.engine.answers.run import ResultPage
from fioboard.store.queries.rows import ResultRow
from fioboard.store.queries.runs.first_results import (
    FirstResults,
    count_results,
    find_headline,
    list_first_results,
    list_results_after_position,
)

_ORDER = "position"


async def load_first_page(driver: Driver, run_id: UUID, headline: int, most: int) -> FirstResults:
    """Load at most `most` results of a run that exists. `headline`: the position of its headline result."""
    totals = await count_results(driver, [run_id])
    rows = select_first_fitting(await list_first_results(driver, totals, most))
    return FirstResults(rows, totals[run_id], _build_next_cursor(rows, headline, totals[run_id] - len(rows)))


async def load_page(driver: Driver, run_id: UUID, cursor: str | None, limit: int) -> ResultPage:
    """Load a page of a run's results with their job options. Raises RunNotFound, BadCursor."""
    after = None if cursor is None else cursors.read_position(cursor, _ORDER)
    headline = await find_headline(driver, run_id)
    if headline is None:
        raise RunNotFound
    if after is None:
        first = await load_first_page(driver, run_id, headline, limit)
        rows, total, following = first.rows, first.total, first.next_cursor
    else:
        total = (await count_results(driver, [run_id]))[run_id]
        behind = await list_results_after_position(driver, run_id, after, headline, limit + 1)
        rows = select_fitting(behind[:limit])
        following = _build_next_cursor(rows, headline, len(behind) - len(rows))
    return {
        "results": [shape.result(row) for row in rows],
        "job_options": [shape.insert_json(row["job_options"]) for row in rows],
        "results_total": total,
        "next_cursor": following,
    }


def _build_next_cursor(rows: Sequence[ResultRow], headline: int, left: int) -> str | None:
    """Build the cursor behind these rows; None at the end. The headline result comes first and is no place in the
    order.
    """
    if left <= 0:
        return None
    return cursors.make(
        _ORDER, max((row["position"] for row in rows if row["position"] != headline), default=-1)
    )
