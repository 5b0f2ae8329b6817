"""GET /trash: what was deleted, by whom, and can come back."""

import pytest
from httpx2 import AsyncClient

from fioboard.core.database import Database
from tests.app.runs.history.test_folding import put

pytestmark = pytest.mark.anyio
URL = "/api/v1/trash"


async def test_deleted_runs_are_listed_until_they_are_restored(client: AsyncClient) -> None:
    first = await put(client, 0, 1000, title="Slot 3")
    second = await put(client, 1, 1000)
    kept = await put(client, 2, 1000)
    assert (await client.get(URL)).json() == {"items": [], "has_more": False}
    for run_id in (first, second):
        assert (await client.delete(f"/api/v1/runs/{run_id}")).status_code == 204
    trash = (await client.get(URL)).json()
    assert [item["id"] for item in trash["items"]] == [second, first]
    assert trash["items"][1]["title"] == "Slot 3"
    assert trash["items"][1]["host_name"] == "jupiter"
    assert all(item["deleted_by"] and item["deleted_at"] for item in trash["items"])
    assert (await client.get(URL, params={"limit": "1"})).json()["has_more"]
    assert (await client.post(f"/api/v1/runs/{second}/restore")).status_code == 200
    assert [item["id"] for item in (await client.get(URL)).json()["items"]] == [first]
    listed = {item["id"] for item in (await client.get("/api/v1/runs")).json()["items"]}
    assert listed == {second, kept}


async def test_what_cannot_come_back_is_not_listed(client: AsyncClient, database: Database) -> None:
    run_id = await put(client, 0, 1000)
    await client.delete(f"/api/v1/runs/{run_id}")
    async with database.driver() as driver:
        await driver.execute("update run set deleted_at = now() - interval '31 days'")
    assert (await client.get(URL)).json()["items"] == []
    assert (await client.post(f"/api/v1/runs/{run_id}/restore")).status_code == 404


@pytest.mark.parametrize("limit", ["0", "201", "many"])
async def test_a_limit_that_is_none_is_refused(client: AsyncClient, limit: str) -> None:
    assert (await client.get(URL, params={"limit": limit})).status_code == 422
