"""GET /trends: what alike runs measured up to a run, and nothing of any other."""

from uuid import UUID, uuid4

import pytest
from httpx2 import AsyncClient

from fioboard.core.database import Database
from fioboard.store.queries.trends import MAX_POINTS
from tests.app.runs.history.test_list import seed
from tests.app.runs.history.test_undated import undated
from tests.factories.fio_output import direction, job, output

pytestmark = pytest.mark.anyio
URL = "/api/v1/trends"


async def trends(client: AsyncClient, *ids: str) -> dict[str, list[float]]:
    """Of each run that has a trend its IOPS, the oldest first."""
    answer = await client.get(URL, params={"run": list(ids)})
    assert answer.status_code == 200, answer.text
    return {item["run_id"]: item["iops"] for item in answer.json()["items"]}


async def test_a_trend_goes_up_to_its_run_and_begins_with_the_second(client: AsyncClient) -> None:
    ids = await seed(client, 3)
    other = await seed(client, 1, host="saturn")
    unlike = await seed(client, 1, **{"job options": {"rw": "read", "bs": "1m"}})
    assert await trends(client, *ids, *other, *unlike) == {ids[1]: [100, 101], ids[2]: [100, 101, 102]}


async def test_runs_without_a_start_are_never_between_dated_ones(client: AsyncClient) -> None:
    dated = await seed(client, 2)
    without = await undated(client, 2)
    # In which order they were made is not known.
    assert await trends(client, *dated, *without) == {dated[1]: [100, 101]}


async def test_two_results_of_one_workload_are_no_point(client: AsyncClient) -> None:
    await seed(client, 1)
    two = output(*(job(f"job {n}", read=direction(iops=300 + n)) for n in range(2)))
    answer = await client.post(
        "/api/v1/import", params={"host": "jupiter", "started_at": "2026-11-09T00:00:00Z"}, content=two
    )
    assert await trends(client, answer.json()["runs"][0]["id"]) == {}


@pytest.mark.nightly
async def test_the_newest_are_drawn_and_deleted_ones_are_not(client: AsyncClient) -> None:
    ids = await seed(client, MAX_POINTS + 2)
    assert (await client.delete(f"/api/v1/runs/{ids[-2]}")).status_code == 204
    figures = [*range(100 + 1, 100 + MAX_POINTS), 100 + MAX_POINTS + 1]
    assert await trends(client, ids[-1]) == {ids[-1]: figures}
    assert await trends(client, ids[-2], str(uuid4())) == {}


async def test_runs_in_doubt_are_no_points_and_are_counted(client: AsyncClient, database: Database) -> None:
    ids = await seed(client, 4)
    async with database.driver() as driver:
        await driver.execute("update run set verdict_kind = 'trust' where id = $1", UUID(ids[1]))
    answer = await client.get(URL, params={"run": ids})
    told = {item["run_id"]: (item["iops"], item["doubted_count"]) for item in answer.json()["items"]}
    assert told == {ids[2]: ([100, 102], 1), ids[3]: ([100, 102, 103], 1)}


@pytest.mark.parametrize("query", [{}, {"run": "x"}, {"run": [str(uuid4()) for _ in range(201)]}])
async def test_what_is_no_page_of_runs_is_refused(client: AsyncClient, query: dict[str, object]) -> None:
    answer = await client.get(URL, params=query)
    assert (answer.status_code, answer.json()["error"]) == (422, "Invalid")
