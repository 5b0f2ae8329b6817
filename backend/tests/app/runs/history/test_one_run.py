"""One run: its shape, its distribution, what may be edited."""

from uuid import uuid4

import pytest
from httpx2 import AsyncClient

from fioboard.engine.answers.run import RunDetail
from tests.app.runs.history.test_list import seed
from tests.factories.fio_output import direction, job, latency, output
from tests.loops import check_each
from tests.shapes import shape_of

pytestmark = pytest.mark.anyio
URL = "/api/v1/runs"


async def imported(client: AsyncClient, content: bytes) -> str:
    answer = await client.post("/api/v1/import", params={"host": "jupiter"}, content=content)
    assert answer.status_code == 201, answer.text
    run_id: str = answer.json()["runs"][0]["id"]
    return run_id


async def test_detail_has_the_declared_shape(client: AsyncClient) -> None:
    run_id = await imported(client, output(job(), job("second", write=direction(iops=5))))
    shape_of(RunDetail).validate_python((await client.get(f"{URL}/{run_id}")).json())


async def test_unmerged_clones_are_shown(client: AsyncClient) -> None:
    options = {
        "name": "four",
        "rw": "randread",
        "bs": "4k",
        "numjobs": "4",
        "iodepth": "1",
        "ioengine": "psync",
    }
    clones = [job("four", **{"job options": options, "read": direction(iops=100 + n)}) for n in range(4)]
    run = (await client.get(f"{URL}/{await imported(client, output(*clones))}")).json()
    [result] = run["results"]
    assert result["iops"] == 100 + 101 + 102 + 103
    assert [clone["iops"] for clone in run["job_results"][result["id"]]] == [100, 101, 102, 103]
    assert result["clat_ns"]["percentiles"] is None
    assert result["clat_ns"]["percentiles_reason"]


async def test_cdf_comes_from_the_bins_and_ends_at_one(client: AsyncClient) -> None:
    bins = {100: 10, 1004: 80, 10_048: 10}  # middles of fio's buckets
    read = direction(iops=100, clat_ns=latency(1000, 100, bins))
    run = (await client.get(f"{URL}/{await imported(client, output(job(read=read)))}")).json()
    [result] = run["results"]
    assert result["clat_ns"]["has_histogram"] is True
    cdf = (await client.get(f"/api/v1/results/{result['id']}/cdf")).json()
    assert cdf["n"] == 100
    assert [round(point["share"], 3) for point in cdf["points"]] == [0.1, 0.9, 1.0]
    assert [a["ns"] < b["ns"] for a, b in zip(cdf["points"], cdf["points"][1:], strict=False)] == [True, True]


async def test_no_bins_no_cdf(client: AsyncClient) -> None:
    run = (await client.get(f"{URL}/{await imported(client, output())}")).json()
    answer = await client.get(f"/api/v1/results/{run['results'][0]['id']}/cdf")
    assert (answer.status_code, answer.json()["error"]) == (404, "ResultNotFound")


async def test_editing_changes_only_what_was_sent(client: AsyncClient) -> None:
    [run_id] = await seed(client, 1)
    first = (await client.patch(f"{URL}/{run_id}", json={"title": "slot 3", "labels": {"fan": "on"}})).json()
    assert (first["title"], first["labels"], first["tags"]) == ("slot 3", {"fan": "on"}, ["n0"])
    assert first["factors"]["label.fan"] == "on"
    second = (await client.patch(f"{URL}/{run_id}", json={"labels": {}, "note": "**cool**"})).json()
    assert (second["title"], second["note"]) == ("slot 3", "**cool**")
    assert "label.fan" not in second["factors"]
    assert (await client.get(URL)).json()["total"] == 1


@pytest.fixture
async def run_id(client: AsyncClient) -> str:
    """A stored run."""
    [found] = await seed(client, 1)
    return found


@check_each(
    "patch",
    [
        {"iops": 5},
        {"title": "x" * 201},
        {"labels": {"a b": "c"}},
        {"tags": [""]},
        {"tags": ["x"] * 65},
        {"labels": []},
    ],
)
async def test_bad_edits_change_nothing(client: AsyncClient, run_id: str, patch: dict[str, object]) -> None:
    before = (await client.get(f"{URL}/{run_id}")).json()
    answer = await client.patch(f"{URL}/{run_id}", json=patch)
    assert answer.status_code == 422
    assert (await client.get(f"{URL}/{run_id}")).json() == before


async def test_unknown_and_malformed_ids(client: AsyncClient) -> None:
    for path in (f"{URL}/{uuid4()}", f"{URL}/{uuid4()}/raw", f"{URL}/42"):
        answer = await client.get(path)
        assert (answer.status_code, answer.json()["error"]) == (404, "RunNotFound")
