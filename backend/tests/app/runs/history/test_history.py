"""GET /runs with filters, any order and any columns; groups; a workload's history."""

import pytest
from httpx2 import AsyncClient

from fioboard.engine.answers.run import RunPage
from fioboard.engine.answers.run_group import RunGroups, WorkloadHistory
from tests.app.runs.history.test_list import seed, walk
from tests.factories.fio_output import direction, job, output
from tests.factories.imports import jobs, put
from tests.loops import check_each
from tests.shapes import shape_of

pytestmark = pytest.mark.anyio
URL = "/api/v1/runs"


@pytest.fixture
async def runs(client: AsyncClient) -> list[str]:
    """Hosts b, a, c, then one without block size; IOPS 1000, the second also 2000."""
    return [
        await put(client, jobs({"iodepth": "32"}), host="b", started_at="2026-11-01T00:00:00Z"),
        await put(
            client,
            jobs({}, {"bs": "64k"}),
            host="a",
            started_at="2026-11-02T00:00:00Z",
            **{"label.bay": "2"},
        ),
        await put(client, jobs({"iodepth": "8"}), host="c", started_at="2026-11-03T00:00:00Z"),
        await put(client, jobs({"iodepth": "8"}, timestamp=1), host="c", started_at="2026-11-04T00:00:00Z"),
    ]


@check_each(
    "sort, order",
    [
        ("host", [1, 0, 3, 2]),
        ("-host", [3, 2, 0, 1]),
        ("iodepth", [1, 3, 2, 0]),
        ("label.bay", [1, 3, 2, 0]),
        ("-label.bay", [1, 3, 2, 0]),
        ("-clat_p50_ns", None),
        ("cpu_pct", None),
        ("slat_mean_ns", None),
        ("-iops", None),
    ],
)
async def test_any_factor_and_any_metric_orders_the_list(
    client: AsyncClient, runs: list[str], sort: str, order: list[int] | None
) -> None:
    whole = await walk(client, sort=sort, limit=200)
    assert sorted(whole) == sorted(runs)
    if order is not None:
        assert whole == [runs[n] for n in order]
    for limit in (1, 2, 3):
        assert await walk(client, sort=sort, limit=limit) == whole
    assert await walk(client, sort=sort, limit=1, host=["a", "c"]) == [
        i for i in whole if i in {runs[1], runs[2], runs[3]}
    ]


async def test_runs_are_ordered_by_the_largest_of_their_matching_results(
    client: AsyncClient, runs: list[str]
) -> None:
    assert (await walk(client, sort="-lat_mean_ns"))[0] in runs
    figures = {"sort": "-clat_p95_ns", "bs": "64k"}
    assert await walk(client, **figures) == [runs[1]]


async def test_chosen_columns_stand_in_cells(client: AsyncClient, runs: list[str]) -> None:
    query = {"columns": "host,bs,label.bay,iops,clat_p99_ns,slat_p99_ns,cpu_pct", "host": "a"}
    page = (await client.get(URL, params=query)).json()
    shape_of(RunPage).validate_python(page)
    [item] = page["items"]
    assert item["cells"] == {
        "host": "a",
        "bs": [4096, 65536],
        "label.bay": "2",
        "iops": [1000.0, 2000.0],
        "clat_p99_ns": [149_000, 149_000],
        "slat_p99_ns": [None, None],
        "cpu_pct": [4.0, 4.0],
    }
    assert "cells" not in (await client.get(URL)).json()["items"][0]


async def test_a_brief_page_says_the_same_in_fewer_words(client: AsyncClient, runs: list[str]) -> None:
    query = {"columns": "host,bs,label.bay,iops,clat_p99_ns,clat_mean_ns,cpu_pct"}
    whole = (await client.get(URL, params=query)).json()
    short = (await client.get(URL, params=query | {"brief": "true"})).json()
    shape_of(RunPage).validate_python(short)
    assert len(short["items"]) == len(runs)
    for item in whole["items"]:
        del item["factors"]
        for result in item["results"]:
            del result["slat_ns"], result["lat_ns"], result["sync_lat_ns"]
            clat = result["clat_ns"]
            said = {key: clat[key] for key in ("percentiles_reason", "saturated")}
            result["clat_ns"] = said | {"percentiles": {"99": clat["percentiles"]["99"]}}
    assert short == whole


async def test_a_brief_page_keeps_what_is_unknown_apart(client: AsyncClient) -> None:
    figures = direction()
    del figures["clat_ns"]
    await put(client, output(job(read=figures)))
    [item] = (await client.get(URL, params={"brief": "true", "columns": "clat_p99_ns"})).json()["items"]
    assert item["results"][0]["clat_ns"] is None
    assert item["cells"] == {"clat_p99_ns": [None]}


@check_each(
    "query, says",
    [
        ({"sort": "iodept"}, "did you mean 'iodepth'?"),
        ({"columns": "host,colour"}, "columns: there is no factor or metric 'colour'"),
        ({"rw": "randwrit"}, "did you mean 'randwrite'?"),
        ({"label.bya": "2"}, "did you mean 'label.bay'?"),
        ({"iodepth": "4..2"}, "from the smaller to the larger"),
    ],
)
async def test_what_is_wrong_is_named(
    client: AsyncClient, runs: list[str], query: dict[str, str], says: str
) -> None:
    answer = await client.get(URL, params=query)
    assert answer.status_code == 422
    assert says in answer.json()["detail"]


async def test_runs_are_counted_and_summarised_by_a_factor(client: AsyncClient, runs: list[str]) -> None:
    answer = (await client.get(f"{URL}/groups", params={"by": "host", "metric": "iops"})).json()
    shape_of(RunGroups).validate_python(answer)
    assert (answer["unit"], answer["total_groups"], answer["reason"]) == ("IOPS", 3, None)
    names = ("value", "batch", "runs", "results", "workloads", "kinds", "median", "min", "max")
    assert answer["groups"] == [
        dict(zip(names, row, strict=True))
        for row in (
            ("c", None, 2, 2, 1, 1, 1000, 1000, 1000),
            ("a", None, 1, 2, 2, 2, 1500, 1000, 2000),
            ("b", None, 1, 1, 1, 1, 1000, 1000, 1000),
        )
    ]
    by_bs = (await client.get(f"{URL}/groups", params={"by": "bs", "host": "a"})).json()
    assert [(g["value"], g["runs"], g["median"]) for g in by_bs["groups"]] == [([4096, 65536], 1, None)]
    narrowed = (
        await client.get(f"{URL}/groups", params={"by": "label.bay", "bs": "64k", "metric": "iops"})
    ).json()
    assert [(g["value"], g["results"], g["median"]) for g in narrowed["groups"]] == [("2", 1, 2000)]


async def test_a_workloads_history_is_its_newest_runs_oldest_first(client: AsyncClient) -> None:
    ids = await seed(client, 4)
    await put(client, jobs({"bs": "64k"}))
    workload = (await client.get(f"{URL}/{ids[0]}")).json()["results"][0]["workload_id"]
    path = f"/api/v1/workloads/{workload}/history"
    answer = (await client.get(path, params={"limit": 3, "host": "jupiter"})).json()
    shape_of(WorkloadHistory).validate_python(answer)
    assert [(p["run_id"], p["value"]) for p in answer["points"]] == [
        (ids[1], 101.0), (ids[2], 102.0), (ids[3], 103.0)
    ]  # fmt: skip
    missing = await client.get(path.replace(workload, ids[0]))
    assert (missing.status_code, missing.json()["error"]) == (404, "NotFound")
