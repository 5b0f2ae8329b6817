"""The first results of runs, however many a run has: its headline result, then the others in the file's order.

Of a run with more results than are asked for the headline result stands first; of every other run all results stand in
the file's order. Each result is found by its run and position, so that what is not shown is not read.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypedDict
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.engine.filters import Metric
from fioboard.engine.words.columns import selected
from fioboard.engine.words.results import BRIEF, RESULT
from fioboard.store.queries.rows import BriefResultRow, FirstResultRow, ResultRow

_HEADLINE = "coalesce(r.headline_position, 0)"
_FIRST = f"""
from unnest($1::uuid[], $2::int[]) as n (run_id, total)
join run r on r.id = n.run_id
cross join lateral (
    select * from result where run_id = n.run_id and position < $3 - ({_HEADLINE} >= $3)::int
    union all
    select * from result where run_id = n.run_id and position = {_HEADLINE} and {_HEADLINE} >= $3
) s
order by s.run_id, (n.total > $3 and s.position = {_HEADLINE}) desc, s.position
"""
_IS_HEADLINE = f"s.position = {_HEADLINE} as is_headline"
_WHOLE = f"select s.id, s.run_id, s.workload_id, {selected(RESULT, 's')}, {_IS_HEADLINE} {_FIRST}"
# A third of the bytes and half of the time of whole results: three latencies with all percentiles are most of them.
_BRIEF = f"""
select s.id, s.run_id, s.workload_id, {selected(BRIEF, "s")}, {_IS_HEADLINE}, s.clat is not null as has_clat,
    (s.clat->'percentiles'->>'99')::bigint as p99, s.clat->>'percentiles_reason' as percentiles_reason,
    s.clat->>'saturated' as saturated{{values}} {_FIRST}
"""
_PAGE = f"""
select s.id, s.run_id, s.workload_id, {selected(RESULT, "s")}
from result s where s.run_id = $1 and s.position > $2 and s.position <> $3 order by s.position limit $4
"""


@dataclass(frozen=True, slots=True)
class FirstResults:
    """The results that stand with a run, and where the others begin."""

    rows: Sequence[ResultRow]
    total: int
    next_cursor: str | None
    """None: all are here."""


class _TotalRow(TypedDict):
    run_id: UUID
    total: int


async def count_results(driver: Driver, run_ids: Sequence[UUID]) -> dict[UUID, int]:
    """The number of results of each run, by one look at its last position: they are numbered from 0 without a gap."""
    rows: list[_TotalRow] = await driver.fetch(
        """
        select n.run_id, coalesce(
            (select position + 1 from result where run_id = n.run_id order by position desc limit 1), 0)::int as total
        from unnest($1::uuid[]) as n (run_id)
        """,
        list(run_ids),
    )
    return {row["run_id"]: row["total"] for row in rows}


async def list_first_results(driver: Driver, totals: Mapping[UUID, int], most: int) -> list[FirstResultRow]:
    """List at most `most` results of each run. `totals`: their number, by run."""
    rows: list[FirstResultRow] = await driver.fetch(_WHOLE, list(totals), list(totals.values()), most)
    return rows


async def list_first_brief_results(
    driver: Driver, totals: Mapping[UUID, int], most: int, metrics: Sequence[Metric]
) -> list[BriefResultRow]:
    """List the first results without latencies but completion p99 (ns).

    `m0` … are the metrics' values, float8 in base units, null = not measured.
    """
    values = "".join(f", {wanted.sql()} as m{n}" for n, wanted in enumerate(metrics))
    rows: list[BriefResultRow] = await driver.fetch(
        _BRIEF.format(values=values), list(totals), list(totals.values()), most
    )
    return rows


async def list_results_after_position(
    driver: Driver, run_id: UUID, position: int, headline: int, most: int
) -> list[ResultRow]:
    """List results of a run behind a position, without the headline result."""
    rows: list[ResultRow] = await driver.fetch(_PAGE, run_id, position, headline, most)
    return rows


async def find_headline(driver: Driver, run_id: UUID) -> int | None:
    """Return the position of a run's headline result; None when there is no such run, or it was deleted."""
    position: int | None = await driver.fetchval(
        f"select {_HEADLINE} from run r where r.id = $1 and r.deleted_at is null", run_id
    )
    return position
