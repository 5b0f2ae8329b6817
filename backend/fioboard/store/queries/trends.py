"""How the figures of alike runs went up to a run: its configuration's, of the same workload and direction."""

from collections.abc import Sequence
from typing import TypedDict
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.core.run_state import Direction
from fioboard.engine.words.limits import MAX_TESTS_OF_RUN

# As many points as a row's small picture has room for.
MAX_POINTS = 24


class TrendRow(TypedDict):
    """One workload of a run in one direction, with what alike runs measured; the oldest first, the run itself last."""

    run_id: UUID
    workload_id: UUID
    direction: Direction
    iops: list[float | None]
    bw_bytes_per_s: list[int | None]
    doubted_count: int
    """Alike runs among these newest ones whose figures are not to be trusted: no point of the trend."""


async def list_trends(driver: Driver, run_ids: Sequence[UUID]) -> list[TrendRow]:
    """List trends of at least two runs, from each run's newest alike ones up to itself.

    Runs whose start is not known have none: nobody can say in which order they were made. A run with several results of
    one workload has no one figure: these have no trend, and neither has one whose own figure is in doubt.
    """
    rows: list[TrendRow] = await driver.fetch(
        f"""
        select w.id as run_id, s.workload_id, s.direction,
            array_agg(s.iops order by a.sorted_at, a.id) filter (where not a.is_doubted) as iops,
            array_agg(s.bw_bytes_per_s order by a.sorted_at, a.id)
                filter (where not a.is_doubted) as bw_bytes_per_s,
            count(*) filter (where a.is_doubted) as doubted_count
        from unnest($1::uuid[]) w (id)
        join run r on r.id = w.id and r.deleted_at is null
        cross join lateral (
            select b.id, b.sorted_at, b.verdict_kind is not distinct from 'trust' as is_doubted from run b
            where b.configuration_id = r.configuration_id and b.deleted_at is null
                and b.started_at is not null and r.started_at is not null
                and (b.sorted_at, b.id) <= (r.sorted_at, r.id)
            order by b.sorted_at desc, b.id desc limit {MAX_POINTS}
        ) a
        join result s on s.run_id = a.id and s.position < {MAX_TESTS_OF_RUN}
        group by w.id, s.workload_id, s.direction
        having count(*) filter (where not a.is_doubted) > 1 and count(*) = count(distinct a.id)
            and bool_or(a.id = w.id and not a.is_doubted)
        """,
        list(run_ids),
    )
    return rows
