"""How PostgreSQL answers the questions of a page when there are many runs: along indexes, never through a table."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any
from uuid import UUID

import asyncpg
import orjson
import pytest

from fioboard.app.runs.explore.facets.counting import facets
from fioboard.app.runs.explore.series.service import axes, series
from fioboard.app.runs.history import grouping, listing
from fioboard.engine.factors.hardware import HARDWARE_KEYS
from fioboard.engine.filters import Filter, parse_query
from fioboard.store.queries import filtering, host_list, neighbours, trends
from fioboard.store.queries.filtering import count, count_by_configuration, select
from fioboard.store.queries.host_counts import run_counts
from fioboard.store.queries.live_samples import find_read_link
from fioboard.store.queries.runs import groups as run_groups
from fioboard.store.queries.runs import lists as run_lists
from fioboard.store.queries.runs.first_results import count_results, list_first_results
from fioboard.store.queries.runs.lists import WALKS, Place
from lab.bench.history import History, Setup
from tests.store.queries.long_history import RARE, RUNS

pytestmark = pytest.mark.anyio
LARGE = {"run", "result", "upload"}
# A page of 50 may look at a few rows more than it shows, never at a share of the table.
MOST_ROWS = 500


class Explainer:
    """An asyncpg connection that explains each statement before running it: planned for these values, and for any."""

    def __init__(self, connection: Any) -> None:
        self._connection = self.plain = connection
        self.plans: list[dict[str, Any]] = []

    async def fetch(self, statement: str, *parameters: Any) -> Any:
        await self._explain(statement, *parameters)
        return await self._connection.fetch(statement, *parameters)

    async def fetchval(self, statement: str, *parameters: Any) -> Any:
        await self._explain(statement, *parameters)
        return await self._connection.fetchval(statement, *parameters)

    async def fetchrow(self, statement: str, *parameters: Any) -> Any:
        await self._explain(statement, *parameters)
        return await self._connection.fetchrow(statement, *parameters)

    async def execute(self, statement: str) -> Any:
        """A setting of the connection: nothing to explain."""
        return await self._connection.execute(statement)

    def transaction(self, **options: Any) -> Any:
        """A transaction of the connection."""
        return self._connection.transaction(**options)

    async def _explain(self, statement: str, *parameters: Any) -> None:
        if statement.startswith("explain"):  # the product asks the planner itself, see far_beyond
            return
        ran = await self._connection.fetchval(
            f"explain (analyze, buffers, format json) {statement}", *parameters
        )
        plans = [ran]
        if await self._connection.fetchval("show plan_cache_mode") == "auto":
            plans.append(await self._connection.fetchval("select pg_temp.explained($1)", statement))
        self.plans += [orjson.loads(text)[0]["Plan"] for text in plans]

    def nodes(self) -> Iterator[dict[str, Any]]:
        """All nodes of all plans."""
        waiting = list(self.plans)
        while waiting:
            node = waiting.pop()
            waiting += node.get("Plans", [])
            yield node

    def demand_short_walks(self, most_rows: int = MOST_ROWS) -> None:
        """Fails on a table read from end to end, or on more rows looked at than a page is worth."""
        assert self.plans
        for node in self.nodes():
            where = f"{node['Node Type']} on {node.get('Relation Name')} in {orjson.dumps(self.plans).decode()[:3000]}"
            if node.get("Relation Name") in LARGE:
                assert node["Node Type"] != "Seq Scan", where
                looked_at = node.get("Actual Rows", 0) + node.get("Rows Removed by Filter", 0)
                assert looked_at * node.get("Actual Loops", 1) <= most_rows, where


# In a function, because over the wire a statement with $1 in it demands a value.
EXPLAINED = """
create function pg_temp.explained(statement text) returns text language plpgsql as $$
declare plan text;
begin
    execute 'explain (generic_plan, format json) ' || statement into plan;
    return plan;
end $$
"""


@pytest.fixture
async def explainer(filled: tuple[str, History]) -> AsyncIterator[Explainer]:
    connection = await asyncpg.connect(filled[0])
    await connection.execute(EXPLAINED)
    yield Explainer(connection)
    await connection.close()


@pytest.mark.parametrize("direction", ["asc", "desc"])
@pytest.mark.parametrize("sort", list(WALKS))
async def test_every_order_is_a_walk_along_an_index_at_any_depth(
    explainer: Explainer, sort: str, direction: str
) -> None:
    everything = await select(explainer.plain, Filter())
    page = await run_lists.walk(explainer, everything, (sort, direction), 51, None)
    assert len(page) == 51
    explainer.demand_short_walks()
    middle = page[25]
    after = Place(middle["value"], middle["id"])
    deep = await run_lists.walk(explainer, everything, (sort, direction), 51, after)
    assert [row["id"] for row in deep[:25]] == [row["id"] for row in page[26:]]
    explainer.demand_short_walks()


@pytest.mark.parametrize("direction", ["asc", "desc"])
@pytest.mark.parametrize("sort", [sort for sort in WALKS if sort != "started_at"])
async def test_runs_without_the_value_are_a_walk_too(explainer: Explainer, sort: str, direction: str) -> None:
    bound = UUID(int=0 if direction == "asc" else 2**128 - 1)
    everything = await select(explainer.plain, Filter())
    first = await run_lists.walk(explainer, everything, (sort, direction), 51, Place(None, bound))
    ids = [row["id"] for row in first]
    assert ids == sorted(ids, reverse=direction == "desc")
    assert len(ids) == 51
    explainer.demand_short_walks()


@pytest.mark.parametrize("direction", ["asc", "desc"])
async def test_runs_without_a_start_are_walked_apart(
    explainer: Explainer, filled: tuple[str, History], direction: str
) -> None:
    setup = filled[1].setups[7]
    for wanted in (
        Filter(),
        parse_query(f"host={setup.factors['host']}"),
        parse_query(f"rw={setup.job['rw']}"),
    ):
        selection = await select(explainer.plain, wanted)
        bound = await explainer.plain.fetchval(
            f"select {'min' if direction == 'desc' else 'max'}(sorted_at) from run"
        )
        last = Place(bound, UUID(int=0 if direction == "desc" else 2**128 - 1))
        page = await run_lists.list_by_start(explainer, selection, direction, 51, last)
        assert page
        assert {row["started_at"] for row in page} == {None}
        assert await run_lists.count_undated(explainer, selection, 101) >= len(page)
        before, behind = await run_lists.find_adjacent(
            explainer,
            selection,
            ("started_at", direction),
            Place(page[0]["value"], page[0]["id"], is_received=True),
        )
        assert before is not None
        assert before["started_at"] is not None
        assert behind is None or behind["id"] == page[1]["id"]
        explainer.demand_short_walks(most_rows=1_500)
    walked = {node.get("Index Name") for node in explainer.nodes()}
    assert "ix_run_undated_sorted_at_id" in walked


async def test_the_trends_of_a_page_are_short_walks(explainer: Explainer) -> None:
    everything = await select(explainer.plain, Filter())
    page = await run_lists.walk(explainer.plain, everything, ("started_at", "desc"), 50, None)
    assert await trends.list_trends(explainer, [row["id"] for row in page])
    explainer.demand_short_walks(most_rows=50 * trends.MAX_POINTS * 2)


@pytest.mark.parametrize("direction", ["asc", "desc"])
async def test_one_hosts_newest_is_a_walk_along_its_index(
    explainer: Explainer, filled: tuple[str, History], direction: str
) -> None:
    host = await select(explainer.plain, parse_query(f"host={filled[1].hosts[0][2]}"))
    page = await run_lists.walk(explainer, host, ("started_at", direction), 51, None)
    assert len(page) == 51
    # A tenth of all runs are its own: ten rows looked at for each shown, and as many more by chance.
    explainer.demand_short_walks(most_rows=1_200)


@pytest.mark.parametrize("sort", list(WALKS))
async def test_three_filters_probe_their_few_configurations(
    explainer: Explainer, filled: tuple[str, History], sort: str
) -> None:
    setup = filled[1].setups[7]
    query = f"host={setup.factors['host']}&rw={setup.job['rw']}&bs={setup.job['bs']}"
    narrowed = await select(explainer.plain, parse_query(query))
    assert 0 < len(narrowed.ids()) < 20
    page = await run_lists.walk(explainer, narrowed, (sort, "desc"), 51, None)
    assert page
    explainer.demand_short_walks(most_rows=1_000)


async def test_a_folded_page_looks_for_batches_in_the_index_of_configurations(
    explainer: Explainer, filled: tuple[str, History]
) -> None:
    wanted = _few(filled[1].setups[7])
    page = await listing.page(
        explainer,
        wanted,
        sort="-started_at",
        limit=50,
        cursor=None,
        columns=[],
        is_folded=True,
        is_brief=True,
    )
    assert page["items"]
    walked = [n for n in explainer.nodes() if n.get("Index Name") == "ix_run_configuration_id_sorted_at_id"]
    # Cold, each look at the table is a read of the disk: 5,000 of them for a host's 51 newest took a second.
    assert walked
    assert {node["Node Type"] for node in walked} == {"Index Only Scan"}


async def test_words_are_found_in_their_index(explainer: Explainer) -> None:
    await explainer.plain.execute(
        "update run set title = 'zebra crossing' where id in (select id from run limit 5)"
    )
    await explainer.plain.execute("analyze run")
    found = await select(explainer.plain, parse_query("q=zeb"))
    assert len(await run_lists.walk(explainer, found, ("started_at", "desc"), 51, None)) == 5
    assert "ix_run_words" in {node.get("Index Name") for node in explainer.nodes()}


async def test_runs_of_a_span_are_counted_per_configuration_in_an_index(explainer: Explainer) -> None:
    span = await select(explainer.plain, parse_query("started_at=2026-10-20..2026-11-20"))
    counted = await count_by_configuration(explainer, span)
    assert 0 < counted.sum() < RUNS
    walked = {node.get("Index Name") for node in explainer.nodes() if node.get("Relation Name") == "run"}
    assert walked == {"ix_run_sorted_at_id"}


async def test_the_results_of_a_page_are_found_by_run(explainer: Explainer) -> None:
    everything = await select(explainer.plain, Filter())
    page = await run_lists.walk(explainer, everything, ("started_at", "desc"), 50, None)
    totals = await count_results(explainer, [row["id"] for row in page])
    explainer.demand_short_walks()
    assert len(await list_first_results(explainer, totals, 20)) >= 50
    explainer.demand_short_walks()


async def test_counting_all_runs_reads_the_counters(explainer: Explainer) -> None:
    selection = await select(explainer, Filter())
    assert await count(explainer, selection) == (RUNS, True)
    assert LARGE.isdisjoint(node.get("Relation Name") for node in explainer.nodes())


async def test_the_link_of_a_live_page_is_looked_for_in_a_hosts_newest_runs(
    explainer: Explainer, filled: tuple[str, History]
) -> None:
    # A live page asks once a second.
    await find_read_link(explainer, filled[1].setups[7].host_id, "/srv/bench")
    explainer.demand_short_walks()


async def test_the_hosts_list_is_counted_in_an_index(explainer: Explainer) -> None:
    assert await host_list.list_hosts(explainer, HARDWARE_KEYS)
    explainer.demand_short_walks()
    assert sum((await run_counts(explainer)).values()) == RUNS
    explainer.demand_short_walks(most_rows=RUNS)


Ask = Callable[[Any, Setup], Awaitable[Any]]


def _few(setup: Setup) -> Filter:
    return parse_query(f"host={setup.factors['host']}&rw={setup.job['rw']}&bs={setup.job['bs']}")


def _page(wanted: Callable[[Setup], Filter], *, limit: int = 50, **more: Any) -> Ask:
    fixed: dict[str, Any] = {"sort": "-started_at", "limit": limit, "cursor": None, "columns": ["host"]}
    return lambda driver, setup: listing.page(driver, wanted(setup), **fixed | more)


# Everything that the history and the charts ask for, as the routes ask for it; rows looked at per table at most.
QUESTIONS: dict[str, tuple[Ask, int]] = {
    "brief page": (_page(lambda _: Filter(), is_brief=True, columns=["host", "clat_p99_9_ns"]), MOST_ROWS),
    "folded page": (_page(lambda _: Filter(), is_brief=True, is_folded=True), MOST_ROWS),
    "page by a factor": (_page(_few, sort="host"), 1_000),
    "page by any metric": (_page(_few, sort="-clat_p99_9_ns"), 1_000),
    "page of words": (_page(lambda _: parse_query("q=retimer+burn+77"), is_brief=True), MOST_ROWS),
    "page of an export": (_page(_few, limit=200), 1_000),
    "groups": (lambda d, s: grouping.list_groups(d, _few(s), "drive.model", "iops", 100), 1_000),
    "series": (lambda d, s: series(d, _few(s), axes("raid.width", "bios.nps", "iops", None)), 1_000),
    "sparkline": (
        # A host has a tenth of all runs here; those before it are walked past.
        lambda d, s: grouping.load_history(d, s.workload_id, _few(s), "iops", 50),
        1_000,
    ),
    "facets of a span": (
        lambda d, _: facets(d, parse_query("started_at=2026-11-10.."), only=(), find="", max_values=20),
        1_000,
    ),
}


@pytest.mark.quick(4)
@pytest.mark.parametrize("name", list(QUESTIONS))
async def test_no_question_of_a_page_reads_a_table_from_end_to_end(
    explainer: Explainer, filled: tuple[str, History], name: str
) -> None:
    ask, most_rows = QUESTIONS[name]
    assert await ask(explainer, filled[1].setups[7])
    explainer.demand_short_walks(most_rows)


RANGES = [
    "clat_p50_ns=100us..",
    "clat_p99_9_ns=50us..60us",
    "lat_p95_ns=..1ms&rw=randread&bs=4k",
    "slat_mean_ns=!",
    "cpu_pct=3..",
    "iops=50000..",
    "bw_bytes_per_s=1GB/s..",
]


@pytest.mark.parametrize("query", RANGES)
async def test_a_range_of_an_offered_metric_reads_no_result_but_those_of_the_page(
    explainer: Explainer, monkeypatch: pytest.MonkeyPatch, query: str
) -> None:
    monkeypatch.setattr(filtering, "COUNT_EXACTLY", 200)
    wanted = parse_query(query)
    await listing.page(
        explainer, wanted, sort="-started_at", limit=50, cursor=None, columns=[], is_brief=True
    )
    await facets(explainer, wanted, only=(), find="", max_values=20)
    read = [node for node in explainer.nodes() if node.get("Relation Name") == "result"]
    assert "Index Only Scan" in {node["Node Type"] for node in read}
    for node in read:
        if node["Node Type"] != "Index Only Scan":
            # Runs of the page, whose results are shown: the only documents that are looked at.
            assert "run_id = n.run_id" in node["Index Cond"], orjson.dumps(node).decode()
            assert node.get("Actual Rows", 0) <= 100, node
        # Pages that vacuum has passed over, being in use.
        assert node.get("Heap Fetches", 0) <= 100, node


@pytest.mark.quick(3)
@pytest.mark.parametrize(("mean_ns", "runs"), [(1000.5, 0), *RARE.items()])
@pytest.mark.parametrize("sort", ["-started_at", "iops", "-clat_p99_ns"])
async def test_what_few_runs_have_is_found_by_one_look_at_all_results(
    explainer: Explainer, mean_ns: float, runs: int, sort: str
) -> None:
    wanted = parse_query(f"clat_mean_ns={mean_ns}")
    page = await listing.page(
        explainer, wanted, sort=sort, limit=50, cursor=None, columns=["clat_mean_ns"], is_brief=True
    )
    assert (page["total"], page["total_is_exact"], len(page["items"])) == (runs, True, runs)
    assert all(mean_ns in item["cells"]["clat_mean_ns"] for item in page["items"])
    for node in explainer.nodes():
        if node.get("Relation Name") == "result":
            assert node.get("Actual Loops", 1) <= runs + 1, node


TWO_PLANS = 2


async def test_facets_of_few_runs_beside_options_look_at_all_results_once(explainer: Explainer) -> None:
    mean_ns = next(iter(RARE))
    told = await facets(
        explainer, parse_query(f"rw=randread&bs=4k&clat_mean_ns={mean_ns}"), only=(), find="", max_values=20
    )
    assert told["is_exact"]
    # Facets of rw and of bs leave their own filter out, and ask for the others anew.
    looked = [node for node in explainer.nodes() if node.get("Relation Name") == "result"]
    # One statement, planned for its values and for any.
    assert len([node for node in looked if "Index Cond" not in node]) == TWO_PLANS
    assert len(looked) > TWO_PLANS


@pytest.mark.quick(3)
@pytest.mark.parametrize("by", ["drive.model", "batch"])
@pytest.mark.parametrize("query", ["", "q=nightly", "rw=randread", "q=nightly&rw=randread"])
async def test_groups_of_a_broad_filter_read_the_newest_runs_only(
    explainer: Explainer, monkeypatch: pytest.MonkeyPatch, query: str, by: str
) -> None:
    monkeypatch.setattr(run_groups, "MAX_RUNS", 500)
    monkeypatch.setattr(filtering, "COUNT_EXACTLY", 200)
    found = await grouping.list_groups(explainer, parse_query(query), by, "iops", 100)
    assert found["figures_of_newest"] == 500
    # A third of the runs are random reads: two are walked past for each.
    explainer.demand_short_walks(most_rows=2_000)


async def test_what_lies_around_a_run_is_walked_to(explainer: Explainer) -> None:
    run_id = await explainer.plain.fetchval("select id from run where deleted_at is null offset 5000 limit 1")
    assert await neighbours.find_previous(explainer, run_id)
    assert await neighbours.find_next(explainer, run_id)
    assert await neighbours.list_repeats(explainer, run_id, 20)
    explainer.demand_short_walks()


async def test_the_explainer_notices_a_table_read_from_end_to_end(explainer: Explainer) -> None:
    await explainer.fetch("select id from run where target like '%x'")
    with pytest.raises(AssertionError, match="Seq Scan on run"):
        explainer.demand_short_walks()
