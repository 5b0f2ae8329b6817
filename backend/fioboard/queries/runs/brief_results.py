"""What rows of a list carry beside the run itself: of each result what a table shows."""

from collections.abc import Sequence
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.filters import Metric
from fioboard.queries.rows import BriefResultRow
from fioboard.vocabulary.columns import selected
from fioboard.vocabulary.results import BRIEF

# A third of the bytes and half of the time of whole results: three latencies with all percentiles are most of them.
_BRIEF = f"""
select id, run_id, workload_id, {selected(BRIEF)}, clat is not null as has_clat,
    (clat->'percentiles'->>'99')::bigint as p99, clat->>'percentiles_reason' as percentiles_reason,
    clat->>'saturated' as saturated{{values}}
from result s where run_id = any($1::uuid[]) order by run_id, position
"""


async def brief_results_of(
    driver: Driver, run_ids: Sequence[UUID], metrics: Sequence[Metric]
) -> list[BriefResultRow]:
    """Results of some runs in order of run and position, without latencies but completion p99 (ns).

    `m0` … are the metrics' values, float8 in base units, null = not measured.
    """
    values = "".join(f", {wanted.sql()} as m{n}" for n, wanted in enumerate(metrics))
    rows: list[BriefResultRow] = await driver.fetch(_BRIEF.format(values=values), list(run_ids))
    return rows
