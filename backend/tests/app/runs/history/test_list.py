"""GET /runs: keyset pages that lose nothing, in every order, deleted runs left out."""

import pytest
from httpx2 import AsyncClient

from fioboard.core.database import Database
from fioboard.engine.answers.run import RunPage
from tests.factories.fio_output import direction, job, output
from tests.loops import check_each
from tests.shapes import shape_of

pytestmark = pytest.mark.anyio
URL = "/api/v1/runs"
IDLE = {"min": 0, "max": 0, "mean": 0, "stddev": 0, "N": 0}


async def seed(client: AsyncClient, number: int, host: str = "jupiter", **job_parts: object) -> list[str]:
    """`number` runs with rising IOPS and start times; their ids."""
    ids = []
    for n in range(number):
        parts = {"read": direction(iops=100 + n)} | job_parts
        answer = await client.post(
            "/api/v1/import",
            params={
                "host": host,
                "started_at": f"2026-11-{1 + n // 24:02}T{n % 24:02}:00:00Z",
                "tag": f"n{n}",
            },
            content=output(job(f"job {n}", **parts)),
        )
        assert answer.status_code == 201, answer.text
        ids.append(answer.json()["runs"][0]["id"])
    return ids


async def walk(client: AsyncClient, **query: object) -> list[str]:
    """All ids, page by page."""
    ids: list[str] = []
    cursor: str | None = None
    while True:
        params = query | ({"cursor": cursor} if cursor else {})
        page = (await client.get(URL, params=params)).json()
        shape_of(RunPage).validate_python(page)
        ids += [run["id"] for run in page["items"]]
        cursor = page["next_cursor"]
        if cursor is None:
            return ids


async def test_newest_first(client: AsyncClient) -> None:
    ids = await seed(client, 5)
    page = (await client.get(URL)).json()
    assert [run["id"] for run in page["items"]] == ids[::-1]
    assert (page["total"], page["total_is_exact"], page["next_cursor"]) == (5, True, None)


async def test_pages_lose_and_repeat_nothing(client: AsyncClient) -> None:
    ids = await seed(client, 7)
    without = output(
        job(
            "no latency", read=direction(iops=1, clat_ns={"min": 0, "max": 0, "mean": 0, "stddev": 0, "N": 0})
        )
    )
    for host in ("a", "b", "c"):  # equal values and, for p99, nulls
        answer = await client.post("/api/v1/import", params={"host": host}, content=without)
        ids.append(answer.json()["runs"][0]["id"])
    for sort in ("started_at", "iops", "bw_bytes_per_s", "clat_p99_ns"):
        for order in (sort, f"-{sort}"):
            walked = await walk(client, sort=order, limit=2)
            assert sorted(walked) == sorted(ids), order
            assert walked == await walk(client, sort=order, limit=200), order


async def test_runs_without_the_sorted_value_stand_last(client: AsyncClient) -> None:
    [valued] = await seed(client, 1)
    answer = await client.post(
        "/api/v1/import", params={"host": "x"}, content=output(job(read=direction(clat_ns=IDLE)))
    )
    valueless = answer.json()["runs"][0]["id"]
    assert await walk(client, sort="clat_p99_ns") == [valued, valueless]
    assert await walk(client, sort="-clat_p99_ns") == [valued, valueless]


async def test_a_page_stays_where_it_was_while_new_runs_arrive(client: AsyncClient) -> None:
    ids = await seed(client, 4)
    first = (await client.get(URL, params={"limit": 2})).json()
    await client.post(
        "/api/v1/import",
        params={"host": "x", "started_at": "2026-11-15T00:00:00Z"},
        content=output(job("late")),
    )
    second = (await client.get(URL, params={"limit": 2, "cursor": first["next_cursor"]})).json()
    assert [run["id"] for run in second["items"]] == ids[1::-1]


async def test_one_hosts_runs(client: AsyncClient) -> None:
    mine = await seed(client, 2, host="jupiter")
    await seed(client, 3, host="saturn")
    page = (await client.get(URL, params={"host": "jupiter"})).json()
    assert {run["id"] for run in page["items"]} == set(mine)
    assert page["total"] == 2


@check_each(
    "query, error",
    [
        ({"limit": 0}, "Invalid"),
        ({"limit": 201}, "Invalid"),
        ({"limit": "many"}, "Invalid"),
        ({"limit": "-5"}, "Invalid"),
        ({"limit": "9" * 5000}, "Invalid"),
        ({"limit": ["5", "6"]}, "Invalid"),
        ({"sort": "colour"}, "UnknownKey"),
        ({"cursor": "junk"}, "BadCursor"),
        ({"cursor": "WyJpb3BzIiwxLCJ4Il0"}, "BadCursor"),
        ({"colour": "red"}, "UnknownKey"),
        ({"host": "nobody"}, "UnknownValue"),
    ],
)
async def test_bad_queries_are_named(client: AsyncClient, query: dict[str, object], error: str) -> None:
    answer = await client.get(URL, params=query)
    assert (answer.status_code, answer.json()["error"]) == (422, error)


async def test_a_cursor_of_another_order_is_refused(client: AsyncClient) -> None:
    await seed(client, 3)
    cursor = (await client.get(URL, params={"limit": 1})).json()["next_cursor"]
    answer = await client.get(URL, params={"limit": 1, "cursor": cursor, "sort": "iops"})
    assert (answer.status_code, answer.json()["error"]) == (422, "BadCursor")


async def test_deleted_runs_vanish_and_come_back(client: AsyncClient, database: Database) -> None:
    ids = await seed(client, 2)
    assert (await client.delete(f"{URL}/{ids[0]}")).status_code == 204
    page = (await client.get(URL)).json()
    assert ([run["id"] for run in page["items"]], page["total"]) == ([ids[1]], 1)
    assert (await client.get(f"{URL}/{ids[0]}")).status_code == 404
    assert (await client.delete(f"{URL}/{ids[0]}")).status_code == 404
    assert (await client.post(f"{URL}/{ids[0]}/restore")).status_code == 200
    assert (await client.get(URL)).json()["total"] == 2
