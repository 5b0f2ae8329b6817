"""What agents put beside their runs for support: taken once, from the run's own host, and read with the run."""

import asyncio
import hashlib
from typing import Any
from uuid import UUID, uuid4

import orjson
import pytest
from httpx2 import AsyncClient, Response

from fioboard.app.runs.history.support import MAX_ATTACHMENTS
from fioboard.core.database import Database
from tests.conftest import token_for
from tests.factories.fio_output import output
from tests.factories.imports import put
from tests.factories.support import LINES, kernel_log, smart_page
from tests.factories.upload import body, inventory, manifest
from tests.loops import check_each

pytestmark = pytest.mark.anyio
DISK = {"model": "Example", "serial": "S1", "wwid": None}
TARGET = {"path": "/mnt/x", "kind": "file", "members": ["nvme0n1"]}


async def uploaded(client: AsyncClient, **fields: Any) -> str:
    files = {"fio.json": output()}
    content, headers = body(files, manifest(files, **fields), inventory(disks={"nvme0n1": DISK}))
    answer = await client.post("/api/v1/uploads", content=content, headers=headers)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def send(
    client: AsyncClient, run_id: str, document: dict[str, Any] | bytes, **options: Any
) -> Response:
    content = document if isinstance(document, bytes) else orjson.dumps(document)
    headers = {"content-type": "application/json", **options.pop("headers", {})}
    return await client.post(
        f"/api/v1/runs/{run_id}/attachments", content=content, headers=headers, **options
    )


async def support(client: AsyncClient, run_id: str) -> Any:
    answer = await client.get(f"/api/v1/runs/{run_id}/support")
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.fixture
async def run_id(client: AsyncClient) -> str:
    return await uploaded(client, targets=[TARGET])


async def test_run_without_any_has_none(client: AsyncClient, run_id: str) -> None:
    assert await support(client, run_id) == {"kernel_log": None, "smart_pages": []}


async def test_log_is_read_with_its_topics_and_the_time_of_the_run(client: AsyncClient, run_id: str) -> None:
    assert (await send(client, run_id, kernel_log())).status_code == 201
    log = (await support(client, run_id))["kernel_log"]
    assert [line["text"] for line in log["lines"]] == [text for _, text in LINES]
    assert [line["topic"] for line in log["lines"]] == ["other", "other", "pcie_error", "reset", "other"]
    assert [line["is_during"] for line in log["lines"]] == [False, True, True, True, False]
    assert log["covers_run"] is True
    assert log["counts"] == [
        {"topic": "pcie_error", "title": "PCIe errors", "lines": 1, "during": 1},
        {"topic": "reset", "title": "resets", "lines": 1, "during": 1},
        {"topic": "other", "title": "others", "lines": 3, "during": 1},
    ]
    assert (log["line_count"], log["lines_hidden"]) == (5, 0)


@pytest.mark.parametrize(
    ("fields", "covers"),
    [
        ({"covers_from": "2026-11-20T13:00:01Z"}, False),
        ({"collected_at": "2026-11-20T13:00:10Z"}, False),
        ({"covers_from": None}, None),
        ({"status": "denied", "detail": "no", "lines": [], "source": None}, False),
    ],
)
async def test_log_covers_the_run_only_when_it_reaches_over_all_of_it(
    client: AsyncClient, run_id: str, fields: dict[str, Any], covers: bool | None
) -> None:
    await send(client, run_id, kernel_log(**fields))
    assert (await support(client, run_id))["kernel_log"]["covers_run"] is covers


async def test_log_that_covers_the_run_stands_before_a_later_one_that_does_not(
    client: AsyncClient, run_id: str
) -> None:
    await send(client, run_id, kernel_log())
    later = kernel_log(collected_at="2026-11-26T00:00:00Z", covers_from="2026-11-25T00:00:00Z", lines=[])
    await send(client, run_id, later)
    assert (await support(client, run_id))["kernel_log"]["line_count"] == 5


async def test_page_shows_listed_figures_and_the_newest_of_each_drive(
    client: AsyncClient, run_id: str
) -> None:
    await send(client, run_id, smart_page())
    await send(client, run_id, smart_page(drive="sda", status="denied", source=None, page=None, detail="no"))
    newest = {"device": {"protocol": "NVMe"}, "temperature": {"current": 50}}
    await send(client, run_id, smart_page(collected_at="2026-11-21T00:00:00Z", page=newest))
    # One that tells nothing hides nothing.
    await send(client, run_id, smart_page(collected_at="2026-11-22T00:00:00Z", status="denied", page=None))
    first, second = (await support(client, run_id))["smart_pages"]
    assert (first["drive"], first["figures"]) == (
        "nvme0n1",
        [{"key": "temperature_c", "title": "Temperature", "value": 50, "unit": "°C"}],
    )
    assert (second["drive"], second["status"], second["figures"]) == ("sda", "denied", [])


async def test_documents_are_files_of_the_run_byte_for_byte(client: AsyncClient, run_id: str) -> None:
    content = orjson.dumps(smart_page(), option=orjson.OPT_INDENT_2)
    stored = (await send(client, run_id, content)).json()
    assert stored["sha256"] == hashlib.sha256(content).hexdigest()
    run = (await client.get(f"/api/v1/runs/{run_id}")).json()
    [file] = [one for one in run["documents"] if one["kind"] == "smart_page"]
    raw = await client.get(f"/api/v1/runs/{run_id}/raw", params={"name": file["name"]})
    assert raw.content == content
    # The tool's output is still what is given without a name.
    assert (await client.get(f"/api/v1/runs/{run_id}/raw")).content == output()


async def test_same_bytes_are_stored_once_also_at_once(
    client: AsyncClient, run_id: str, database: Database
) -> None:
    answers = await asyncio.gather(*(send(client, run_id, kernel_log()) for _ in range(5)))
    assert sorted(answer.status_code for answer in answers) == [200, 200, 200, 200, 201]
    other = await uploaded(client)
    assert (await send(client, other, kernel_log())).status_code == 201
    async with database.driver() as driver:
        files = await driver.fetchval("select count(*) from upload_file where kind = 'kernel_log'")
        documents = await driver.fetchval("select count(*) from document where media_kind = 'kernel_log'")
    assert (files, documents) == (2, 1)


async def test_the_upload_is_still_known_and_its_reparse_is_the_same(
    client: AsyncClient, database: Database
) -> None:
    files = {"fio.json": output()}
    content, headers = body(files, manifest(files))
    first = await client.post("/api/v1/uploads", content=content, headers=headers)
    await send(client, first.json()["id"], kernel_log())
    again = await client.post("/api/v1/uploads", content=content, headers=headers)
    assert (again.status_code, again.json()["digest"]) == (200, first.json()["digest"])


@check_each(
    "document, status, error",
    [
        (b"\xff\xfe not text", 400, None),
        (b"not json", 422, "Invalid"),
        (b"[]", 422, "Invalid"),
        (b"{}", 422, "Invalid"),
        (orjson.dumps(kernel_log(kind="secrets")), 422, "Invalid"),
        (orjson.dumps(kernel_log(schema=2)), 422, "Invalid"),
        (orjson.dumps(kernel_log(lines="x")), 422, "Invalid"),
        (orjson.dumps(kernel_log(lines=[{"at": 5, "text": "x"}])), 422, "Invalid"),
        (orjson.dumps(kernel_log(lines=[{"at": None, "text": "x" * 1001}])), 422, "Invalid"),
        (orjson.dumps(kernel_log(lines=[{"at": None, "text": "x"}] * 2001)), 422, "Invalid"),
        (orjson.dumps(kernel_log(collected_at="yesterday")), 422, "Invalid"),
        (orjson.dumps(smart_page(page=[1])), 422, "Invalid"),
        (orjson.dumps(smart_page(drive="")), 422, "Invalid"),
        (orjson.dumps(smart_page()).replace(b"S64GNX0R999999", rb"\ud800"), 422, "Invalid"),
        (orjson.dumps(smart_page(page={"x": "y" * 300_000})), 413, "TooLarge"),
    ],
)
async def test_bad_document_is_refused_by_name_and_changes_nothing(
    client: AsyncClient, run_id: str, document: bytes, status: int, error: str | None
) -> None:
    answer = await send(client, run_id, document)
    assert answer.status_code == status, answer.text
    assert error in (None, answer.json()["error"])
    assert await support(client, run_id) == {"kernel_log": None, "smart_pages": []}


async def test_another_media_type_is_refused(client: AsyncClient, run_id: str) -> None:
    answer = await send(client, run_id, kernel_log(), headers={"content-type": "text/plain"})
    assert (answer.status_code, answer.json()["error"]) == (422, "Invalid")


async def test_only_the_runs_own_host_may_ask_and_send(
    client: AsyncClient, database: Database, run_id: str
) -> None:
    other = await uploaded(client, host={"id": "host-0002", "name": "saturn"})
    imported = await put(client, output(), host="mars")
    for where in (other, imported, str(uuid4())):
        answer = await send(client, where, kernel_log())
        assert (answer.status_code, answer.json()["error"]) == (404, "RunNotFound")
    run = (await client.get(f"/api/v1/runs/{run_id}")).json()
    bound = {"authorization": f"Bearer {await token_for(database, 'upload')}"}
    async with database.driver() as driver:
        await driver.execute(
            "update api_token set host_id = $1 where scope = 'upload'", UUID(run["host"]["id"])
        )
    assert (await send(client, run_id, kernel_log(), headers=bound)).status_code == 201
    theirs = await send(client, other, kernel_log(host_id="host-0002"), headers=bound)
    assert theirs.status_code == 404
    address = f"/api/v1/runs/{run_id}/attachments"
    asked = await client.get(address, params={"host": "host-0001"}, headers=bound)
    assert asked.json() == {
        "run_id": run_id,
        "url": asked.json()["url"],
        "started_at": "2026-11-20T13:00:00Z",
        "drives": [{"name": "nvme0n1", **{key: DISK[key] for key in ("serial", "wwid")}}],
    }
    assert (await client.get(address, params={"host": "host-0002"}, headers=bound)).status_code == 404
    # It reads nothing of what it sent.
    assert (await client.get(f"/api/v1/runs/{run_id}/support", headers=bound)).status_code == 403


@pytest.mark.parametrize("scope", ["read", "feed", "yabs"])
async def test_token_that_may_not_upload_adds_nothing(
    client: AsyncClient, database: Database, run_id: str, scope: str
) -> None:
    headers = {"authorization": f"Bearer {await token_for(database, scope)}"}
    assert (await send(client, run_id, kernel_log(), headers=headers)).status_code == 403
    assert (await support(client, run_id))["kernel_log"] is None


async def test_deleted_run_takes_and_shows_none(client: AsyncClient, run_id: str) -> None:
    await client.delete(f"/api/v1/runs/{run_id}")
    assert (await send(client, run_id, kernel_log())).status_code == 404
    assert (await client.get(f"/api/v1/runs/{run_id}/support")).status_code == 404


async def test_a_run_has_no_more_than_the_limit(
    client: AsyncClient, run_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert MAX_ATTACHMENTS >= 1 + 64
    monkeypatch.setattr("fioboard.app.runs.history.support.MAX_ATTACHMENTS", 2)
    for seconds, status in ((1, 201), (2, 201), (3, 413)):
        answer = await send(client, run_id, kernel_log(collected_at=f"2026-11-20T14:30:0{seconds}Z"))
        assert answer.status_code == status
    # One that is there is confirmed all the same.
    assert (await send(client, run_id, kernel_log(collected_at="2026-11-20T14:30:01Z"))).status_code == 200
