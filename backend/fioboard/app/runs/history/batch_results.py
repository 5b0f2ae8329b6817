"""The results of a batch's runs that its page judges: of every run the same first ones, as many as can be judged."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from fioboard.app.runs.history.fitting import choose_result_count
from fioboard.core.driver import Driver
from fioboard.engine.words.limits import MAX_BATCH_RESULTS, MAX_TESTS_OF_RUN
from fioboard.store.queries.rows import ResultRow
from fioboard.store.queries.runs.first_results import count_results, list_first_results


@dataclass(frozen=True, slots=True)
class BatchResults:
    """The first results of each run of a batch."""

    rows: Sequence[ResultRow]
    """At most MAX_BATCH_RESULTS, of at most MAX_TESTS_OF_RUN of each run."""
    total: int
    """Number of results of all its runs."""
    by_run: dict[UUID, int]
    """Number of results of each run."""


async def list_batch_results(driver: Driver, run_ids: Sequence[UUID]) -> BatchResults:
    """List the results of a batch's runs, in order of run and position."""
    totals = await count_results(driver, run_ids)
    most = choose_result_count(totals.values(), MAX_TESTS_OF_RUN, MAX_BATCH_RESULTS)
    return BatchResults(await list_first_results(driver, totals, most), sum(totals.values()), totals)
