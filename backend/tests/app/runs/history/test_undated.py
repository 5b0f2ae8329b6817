"""GET /runs: runs whose start is not stated stand below the dated ones; GET /runs/{id}/adjacent steps through the list."""

from uuid import uuid4

import orjson
import pytest
from httpx2 import AsyncClient

from tests.app.ingest.test_uploads import send
from tests.app.runs.history import test_folding
from tests.app.runs.history.test_list import URL, seed, walk
from tests.factories.fio_output import direction, job, output
from tests.factories.upload import body, manifest
from tests.loops import check_each

pytestmark = pytest.mark.anyio


def without_start(iops: int) -> bytes:
    """An output that says nothing of its time, and no other says the same."""
    said = orjson.loads(output(job(f"undated {uuid4()}", read=direction(iops=iops))))
    return orjson.dumps({key: value for key, value in said.items() if not key.startswith("time")})


async def undated(client: AsyncClient, number: int, host: str = "jupiter") -> list[str]:
    """Runs that say nothing of their start, in the order received."""
    ids = []
    for n in range(number):
        content = without_start(500 + n)
        answer = await client.post("/api/v1/import", params={"host": host}, content=content)
        assert answer.status_code == 201, answer.text
        ids.append(answer.json()["runs"][0]["id"])
    return ids


@pytest.mark.nightly
async def test_runs_without_a_start_stand_below_in_both_orders(client: AsyncClient) -> None:
    first = await undated(client, 2)
    dated = await seed(client, 3)
    # Received last, and still below runs that began weeks before.
    without = first + await undated(client, 1)
    assert await walk(client) == dated[::-1] + without[::-1]
    assert await walk(client, sort="started_at") == dated + without
    for order in ("-started_at", "started_at"):
        for size in range(1, 6):
            assert await walk(client, sort=order, limit=size) == await walk(client, sort=order)


@pytest.mark.parametrize("order", ["-started_at", "started_at"])
async def test_pages_of_a_filter_that_few_runs_match_lose_and_repeat_nothing(
    client: AsyncClient, order: str
) -> None:
    """Whether a run matches is decided by its results, which are looked up once for dated and undated runs."""
    await undated(client, 2)
    await seed(client, 3)
    whole = await walk(client, sort=order, iops="1..")
    assert whole == await walk(client, sort=order)
    for size in range(1, 6):
        assert await walk(client, sort=order, iops="1..", limit=size) == whole


async def test_their_number_is_told_where_they_begin(client: AsyncClient) -> None:
    await seed(client, 2)
    await undated(client, 3)
    whole = (await client.get(URL)).json()
    assert whole["undated"] == {"count": 3, "is_exact": True}
    told, cursor = [], None
    while True:
        page = (await client.get(URL, params={"limit": 2} | ({"cursor": cursor} if cursor else {}))).json()
        told.append(page.get("undated"))
        cursor = page["next_cursor"]
        if cursor is None:
            break
    assert told == [None, {"count": 3, "is_exact": True}, None]
    assert "undated" not in (await client.get(URL, params={"sort": "-iops"})).json()
    assert "undated" not in (await client.get(URL, params={"started_at": "!"})).json()
    only = (await client.get(URL, params={"started_at": "", "host": "jupiter"})).json()
    assert only["undated"] == {"count": 3, "is_exact": True}


async def test_a_batch_stands_where_its_dated_runs_do(client: AsyncClient) -> None:
    lone = await undated(client, 1, host="saturn")
    [old] = await seed(client, 1)
    batch = test_folding.SWEEP
    dated = await test_folding.put(client, 5, 900, step=(batch, "sweep", 1))
    files = {"fio.json": without_start(901)}
    step = {"id": str(batch), "name": "sweep", "step": 2, "steps": 10, "role": None}
    answer = await send(client, body(files, manifest(files, started_at=None) | {"batch": step}))
    assert answer.status_code == 201, answer.text
    received = (await client.get(f"{URL}/{answer.json()['id']}")).json()
    assert received["started_at"] is None
    for order, rows in (("-started_at", [dated, old, *lone]), ("started_at", [old, dated, *lone])):
        assert await walk(client, fold="batch", sort=order) == rows


@pytest.mark.nightly
async def test_one_steps_through_the_list_as_it_is(client: AsyncClient) -> None:
    await seed(client, 3)
    await undated(client, 2)
    without_latency = output(
        job(read=direction(iops=7, clat_ns={"min": 0, "max": 0, "mean": 0, "stddev": 0, "N": 0}))
    )
    await client.post("/api/v1/import", params={"host": "saturn"}, content=without_latency)
    for sort in ("-started_at", "started_at", "-iops", "iops", "-clat_p99_ns", "clat_p99_ns"):
        for more in ({}, {"host": "jupiter"}):
            ids = await walk(client, sort=sort, **more)
            for n, run_id in enumerate(ids):
                answer = await client.get(f"{URL}/{run_id}/adjacent", params={"sort": sort, **more})
                assert answer.status_code == 200, answer.text
                links = {way: link and link["id"] for way, link in answer.json().items()}
                assert links == {
                    "previous": ids[n - 1] if n else None,
                    "next": ids[n + 1] if n + 1 < len(ids) else None,
                }, (sort, more, n)


@pytest.fixture
async def run_id(client: AsyncClient) -> str:
    """A stored run."""
    [found] = await seed(client, 1)
    return found


@check_each(
    "query, status, error",
    [
        ({"sort": "host"}, 422, "Invalid"),
        ({"sort": "hots"}, 422, "UnknownKey"),
        ({"hots": "x"}, 422, "UnknownKey"),
        ({"host": "nobody"}, 422, "UnknownValue"),
    ],
)
async def test_what_no_list_is_has_no_steps(
    client: AsyncClient, run_id: str, query: dict[str, str], status: int, error: str
) -> None:
    answer = await client.get(f"{URL}/{run_id}/adjacent", params=query)
    assert (answer.status_code, answer.json()["error"]) == (status, error)


async def test_a_run_that_is_not_there_has_none_beside_it(client: AsyncClient) -> None:
    answer = await client.get(f"{URL}/{uuid4()}/adjacent")
    assert (answer.status_code, answer.json()["error"]) == (404, "RunNotFound")


async def test_nothing_is_before_or_after_a_run_without_a_date(client: AsyncClient) -> None:
    dated = await seed(client, 2)
    without = await undated(client, 2)
    for run_id in without:
        told = (await client.get(f"{URL}/{run_id}/neighbours")).json()
        assert (told["previous"], told["next"]) == (None, None)
        choices = (await client.get("/api/v1/compare/choices", params={"run": run_id})).json()
        assert not [one for one in choices.get("items", []) if one["kind"] != "other_host"]
    first, last = [(await client.get(f"{URL}/{run_id}/neighbours")).json() for run_id in dated]
    assert (first["previous"], first["next"]["id"]) == (None, dated[1])
    assert (last["previous"]["id"], last["next"]) == (dated[0], None)
