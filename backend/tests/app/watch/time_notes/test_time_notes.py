"""Annotations: of a host or of all, at a moment or over a span."""

from typing import Any
from uuid import uuid4

import pytest
from httpx2 import AsyncClient

from fioboard.app.watch.time_notes.routes import MAX_TIME_NOTE_HOSTS
from fioboard.core.database import Database
from fioboard.engine.words.limits import MAX_TIME_NOTE_CHARACTERS
from fioboard.store.queries import time_notes as queries
from tests.factories.nights import upload_night, upload_nights
from tests.factories.shares import of_run, share
from tests.loops import check_each

pytestmark = pytest.mark.anyio

URL = "/api/v1/time-notes"
AT = "2026-03-05T08:00:00Z"
RACK = "moved to the new rack"


@pytest.fixture
async def hosts(client: AsyncClient) -> dict[str, str]:
    """Ids of two hosts by name."""
    await upload_night(client, 0, 100_000)
    await upload_night(client, 0, 100_000, host="saturn")
    return {one["name"]: str(one["id"]) for one in (await client.get("/api/v1/hosts")).json()["items"]}


async def note(client: AsyncClient, **fields: Any) -> dict[str, Any]:
    answer = await client.post(URL, json={"at": AT, "text": RACK} | fields)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


async def texts(client: AsyncClient, **query: Any) -> list[str]:
    answer = await client.get(URL, params=query)
    assert answer.status_code == 200, answer.text
    return [one["text"] for one in answer.json()["items"]]


async def audit(client: AsyncClient) -> list[tuple[str, Any]]:
    rows = (await client.get("/api/v1/audit")).json()["items"]
    return [(one["action"], one["detail"]) for one in rows if one["action"].startswith("time_note.")]


async def test_a_note_of_a_host_and_one_of_all(client: AsyncClient, hosts: dict[str, str]) -> None:
    made = await note(client, host_id=hosts["saturn"])
    assert made["host"] == {"id": hosts["saturn"], "name": "saturn"}
    assert (made["at"], made["until"], made["text"]) == (AT, None, RACK)
    assert made["created_by"] and made["changed_at"] is None
    every = await note(client, text="power cut", at="2026-03-06T10:00:00+02:00", until="2026-03-06T12:00:00Z")
    assert (every["host"], every["at"]) == (None, "2026-03-06T08:00:00Z")
    # What is of all hosts is of each; the newest first.
    other = next(one for name, one in hosts.items() if name != "saturn")
    assert await texts(client) == ["power cut", RACK]
    assert await texts(client, host_id=hosts["saturn"]) == ["power cut", RACK]
    assert await texts(client, host_id=other) == ["power cut"]
    assert await texts(client, host_id=[other, hosts["saturn"]]) == ["power cut", RACK]


async def test_a_span_of_time_has_what_touches_it(client: AsyncClient) -> None:
    await note(client, text="moment")
    await note(client, text="span", at="2026-03-06T00:00:00Z", until="2026-03-08T00:00:00Z")
    assert await texts(client, since="2026-03-07T00:00:00Z") == ["span"]
    assert await texts(client, since="2026-03-08T00:00:01Z") == []
    assert await texts(client, until="2026-03-05T23:00:00Z") == ["moment"]
    assert await texts(client, since=AT, until=AT) == ["moment"]


async def test_a_note_is_one_line_of_what_can_be_stored(client: AsyncClient) -> None:
    assert (await note(client, text="  fan\n\tswapped \x00 <b>ü</b> "))[
        "text"
    ] == "fan swapped \ufffd <b>ü</b>"
    assert len((await note(client, text="ä" * MAX_TIME_NOTE_CHARACTERS))["text"]) == MAX_TIME_NOTE_CHARACTERS


async def test_it_is_changed_and_removed_and_the_log_has_what_it_said(
    client: AsyncClient, hosts: dict[str, str]
) -> None:
    made = await note(client, until="2026-03-05T09:00:00Z")
    path = f"{URL}/{made['id']}"
    changed = (await client.patch(path, json={"text": "moved to rack 7"})).json()
    assert (changed["text"], changed["at"], changed["until"]) == ("moved to rack 7", AT, made["until"])
    assert changed["changed_by"] == made["created_by"] and changed["changed_at"] is not None
    moved = (await client.patch(path, json={"host_id": hosts["saturn"], "until": None})).json()
    assert (moved["host"]["name"], moved["until"], moved["text"]) == ("saturn", None, "moved to rack 7")
    assert (await client.patch(path, json={"host_id": None})).json()["host"] is None
    assert (await client.delete(path)).status_code == 204
    assert await texts(client) == []
    for again in (await client.delete(path), await client.patch(path, json={"text": "x"})):
        assert (again.status_code, again.json()["error"]) == (404, "TimeNoteNotFound")
    log = await audit(client)
    assert [action for action, _ in log] == [
        "time_note.delete",
        *["time_note.change"] * 3,
        "time_note.create",
    ]
    assert (log[0][1]["text"], log[3][1]["before"]) == ("moved to rack 7", RACK)


BAD = [
    ({"host_id": str(uuid4())}, 404, "HostNotFound"),
    ({"host_id": "saturn"}, 422, "Invalid"),
    ({"text": ""}, 422, "Invalid"),
    ({"text": " \n\t "}, 422, "Invalid"),
    ({"text": "x" * (MAX_TIME_NOTE_CHARACTERS + 1)}, 422, "Invalid"),
    ({"text": 7}, 422, "Invalid"),
    ({"at": "2026-03-05T08:00:00"}, 422, "Invalid"),
    ({"at": "yesterday"}, 422, "Invalid"),
    ({"at": "1999-12-31T23:59:59Z"}, 422, "Invalid"),
    ({"at": "2100-01-01T00:00:00Z"}, 422, "Invalid"),
    ({"until": AT}, 422, "Invalid"),
    ({"until": "2026-03-05T07:59:59Z"}, 422, "Invalid"),
    ({"until": "2101-01-01T00:00:00Z"}, 422, "Invalid"),
    ({"until": "2026-03-06"}, 422, "Invalid"),
    ({"surprise": 1}, 422, "Invalid"),
]


@check_each("more, status, error", [*BAD, ({"at": None}, 422, "Invalid")])
async def test_a_bad_note_is_not_kept(
    client: AsyncClient, more: dict[str, Any], status: int, error: str
) -> None:
    answer = await client.post(URL, json={"at": AT, "text": RACK} | more)
    assert (answer.status_code, answer.json()["error"]) == (status, error)
    assert await texts(client) == [] and await audit(client) == []


@pytest.fixture
async def made(client: AsyncClient) -> dict[str, Any]:
    """A stored note."""
    return await note(client)


@check_each("patch, status, error", BAD)
async def test_a_bad_change_changes_nothing(
    client: AsyncClient, made: dict[str, Any], patch: dict[str, Any], status: int, error: str
) -> None:
    answer = await client.patch(f"{URL}/{made['id']}", json=patch)
    assert (answer.status_code, answer.json()["error"]) == (status, error)
    assert (await client.get(URL)).json()["items"] == [made]


@pytest.mark.parametrize("missing", ["at", "text"])
async def test_a_note_has_a_time_and_words(client: AsyncClient, missing: str) -> None:
    body = {name: value for name, value in {"at": AT, "text": RACK}.items() if name != missing}
    answer = await client.post(URL, json=body)
    assert (answer.status_code, answer.json()["error"]) == (422, "Invalid")


@check_each(
    "query",
    [
        {"host_id": "saturn"},
        {"host_id": [str(uuid4())] * (MAX_TIME_NOTE_HOSTS + 1)},
        {"since": "yesterday"},
        {"since": "2026-03-05T08:00:00"},
        {"until": "soon"},
    ],
)
async def test_bad_questions(client: AsyncClient, query: dict[str, Any]) -> None:
    answer = await client.get(URL, params=query)
    assert (answer.status_code, answer.json()["error"]) == (422, "Invalid")


async def test_more_than_an_answer_holds_is_said(client: AsyncClient, database: Database) -> None:
    async with database.driver() as driver:
        await driver.execute(
            """
            insert into time_note (id, at, text, created_at, created_by)
            select gen_random_uuid(), timestamptz '2026-01-01' + n * interval '1 minute', n::text, now(), 'x'
            from generate_series(1, 1001) n
            """
        )
    answer = (await client.get(URL)).json()
    assert (len(answer["items"]), answer["total"], answer["items"][0]["text"]) == (1000, 1001, "1001")
    late = await client.get(URL, params={"since": "2026-01-01T16:41:00Z"})
    assert [one["text"] for one in late.json()["items"]] == ["1001"]


async def test_a_note_goes_with_its_host(
    client: AsyncClient, database: Database, hosts: dict[str, str]
) -> None:
    made = await note(client, host_id=hosts["saturn"])
    async with database.driver() as driver:
        assert await queries.get_note(driver, made["id"]) is not None
        await driver.execute("delete from run where host_id = $1", hosts["saturn"])
        await driver.execute("delete from upload where host_id = $1", hosts["saturn"])
        await driver.execute("delete from host where id = $1", hosts["saturn"])
        assert await queries.get_note(driver, made["id"]) is None


async def test_nothing_of_a_note_goes_into_a_share(client: AsyncClient) -> None:
    await upload_nights(client, [100_000] * 6)
    [host] = (await client.get("/api/v1/hosts")).json()["items"]
    runs = (await client.get("/api/v1/runs")).json()["items"]
    words = "Zanzibar-4711"
    await note(client, host_id=host["id"], at=runs[2]["started_at"], text=words)
    await note(client, at=runs[3]["started_at"], text=f"{words} everywhere")
    first, last = runs[0]["id"], runs[-1]["id"]
    addresses = {
        "series": "x=started_at&metric=iops",
        "compare": f"base=run%3D{last}&new=run%3D{first}",
    }
    bodies = [
        of_run(first),
        *({"kind": kind, "spec": {"address": address}} for kind, address in addresses.items()),
    ]
    for body in bodies:
        link = await share(client, body)
        for path in (link.path, f"{link.path}/export", f"{link.path}/export?format=csv"):
            answer = await client.get(path)
            assert answer.status_code == 200, answer.text
            assert words not in answer.text
    assert len(await texts(client, host_id=host["id"])) == 2
