"""Schedules: when they are due, what they make, and why a time was skipped."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from httpx2 import AsyncClient

from fioboard.core.database import Database
from fioboard.core.errors import Invalid
from fioboard.features.requests.times import add_jitter, list_times, parse_cron
from fioboard.features.requests.work import run_due
from tests.features.requests.conftest import URL as REQUESTS
from tests.features.requests.conftest import Agent

pytestmark = pytest.mark.anyio

URL = "/api/v1/schedules"


async def add(client: AsyncClient, agent: Agent, status: int = 201, **more: Any) -> dict[str, Any]:
    wanted = {"host_id": agent.host_id, "kind": "suite", "name": "quick", "target": "/srv/bench"}
    answer = await client.post(URL, json=wanted | {"cron": "30 2 * * *"} | more)
    assert answer.status_code == status, (more, answer.text)
    made: dict[str, Any] = answer.json()
    return made


async def test_times_in_a_zone_over_the_clock_changes() -> None:
    night = datetime(2026, 3, 28, 12, tzinfo=UTC)
    times = list_times("30 2 * * *", "Europe/Berlin", night, 2)
    # 02:30 does not exist on 29 March there: as Debian's cron does, it starts when the leap is over.
    assert times == [datetime(2026, 3, 29, 1, tzinfo=UTC), datetime(2026, 3, 30, 0, 30, tzinfo=UTC)]
    assert parse_cron(" Daily ") == "0 2 * * *"
    for bad in ("", "* * * *", "60 * * * *", "* * * * * *", "0 0 30 2 *", "@reboot x", "a b c d e"):
        with pytest.raises(Invalid):
            parse_cron(bad)
    moment, key = times[0], uuid4()
    late = add_jitter(moment, key, 600)
    assert late == add_jitter(moment, key, 600) and moment <= late <= moment + timedelta(seconds=600)
    assert len({add_jitter(moment, uuid4(), 600) for _ in range(20)}) > 5
    assert add_jitter(moment, key, 0) == moment


async def test_each_time_makes_one_request_or_says_why_not(
    client: AsyncClient, agent: Agent, database: Database
) -> None:
    made = await add(client, agent, jitter_s=60, zone="Asia/Kolkata")
    assert len(made["next_times"]) == 5

    async def let_be_due(late: str = "1 s") -> tuple[str, str | None]:
        async with database.driver() as driver:
            await driver.execute(f"update schedule set next_at = now() - interval '{late}'")
        assert sum(await asyncio.gather(*(run_due(database) for _ in range(3)))) == 1
        [now] = (await client.get(URL, params={"host": "jupiter"})).json()["items"]
        assert datetime.fromisoformat(now["next_times"][0]) > datetime.now(UTC)
        return now["last_state"], now["last_reason"]

    assert await let_be_due() == ("expired", "Skipped: the host was away.")
    await agent.poll()
    assert await let_be_due() == ("queued", None)
    assert await let_be_due() == ("expired", "Skipped: the host was busy with another request.")
    assert await let_be_due("2 h") == ("expired", "Skipped: the service was stopped at that time.")
    offered = (await agent.poll())["request"]
    rows = (await client.get(REQUESTS)).json()["items"]
    assert [row["state"] for row in rows] == ["expired", "expired", "offered", "expired"]
    assert {row["schedule_id"] for row in rows} == {made["id"]}
    assert offered["id"] == rows[2]["id"]


async def test_pause_change_and_remove(client: AsyncClient, agent: Agent, database: Database) -> None:
    url = f"{URL}/{(await add(client, agent))['id']}"
    paused = (await client.patch(url, json={"is_paused": True})).json()
    assert paused["paused_at"] is not None and paused["next_times"] == []
    async with database.driver() as driver:
        await driver.execute("update schedule set next_at = now()")
    assert await run_due(database) == 0
    again = (await client.patch(url, json={"is_paused": False, "cron": "weekly"})).json()
    assert (again["paused_at"], again["cron"]) == (None, "0 2 * * 0")
    assert datetime.fromisoformat(again["next_times"][0]) > datetime.now(UTC)
    assert (await client.delete(url)).status_code == 204
    assert (await client.patch(url, json={})).json()["error"] == "ScheduleNotFound"
    audited = [one["action"] for one in (await client.get("/api/v1/audit")).json()["items"]]
    assert [one for one in audited if one.startswith("schedule.")] == [
        *("schedule.delete", "schedule.change", "schedule.change", "schedule.create"),
    ]


async def test_bad_schedules_are_refused(client: AsyncClient, agent: Agent) -> None:
    for bad in (
        {"cron": "61 * * * *"},
        {"cron": "x" * 101},
        {"zone": "../../etc/passwd"},
        {"jitter_s": 3_601},
        {"kind": "repeat"},
        {"parameters": {"filename": "/dev/sda"}},
        {"only_when_idle": "yes"},
    ):
        await add(client, agent, 422, **bad)
    await add(client, agent, 404, host_id=str(uuid4()))
