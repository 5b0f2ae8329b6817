"""Runs that are expected: what is suggested, how it stands, and what missing ones make."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from httpx2 import AsyncClient

from fioboard.app.watch.events import expectation_routes
from fioboard.app.watch.events import work as worker
from fioboard.app.watch.events.work import work
from fioboard.core.database import Database
from fioboard.engine.words.expectations import MAX_EXPECTATIONS_PER_HOST
from tests.factories.nights import FIRST, upload_night, upload_nights
from tests.loops import check_each

pytestmark = pytest.mark.anyio

URL = "/api/v1/expectations"
NIGHT = timedelta(days=1)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    """The service's clock: the last of these. What PostgreSQL calls now stays the machine's."""
    moments = [FIRST]
    for room in (expectation_routes, worker):
        monkeypatch.setattr(room, "now", lambda: moments[-1])
    return moments


@pytest.fixture
async def host(client: AsyncClient) -> str:
    """A host with ten nights at 02:00 UTC."""
    await upload_nights(client, [100_000] * 10)
    [row] = (await client.get("/api/v1/hosts")).json()["items"]
    return str(row["id"])


async def expect(client: AsyncClient, host_id: str, **more: Any) -> dict[str, Any]:
    rule = {"host_id": host_id, "weekdays": [0, 1, 2, 3, 4, 5, 6], "by": "04:00", "zone": "UTC"}
    answer = await client.post(URL, json=rule | more)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


async def made_at(database: Database, moment: datetime) -> None:
    """As if every expectation had been made then."""
    async with database.driver() as driver:
        await driver.execute("update expectation set created_at = $1", moment)


@pytest.mark.nightly
async def test_the_past_suggests_what_it_kept(client: AsyncClient, host: str, clock: list[datetime]) -> None:
    clock.append(FIRST + 10 * NIGHT)
    answer = (await client.get(f"{URL}/suggestions", params={"host_id": host})).json()
    of_any, of_one = answer["items"]
    assert (of_any["workload_id"], of_one["workload"]) == (None, of_one["workload"])
    for one in (of_any, of_one):
        assert (one["by"], one["weekdays"], one["n"], one["reason"]) == ("02:00", list(range(7)), 10, None)
    abroad = (
        await client.get(f"{URL}/suggestions", params={"host_id": host, "zone": "America/New_York"})
    ).json()["items"][0]
    assert (abroad["by"], abroad["reason"]) == ("22:00", None)


async def test_too_few_nights_suggest_nothing(client: AsyncClient, clock: list[datetime]) -> None:
    await upload_nights(client, [100_000] * 3)
    [row] = (await client.get("/api/v1/hosts")).json()["items"]
    clock.append(FIRST + 3 * NIGHT)
    answer = (await client.get(f"{URL}/suggestions", params={"host_id": row["id"]})).json()
    assert [(one["by"], one["n"], one["reason"]) for one in answer["items"]] == [(None, 3, "too_few")] * 2


async def test_met_then_missing_then_met_again(
    client: AsyncClient, database: Database, host: str, clock: list[datetime]
) -> None:
    clock.append(FIRST + 9 * NIGHT + timedelta(hours=3))
    made = await expect(client, host)
    await made_at(database, FIRST)
    [met] = (await client.get(URL)).json()["items"]
    assert (met["state"], met["met_at"]) == ("met", "2026-03-10T02:00:00Z")
    assert await work(database) == 0

    # Two nights later nobody ran it.
    clock.append(FIRST + 11 * NIGHT + timedelta(hours=3))
    [missing] = (await client.get(URL, params={"host_id": host})).json()["items"]
    assert (missing["state"], missing["missed"]) == ("missing", 2)
    assert missing["missing_since"] == "2026-03-11T04:00:00Z"
    assert await work(database) == 1
    [event] = (await client.get("/api/v1/events")).json()["items"]
    assert (event["kind"], event["began_at"]) == ("overdue", "2026-03-11T04:00:00Z")
    assert event["detail"] == "2 runs missing, expected by 04:00 UTC"

    # It goes on, as the same event; then the run comes.
    clock.append(FIRST + 12 * NIGHT + timedelta(hours=3))
    assert await work(database) == 0
    [event] = (await client.get("/api/v1/events")).json()["items"]
    assert event["detail"].startswith("3 runs")
    await upload_night(client, 12, 100_000)
    await work(database)
    assert (await client.get("/api/v1/events")).json()["items"] == []
    [again] = (await client.get(URL)).json()["items"]
    assert (again["id"], again["state"]) == (made["id"], "met")


@pytest.mark.nightly
async def test_another_workload_does_not_stand_for_it(
    client: AsyncClient, database: Database, host: str, clock: list[datetime]
) -> None:
    suggestions = (await client.get(f"{URL}/suggestions", params={"host_id": host})).json()["items"]
    clock.append(FIRST + 10 * NIGHT)
    suggestions = (await client.get(f"{URL}/suggestions", params={"host_id": host})).json()["items"]
    own = suggestions[1]["workload_id"]
    async with database.driver() as driver:
        other = await driver.fetchval(
            """
            insert into workload (id, content_sha256, options) values ($1, 'x', '{"rw": "read"}') returning id
            """,
            uuid4(),
        )
    await expect(client, host, workload_id=own)
    await expect(client, host, workload_id=str(other), by="04:30")
    await made_at(database, FIRST)
    stand = {one["workload_id"]: one["state"] for one in (await client.get(URL)).json()["items"]}
    assert stand == {own: "met", str(other): "missing"}


@pytest.mark.nightly
async def test_what_is_expected_no_more_is_missing_no_more(
    client: AsyncClient, database: Database, host: str, clock: list[datetime]
) -> None:
    clock.append(FIRST + 12 * NIGHT)
    made = await expect(client, host)
    await made_at(database, FIRST)
    assert await work(database) == 1
    assert (await client.delete(f"{URL}/{made['id']}")).status_code == 204
    assert (await client.get(URL)).json()["items"] == []
    await work(database)
    assert (await client.get("/api/v1/events")).json()["items"] == []
    again = await client.delete(f"{URL}/{made['id']}")
    assert (again.status_code, again.json()["error"]) == (404, "ExpectationNotFound")
    actions = [one["action"] for one in (await client.get("/api/v1/audit")).json()["items"]]
    assert actions[:2] == ["expectation.delete", "expectation.create"]


async def test_a_new_one_asks_for_nothing_of_before(client: AsyncClient, host: str) -> None:
    made = await expect(client, host)
    assert (made["state"], made["missed"], made["missing_since"]) == ("waiting", 0, None)
    assert datetime.fromisoformat(made["due_at"]) > datetime.now(UTC)


@check_each(
    "more, status, error",
    [
        ({"host_id": str(uuid4())}, 404, "HostNotFound"),
        ({"workload_id": str(uuid4())}, 422, "UnknownValue"),
        ({"weekdays": []}, 422, "Invalid"),
        ({"weekdays": [7]}, 422, "Invalid"),
        ({"weekdays": [-1]}, 422, "Invalid"),
        ({"weekdays": [0] * 8}, 422, "Invalid"),
        ({"by": "25:00"}, 422, "Invalid"),
        ({"by": "04:00+01:00"}, 422, "Invalid"),
        ({"by": 4}, 422, "Invalid"),
        ({"zone": "Mars/Olympus"}, 422, "UnknownValue"),
        ({"zone": "../../etc/passwd"}, 422, "UnknownValue"),
        ({"zone": "x" * 65}, 422, "Invalid"),
        ({"zone": ""}, 422, "UnknownValue"),
        ({"grace_minutes": -1}, 422, "Invalid"),
        ({"grace_minutes": 1441}, 422, "Invalid"),
        ({"surprise": 1}, 422, "Invalid"),
    ],
)
async def test_bad_expectations_change_nothing(
    client: AsyncClient, host: str, more: dict[str, Any], status: int, error: str
) -> None:
    rule = {"host_id": host, "weekdays": [0], "by": "04:00", "zone": "UTC"} | more
    answer = await client.post(URL, json=rule)
    assert (answer.status_code, answer.json()["error"]) == (status, error)
    assert (await client.get(URL)).json()["items"] == []


@pytest.mark.nightly
async def test_a_host_has_so_many_and_no_more(client: AsyncClient, host: str) -> None:
    for _ in range(MAX_EXPECTATIONS_PER_HOST):
        await expect(client, host)
    rule = {"host_id": host, "weekdays": [0], "by": "04:00", "zone": "UTC"}
    assert (await client.post(URL, json=rule)).status_code == 422


@check_each(
    "query, status, error",
    [
        ({}, 422, "Invalid"),
        ({"host_id": "x"}, 422, "Invalid"),
        ({"host_id": str(uuid4())}, 404, "HostNotFound"),
        ({"zone": "Nowhere"}, 422, "UnknownValue"),
    ],
)
async def test_bad_questions_for_suggestions(
    client: AsyncClient, host: str, query: dict[str, Any], status: int, error: str
) -> None:
    asked = {"host_id": host} | query if "zone" in query else query
    answer = await client.get(f"{URL}/suggestions", params=asked)
    assert (answer.status_code, answer.json()["error"]) == (status, error)
