"""GET /runs/groups where more runs match than are read: what was left out is said, and nothing else is."""

from typing import Any

import pytest
from httpx2 import AsyncClient

from fioboard.engine.answers.run_group import RunGroups
from fioboard.store.queries import filtering
from fioboard.store.queries.runs import groups as run_groups
from tests.factories.imports import jobs, put
from tests.shapes import shape_of

pytestmark = pytest.mark.anyio


@pytest.fixture
async def _runs(client: AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Four runs, the oldest and the newest on one host; two are read."""
    monkeypatch.setattr(run_groups, "MAX_RUNS", 2)
    for day, host in ((1, "jupiter"), (2, "saturn"), (3, "saturn"), (4, "jupiter")):
        options: dict[str, Any] = {"started_at": f"2026-11-0{day}T00:00:00Z", "tag": [f"day{day}", "all"]}
        body = jobs(*[{"iodepth": str(n + 1)} for n in range(day)])
        await put(client, body, host=host, title="zebra", **options)


async def ask(client: AsyncClient, **query: object) -> dict[str, Any]:
    answer = await client.get("/api/v1/runs/groups", params={"metric": "iops"} | query)
    assert answer.status_code == 200, answer.text
    shape_of(RunGroups).validate_python(answer.json())
    found: dict[str, Any] = answer.json()
    return found


def rows(found: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(g["value"], g["runs"], g["results"], g["max"]) for g in found["groups"]]


@pytest.mark.usefixtures("_runs")
async def test_figures_are_of_the_newest_runs_while_all_are_counted(client: AsyncClient) -> None:
    found = await ask(client, by="host")
    assert sorted(rows(found)) == [("jupiter", 2, 4, 4000), ("saturn", 2, 3, 3000)]
    assert (found["runs_of_newest"], found["figures_of_newest"]) == (None, 2)
    assert found["reason"] == "Figures are of the newest 2 of 4 runs; narrow the filter to cover all."
    whole = await ask(client, by="host", host="saturn")
    assert (rows(whole), whole["reason"], whole["figures_of_newest"]) == (
        [("saturn", 2, 5, 3000)],
        None,
        None,
    )
    uncounted = await ask(client, by="host", metric="clat_p99_ns", started_at="2026-11-04..")
    assert (len(uncounted["groups"]), uncounted["reason"]) == (1, None)


@pytest.mark.usefixtures("_runs")
async def test_a_group_that_no_run_read_is_in_has_no_figure(client: AsyncClient) -> None:
    found = await ask(client, by="tag", started_at="..2026-11-03")
    assert rows(found) == [("all", 2, 5, 3000), ("day3", 1, 3, 3000), ("day2", 1, 2, 2000)]
    assert (found["runs_of_newest"], found["figures_of_newest"]) == (2, 2)
    assert found["reason"].startswith("Runs and figures are of the newest 2 of 3 runs;")
    by_depth = await ask(client, by="iodepth")
    [oldest] = [g for g in by_depth["groups"] if g["value"] == 1]
    assert (oldest["runs"], oldest["results"], oldest["workloads"], oldest["median"]) == (1, 0, 0, None)


@pytest.mark.usefixtures("_runs")
async def test_without_a_metric_only_the_counts_can_be_of_the_newest(client: AsyncClient) -> None:
    found = (await client.get("/api/v1/runs/groups", params={"by": "batch"})).json()
    assert [(g["value"], g["runs"], g["results"]) for g in found["groups"]] == [(None, 2, None)]
    assert (found["runs_of_newest"], found["figures_of_newest"]) == (2, None)
    assert found["reason"].startswith("Runs are counted of the newest 2 of 4 runs;")


@pytest.mark.usefixtures("_runs")
async def test_a_word_that_too_many_runs_have_is_counted_among_the_newest(
    client: AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    rare = await ask(client, by="host", q="zeb")
    assert sorted(rows(rare)) == [("jupiter", 2, 4, 4000), ("saturn", 2, 3, 3000)]
    monkeypatch.setattr(filtering, "COUNT_EXACTLY", 0)
    monkeypatch.setattr(filtering, "_estimate_rows", _guess)
    common = await ask(client, by="host", q="zeb")
    assert sorted(rows(common)) == [("jupiter", 1, 4, 4000), ("saturn", 1, 3, 3000)]
    assert (common["runs_of_newest"], common["figures_of_newest"]) == (2, 2)
    assert common["reason"].startswith("Runs and figures are of the newest 2 of about 4 runs;")


async def _guess(*_: Any) -> int:
    return 4
