"""Schedules of several hosts: all of them start together at each time, or the time is skipped and says why."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from httpx2 import AsyncClient

from fioboard.app.measuring.work import run_due
from fioboard.core.database import Database
from tests.app.measuring.conftest import OFFERS, Agent, running
from tests.app.measuring.conftest import URL as REQUESTS

pytestmark = pytest.mark.anyio
URL = "/api/v1/schedules"
TOGETHER = "; the hosts of this schedule start together or not at all."
HOUR = (datetime.now(UTC) - timedelta(hours=12)).hour
OTHER = "/mnt/other"
TARGETS = [*OFFERS["targets"], {"name": OTHER, "kind": "folder", "serial": None, "may_write": True}]


def wanted(pair: list[Agent], **more: Any) -> dict[str, Any]:
    hosts = [{"host_id": one.host_id} for one in pair]
    asked = {
        "hosts": hosts,
        "kind": "job",
        "name": "nightly",
        "target": "/srv/bench",
        "cron": f"0 {HOUR} * * *",
    }
    return asked | more


async def add(client: AsyncClient, pair: list[Agent], **more: Any) -> dict[str, Any]:
    answer = await client.post(URL, json=wanted(pair, **more))
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


async def let_be_due(database: Database, client: AsyncClient, made: dict[str, Any]) -> list[dict[str, Any]]:
    """The requests of one more time, by host name."""
    url, asked = REQUESTS, {"schedule_id": made["id"]}
    known = {one["id"] for one in (await client.get(url, params=asked)).json()["items"]}
    async with database.driver() as driver:
        await driver.execute("update schedule set next_at = now() - interval '1 s'")
    assert await run_due(database) == 1
    rows = (await client.get(url, params=asked)).json()["items"]
    return sorted((one for one in rows if one["id"] not in known), key=lambda one: one["host"]["name"])


async def test_all_start_together_or_the_time_is_skipped_and_says_who_could_not(
    client: AsyncClient, pair: list[Agent], database: Database
) -> None:
    made = await add(client, pair)
    assert [one["host"]["name"] for one in made["hosts"]] == ["jupiter", "saturn"]

    async def skip() -> str:
        rows = await let_be_due(database, client, made)
        assert [(one["host"]["name"], one["state"]) for one in rows] == [
            ("jupiter", "expired"),
            ("saturn", "expired"),
        ]
        [group_id], [reason] = {one["group_id"] for one in rows}, {one["reason"] for one in rows}
        [now] = (await client.get(URL, params={"host": "saturn"})).json()["items"]
        assert (now["last_group_id"], now["last_state"], now["last_reason"]) == (group_id, "expired", reason)
        assert now["last_host_names"] is None
        assert (await pair[0].poll())["request"] is None
        return str(reason)

    async with database.driver() as driver:
        await driver.execute(
            "update serving_host set seen_at = now() - interval '2 min' where host_id = $1", pair[1].host_id
        )
    assert await skip() == f"Skipped: saturn was away{TOGETHER}"
    await pair[1].poll(offers=OFFERS | {"jobs": []})
    assert await skip() == f"Skipped: Job 'nightly' is not in serve.toml on saturn{TOGETHER}"
    await pair[1].poll(offers=OFFERS | {"starts_together": False})
    assert (await skip()).startswith("Skipped: The agent on saturn is too old to start together")
    await pair[1].poll()
    rows = await let_be_due(database, client, made)
    assert [(one["state"], one["target"], one["schedule_id"]) for one in rows] == [
        ("queued", "/srv/bench", made["id"])
    ] * 2
    offered = [(await agent.poll())["request"] for agent in pair]
    assert [one["id"] for one in offered] == [one["id"] for one in rows]
    assert all(one["is_together"] for one in offered)
    busy = "jupiter was busy with another request, saturn was busy with another request"
    assert await skip() == f"Skipped: {busy}{TOGETHER}"
    # One fails: the last time names it, and no other.
    for agent, row in zip(pair, rows, strict=True):
        await agent.poll(running=running(row["id"]))
    async with database.driver() as driver:
        await driver.execute("update request_group set start_at = now()")
    for agent, row in zip(pair, rows, strict=True):
        await agent.report(row["id"], "done")
    rows = await let_be_due(database, client, made)
    for agent, row in zip(pair, rows, strict=True):
        await agent.poll()
        await agent.poll(running=running(row["id"], is_ready=True))
    for agent, row, state in zip(pair, rows, ("done", "failed"), strict=True):
        await agent.report(row["id"], state, None if state == "done" else "The drive is gone.")
    [now] = (await client.get(URL)).json()["items"]
    assert (now["last_state"], now["last_host_names"]) == ("failed", ["saturn"])
    assert now["last_reason"] == "The drive is gone."
    async with database.driver() as driver:
        await driver.execute("update schedule_host set host_id = (select host_id from schedule)")
    [row] = await let_be_due(database, client, made)
    assert "A host is listed twice" in row["reason"]


@pytest.mark.nightly
async def test_a_time_without_the_total_of_all_hosts_is_missing(
    client: AsyncClient, pair: list[Agent], database: Database
) -> None:
    made = await add(client, pair, is_expected=True)

    async def count_missing() -> int:
        async with database.driver() as driver:
            await driver.execute("update expectation set created_at = now() - interval '3 days'")
        [one] = (await client.get("/api/v1/expectations")).json()["items"]
        assert (one["scheduled"], one["schedule_id"]) == ("nightly on 2 hosts", made["id"])
        return int(one["missed"])

    assert await count_missing() == 3
    for day, states in ((3, ("done", "done")), (2, ("done", "expired")), (1, ("done", "failed"))):
        rows = await let_be_due(database, client, made)
        for agent, row, state in zip(pair, rows, states, strict=True):
            await agent.poll(running=running(row["id"]))
            await agent.report(row["id"], state if state == "failed" else "done")
            async with database.driver() as driver:
                await driver.execute(
                    """
                    update request set state = $2, started_at = case when $2 <> 'expired' then
                        date_trunc('hour', now() - interval '12 hours') + interval '5 minutes' - $3 * interval '1 day'
                    end where id = $1
                    """,
                    *(row["id"], state, day - 1),
                )
    # Only the first of three times had all of them.
    [now] = (await client.get(URL)).json()["items"]
    assert now["last_state"] == "failed"
    assert await count_missing() == 2


async def test_hosts_change_and_one_of_them_measures_alone(client: AsyncClient, pair: list[Agent]) -> None:
    for agent in pair:
        await agent.poll(offers=OFFERS | {"targets": TARGETS})
    first, second = (one.host_id for one in pair)
    made = await add(client, pair, hosts=[{"host_id": second, "target": OTHER}, {"host_id": first}])
    url = f"{URL}/{made['id']}"

    async def change(**patch: Any) -> list[tuple[str, str]]:
        answer = await client.patch(url, json=patch)
        assert answer.status_code == 200, answer.text
        shown = answer.json()
        hosts = shown["hosts"] or [{"host": shown["host"], "target": shown["target"]}]
        assert hosts[0] == {"host": shown["host"], "target": shown["target"]}
        return [(one["host"]["name"], one["target"]) for one in hosts]

    assert await change(cron="daily") == [("saturn", OTHER), ("jupiter", "/srv/bench")]
    # A new target is that of the hosts that had the schedule's own.
    assert await change(target="/srv/bench") == [("saturn", "/srv/bench"), ("jupiter", "/srv/bench")]
    assert await change(target=OTHER) == [("saturn", OTHER), ("jupiter", OTHER)]
    assert await change(hosts=[{"host_id": first, "target": "/srv/bench"}]) == [("jupiter", "/srv/bench")]
    assert (await client.get(URL, params={"host": "saturn"})).json()["items"] == []
    both = [{"host_id": first}, {"host_id": second}]
    assert await change(hosts=both) == [("jupiter", "/srv/bench"), ("saturn", "/srv/bench")]
    audited = (await client.get("/api/v1/audit", params={"subject": made["id"]})).json()["items"]
    assert [audited[0]["detail"], audited[-1]["detail"]["host"]] == [
        {"hosts": "jupiter, saturn"},
        "saturn, jupiter",
    ]
    for bad, status in (
        ({"hosts": []}, 422),
        ({"hosts": [{"host_id": first}] * 2}, 422),
        ({"hosts": [*both, {"host_id": str(uuid4())}]}, 404),
        ({"hosts": [{"host_id": first, "target": "/etc"}, {"host_id": second}]}, 422),
        ({"target": "/etc"}, 422),
        ({"kind": "suite", "name": "saturate"}, 422),
        ({"kind": "suite", "name": "quick", "parameters": {"until": "5%"}}, 422),
        ({"kind": "suite", "name": "quick", "parameters": {"repeats": 26}}, 422),
        ({"kind": "job", "name": "none"}, 422),
    ):
        refused = await client.patch(url, json=bad)
        assert refused.status_code == status, (bad, refused.text)
        if "cron" not in bad and "kind" in bad:
            assert (await client.post(URL, json=wanted(pair) | bad)).status_code == 422, bad
    assert await change() == [("jupiter", "/srv/bench"), ("saturn", "/srv/bench")]
    # What its hosts offer no more does not keep it from being paused, or due at another time.
    await pair[1].poll(offers=OFFERS | {"jobs": []})
    for patch in ({"is_paused": True}, {"is_paused": False, "cron": "weekly"}):
        assert len(await change(**patch)) == 2
    assert (await client.delete(url)).status_code == 204
    for bad in ({"host_id": first}, {"hosts": None}, {"hosts": both[:1]}):
        assert (await client.post(URL, json=wanted(pair) | bad)).status_code == 422, bad
