"""Tools for language models, asked by the protocol's own client: what a page says, they say, with the same figures."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from httpx2 import ASGITransport, AsyncClient
from mcp.client import Client

from fioboard.app.mcp import server
from fioboard.app.mcp.api import Api
from fioboard.app.mcp.server import build_server
from fioboard.core.database import Database
from tests.conftest import BASE_URL, token_for
from tests.factories.kept_demo import emptied, kept, loaded

pytestmark = pytest.mark.anyio
__all__ = ["emptied", "kept", "loaded"]


class Tools:
    """Calls tools as a client does."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def call(self, tool: str, /, **arguments: object) -> dict[str, Any]:
        """Call a tool and get its answer; fails where the tool refuses."""
        answer = await self.client.call_tool(tool, arguments)
        assert not answer.is_error, answer.content
        found: dict[str, Any] = answer.structured_content
        return found

    async def refuse(self, tool: str, /, **arguments: object) -> str:
        """Call a tool that refuses, and get its sentence."""
        answer = await self.client.call_tool(tool, arguments)
        assert answer.is_error
        return str(answer.content[0].model_dump()["text"])


@pytest.fixture
async def tools(app: Any, database: Database) -> AsyncIterator[Tools]:
    authorization = f"Bearer {await token_for(database, 'read')}"
    async with AsyncClient(transport=ASGITransport(app), base_url=BASE_URL) as http:
        api = Api(http, authorization, "https://fio.example")
        async with Client(build_server(lambda _: api)) as client:
            yield Tools(client)


@pytest.mark.usefixtures("loaded")
@pytest.mark.nightly
async def test_the_questions_of_the_demo_are_answered_by_tools(tools: Tools) -> None:
    # Slot against slot, and what limits it.
    found = await tools.call("search_runs", filter="carrier 4g")
    slots = {run["title"]: run for run in found["runs"] if "per job" in run["title"]}
    slow, fast = (next(run for title, run in slots.items() if f"slot {slot}" in title) for slot in (3, 2))
    assert fast["url"] == f"https://fio.example/runs/{fast['id']}"
    compared = await tools.call("compare", base=f"run={fast['id']}", new=f"run={slow['id']}")
    assert (compared["base_runs"], compared["new_runs"]) == (1, 1)
    bandwidth = next(row for row in compared["rows"] if row["metric"] == "bw_bytes_per_s")
    assert bandwidth["unit"] == "bytes/s" and bandwidth["base_n"] == bandwidth["new_n"] == 1
    assert bandwidth["new_mean"] == slow["results"][0]["bw_bytes_per_s"]
    assert bandwidth["ratio"] == pytest.approx(bandwidth["new_mean"] / bandwidth["base_mean"], rel=1e-3)
    limit = await tools.call("get_run_answer", run_id=slow["id"])
    assert (limit["kind"], limit["sentence"]) == ("limit", slow["verdict"])

    # RAID width and its knee; one BIOS setting against another.
    width = await tools.call("get_series", x="raid.width", metric="bw_bytes_per_s")
    assert 3 in [line["knee"] for line in width["lines"]]
    nps = await tools.call("explain_difference", base="bios.nps=1", new="bios.nps=4")
    assert "bios.nps" in [one["key"] for one in nps["changed"]]

    # The table of the cluster.
    cluster = await tools.call("search_runs", filter="host=nas-client (demo)", limit=30)
    rates = {round(one["bw_bytes_per_s"] / 1e6) for run in cluster["runs"] for one in run["results"]}
    assert {885, 809} <= rates

    # How far from the datasheet.
    found = await tools.call("search_runs", filter="drive.model=INTEL SSDPEDMD020T4", limit=30)
    ratings = [await tools.call("rate_against_datasheet", run_id=run["id"]) for run in found["runs"]]
    figures = [one for rating in ratings for one in rating["figures"] if one["metric"] == "iops"]
    assert {(one["rated"], one["source"] is not None) for one in figures} >= {(450_000, True)}
    assert all(one["share"] == pytest.approx(one["measured"] / one["rated"], rel=1e-3) for one in figures)

    table = await tools.call("export_table", filter="host=nas-client (demo)")
    assert "| 6,004 |" in table["result"] and table["result"].startswith("| Host |")
    assert (await tools.call("list_views"))["views"] == []
    assert (await tools.call("compare_with_reference_sets", run_id=slow["id"]))["results"] == []

    host = await tools.call("get_host", name="epyc (demo)")
    assert host["sentence"].startswith("28.4 GB/s, 98.6 % of its limit")
    changes = await tools.call("list_changes", direction="worse")
    assert all(one["is_worse"] for one in changes["changes"])
    resource = await tools.client.read_resource(f"fioboard://runs/{slow['id']}")
    assert limit["sentence"] in resource.contents[0].model_dump()["text"]


async def test_what_cannot_be_answered_is_refused_in_words(tools: Tools) -> None:
    assert "jupiter" in await tools.refuse("search_runs", filter="host=jupiter")
    assert "no host jupiter" in await tools.refuse("get_host", name="jupiter")
    assert "There is no" in await tools.refuse(
        "get_run_answer", run_id="00000000-0000-7000-8000-000000000000"
    )
    assert "run_id" in await tools.refuse("get_run_answer", run_id="x")
    assert "at most 2000" in await tools.refuse("search_runs", filter="x" * 3_000)
    assert "limit" in await tools.refuse("search_runs", limit=1_000)


@pytest.mark.nightly
@pytest.mark.usefixtures("loaded")
async def test_an_answer_that_no_conversation_can_hold_is_refused(
    tools: Tools, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "MAX_BYTES", 1_000)
    assert "Use a narrower filter" in await tools.refuse("search_runs", limit=30)
    assert (await tools.call("search_runs", limit=1))["total"] > 30


async def test_a_token_that_may_not_read_gets_nothing(app: Any, database: Database) -> None:
    authorization = f"Bearer {await token_for(database, 'upload')}"
    async with AsyncClient(transport=ASGITransport(app), base_url=BASE_URL) as http:
        api = Api(http, authorization, BASE_URL)
        async with Client(build_server(lambda _: api)) as client:
            assert "read" in await Tools(client).refuse("search_runs")


async def test_every_tool_only_reads(tools: Tools) -> None:
    listed = (await tools.client.list_tools()).tools
    assert len(listed) == 11
    assert all(one.annotations is not None and one.annotations.read_only_hint for one in listed)
