"""How PostgreSQL reads a comparison out of a long history: along indexes, and only the rows that are compared."""

from typing import Any
from uuid import UUID

import pytest

from fioboard.engine.filters import metric, parse_query
from fioboard.store.queries import compare as compare_queries
from fioboard.store.queries.planning import plan_anew
from fioboard.store.queries.runs.lists import run_ids
from lab.bench.history import History
from tests.store.queries.test_plans import Explainer, explainer

__all__ = ["explainer"]
pytestmark = pytest.mark.anyio
METRICS = [found for name in ("iops", "clat_mean_ns", "clat_p99_ns") if (found := metric(name)) is not None]


async def some_runs(explainer: Explainer, history: History, number: int = 40) -> list[UUID]:
    host = history.hosts[0][2]
    return await run_ids(explainer.plain, parse_query(f"host={host}"), number)


async def test_results_of_compared_runs_come_from_their_index(
    explainer: Explainer, filled: tuple[str, History]
) -> None:
    ids = await some_runs(explainer, filled[1])
    conditions = parse_query("direction=read").of_results
    rows = await compare_queries.list_results(
        explainer, ids, conditions, metrics=METRICS, options=["size"], most=1000
    )
    assert 0 < len(rows) <= 80
    assert {row["direction"] for row in rows} == {"read"}
    await compare_queries.list_runs(explainer, ids)
    await compare_queries.get_bins(explainer, [row["id"] for row in rows], "clat")
    await compare_queries.list_series(explainer, ids, "iops", "read", 200)
    await compare_queries.get_paths(explainer, ids)
    explainer.demand_short_walks()


async def test_what_to_compare_a_run_with_is_found_along_indexes(
    explainer: Explainer, filled: tuple[str, History]
) -> None:
    found: list[tuple[Any, Any]] = []
    for run in await some_runs(explainer, filled[1], 12):
        await compare_queries.find_previous_configuration(explainer, run)
        await compare_queries.find_run_with_other_inventory(explainer, run)
        repeats = await compare_queries.list_repeats(explainer, run, 50)
        found.append((repeats, await compare_queries.list_runs_of_other_hosts(explainer, run, 10)))
    # The history is drawn by chance: not every run of it was made on another host, too.
    assert any(repeats and elsewhere for repeats, elsewhere in found)
    tables = {node.get("Relation Name") for node in explainer.nodes() if node["Node Type"] == "Seq Scan"}
    assert not tables & {"run", "result"}


async def test_each_statement_of_a_comparison_is_planned_for_its_own_values(explainer: Explainer) -> None:
    async with plan_anew(explainer.plain) as driver:
        assert await driver.fetchval("show plan_cache_mode") == "force_custom_plan"
        assert await driver.fetchval("show transaction_isolation") == "repeatable read"
    assert await explainer.plain.fetchval("show plan_cache_mode") == "auto"
