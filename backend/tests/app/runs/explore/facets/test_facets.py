"""GET /facets: counts that agree with the list, own filter left out, long facets searched."""

import pytest
from httpx2 import AsyncClient

from fioboard.core.database import Database
from fioboard.engine.answers.facet import FacetsOut
from fioboard.store.queries import filtering
from fioboard.store.queries.runs import groups
from tests.factories.imports import jobs, put
from tests.shapes import shape_of

pytestmark = pytest.mark.anyio
URL = "/api/v1/facets"


@pytest.fixture
async def runs(client: AsyncClient) -> None:
    for n, host in enumerate(["a", "a", "a", "b", "b", "c"]):
        options = {"bs": f"{4 << (n % 3)}k", "rw": "randread" if n < 4 else "randwrite"}
        await put(
            client,
            jobs(options, timestamp=n),
            host=host,
            started_at=f"2026-11-0{n + 1}T00:00:00Z",
            **({"label.fan": "off"} if n == 0 else {}),
        )


async def counts(client: AsyncClient, key: str, **query: object) -> dict[object, int]:
    answer = (await client.get(URL, params=query)).json()
    shape_of(FacetsOut).validate_python(answer)
    [facet] = [f for f in answer["facets"] if f["key"] == key]
    found = {value["value"]: value["runs"] for value in facet["values"]}
    return found | ({None: facet["unknown"]} if facet["unknown"] else {})


async def test_every_value_and_what_is_unknown_is_counted(client: AsyncClient, runs: None) -> None:
    assert await counts(client, "host") == {"a": 3, "b": 2, "c": 1}
    assert await counts(client, "bs") == {4096: 2, 8192: 2, 16384: 2}
    assert await counts(client, "label.fan") == {"off": 1, None: 5}
    answer = (await client.get(URL)).json()
    assert answer["total"] == 6
    [bs] = [f for f in answer["facets"] if f["key"] == "bs"]
    assert (bs["type"], bs["min"], bs["max"], bs["histogram"]) == ("bytes", 4096, 16384, None)


async def test_a_factors_own_filter_is_left_out_of_its_counts(client: AsyncClient, runs: None) -> None:
    assert await counts(client, "host", host="a", rw="randread") == {"a": 3, "b": 1}
    assert await counts(client, "rw", host="b", rw="randread") == {"randread": 1, "randwrite": 1}
    assert await counts(client, "bs", host="b") == {4096: 1, 8192: 1}
    chosen = (await client.get(URL, params={"host": "b", "keys": "host", "values": 1})).json()["facets"][0]
    assert chosen["values"] == [{"value": "b", "runs": 2, "is_chosen": True}]
    assert chosen["total_values"] == 3


async def test_counts_follow_dates_words_and_results(client: AsyncClient, runs: None) -> None:
    assert await counts(client, "host", started_at="2026-11-03..2026-11-04") == {"a": 1, "b": 1}
    assert await counts(client, "host", started_at="2026-11-03..2026-11-04", host="c") == {"a": 1, "b": 1}
    assert await counts(client, "bs", q="off") == {4096: 1}
    assert await counts(client, "host", iops="1000..", direction="write") == {"b": 1, "c": 1}
    assert (await client.get(URL, params={"direction": "write"})).json()["total"] == 2


async def test_beyond_what_is_counted_factors_tell_of_the_newest_runs_and_say_so(
    client: AsyncClient, runs: None, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(groups, "MAX_WEIGHED", 1)
    monkeypatch.setattr(groups, "MAX_RUNS", 2)
    async with database.driver() as driver:
        await driver.execute("analyze run, result")
    asked = {"direction": "read", "keys": "host,bs"}  # the first four, uploaded by hosts a, a, a, b
    answer = (await client.get(URL, params=asked)).json()
    assert [facet["of_newest"] for facet in answer["facets"]] == [2, 2]
    assert not answer["total_is_exact"]
    assert await counts(client, "host", **asked) == {"b": 1, "a": 1}
    # What the counters tell is told of all, and a guess too high leaves nothing out.
    assert await counts(client, "host") == {"a": 3, "b": 2, "c": 1}
    monkeypatch.setattr(groups, "MAX_RUNS", 5)
    answer = (await client.get(URL, params=asked)).json()
    assert [facet["of_newest"] for facet in answer["facets"]] == [None, None]
    assert (answer["total"], answer["total_is_exact"]) == (4, True)
    assert await counts(client, "host", **asked) == {"a": 3, "b": 1}


async def test_where_documents_decide_fewer_of_the_newest_are_read(
    client: AsyncClient, runs: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(filtering, "COUNT_EXACTLY", 2)
    monkeypatch.setattr(groups, "MAX_WEIGHED", 1)
    monkeypatch.setattr(groups, "MAX_OF_DOCUMENTS", 3)
    asked = {"clat_p90_ns": "0..", "keys": "host,bs"}
    answer = (await client.get(URL, params=asked)).json()
    assert [facet["of_newest"] for facet in answer["facets"]] == [3, 3]
    assert not answer["total_is_exact"]
    assert answer["total"] > 2
    assert await counts(client, "host", **asked) == {"b": 2, "c": 1}
    # A column decides here.
    asked = {"clat_p50_ns": "0..", "keys": "host"}
    assert await counts(client, "host", **asked) == {"a": 3, "b": 2, "c": 1}


@pytest.mark.quick(1)
@pytest.mark.parametrize("chosen", [{"rw": "randread"}, {"rw": "randread", "iops": "1.."}])
async def test_every_count_is_what_its_filter_lists(
    client: AsyncClient, runs: None, chosen: dict[str, str]
) -> None:
    for facet in (await client.get(URL, params=chosen)).json()["facets"]:
        for value in facet["values"]:
            text = str(int(value["value"])) if isinstance(value["value"], bool) else str(value["value"])
            query = chosen | {facet["key"]: text}
            page = (await client.get("/api/v1/runs", params=query)).json()
            assert page["total"] == value["runs"], (facet["key"], value)


@pytest.mark.nightly
async def test_long_facets_are_searched(client: AsyncClient, runs: None) -> None:
    for n in range(20):
        await put(client, jobs({"iodepth": str(2**n)}, timestamp=100 + n), host=f"rack-{n:02}")
    answer = (await client.get(URL, params={"keys": "host,iodepth", "find": "RACK-1", "values": 5})).json()
    by_key = {facet["key"]: facet for facet in answer["facets"]}
    assert list(by_key) == ["host", "iodepth"]
    assert by_key["host"]["total_values"] == 10
    assert len(by_key["host"]["values"]) == 5
    sizes = (await client.get(URL, params={"keys": "bs", "find": "4K"})).json()["facets"][0]
    assert [value["value"] for value in sizes["values"]] == [4096]
    ranges = by_key["iodepth"]["histogram"]
    assert sum(r["runs"] for r in ranges) == 26
    assert (ranges[0]["from"], ranges[-1]["to"]) == (1, 2**19)


@pytest.mark.parametrize(("query", "says"), [({"keys": "hots"}, "'host'"), ({"hots": "a"}, "'host'")])
async def test_unknown_keys_are_named(client: AsyncClient, query: dict[str, str], says: str) -> None:
    answer = await client.get(URL, params=query)
    assert answer.status_code == 422
    assert f"did you mean {says}" in answer.json()["detail"]


async def test_a_word_of_very_many_runs_is_estimated_and_said_so(
    client: AsyncClient, runs: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    exact = (await client.get(URL, params={"q": "job", "host": "a"})).json()
    assert (exact["is_exact"], exact["total"]) == (True, 3)
    monkeypatch.setattr(filtering, "COUNT_EXACTLY", 0)
    far = (await client.get(URL, params={"q": "job", "host": "a"})).json()
    shape_of(FacetsOut).validate_python(far)
    without = (await client.get(URL, params={"host": "a"})).json()
    assert (far["is_exact"], without["is_exact"]) == (False, True)
    assert (far["total_is_exact"], without["total_is_exact"]) == (False, True)
    assert (far["total"], far["facets"]) == (without["total"], without["facets"])
    page = (await client.get("/api/v1/runs", params={"q": "job", "host": "a", "limit": "2"})).json()
    assert (page["total_is_exact"], len(page["items"])) == (False, 2)
    assert page["total"] <= without["total"]
    # A page that holds all of them has counted them.
    whole = (await client.get("/api/v1/runs", params={"q": "job", "host": "a"})).json()
    assert (whole["total_is_exact"], whole["total"], len(whole["items"])) == (True, 3, 3)
