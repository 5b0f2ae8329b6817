"""Loading the demo: once, whole, anew in another edition, and gone as a whole."""

from dataclasses import replace

import pytest
from httpx2 import AsyncClient

from fioboard.app.ingest import demo
from fioboard.core.database import Database
from fioboard.engine.demo.cases import cases
from fioboard.engine.demo.simulated import NIGHTS

pytestmark = pytest.mark.anyio
URL = "/api/v1/runs"
# Of the five cases, and simulated: two a night, two block sizes at seven depths, four on a virtual machine.
RUNS = 19 + 2 * NIGHTS + 2 * 7 + 4


async def total(client: AsyncClient, **query: str) -> int:
    return int((await client.get(URL, params=query)).json()["total"])


@pytest.mark.nightly
async def test_loading_twice_stores_once_and_removing_leaves_nothing(
    client: AsyncClient, database: Database
) -> None:
    loaded = await demo.load(database)
    assert (loaded, await demo.load(database), await total(client, tag="demo")) == (RUNS, 0, RUNS)
    assert await total(client, state="understood", tag="demo") == RUNS
    assert (await demo.remove(database), await total(client)) == (RUNS, 0)
    assert (await demo.load(database), await total(client)) == (RUNS, RUNS)


@pytest.mark.nightly
async def test_loading_replaces_the_runs_of_an_earlier_edition(
    client: AsyncClient, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other figures of a case are another upload: the runs of the former one go, restorable, and others stay."""
    older = [replace(f, sys_cpu_pct=99.0) if f.title == "NPS4, any CPU" else f for f in cases()]
    monkeypatch.setattr(demo, "cases", lambda: older)
    assert await demo.load(database) == RUNS
    monkeypatch.setattr(demo, "cases", cases)
    assert (await demo.load(database), await total(client, tag="demo")) == (1, RUNS)
    items = (await client.get(URL, params={"tag": "epyc"})).json()["items"]
    [run] = [item for item in items if item["title"] == "NPS4, any CPU"]
    assert run["results"][0]["sys_cpu_pct"] == 88.36
