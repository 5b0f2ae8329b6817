"""Schedules: when they are due, what they make, and why a time was skipped."""

import asyncio
import re
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from httpx2 import AsyncClient

from fioboard.app.measuring.times import (
    add_jitter,
    is_within_hours,
    list_times,
    parse_cron,
)
from fioboard.app.measuring.work import run_due
from fioboard.app.watch.events.work import work
from fioboard.core.database import Database
from fioboard.core.errors import Invalid
from fioboard.engine.expect.cron import describe_cron
from tests.app.measuring.conftest import OFFERS, Agent
from tests.app.measuring.conftest import URL as REQUESTS

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
    assert describe_cron("30 2 * * 1-5") == "At 02:30 on Monday through Friday"
    moment, key = times[0], uuid4()
    late = add_jitter(moment, key, 600)
    assert late == add_jitter(moment, key, 600) and moment <= late <= moment + timedelta(seconds=600)
    assert len({add_jitter(moment, uuid4(), 600) for _ in range(20)}) > 5
    assert add_jitter(moment, key, 0) == moment


def test_hours_by_the_hosts_clock() -> None:
    evening = datetime(2026, 11, 29, 21, 30, tzinfo=UTC)
    for hours, offset, is_open in (
        ("22:00-06:00", 0, False),
        ("22:00-06:00", 60, True),
        ("22:00-06:00", 510, False),
        ("22:00-06:00", 509, True),
        ("09:00-21:30", 0, False),
        ("09:00-21:31", 0, True),
        ("08:00-17:00", 720, True),
        # What is no pair of times is for the host to judge.
        ("at night", 0, True),
    ):
        assert is_within_hours(hours, offset, evening) == is_open, (hours, offset)


async def test_each_time_makes_one_request_or_says_why_not(
    client: AsyncClient, agent: Agent, database: Database
) -> None:
    # No time of its own comes while the test runs.
    made = await add(client, agent, cron="0 0 29 2 *", jitter_s=60, zone="Asia/Kolkata")
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
    state, reason = await let_be_due("2 h")
    assert state == "expired"
    stopped = r"Skipped: the service could run no schedules on \d+ [A-Z][a-z]{2} \d\d:\d\d \(Asia/Kolkata\)\."
    assert re.fullmatch(stopped, reason or "")
    now = datetime.now(UTC)
    closed = f"{now + timedelta(hours=2):%H:%M}-{now + timedelta(hours=3):%H:%M}"
    offered = (await agent.poll(offers=OFFERS | {"hours": closed, "utc_offset_minutes": 0}))["request"]
    closed_reason = f"Skipped: the host was outside its hours ({closed} by its clock)."
    assert await let_be_due() == ("expired", closed_reason)
    # Another hour of the host's clock: open.
    await agent.poll(offers=OFFERS | {"hours": closed, "utc_offset_minutes": 150})
    assert await let_be_due() == ("expired", "Skipped: the host was busy with another request.")
    rows = (await client.get(REQUESTS, params={"schedule_id": made["id"]})).json()["items"]
    assert [row["state"] for row in rows] == [*["expired"] * 4, "offered", "expired"]
    assert {row["schedule_id"] for row in rows} == {made["id"]}
    assert offered["id"] == rows[4]["id"]
    assert (await client.get(REQUESTS, params={"schedule_id": str(uuid4())})).json()["items"] == []


async def test_times_that_passed_without_the_service_are_all_named(
    client: AsyncClient, agent: Agent, database: Database
) -> None:
    zone = ZoneInfo("Asia/Kolkata")
    await agent.poll()
    newest = (datetime.now(zone) - timedelta(minutes=20)).replace(second=0, microsecond=0)
    made = await add(client, agent, cron=f"{newest.minute} * * * *", zone=zone.key)

    async def come_back(first: datetime) -> list[tuple[str, str | None]]:
        async with database.driver() as driver:
            await driver.execute("delete from request")
            await driver.execute("update schedule set next_at = $1", first)
        assert await run_due(database) == 1
        rows = (await client.get(REQUESTS, params={"schedule_id": made["id"]})).json()["items"]
        return [(row["state"], row["reason"]) for row in reversed(rows)]

    hour_ago, day_ago = (f"{newest - timedelta(hours=hours):%-d %b %H:%M}" for hours in (1, 24))
    one = f"Skipped: the service could run no schedules on {hour_ago} (Asia/Kolkata)."
    all_day = f"Skipped 24 times, {day_ago} to {hour_ago} (Asia/Kolkata): the service could run no schedules."
    # The newest is caught up with.
    assert await come_back(newest) == [("queued", None)]
    assert await come_back(newest - timedelta(hours=1)) == [("expired", one), ("queued", None)]
    assert await come_back(newest - timedelta(hours=24)) == [("expired", all_day), ("queued", None)]
    [last] = (await client.get(URL)).json()["items"]
    assert last["last_state"] == "queued"


@pytest.mark.nightly
async def test_a_schedule_that_is_refused_now_holds_up_none_behind_it(
    client: AsyncClient, agent: Agent, database: Database
) -> None:
    await agent.poll()
    plants = {
        "parameters": (
            """'{"runtime": 5, "bs": "0"}'""",
            "parameters.bs: '0' is not allowed",
        ),
        "cron": ("'61 * * * *'", "'61 * * * *' is not a cron expression: Bad minute"),
        "zone": ("'Mars/Olympus'", "There is no time zone 'Mars/Olympus'"),
        "target": ("''", "target: '' is not allowed"),
        "name": ("repeat('x', 300)", "name: String should have at most"),
    }
    broken = {place: (await add(client, agent))["id"] for place in plants}
    sound = (await add(client, agent))["id"]
    async with database.driver() as driver:
        await driver.execute("update schedule set next_at = now() - interval '1 s'")
        for place, (value, _) in plants.items():
            await driver.execute(
                f"update schedule set {place} = {value}, next_at = now() - interval '1 min' where id = $1",
                broken[place],
            )
    listed = (await client.get(URL)).json()["items"]
    assert len(listed) == 6
    assert await run_due(database) == 6
    now = {one["id"]: one for one in (await client.get(URL)).json()["items"]}
    assert (now[sound]["last_state"], now[sound]["last_reason"]) == ("queued", None)
    for place, (_, why) in plants.items():
        one = now[broken[place]]
        assert one["last_state"] == "expired", place
        assert one["last_reason"].startswith(
            f"Skipped: this version of the service rejects the schedule ({why}"
        )
        # Without a rhythm it cannot be due again; the others are, and say so each time.
        assert (one["paused_at"] is not None) == (place in {"cron", "zone"}), place
    assert await run_due(database) == 0
    shown = (await client.get(REQUESTS, params={"schedule_id": broken["parameters"]})).json()["items"]
    assert [one["parameters"] for one in shown] == [{"runtime": 5}]
    # It can be paused as it is, resumed only once it is mended, and be removed.
    url = f"{URL}/{broken['parameters']}"
    assert (await client.patch(url, json={"is_paused": True})).json()["paused_at"] is not None
    assert (await client.patch(url, json={"is_paused": False})).json()["detail"].startswith("parameters.bs")
    assert (await client.patch(url, json={"is_paused": False, "parameters": {}})).json()["paused_at"] is None
    assert (await client.patch(f"{URL}/{broken['cron']}", json={"jitter_s": 1})).status_code == 422
    mended = (
        await client.patch(f"{URL}/{broken['cron']}", json={"cron": "daily", "is_paused": False})
    ).json()
    assert len(mended["next_times"]) == 5
    for one in broken.values():
        assert (await client.delete(f"{URL}/{one}")).status_code == 204


async def test_offers_that_this_version_does_not_understand_skip_nothing(
    client: AsyncClient, agent: Agent, database: Database
) -> None:
    await agent.poll()
    await add(client, agent)
    async with database.driver() as driver:
        await driver.execute("update schedule set next_at = now() - interval '1 s'")
        await driver.execute("""update serving_host set offers = '{"suites": 1}'""")
    assert await run_due(database) == 1
    [one] = (await client.get(URL)).json()["items"]
    assert one["last_state"] == "queued"


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


async def test_what_is_measured_changes_and_times_are_shown_before(client: AsyncClient, agent: Agent) -> None:
    url = f"{URL}/{(await add(client, agent, parameters={'runtime': 5}))['id']}"
    changed = (await client.patch(url, json={"kind": "job", "name": "db", "target": "/dev/nvme1n1"})).json()
    assert [changed[key] for key in ("kind", "name", "target", "parameters")] == [
        *("job", "db", "/dev/nvme1n1", {"runtime": 5}),
    ]
    assert (await client.patch(url, json={"parameters": {}})).json()["parameters"] == {}
    run_id = str(uuid4())
    repeats = (await client.patch(url, json={"kind": "repeat", "run_id": run_id})).json()
    assert (repeats["kind"], repeats["name"], repeats["run_id"]) == ("repeat", None, run_id)
    again = (await client.patch(url, json={"kind": "job", "name": "db"})).json()
    assert (again["kind"], again["name"], again["run_id"]) == ("job", "db", None)
    for bad in (
        {"name": "x"},
        {"kind": "repeat", "name": "x"},
        {"kind": "repeat"},
        {"run_id": run_id},
        {"kind": "job", "name": "db", "run_id": run_id},
        {"target": ""},
        {"parameters": {"filename": "/"}},
    ):
        assert (await client.patch(url, json=bad)).status_code == 422, bad
    shown = (await client.get(f"{URL}/times", params={"cron": "weekly", "zone": "Asia/Kolkata"})).json()
    assert (shown["cron"], shown["cron_words"]) == ("0 2 * * 0", "At 02:00 on Sunday")
    assert len(shown["next_times"]) == 5
    assert all("20:30:00" in one for one in shown["next_times"])
    for cron, zone in (("x", "UTC"), ("0 2 * * *", "Mars/Olympus"), ("", "UTC"), ("* * * * *" * 20, "UTC")):
        asked = await client.get(f"{URL}/times", params={"cron": cron, "zone": zone})
        assert asked.status_code == 422, (cron, zone)


async def test_a_missing_run_of_a_schedule_is_an_event(
    client: AsyncClient, agent: Agent, database: Database
) -> None:
    expected = "/api/v1/expectations"
    # Half a day ago, whenever this runs: no time of it is just due, with its grace not over yet.
    hour = (datetime.now(UTC) - timedelta(hours=12)).hour
    made = await add(client, agent, cron=f"0 {hour} * * *", is_expected=True, jitter_s=61)
    url = f"{URL}/{made['id']}"

    async def list_expected(past: str = "3 days") -> list[dict[str, Any]]:
        async with database.driver() as driver:
            await driver.execute(f"update expectation set created_at = now() - interval '{past}'")
        items: list[dict[str, Any]] = (await client.get(expected)).json()["items"]
        return items

    [one] = await list_expected()
    assert (one["scheduled"], one["schedule_id"]) == ("quick on /srv/bench", made["id"])
    assert (one["cron_words"], one["weekdays"], one["by"]) == (f"At {hour:02}:00 every day", None, None)
    assert one["grace_minutes"] == 32
    assert (one["state"], one["missed"]) == ("missing", 3)
    await work(database)
    [event] = (await client.get("/api/v1/events")).json()["items"]
    assert (event["kind"], event["name"]) == ("overdue", "quick on /srv/bench")
    assert event["detail"] == f"3 runs missing, schedule: At {hour:02}:00 every day, UTC"
    # A run of the host that the schedule did not make is no run of the schedule; its own request is.
    async with database.driver() as driver:
        await driver.execute(
            """
            insert into request (id, host_id, kind, name, target, parameters, priority, state, created_at, created_by,
                expires_at, schedule_id, started_at)
            select gen_random_uuid(), host_id, kind, name, target, parameters, 0, state, now(), 'x', now(), id, due
            from schedule, (values ('done', 1), ('failed', 2)) as s (state, days),
                lateral (select date_trunc('hour', now() - interval '12 hours') + interval '5 minutes'
                    - interval '1 day' * days as due) d
            """
        )
    [one] = await list_expected("4 days")
    assert (one["state"], one["missed"]) == ("missing", 1)
    # Paused, nothing is expected; resumed, from now on.
    await client.patch(url, json={"is_paused": True})
    assert await list_expected() == []
    await work(database)
    assert (await client.get("/api/v1/events")).json()["items"] == []
    await client.patch(url, json={"is_paused": False})
    assert len(await list_expected()) == 1
    # Any rhythm can be expected, but for one whose random delay skips times.
    async with database.driver() as driver:
        await driver.execute("delete from request")
    for cron, words, missed in (
        ("hourly", "At the start of every hour", range(70, 73)),
        ("monthly", "At 02:00 on the first day of every month", range(1, 3)),
        ("*/15 * * * *", "Every 15th minute of every hour", range(280, 289)),
    ):
        assert (await client.patch(url, json={"cron": cron})).json()["is_expected"], cron
        [one] = await list_expected("50 days" if cron == "monthly" else "3 days")
        assert one["state"] == "missing" and one["missed"] in missed, one
        assert one["cron_words"] == words
    delayed = await client.patch(url, json={"cron": "*/15 * * * *", "jitter_s": 900})
    assert (delayed.status_code, delayed.json()["detail"][:34]) == (422, "A random delay as long as the inte")
    # What a later version does not understand is missing from then on, and stops no other.
    async with database.driver() as driver:
        await driver.execute("update schedule set cron = '61 * * * *', next_at = now() - interval '1 day'")
    [one] = await list_expected()
    assert (one["state"], one["missed"], one["cron_words"]) == ("missing", 1, "61 * * * *")
    assert (await client.patch(url, json={"cron": "hourly", "is_expected": False})).json()[
        "is_expected"
    ] is False
    assert await list_expected() == []
    # Removed by itself, its schedule alerts no more; with its schedule, it goes.
    again = (await client.patch(url, json={"cron": "daily", "is_expected": True})).json()
    assert again["is_expected"] is True
    [one] = await list_expected()
    assert (await client.delete(f"{expected}/{one['id']}")).status_code == 204
    [row] = (await client.get(URL)).json()["items"]
    assert row["is_expected"] is False
    await client.patch(url, json={"is_expected": True})
    assert (await client.delete(url)).status_code == 204
    assert await list_expected() == []


async def test_bad_schedules_are_refused(client: AsyncClient, agent: Agent) -> None:
    for bad in (
        {"cron": "61 * * * *"},
        {"cron": "x" * 101},
        {"zone": "../../etc/passwd"},
        {"jitter_s": 3_601},
        {"kind": "repeat"},
        {"cron": "* * * * *", "jitter_s": 60, "is_expected": True},
        {"parameters": {"filename": "/dev/sda"}},
        {"only_when_idle": "yes"},
    ):
        await add(client, agent, 422, **bad)
    await add(client, agent, 404, host_id=str(uuid4()))
