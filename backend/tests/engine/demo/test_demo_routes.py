"""/demo: what the button of an empty page calls. For admins, as a whole, and apart from what was measured."""

import pytest
from httpx2 import AsyncClient

from fioboard.app.watch.changes.work import work
from fioboard.core.database import Database
from tests.conftest import token_for
from tests.factories.upload import body

pytestmark = pytest.mark.anyio
API = "/api/v1"
DEMO = f"{API}/demo"


async def list_host_names(client: AsyncClient) -> list[str]:
    return [host["name"] for host in (await client.get(f"{API}/hosts")).json()["items"]]


@pytest.mark.nightly
async def test_the_demo_is_loaded_counted_and_removed_as_a_whole(
    client: AsyncClient, database: Database
) -> None:
    content, headers = body()
    assert (await client.post(f"{API}/uploads", content=content, headers=headers)).status_code == 201
    [own] = await list_host_names(client)
    empty = (await client.get(DEMO)).json()
    assert (empty["runs"], empty["unchecked_tests"]) == (0, 0)

    loaded = await client.post(DEMO)
    assert loaded.status_code == 200, loaded.text
    assert loaded.json()["runs"] == loaded.json()["all_runs"] == empty["all_runs"]
    assert loaded.json()["unchecked_tests"] > 0
    assert sorted(name for name in await list_host_names(client) if not name.endswith(" (demo)")) == [own]

    await work(database)
    assert (await client.get(DEMO)).json()["unchecked_tests"] == 0
    assert (await client.delete(DEMO)).json()["runs"] == 0
    assert await list_host_names(client) == [own]
    assert (await client.get(f"{API}/fleet")).json()["drives"] == 0
    assert (await client.get(f"{API}/runs")).json()["total"] == 1


async def test_the_demo_shows_one_regression_with_its_cause(client: AsyncClient, database: Database) -> None:
    await client.post(DEMO)
    await work(database)
    today = (await client.get(f"{API}/today", params={"days": 30})).json()
    [change] = today["changes"]
    assert change["host"]["name"] == "db-server (demo)"
    assert change["workload_words"] == "random read 4 KiB, QD 32, 4 jobs"
    assert change["ratio"] == pytest.approx(672 / 742, abs=0.01)
    assert change["suspects"] == ["Kernel"]
    assert today["answer"]["kind"] == "worse"


@pytest.mark.nightly
async def test_the_demo_s_sweep_finds_its_knee(client: AsyncClient) -> None:
    await client.post(DEMO)
    runs = (
        await client.get(f"{API}/runs", params={"tag": "demo", "host": "db-server (demo)", "iodepth": "64"})
    ).json()
    batch = runs["items"][0]["batch"]
    page = (await client.get(f"{API}/batches/{batch['id']}")).json()
    assert batch["name"] == "sweep"
    assert "saturate" in page["answer"]["verdict"]["sentence"]


@pytest.mark.parametrize("scope", ["read", "write", "upload"])
async def test_only_an_admin_loads_or_removes_the_demo(
    client: AsyncClient, stranger: AsyncClient, database: Database, scope: str
) -> None:
    headers = {"authorization": f"Bearer {await token_for(database, scope)}"}
    for method in ("POST", "DELETE"):
        assert (await stranger.request(method, DEMO)).status_code == 401
        assert (await stranger.request(method, DEMO, headers=headers)).status_code == 403
    assert (await client.get(DEMO)).json()["runs"] == 0


@pytest.mark.nightly
async def test_who_loaded_and_removed_the_demo_is_in_the_audit_log(browser: AsyncClient) -> None:
    await browser.post(DEMO)
    await browser.delete(DEMO)
    events = (await browser.get(f"{API}/audit")).json()["items"]
    assert [event["action"] for event in events if event["action"].startswith("demo.")] == [
        "demo.remove",
        "demo.load",
    ]
