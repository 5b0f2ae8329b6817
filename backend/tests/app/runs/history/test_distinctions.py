"""GET /runs?distinctions=true: rows that can be told apart, and what all of them have in common."""

from typing import Any
from uuid import UUID

import pytest
from httpx2 import AsyncClient

from tests.app.runs.history.test_folding import put

pytestmark = pytest.mark.anyio
BATCH = UUID(int=7)


async def page(client: AsyncClient, **query: Any) -> dict[str, Any]:
    answer = await client.get("/api/v1/runs", params={"distinctions": "true", "brief": "true"} | query)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def told(item: dict[str, Any]) -> dict[str, Any]:
    return {one["key"]: one["value"] for one in item["distinctions"]}


async def test_labels_that_differ_are_told_and_those_that_do_not_are_in_common(client: AsyncClient) -> None:
    for minute, slot in enumerate(["2", "3", "3"]):
        await put(client, minute, 1000, title="Carrier", labels={"slot": slot, "fan": "off"})
    whole = await page(client)
    assert [told(item) for item in whole["items"]] == [{"slot": "3"}, {"slot": "3"}, {"slot": "2"}]
    assert all(one["is_stated"] for item in whole["items"] for one in item["distinctions"])
    common = {one["key"]: one["value"] for one in whole["in_common"]}
    assert common["label.fan"] == "off"
    assert {"host", "rw", "bs", "iodepth"} <= common.keys()
    assert "slot" not in common


async def test_what_differs_only_between_hosts_is_told_by_the_host(client: AsyncClient) -> None:
    for minute, host in enumerate(["venus", "mars"]):
        await put(client, minute, 1000, host={"id": f"host-{host}", "name": host}, labels={"slot": host})
    assert [told(item) for item in (await page(client))["items"]] == [{}, {}]


async def test_the_view_decides_what_differs_on_every_page(client: AsyncClient) -> None:
    """The first page holds slot 3 alone, the second slot 2 alone: both say it, as the list has both."""
    for minute, slot in enumerate(["2", "2", "3", "3"]):
        await put(client, minute, 1000, labels={"slot": slot}, tags=["all"])
    for wanted in ({}, {"tag": "all"}):
        first = await page(client, limit="2", **wanted)
        second = await page(client, limit="2", cursor=first["next_cursor"], **wanted)
        assert [told(item)["slot"] for item in first["items"] + second["items"]] == ["3", "3", "2", "2"]
        assert "in_common" not in second
    filtered = await page(client, slot="3")
    assert [told(item) for item in filtered["items"]] == [{}, {}]
    assert [item["needs_start"] for item in filtered["items"]] == [True, True]
    of_two = await page(client, limit="2", cursor=(await page(client, limit="1"))["next_cursor"])
    assert [item["needs_start"] for item in of_two["items"]] == [False, False]


async def test_rows_that_would_look_the_same_say_the_first_option_that_differs(client: AsyncClient) -> None:
    await put(client, 0, 1000, {"norandommap": "1"}, title="One name")
    await put(client, 1, 1000, title="One name")
    with_option, without = sorted((await page(client))["items"], key=lambda item: item["started_at"])
    assert told(with_option) == {"option.norandommap": "1"}
    assert told(without) == {}


async def test_a_batch_says_only_what_all_of_its_runs_have(client: AsyncClient) -> None:
    for minute, (slot, fan) in enumerate([("2", "on"), ("2", "off")]):
        step = (BATCH, "sweep", minute + 1)
        await put(client, minute, 1000, step=step, labels={"slot": slot, "fan": fan})
    await put(client, 5, 1000, labels={"slot": "3", "fan": "on"})
    alone, batch = (await page(client, fold="batch"))["items"]
    assert told(alone) == {"label.fan": "on", "slot": "3"}
    assert told(batch) == {"slot": "2"}
    assert not batch["needs_start"]
    for minute in (11, 12):
        step = (UUID(int=8), "sweep", minute - 10)
        await put(client, minute, 1000, step=step, labels={"slot": "2"})
    rows = (await page(client, fold="batch"))["items"]
    assert [row["needs_start"] for row in rows] == [True, False, True]


async def test_nobody_who_did_not_ask_is_told(client: AsyncClient) -> None:
    await put(client, 0, 1000)
    plain = (await client.get("/api/v1/runs")).json()
    assert "in_common" not in plain
    assert plain["items"][0].keys().isdisjoint({"distinctions", "distinctions_left_out"})
    refused = await client.get("/api/v1/runs", params={"distinctions": "perhaps"})
    assert refused.status_code == 422
