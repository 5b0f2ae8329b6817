"""Factors that several options of a job make: found, counted and drawn like every other."""

import pytest
from httpx2 import AsyncClient

from tests.factories.imports import jobs, put
from tests.loops import check_each

pytestmark = pytest.mark.anyio


@pytest.fixture
async def runs(client: AsyncClient) -> None:
    for n, options in enumerate(
        [{}, {"fsync": "1"}, {"fsync": "1", "cpus_allowed": "0-3"}, {"cpus_allowed": "3,2,1,0"}]
    ):
        stated = {"rw": "randwrite", "bs": "4k", "size": "1g", "filename": "/dev/nvme0n1"} | options
        await put(client, jobs(stated, timestamp=n), host="a", started_at=f"2026-11-0{n + 1}T00:00:00Z")


async def test_a_filter_finds_what_was_set_and_what_was_not(client: AsyncClient, runs: None) -> None:
    for query, found in (
        ("job.sync=fsync%3D1", 2),
        ("job.sync=none", 2),
        ("job.cpus=any", 2),
        ("job.cpus=CPUs%200-3", 2),
        ("job.sync=none&job.cpus=CPUs%200-3", 1),
        ("job.size=1g", 4),
        ("job.size=512m..", 4),
        ("job.size=2g", 0),
        ("target.path=%2Fdev%2Fnvme0n1", 4),
        # As addresses called it that were saved before.
        ("target=%2Fdev%2Fnvme0n1", 4),
    ):
        answer = (await client.get(f"/api/v1/facets?{query}")).json()
        assert answer["total"] == found, query


@pytest.mark.parametrize("query", ["job.size=large", "job.span=half", "job.pinning=any"])
async def test_a_bad_value_or_key_is_refused_by_name(client: AsyncClient, query: str) -> None:
    answer = await client.get(f"/api/v1/facets?{query}")
    assert answer.status_code == 422
    assert query.partition("=")[0] in answer.text


async def test_a_facet_counts_its_values(client: AsyncClient, runs: None) -> None:
    answer = (await client.get("/api/v1/facets", params={"keys": "job.cpus"})).json()
    [facet] = [f for f in answer["facets"] if f["key"] == "job.cpus"]
    assert {v["value"]: v["runs"] for v in facet["values"]} == {"any": 2, "CPUs 0-3": 2}


async def test_a_chart_is_drawn_over_the_pinning(client: AsyncClient, runs: None) -> None:
    chart = (await client.get("/api/v1/series", params={"x": "job.cpus", "metric": "iops"})).json()
    assert {point["x"] for line in chart["series"] for point in line["points"]} == {"any", "CPUs 0-3"}


@check_each(
    "address",
    [
        "/series?metric=iops&x={}",
        "/series?metric=iops&x=rw&by={}",
        "/runs/groups?by={}",
        "/runs/groups?by={}&metric=iops",
        "/runs?sort={}",
        "/runs?sort=-{}&brief=true",
        "/runs?columns={}",
        "/runs/export?format=csv&columns={}",
        "/runs?{}=%2Fdev%2Fnvme0n1",
        "/runs?{}=!%2Fdev%2Fnvme0n1",
        "/facets?keys={}",
    ],
)
async def test_an_address_from_before_means_what_it_meant(
    client: AsyncClient, runs: None, address: str
) -> None:
    now, before = [await client.get(f"/api/v1{address.format(key)}") for key in ("target.path", "target")]
    assert now.status_code == 200, now.text
    assert before.status_code == 200, before.text
    assert before.text == now.text


async def test_a_view_from_before_is_kept_by_the_new_name(client: AsyncClient) -> None:
    for page, before, now in (
        ("runs", "target=%2Fdev%2Fsda", "target.path=/dev/sda"),
        (
            "compare",
            "base=target%3D%2Fdev%2Fsda&new=host%3Da",
            "base=target.path%3D%2Fdev%2Fsda&new=host%3Da",
        ),
    ):
        view = {"page": page, "name": "Before", "query": before}
        assert (await client.post("/api/v1/views", json=view)).json()["query"] == now
