"""POST /hosts/{id}/hardware: an inventory for runs that came without one, and never for those that have their own."""

from typing import Any
from uuid import uuid4

import orjson
import pytest
from httpx2 import AsyncClient
from sqlalchemy import text

from fioboard.core.database import Database
from fioboard.features.reparse.work import work_due
from tests.conftest import token_for
from tests.factories.fio_output import direction, job, output
from tests.factories.machine import machine
from tests.factories.measured_machine import upload
from tests.features.ingest.test_uploads import send

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


async def attach(client: AsyncClient, host_id: str, document: Any = DOCUMENT) -> Any:
    return await client.post(f"/api/v1/hosts/{host_id}/hardware", json={"inventory": document})


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


@pytest.mark.parametrize(
    ("content", "status", "error"),
    [
        (b"junk", 422, "Invalid"),
        (b"[]", 422, "Invalid"),
        (b"{}", 422, "Invalid"),
        (b'{"inventory": []}', 422, "Invalid"),
        (b'{"inventory": {}}', 422, "Invalid"),
        (b'{"inventory": {"schema": 2, "os": {"name": "x"}}}', 422, "Invalid"),
        (b'{"inventory": {"schema": 1}}', 422, "Invalid"),
        (b'{"inventory": {"schema": 1, "cpu": 7, "disks": [], "pci": "x"}}', 422, "Invalid"),
        (orjson.dumps({"inventory": DOCUMENT, "host": "x"}), 422, "Invalid"),
        (b'{"inventory": {"schema": 1, "os": {"name": "' + b"x" * 300_000 + b'"}}}', 413, "TooLarge"),
    ],
)
async def test_what_is_no_inventory_is_refused(
    client: AsyncClient, content: bytes, status: int, error: str
) -> None:
    run = await run_of(client, await imported(client, "bare", 1000))
    answer = await client.post(
        f"/api/v1/hosts/{run['host']['id']}/hardware",
        content=content,
        headers={"content-type": "application/json"},
    )
    assert (answer.status_code, answer.json()["error"]) == (status, error), answer.text
    assert (await run_of(client, run["id"]))["inventory_id"] is None


async def test_an_unknown_host_and_a_reader_are_refused(client: AsyncClient, database: Database) -> None:
    assert (await attach(client, str(uuid4()))).json()["error"] == "HostNotFound"
    run = await run_of(client, await imported(client, "bare", 1000))
    reader = {"authorization": f"Bearer {await token_for(database, 'read')}"}
    answer = await client.post(
        f"/api/v1/hosts/{run['host']['id']}/hardware", json={"inventory": DOCUMENT}, headers=reader
    )
    assert answer.status_code == 403
