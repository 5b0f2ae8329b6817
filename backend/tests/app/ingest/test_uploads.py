"""POST /uploads: exactly once, all or nothing, the original bytes kept (threat-model section 5)."""

import asyncio
import hashlib
from typing import Any
from uuid import UUID, uuid4

import pytest
from httpx2 import ASGITransport, AsyncClient
from sqlalchemy import text

from fioboard.core.database import Database
from fioboard.store.derive import series
from fioboard.store.models import Base
from tests.conftest import BASE_URL, token_for
from tests.factories.fio_output import direction, job, output
from tests.factories.upload import body, inventory, manifest
from tests.loops import check_each

pytestmark = pytest.mark.anyio
URL = "/api/v1/uploads"


async def send(client: AsyncClient, made: tuple[bytes, dict[str, str]]) -> Any:
    content, headers = made
    return await client.post(URL, content=content, headers=headers)


async def counts(database: Database) -> dict[str, int]:
    """Rows per table, tokens left out."""
    async with database.transaction() as session:
        return {
            table.name: (await session.execute(text(f"select count(*) from {table.name}"))).scalar_one()
            for table in Base.metadata.sorted_tables
            if table.name != "api_token"
        }


async def test_upload_is_stored_and_answered_with_its_run(client: AsyncClient) -> None:
    files = {"fio.json": output()}
    about = manifest(files, labels={"fan": "off"}, tags=["nightly"], title="slot 2")
    answer = await send(client, body(files, about, inventory()))
    assert answer.status_code == 201, answer.text
    stored = answer.json()
    assert stored["status"] == "created"
    assert stored["state"] == "understood"
    assert stored["upload_key"] == about["upload_key"]
    line = f"{hashlib.sha256(files['fio.json']).hexdigest()}  fio.json\n"
    assert stored["digest"] == hashlib.sha256(line.encode()).hexdigest()

    run = (await client.get(f"/api/v1/runs/{stored['id']}")).json()
    assert run["title"] == "slot 2"
    assert stored["verdict"] == {
        key: run["answer"]["verdict"][key] for key in ("kind", "id", "sentence", "share", "compared_with")
    }
    again = (await send(client, body(files, about, inventory()))).json()
    assert (again["status"], again["verdict"]) == ("duplicate", stored["verdict"])
    assert run["host"]["name"] == "jupiter"
    assert run["labels"] == {"fan": "off"}
    assert run["factors"]["label.fan"] == "off"
    assert run["factors"]["cpu.model"] == "Example CPU"
    assert run["factors"]["bs"] == 4096
    assert run["inventory"]["system"]["product"] == "Bench 1"
    assert run["started_at"] == "2026-11-20T13:00:00+00:00"
    [result] = run["results"]
    assert result["direction"] == "read"
    assert result["iops"] == 1000
    assert result["bw_bytes_per_s"] == 4_096_000
    assert result["clat_ns"]["percentiles"]["99"] == 149_000
    assert result["slat_ns"] is None or result["slat_ns"]["mean"] is None


async def test_original_bytes_come_back_unchanged(client: AsyncClient) -> None:
    original = b"fio: noise before\n" + output() + b"\n\n"
    stored = (await send(client, body({"fio.json": original}, compressed=True))).json()
    raw = await client.get(f"/api/v1/runs/{stored['id']}/raw")
    assert raw.content == original
    assert raw.headers["content-disposition"].startswith("attachment")


async def test_same_upload_again_is_the_same_run(client: AsyncClient, database: Database) -> None:
    made = body(hardware=inventory())
    first = await send(client, made)
    before = await counts(database)
    again = await send(client, made)
    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json()["id"] == first.json()["id"]
    assert again.json()["status"] == "duplicate"
    assert await counts(database) == before


async def test_same_key_with_other_bytes_changes_nothing(client: AsyncClient, database: Database) -> None:
    key = str(uuid4())
    files, others = {"fio.json": output()}, {"fio.json": output(job("other"))}
    await send(client, body(files, manifest(files, upload_key=key)))
    before = await counts(database)
    about = manifest(others, upload_key=key, host={"id": "host-0002", "name": "saturn"})
    answer = await send(client, body(others, about))
    assert answer.status_code == 409
    assert answer.json()["error"] == "UploadKeyReused"
    assert answer.json()["retryable"] is False
    assert await counts(database) == before | {"refused_upload": 1}


async def test_twenty_at_once_make_one_run(client: AsyncClient, database: Database) -> None:
    made = body(hardware=inventory())
    answers = await asyncio.gather(*(send(client, made) for _ in range(20)))
    assert sorted(a.status_code for a in answers) == [200] * 19 + [201]
    assert len({a.json()["id"] for a in answers}) == 1
    after = await counts(database)
    assert (after["run"], after["upload"], after["document"], after["result"]) == (1, 1, 1, 1)


async def test_twenty_different_uploads_of_one_new_host_at_once_all_arrive(
    client: AsyncClient, database: Database
) -> None:
    files = [{"fio.json": output(job(read=direction(iops=n)))} for n in range(100, 120)]
    answers = await asyncio.gather(*(send(client, body(f, hardware=inventory())) for f in files))
    assert [a.status_code for a in answers] == [201] * 20
    after = await counts(database)
    assert (after["host"], after["inventory"], after["run"], after["workload"]) == (1, 1, 20, 1)
    async with database.transaction() as session:
        run_count = await session.execute(text("select sum(run_count) from configuration"))
    assert run_count.scalar_one() == 20


async def test_output_that_no_reader_understands_is_kept_all_the_same(client: AsyncClient) -> None:
    for unreadable in (b"", b"fio: job startup failed\n", b'{"jobs": [' + b"[" * 100):
        answer = await send(client, body({"fio.json": unreadable}))
        assert answer.status_code == 201, answer.text
        assert answer.json()["state"] == "not_understood"
        run = (await client.get(f"/api/v1/runs/{answer.json()['id']}")).json()
        assert run["state_reason"]
        assert run["results"] == []
        assert (await client.get(f"/api/v1/runs/{answer.json()['id']}/raw")).content == unreadable


@check_each("signal", ["SIGINT", "SIGRTMIN+3", 2, None])
async def test_interrupted_upload_is_marked(client: AsyncClient, signal: str | int | None) -> None:
    files = {"fio.json": output()}
    stored = (await send(client, body(files, manifest(files, interrupted=True, signal=signal)))).json()
    assert (await client.get(f"/api/v1/runs/{stored['id']}")).json()["outcome"] == "interrupted"


@check_each(
    "claimed, reason",
    [
        ("yesterday", "not a time"),
        ("1970-01-01T00:00:00Z", "before the year 2000"),
        ("2999-01-01T00:00:00Z", "in the future"),
        ("2026-11-20T13:00:00", "without a time zone"),
        (10**18, "not a time"),
    ],
)
async def test_impossible_start_time_is_null_with_its_reason(
    client: AsyncClient, claimed: object, reason: str
) -> None:
    files = {"fio.json": output()}
    stored = (await send(client, body(files, manifest(files, started_at=claimed)))).json()
    run = (await client.get(f"/api/v1/runs/{stored['id']}")).json()
    assert (run["started_at"], run["started_at_reason"]) == (None, reason)


async def test_upload_token_of_one_host_cannot_send_for_another(
    client: AsyncClient, app: Any, database: Database
) -> None:
    files = {"fio.json": output()}
    await send(client, body(files))
    async with database.driver() as driver:
        host_id = await driver.fetchval("select id from host")
        await driver.execute("update api_token set scope = 'upload', host_id = $1", host_id)
    mine = await send(client, body(files, manifest(files)))
    assert mine.status_code == 201
    other = await send(client, body(files, manifest(files, host={"id": "host-0002", "name": "saturn"})))
    assert (other.status_code, other.json()["error"]) == (403, "WrongHost")


async def test_upload_token_of_one_host_cannot_take_the_name_of_another(
    client: AsyncClient, database: Database
) -> None:
    files = {"fio.json": output()}
    await send(client, body(files))
    await send(client, body(files, manifest(files, host={"id": "host-0002", "name": "saturn"})))
    ids = {host["name"]: host["id"] for host in (await client.get("/api/v1/hosts")).json()["items"]}
    token = await token_for(database, "upload")
    async with database.driver() as driver:
        await driver.execute(
            "update api_token set host_id = $1, name = 'agent on jupiter' where scope = 'upload'",
            ids["jupiter"],
        )
    bound = {"authorization": f"Bearer {token}"}

    async def send_as(name: str) -> Any:
        data, headers = body(files, manifest(files, host={"id": "host-0001", "name": name}))
        return await client.post("/api/v1/uploads", content=data, headers=headers | bound)

    refused = await send_as("saturn")
    assert (refused.status_code, refused.json()["error"]) == (403, "WrongHost")
    for word in ("agent on jupiter", "'jupiter'", "'saturn'", "enrol"):
        assert word in refused.json()["detail"]
    imported = await client.post("/api/v1/import", params={"host": "saturn"}, content=output(), headers=bound)
    assert (imported.status_code, imported.json()["error"]) == (403, "WrongHost")
    page = (await client.get(f"/api/v1/hosts/{ids['jupiter']}")).json()
    assert [refusal["detail"] for refusal in page["refusals"]] == [refused.json()["detail"]]
    assert (page["name"], page["run_count"]) == ("jupiter", 1)
    assert (await send_as("mars")).status_code == 201  # a machine may get a name that nobody has
    assert (await client.get(f"/api/v1/hosts/{ids['jupiter']}")).json()["name"] == "mars"


async def test_of_two_hosts_of_one_name_a_token_means_its_own_and_the_page_names_the_other(
    client: AsyncClient, database: Database
) -> None:
    files = {"fio.json": output()}
    runs = []
    for key in ("host-0001", "host-0002"):
        answer = await send(client, body(files, manifest(files, host={"id": key, "name": "ubuntu"})))
        runs.append((await client.get(f"/api/v1/runs/{answer.json()['id']}")).json())
    first, second = (run["host"]["id"] for run in runs)
    assert first != second
    token = await token_for(database, "upload")
    async with database.driver() as driver:
        await driver.execute("update api_token set host_id = $1 where scope = 'upload'", UUID(first))
    answer = await client.post(
        "/api/v1/import",
        params={"host": "ubuntu"},
        content=output(),
        headers={"authorization": f"Bearer {token}"},
    )
    assert answer.status_code == 201, answer.text
    run = (await client.get(f"/api/v1/runs/{answer.json()['runs'][0]['id']}")).json()
    assert run["host"]["id"] == first
    page = (await client.get(f"/api/v1/hosts/{first}")).json()
    assert page["same_name"] == [{"id": second, "name": "ubuntu (2)"}]


async def test_read_token_may_not_upload(app: Any, database: Database) -> None:
    headers = {"authorization": f"Bearer {await token_for(database, 'read')}"}
    async with AsyncClient(transport=ASGITransport(app), base_url=BASE_URL, headers=headers) as reader:
        answer = await send(reader, body())
    assert (answer.status_code, answer.json()["error"]) == (403, "WrongScope")


async def test_inventory_is_stored_once_per_content_whenever_it_was_collected(
    client: AsyncClient, database: Database
) -> None:
    shown = []
    for second in (1, 2):
        files = {"fio.json": output(job(f"job {second}"))}
        moment = {"collected_at": f"2026-11-21T10:00:0{second}Z", "collector": {"duration_ms": second}}
        stored = (await send(client, body(files, manifest(files), inventory(**moment)))).json()
        shown.append((await client.get(f"/api/v1/runs/{stored['id']}")).json())
    assert shown[0]["inventory_id"] == shown[1]["inventory_id"]
    assert [run["inventory"]["collected_at"][-3:] for run in shown] == ["01Z", "02Z"]
    assert (await counts(database))["inventory"] == 1


@pytest.mark.parametrize(("version", "factor"), [("fio-2.16", 1000), ("fio-3.42", 1)])
async def test_latency_log_has_the_unit_of_the_fio_that_ran(
    client: AsyncClient, database: Database, version: str, factor: int
) -> None:
    """No line of the log says µs or ns: the output beside it names the fio."""
    files = {
        "fio.json": output(job("a"), **{"fio version": version}),
        "x_clat.1.log": b"500, 70, 0, 0\n1000, 90, 0, 0\n",
    }
    about = manifest(files)
    about["files"][1]["kind"] = "fio_log"
    answer = await send(client, body(files, about))
    assert answer.status_code == 201, answer.text
    async with database.driver() as driver:
        row = await driver.fetchrow("select metric, points from time_series where source = 'fio_log'")
    assert row["metric"] == "clat_ns"
    assert series.unpack(row["points"])[1].tolist() == [70 * factor, 90 * factor]
