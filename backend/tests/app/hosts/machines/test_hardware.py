"""POST /hosts/{id}/hardware: an inventory for runs that came without one, and never for those that have their own."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import orjson
import pytest
from httpx2 import AsyncClient
from sqlalchemy import text

from fioboard.app.system.reparse.work import work_due
from fioboard.core.database import Database
from tests.app.ingest.test_uploads import send
from tests.conftest import token_for
from tests.factories.fio_output import direction, job, output
from tests.factories.machine import machine
from tests.factories.measured_machine import upload
from tests.loops import check_each

pytestmark = pytest.mark.anyio
DOCUMENT: dict[str, Any] = machine("laptop")["inventory"]


async def imported(client: AsyncClient, host: str, iops: int) -> str:
    content = output(job("job", read=direction(iops=iops), **{"job options": {"rw": "randread", "bs": "4k"}}))
    answer = await client.post(f"/api/v1/import?host={host}", content=content)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["runs"][0]["id"])


async def run_of(client: AsyncClient, run_id: str) -> dict[str, Any]:
    found: dict[str, Any] = (await client.get(f"/api/v1/runs/{run_id}")).json()
    return found


LONG_AGO = "2000-01-01T00:00:00Z"


async def attach(client: AsyncClient, host_id: str, document: Any = DOCUMENT, since: str = LONG_AGO) -> Any:
    stated = {"document": json.dumps(document), "since": since}
    return await client.post(f"/api/v1/hosts/{host_id}/hardware", json=stated)


async def test_runs_without_hardware_get_it_and_are_read_again(
    client: AsyncClient, database: Database
) -> None:
    ids = [await imported(client, "bare", iops) for iops in (1000, 1100)]
    before = await run_of(client, ids[0])
    host_id = before["host"]["id"]
    raw = (await client.get(f"/api/v1/runs/{ids[0]}/raw")).content
    answer = await attach(client, host_id)
    assert answer.status_code == 200, answer.text
    assert (answer.json()["runs"], answer.json()["uploads"]) == (2, 2)
    assert await work_due(database) == 2
    after = await run_of(client, ids[0])
    assert (before["inventory_id"], after["inventory_id"]) == (None, answer.json()["inventory_id"])
    assert after["results"] == before["results"]
    told = {factor["key"] for factor in after["factor_values"]} - {f["key"] for f in before["factor_values"]}
    assert {"cpu.sockets", "cpu.threads"} <= told
    assert (await client.get(f"/api/v1/runs/{ids[0]}/raw")).content == raw
    host = (await client.get(f"/api/v1/hosts/{host_id}")).json()
    assert host["inventory_id"] == answer.json()["inventory_id"]
    stored = (await client.get(f"/api/v1/inventories/{host['inventory_id']}")).json()["document"]
    assert stored == {
        key: value for key, value in DOCUMENT.items() if key not in ("collected_at", "collector", "moment")
    }
    async with database.transaction() as session:
        [event] = (
            await session.execute(text("select detail from audit_event where action = 'host.add_hardware'"))
        ).scalars()
    detail = event if isinstance(event, dict) else orjson.loads(event)
    assert (detail["host"], detail["runs"], detail["inventory_id"]) == ("bare", 2, host["inventory_id"])


async def test_what_an_agent_sent_stays(client: AsyncClient, database: Database) -> None:
    sent = await send(client, upload("laptop"))
    own = await run_of(client, sent.json()["id"])
    other = machine("epyc-nps4")["inventory"]
    answer = await attach(client, own["host"]["id"], other)
    assert (answer.status_code, answer.json()["error"]) == (409, "Conflict")
    assert (await run_of(client, own["id"]))["inventory_id"] == own["inventory_id"]
    async with database.transaction() as session:
        assert (await session.execute(text("select count(*) from upload_due"))).scalar() == 0
        # Nothing is kept of what was attached to nothing.
        assert (await session.execute(text("select count(*) from inventory"))).scalar() == 1


async def test_a_second_inventory_finds_no_run_without_one(client: AsyncClient) -> None:
    run = await run_of(client, await imported(client, "bare", 1000))
    assert (await attach(client, run["host"]["id"])).status_code == 200
    again = await attach(client, run["host"]["id"], machine("epyc-nps4")["inventory"])
    assert (again.status_code, again.json()["error"]) == (409, "Conflict")


def stated(document: Any, **more: Any) -> bytes:
    return orjson.dumps({"document": document, "since": LONG_AGO, **more})


@pytest.fixture
async def bare_run(client: AsyncClient) -> dict[str, Any]:
    """A run of a host whose hardware nobody knows."""
    return await run_of(client, await imported(client, "bare", 1000))


@check_each(
    "content, status, error",
    [
        (b"junk", 422, "Invalid"),
        (b"[]", 422, "Invalid"),
        (b"{}", 422, "Invalid"),
        (stated({}), 422, "Invalid"),
        (stated("[]"), 422, "Invalid"),
        (stated("7"), 422, "Invalid"),
        (stated(""), 422, "Invalid"),
        (stated("{}"), 422, "Invalid"),
        (stated('{"schema": 1, "os": {"name": "x"}'), 422, "Invalid"),
        (stated('{"schema": 2, "os": {"name": "x"}}'), 422, "Invalid"),
        (stated('{"schema": 1}'), 422, "Invalid"),
        (stated('{"schema": 1, "cpu": 7, "disks": [], "pci": "x"}'), 422, "Invalid"),
        (stated('{"schema": 1, "os": {"name": 1e999}}'), 422, "Invalid"),
        (stated(json.dumps(DOCUMENT), host="x"), 422, "Invalid"),
        (stated(json.dumps(DOCUMENT), since="yesterday"), 422, "Invalid"),
        (stated(json.dumps(DOCUMENT), since="2026-01-01T00:00:00"), 422, "Invalid"),
        (stated(json.dumps(DOCUMENT), since="0001-01-01T00:00:00+14:00"), 422, "Invalid"),
        (stated(json.dumps(DOCUMENT), since="9999-12-31T23:59:59-14:00"), 422, "Invalid"),
        (stated(json.dumps(DOCUMENT), since=None), 422, "Invalid"),
        (orjson.dumps({"document": json.dumps(DOCUMENT)}), 422, "Invalid"),
        (stated('{"schema": 1, "os": {"name": "' + "x" * 300_000 + '"}}'), 413, "TooLarge"),
    ],
)
async def test_what_is_no_inventory_is_refused(
    client: AsyncClient, bare_run: dict[str, Any], content: bytes, status: int, error: str
) -> None:
    answer = await client.post(
        f"/api/v1/hosts/{bare_run['host']['id']}/hardware",
        content=content,
        headers={"content-type": "application/json"},
    )
    assert (answer.status_code, answer.json()["error"]) == (status, error), answer.text
    assert (await run_of(client, bare_run["id"]))["inventory_id"] is None


async def test_an_unknown_host_and_a_reader_are_refused(client: AsyncClient, database: Database) -> None:
    assert (await attach(client, str(uuid4()))).json()["error"] == "HostNotFound"
    run = await run_of(client, await imported(client, "bare", 1000))
    reader = {"authorization": f"Bearer {await token_for(database, 'read')}"}
    answer = await client.post(
        f"/api/v1/hosts/{run['host']['id']}/hardware", content=stated(json.dumps(DOCUMENT)), headers=reader
    )
    assert answer.status_code == 403
    for path in ("hardware", f"hardware/{uuid4()}/raw"):
        assert (await client.get(f"/api/v1/hosts/{uuid4()}/{path}")).status_code == 404
    for since in ("x", "0001-01-01T00:00:00%2B14:00", "9999-12-31T23:59:59-14:00"):
        where = f"/api/v1/hosts/{run['host']['id']}/hardware?since={since}"
        assert (await client.get(where)).status_code == 422


async def imported_at(client: AsyncClient, host: str, started: datetime) -> str:
    content = output(
        job("job", read=direction(iops=1000), **{"job options": {"rw": "randread", "bs": "4k"}}),
        timestamp_ms=int(started.timestamp() * 1000),
    )
    answer = await client.post(f"/api/v1/import?host={host}", content=content)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["runs"][0]["id"])


async def test_runs_that_are_older_than_a_person_says_stay_without(client: AsyncClient) -> None:
    now = datetime.now(UTC).replace(microsecond=0)
    old, new = [await imported_at(client, "aged", now - timedelta(days=days)) for days in (400, 2)]
    host_id = (await run_of(client, old))["host"]["id"]
    where = f"/api/v1/hosts/{host_id}/hardware"
    choice = (await client.get(where)).json()
    assert (choice["every"]["runs"], choice["chosen"]["runs"], choice["max_age_days"]) == (2, 1, 30)
    assert abs(datetime.fromisoformat(choice["since"]) - (now - timedelta(days=30))) < timedelta(minutes=2)
    [whole, part] = (datetime.fromisoformat(choice[side]["first_at"]) for side in ("every", "chosen"))
    assert (whole.date(), part.date()) == (
        (now - timedelta(days=400)).date(),
        (now - timedelta(days=2)).date(),
    )
    nobody = await client.get(where, params={"since": now.isoformat()})
    assert nobody.json()["chosen"] == {"runs": 0, "first_at": None, "last_at": None, "undated": 0}
    refused = await attach(client, host_id, since=now.isoformat())
    assert (refused.status_code, refused.json()["error"]) == (409, "Conflict")
    # Odd spacing and a key twice: kept as it is, read as JSON reads it.
    pasted = f' {{"schema":1,"host":{{"name":"x"}}, "host" : {json.dumps(DOCUMENT["host"])},\r\n'
    pasted += json.dumps({key: value for key, value in DOCUMENT.items() if key not in ("schema", "host")})[1:]
    answer = await client.post(where, json={"document": pasted, "since": choice["since"]})
    assert (answer.status_code, answer.json()["runs"]) == (200, 1), answer.text
    assert (await run_of(client, old))["inventory_id"] is None
    assert (await run_of(client, new))["inventory_id"] == answer.json()["inventory_id"]
    raw = await client.get(f"{where}/{answer.json()['id']}/raw")
    assert raw.content == pasted.encode()
    assert (
        await client.get(f"/api/v1/hosts/{uuid4()}/hardware/{answer.json()['id']}/raw")
    ).status_code == 404
    host = (await client.get(f"/api/v1/hosts/{host_id}")).json()
    [said] = host["stated_hardware"]
    assert (said["runs"], said["inventory_id"], host["bare_runs"]) == (1, answer.json()["inventory_id"], 1)


async def test_what_follows_from_it_is_stated_and_not_detected(
    client: AsyncClient, database: Database
) -> None:
    run_id = await imported(client, "told", 1000)
    before = {factor["key"]: factor for factor in (await run_of(client, run_id))["factor_values"]}
    await client.patch(f"/api/v1/runs/{run_id}", json={"labels": {"cpu.model": "as I say"}})
    await attach(client, (await run_of(client, run_id))["host"]["id"], machine("epyc-nps4")["inventory"])
    await work_due(database)
    run = await run_of(client, run_id)
    after = {factor["key"]: factor for factor in run["factor_values"]}
    assert run["hardware_stated_at"] is not None
    machine_keys = {"cpu.sockets", "cpu.threads", "memory.total", "os.kernel", "cpu.model"} & after.keys()
    assert {"cpu.sockets", "cpu.model"} <= machine_keys
    assert {(after[key]["source"], after[key]["detected"]) for key in machine_keys} == {("stated", None)}
    assert after["cpu.model"]["value"] == "as I say"
    # What the tool's output said stays what it was.
    assert after["rw"] == before["rw"]
    listed = (await client.get("/api/v1/runs?distinctions=true")).json()["items"][0]
    assert all(one["is_stated"] for one in listed["distinctions"] if one["key"] in machine_keys)
    questions = (await client.get(f"/api/v1/runs/{run_id}/questions")).json()["items"]
    sources = {one["source"] for one in questions if one["source"]}
    assert not [source for source in sources if source.startswith("inventory")]
    assert [source for source in sources if source.startswith("stated by a person, not read with the run: ")]
    shared = await client.post("/api/v1/shares/preview", json={"kind": "run", "spec": {"run_id": run_id}})
    assert shared.status_code == 200, shared.text
    document = shared.json()["document"]
    assert [host["is_stated"] for host in document["hosts"]] == [True]
    assert any(
        "was entered manually; it was not recorded during the runs" in told for told in document["method"]
    )
    told = {one["key"]: one["source"] for one in document["runs"][0]["factor_values"]}
    assert told["cpu.sockets"] == "stated"
    assert told["rw"] != "stated"
