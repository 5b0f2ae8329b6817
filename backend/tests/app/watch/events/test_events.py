"""What got worse or is missing: when an event comes, goes on, goes and comes back, and what people note of it."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from httpx2 import AsyncClient

from fioboard.app.watch.events.work import work
from fioboard.core.database import Database
from fioboard.store.queries.events import release_work, take_work
from tests.factories.drives import measured
from tests.factories.fio_output import direction, job, output
from tests.factories.upload import body, manifest
from tests.loops import check_each

pytestmark = pytest.mark.anyio

URL = "/api/v1/events"
HOUR = timedelta(hours=1)


async def events(client: AsyncClient, **query: Any) -> list[dict[str, Any]]:
    answer = await client.get(URL, params=query)
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["items"]
    return found


async def test_a_link_that_got_worse_is_told_once_goes_on_and_goes(
    client: AsyncClient, database: Database
) -> None:
    await measured(client, 10)
    assert await work(database) == 0
    await measured(client, 11, lanes=2)
    assert await work(database) == 1
    [event] = await events(client)
    assert (event["kind"], event["host"]["name"], event["state"]) == ("link", "jupiter", "new")
    assert event["name"].endswith(", EXAMPLE 1T")
    assert event["detail"].split(",")[0].endswith("x2") and event["detail"].endswith("x4")
    assert event["began_at"] == event["seen_at"] == "2026-11-20T11:00:00Z"

    await measured(client, 12, lanes=1)
    assert await work(database) == 0
    [same] = await events(client)
    assert same["id"] == event["id"]
    assert (same["began_at"], same["seen_at"]) == ("2026-11-20T11:00:00Z", "2026-11-20T12:00:00Z")
    assert same["detail"].split(",")[0].endswith("x1")

    await measured(client, 13)
    await work(database)
    assert await events(client) == []
    [gone] = await events(client, gone=True)
    assert gone["id"] == event["id"] and gone["gone_at"] is not None

    await measured(client, 14, lanes=2)
    assert await work(database) == 1
    [again] = await events(client)
    assert again["id"] != event["id"]


async def test_what_a_drive_and_its_host_tell(client: AsyncClient, database: Database) -> None:
    array = {"md0": {"kind": "md", "level": "raid1", "is_degraded": True, "members": []}}
    worn = {"moment_percentage_used": 91, "moment_critical_warning": 5}
    await measured(client, 10, volumes=array, **worn)
    await work(database)
    found = {one["kind"]: one["detail"] for one in await events(client)}
    told = {one: found[one] for one in ("array", "warning", "worn") if one in found}
    assert told == {
        "array": "degraded: md0 (md raid1)",
        "warning": "spare blocks are below their threshold; reliability is degraded",
        "worn": "91 % of its rated endurance used",
    }


async def test_refused_uploads(client: AsyncClient, database: Database) -> None:
    files = {"fio.json": output(job(read=direction(iops=1000, clat_mean_ns=100_000)))}
    content, headers = body(files, manifest(files))
    assert (await client.post("/api/v1/uploads", content=content, headers=headers)).status_code == 201
    content, headers = body(files, manifest(files | {"not-sent.json": b"x"}))
    assert (await client.post("/api/v1/uploads", content=content, headers=headers)).status_code == 422
    await work(database)
    [event] = await events(client)
    assert event["kind"] == "refused" and event["detail"] == "1 upload in 7 days, the newest as BadManifest"


async def test_uploads_that_wait(client: AsyncClient, database: Database) -> None:
    await measured(client, 10)
    long_ago = datetime.now(UTC) - 30 * HOUR
    word = {
        "agent_host_id": "test-host-one",
        "agent_version": "0.2.0",
        "waiting": 3,
        "waiting_since": long_ago.isoformat(),
        "refused": 0,
        "error": "it answered 401",
        "error_at": long_ago.isoformat(),
    }
    assert (await client.post("/api/v1/agent-reports", json=word)).status_code == 200
    await work(database)
    [event] = await events(client, kind="waiting")
    assert event["detail"].startswith("3 uploads wait since ") and event["detail"].endswith(
        ": it answered 401"
    )
    soon = word | {"waiting_since": datetime.now(UTC).isoformat()}
    assert (await client.post("/api/v1/agent-reports", json=soon)).status_code == 200
    await work(database)
    assert await events(client, kind="waiting") == []


async def test_what_is_asked_for_and_counted(client: AsyncClient, database: Database) -> None:
    await measured(client, 10, lanes=2, moment_percentage_used=91)
    await work(database)
    assert {one["kind"] for one in await events(client)} == {"link", "worn"}
    for wanted, kinds in (
        ({"kind": "link"}, {"link"}),
        ({"kind": "hot"}, set()),
        ({"host": "jupiter"}, {"link", "worn"}),
        ({"host": "saturn"}, set()),
        ({"state": "fixed"}, set()),
        ({"state": ["new", "fixed"]}, {"link", "worn"}),
        ({"days": 36_500}, {"link", "worn"}),
        ({"days": 1}, set()),
    ):
        assert {one["kind"] for one in await events(client, **wanted)} == kinds, wanted
    answer = (await client.get(URL, params={"kind": "link", "limit": 1})).json()
    assert [(one["kind"], one["state"], one["events"]) for one in answer["counts"]] == [
        ("link", "new", 1),
        ("worn", "new", 1),
    ]
    first = (await client.get(URL, params={"limit": 1})).json()
    second = (await client.get(URL, params={"limit": 1, "cursor": first["next_cursor"]})).json()
    assert {first["items"][0]["kind"], second["items"][0]["kind"]} == {"link", "worn"}
    assert second["next_cursor"] is None


@check_each(
    "query, error",
    [
        ({"kind": "ugly"}, "Invalid"),
        ({"state": "old"}, "Invalid"),
        ({"days": 0}, "Invalid"),
        ({"limit": 0}, "Invalid"),
        ({"cursor": str(uuid4())}, "BadCursor"),
        ({"cursor": "x"}, "Invalid"),
        ({"host": "x" * 257}, "Invalid"),
    ],
)
async def test_bad_questions(client: AsyncClient, query: dict[str, Any], error: str) -> None:
    answer = await client.get(URL, params=query)
    assert (answer.status_code in {400, 422}, answer.json()["error"]) == (True, error)


async def test_what_people_note_stays_while_it_goes_on(client: AsyncClient, database: Database) -> None:
    await measured(client, 10, lanes=2)
    await work(database)
    [event] = await events(client)
    noted = await client.patch(
        URL, json={"ids": [event["id"]], "state": "expected", "cause": "riser is x2", "note": "ask"}
    )
    assert noted.json() == {"events": 1}
    await measured(client, 12, lanes=1)
    await work(database)
    [same] = await events(client)
    assert (same["state"], same["cause"], same["note"]) == ("expected", "riser is x2", "ask")
    audit = (await client.get("/api/v1/audit")).json()["items"]
    assert audit[0]["action"] == "event.triage"


@pytest.fixture
async def noticed(client: AsyncClient, database: Database) -> None:
    """Stored runs whose events were looked for."""
    await measured(client, 10, lanes=2)
    await work(database)


@check_each(
    "patch, status, error",
    [
        ({"ids": []}, 422, "Invalid"),
        ({"ids": ["x"]}, 422, "Invalid"),
        ({"ids": [str(uuid4())], "state": "gone"}, 422, "Invalid"),
        ({"ids": [str(uuid4())], "state": "expected"}, 422, "Invalid"),
        ({"ids": [str(uuid4())], "state": "expected", "cause": "  "}, 422, "Invalid"),
        ({"ids": [str(uuid4())], "state": "fixed"}, 404, "EventNotFound"),
        ({"ids": [str(uuid4())], "assignee": "nobody"}, 422, "UnknownValue"),
        ({"ids": [str(uuid4())], "surprise": 1}, 422, "Invalid"),
    ],
)
async def test_bad_notes_change_nothing(
    client: AsyncClient, noticed: None, patch: dict[str, Any], status: int, error: str
) -> None:
    before = await events(client)
    answer = await client.patch(URL, json=patch)
    assert (answer.status_code, answer.json()["error"]) == (status, error)
    assert await events(client) == before


async def test_one_unknown_id_notes_nothing_of_the_others(client: AsyncClient, database: Database) -> None:
    await measured(client, 10, lanes=2)
    await work(database)
    before = await events(client)
    ids = [before[0]["id"], str(uuid4())]
    assert (await client.patch(URL, json={"ids": ids, "state": "fixed"})).status_code == 404
    assert await events(client) == before


async def test_of_two_workers_one_waits(client: AsyncClient, database: Database) -> None:
    await measured(client, 10, lanes=2)
    async with database.driver() as other:
        assert await take_work(other)
        assert await work(database) == 0
        await release_work(other)
    assert await work(database) == 1


async def test_runs_that_are_deleted_take_their_hosts_events_along(
    client: AsyncClient, database: Database
) -> None:
    await measured(client, 10, lanes=2)
    await work(database)
    runs = (await client.get("/api/v1/runs")).json()["items"]
    for run in runs:
        assert (await client.delete(f"/api/v1/runs/{run['id']}")).status_code == 204
    await work(database)
    assert await events(client) == []


WORD: dict[str, Any] = {
    "agent_host_id": "test-host-one",
    "agent_version": "0.2.0",
    "waiting": 0,
    "refused": 0,
}


async def test_the_last_word_stands_on_the_hosts_page(client: AsyncClient, database: Database) -> None:
    await measured(client, 10)
    [host] = (await client.get("/api/v1/hosts")).json()["items"]
    address = f"/api/v1/hosts/{host['id']}"
    assert (await client.get(address)).json()["agent"] is None
    for waiting in (2, 1):
        answer = await client.post(
            "/api/v1/agent-reports", json=WORD | {"waiting": waiting, "waiting_since": "2026-11-20T10:00:00Z"}
        )
        assert answer.status_code == 200
    agent = (await client.get(address)).json()["agent"]
    assert (agent["waiting"], agent["refused"], agent["error"]) == (1, 0, None)


@pytest.fixture
async def host_id(client: AsyncClient) -> str:
    """A host that has runs."""
    await measured(client, 10)
    [host] = (await client.get("/api/v1/hosts")).json()["items"]
    return str(host["id"])


@check_each(
    "more, status, error",
    [
        ({"agent_host_id": "never-seen"}, 404, "HostNotFound"),
        ({"agent_host_id": ""}, 422, "Invalid"),
        ({"waiting": -1}, 422, "Invalid"),
        ({"waiting": 2**40}, 422, "Invalid"),
        ({"waiting_since": "yesterday"}, 422, "Invalid"),
        ({"waiting_since": "2026-11-20T10:00:00"}, 422, "Invalid"),
        ({"error": "x" * 501}, 422, "Invalid"),
        ({"surprise": True}, 422, "Invalid"),
    ],
)
async def test_bad_words_change_nothing(
    client: AsyncClient, host_id: str, more: dict[str, Any], status: int, error: str
) -> None:
    answer = await client.post("/api/v1/agent-reports", json=WORD | more)
    assert (answer.status_code, answer.json()["error"]) == (status, error)
    assert (await client.get(f"/api/v1/hosts/{host_id}")).json()["agent"] is None
