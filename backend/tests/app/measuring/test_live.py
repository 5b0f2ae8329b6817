"""Watching a request while it runs: the stream and what is polled in its place."""

import asyncio
from typing import Any
from uuid import UUID

import orjson
import pytest
from httpx2 import AsyncClient

from fioboard.app.measuring import live_routes
from fioboard.app.measuring.wakeups import wakeups
from fioboard.core.database import Database
from tests.app.measuring.conftest import URL, Agent, add, running, sample
from tests.app.measuring.test_groups_of_requests import GROUPS, add_group, start
from tests.factories.nights import upload_night

pytestmark = pytest.mark.anyio


def read_events(text: str) -> list[tuple[str, dict[str, Any]]]:
    """The events of a stream that has ended, each with its data."""
    events = []
    for block in text.replace("\r\n", "\n").strip().split("\n\n"):
        lines = dict(line.split(": ", 1) for line in block.split("\n") if not line.startswith(":"))
        if lines:
            events.append((lines["event"], orjson.loads(lines["data"])))
    return events


async def test_a_stream_has_each_sample_once_and_ends_with_the_request(
    client: AsyncClient, agent: Agent, database: Database
) -> None:
    listening = asyncio.create_task(wakeups.listen(database))
    made = await add(client, agent.host_id)
    await agent.poll()
    said = running(made["id"], samples=[sample(1, 100), sample(2, 200)])
    await agent.poll(running=said)
    # A poll whose answer was lost comes again with the same samples.
    await agent.poll(running=said)
    first = (await client.get(f"{URL}/{made['id']}/samples")).json()
    assert [one["read_iops"] for one in first["samples"]] == [100, 200]
    assert first["samples"][0]["write_iops"] is None

    watching = [asyncio.create_task(client.get(f"{URL}/{made['id']}/live")) for _ in range(5)]
    late = {"after": "2026-11-29T07:30:02Z"}
    async with database.driver() as driver:
        while not wakeups.is_listening or len(wakeups._waiting) < 1 or database.use.waiting:
            await driver.fetchval("select 1")
    for second in (3, 4):
        await agent.poll(running=running(made["id"], samples=[sample(second, 100 * second)]))
    only_new = (await client.get(f"{URL}/{made['id']}/samples", params=late)).json()
    assert [one["read_iops"] for one in only_new["samples"]] == [300, 400]
    batch = {"id": made["id"], "name": "quick", "step": 1, "steps": 1}
    run_id = await upload_night(client, 1, 100_000, batch=batch)
    await agent.report(made["id"], "done")
    for answer in await asyncio.gather(*watching):
        assert answer.headers["content-type"].startswith("text/event-stream")
        assert answer.headers["x-accel-buffering"] == "no"
        events = read_events(answer.text)
        seen = [one["read_iops"] for _, data in events for one in data["samples"]]
        assert seen == [100, 200, 300, 400][: len(seen)] and len(seen) >= 2
        assert [kind for kind, _ in events[-1:]] == ["end"]
        assert events[-1][1]["request"]["run_ids"] == [run_id]
    async with database.driver() as driver:
        assert await driver.fetchval("select count(*) from live_sample") == 0
    [(kind, data)] = read_events((await client.get(f"/api/v1/runs/{run_id}/live")).text)
    assert (kind, data["request"]["id"], data["samples"]) == ("end", made["id"], [])
    other = await upload_night(client, 2, 100_000)
    assert (await client.get(f"/api/v1/runs/{other}/live")).json()["error"] == "RunNotFound"
    listening.cancel()


async def test_a_stream_says_that_a_host_has_gone_silent(
    client: AsyncClient, agent: Agent, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = await add(client, agent.host_id)
    await agent.poll()
    await agent.poll(running=running(made["id"]))
    monkeypatch.setattr(live_routes, "QUIET_S", 0.01)
    monkeypatch.setattr(wakeups, "is_listening", True)
    follow = live_routes._follow_request(database, UUID(made["id"]), None)

    async def is_away() -> bool:
        data: dict[str, Any] = orjson.loads(str((await anext(follow)).data))
        return bool(data["request"]["is_host_away"])

    assert not await is_away()
    async with database.driver() as driver:
        await driver.execute("update serving_host set seen_at = seen_at - interval '2 minutes'")
    # Nobody wakes those who watch.
    assert await asyncio.wait_for(is_away(), 60)
    await follow.aclose()  # type: ignore[attr-defined]  # an async generator, typed as an iterator


async def test_samples_leave_the_window(client: AsyncClient, agent: Agent, database: Database) -> None:
    made = await add(client, agent.host_id)
    await agent.poll()
    for at in ("2026-11-29T07:30:00Z", "2026-11-29T07:39:59Z", "2026-11-29T07:40:01Z"):
        await agent.poll(running=running(made["id"], samples=[sample(0, 1) | {"at": at}]))
    kept = (await client.get(f"{URL}/{made['id']}/samples")).json()["samples"]
    assert [one["at"] for one in kept] == ["2026-11-29T07:39:59Z", "2026-11-29T07:40:01Z"]


async def test_a_full_link_is_said_while_it_runs(
    client: AsyncClient, agent: Agent, database: Database
) -> None:
    """The link is that of an earlier run on the same target; one on another folder, or of writes, is none."""
    made = await add(client, agent.host_id)
    await agent.poll()
    seconds = [sample(second, 60_000) | {"read_bw": 7.7e9} for second in range(20)]
    await agent.poll(running=running(made["id"], samples=seconds))
    address = f"{URL}/{made['id']}/samples"
    assert (await client.get(address)).json()["outlook"] == []
    ceiling = {
        "stage": "drive_links",
        "label": "1 × Gen4 x4",
        "direction": "read",
        "low": 7e9,
        "high": 7.876e9,
    }
    wider = ceiling | {"stage": "shared_links", "label": "Gen4 x16 at 0000:00:01.1", "high": 31e9}
    for place, direction, expected in (
        ("/srv/bench2/file", "read", []),
        ("/srv/bench/file", "write", []),
        (
            "/srv/bench/file",
            "read",
            [
                "97.8 % of 1 × Gen4 x4 (7.88 GB/s, link of the last run here) for 20 s: a longer run cannot read faster."
            ],
        ),
    ):
        found = (
            [wider, ceiling | {"direction": direction}]
            if direction == "read"
            else [ceiling | {"direction": "write"}]
        )
        answer = {"ceilings": [one | {"unit": "bytes/s", "state": "room"} for one in found]}
        async with database.driver() as driver:
            await driver.execute(
                "update run set target = $1, answer = $2::jsonb", place, orjson.dumps(answer).decode()
            )
        assert [one["text"] for one in (await client.get(address)).json()["outlook"]] == expected
    # A new step begins without what was certain of the one before.
    later = [one | {"step": 2} for one in (sample(20 + second, 60_000) for second in range(3))]
    await agent.poll(running=running(made["id"], step=2, samples=later))
    assert (await client.get(address)).json()["outlook"] == []


async def test_the_live_total_of_a_group_adds_up_the_same_seconds(
    client: AsyncClient, pair: list[Agent]
) -> None:
    made = await add_group(client, pair)
    address = f"{GROUPS}/{made[0]['group_id']}/samples"
    assert (await client.get(address)).json()["samples"] == []
    # The second host's clock is 7 s ahead of the service's.
    await start(pair, made, (0, 7_000_000))
    one = [sample(second, 1000 + second) | {"write_iops": 1.0} for second in (1, 2, 3, 4)]
    await pair[0].poll(running=running(made[0]["id"], samples=one))
    two = [sample(second + 7, 5000 + second) for second in (2, 3, 7)]
    await pair[1].poll(running=running(made[1]["id"], samples=two))

    async def list_sums(**asked: str) -> list[tuple[str, int, float | None]]:
        frame = (await client.get(address, params=asked)).json()
        assert frame["host_count"] == 2
        assert all(one["write_iops"] is None or one["host_count"] == 1 for one in frame["samples"])
        return [(one["at"][-4:-1], one["host_count"], one["read_iops"]) for one in frame["samples"]]

    sums = [
        (":01", 1, 1001.0),
        (":02", 2, 6004.0),
        (":03", 2, 6006.0),
        (":04", 1, 1004.0),
        (":06", 1, 5007.0),
        (":07", 1, 5007.0),
    ]
    # After its silence of 4 s, the sample of the second host covers 2 s.
    assert await list_sums() == sums
    assert await list_sums(after="2026-11-29T07:30:02Z") == sums[2:]
    assert await list_sums(after="2026-11-29T07:30:07Z") == []
    for missing in ("requests", "request-groups"):
        gone = await client.get(f"/api/v1/{missing}/{made[0]['host']['id']}/samples")
        assert gone.status_code == 404, missing
    # What a host measured goes with its end: the run has it.
    await pair[1].report(made[1]["id"], "done")
    assert [count for _, count, _ in await list_sums()] == [1, 1, 1, 1]
