"""POST /uploads/yabs/{token}: what yabs.sh -s sends, without any header, by a token that may do nothing else."""

import json
from datetime import timedelta
from typing import Any

import pytest
from httpx2 import AsyncClient

from fioboard.app.access.issue import issue_token
from fioboard.app.ingest.yabs_routes import MAX_YABS_BYTES
from fioboard.core.database import Database
from fioboard.core.logs import mask_secrets
from tests.app.ingest.test_uploads import counts
from tests.conftest import token_for
from tests.loops import check_each

pytestmark = pytest.mark.anyio
URL = "/api/v1/uploads/yabs/"
BLOCK = {
    "bs": "4k", "speed_r": 252310, "iops_r": 63077, "speed_w": 252976, "iops_w": 63244,
    "speed_rw": 505286, "iops_rw": 126321, "speed_units": "KBps",
}  # fmt: skip
DOCUMENT = json.dumps({"version": "v2024-06-09", "time": "20240701-120000", "fio": [BLOCK]}).encode()


async def token_named(database: Database, name: str, lasts: timedelta | None = None) -> str:
    async with database.transaction() as session:
        token, _ = await issue_token(session, name=name, scope="yabs", host_id=None, lasts=lasts)
    return token


async def test_a_document_is_stored_once_for_the_host_of_the_tokens_name(
    stranger: AsyncClient, client: AsyncClient, database: Database
) -> None:
    token = await token_named(database, "box-1")
    first = await stranger.post(URL + token, content=DOCUMENT)
    assert first.status_code == 201, first.text
    [stored] = first.json()["runs"]
    run = (await client.get(f"/api/v1/runs/{stored['id']}")).json()
    assert (run["host"]["name"], run["tool"]["name"], run["tool"]["version"]) == (
        "box-1",
        "yabs",
        "v2024-06-09",
    )
    assert [(one["direction"], one["iops"], one["bw_bytes_per_s"]) for one in run["results"]] == [
        ("read", 63_077, 252_310 * 1_024),
        ("write", 63_244, 252_976 * 1_024),
    ]
    before = await counts(database)
    again = await stranger.post(URL + token, content=DOCUMENT, headers={"content-type": "application/json"})
    assert (again.status_code, again.json()["runs"][0]["status"]) == (200, "duplicate")
    assert again.json()["runs"][0]["id"] == stored["id"]
    assert await counts(database) == before


async def test_a_token_of_a_host_sends_for_that_host(
    stranger: AsyncClient, client: AsyncClient, database: Database
) -> None:
    await stranger.post(URL + await token_named(database, "box-2"), content=DOCUMENT)
    async with database.driver() as driver:
        host_id = await driver.fetchval("select id from host where name = 'box-2'")
    async with database.transaction() as session:
        token, _ = await issue_token(session, name="other", scope="yabs", host_id=host_id, lasts=None)
    answer = await stranger.post(URL + token, content=DOCUMENT.replace(b"63077", b"63078"))
    [stored] = answer.json()["runs"]
    assert (await client.get(f"/api/v1/runs/{stored['id']}")).json()["host"]["name"] == "box-2"


async def test_a_wrong_an_ended_and_another_token_are_answered_alike(
    stranger: AsyncClient, database: Database
) -> None:
    good, ended = (
        await token_named(database, "box"),
        await token_named(database, "box", timedelta(seconds=-1)),
    )
    wrong = [ended, good[:-1] + ("a" if good[-1] != "a" else "b"), "x", "%00", "fioboard_yabs_" + "a" * 36]
    wrong += [await token_for(database, scope) for scope in ("upload", "read", "write", "admin")]
    before = await counts(database)
    answers = [await stranger.post(URL + token, content=DOCUMENT) for token in wrong]
    told = [{**answer.json(), "request_id": ""} for answer in answers]
    assert {answer.status_code for answer in answers} == {401}
    assert all(one == told[0] for one in told)
    assert await counts(database) == before


@check_each(
    "content, status",
    [
        (b"", 422),
        (b"{}", 422),
        (b"hello", 422),
        (b'{"fio": [{"bs": "4k", "speed_r": 0, "iops_r": 0}]}', 422),
        (b'{"measurements": [{"name": "a", "direction": "read", "iops": 5}]}', 422),
        (DOCUMENT[:-5], 422),
        (DOCUMENT + b" " * MAX_YABS_BYTES, 413),
    ],
)
async def test_anything_but_a_whole_document_of_yabs_changes_nothing(
    stranger: AsyncClient, database: Database, content: bytes, status: int
) -> None:
    token = await token_named(database, "box")
    before = await counts(database)
    answer = await stranger.post(URL + token, content=content)
    assert answer.status_code == status, answer.text
    assert answer.json()["detail"]
    assert await counts(database) == before


@check_each(
    "method, path",
    [
        ("GET", "/api/v1/runs"),
        ("POST", "/api/v1/import?host=x"),
        ("POST", "/api/v1/uploads"),
        ("GET", "/api/v1/tokens"),
    ],
)
async def test_the_token_opens_no_other_door(
    stranger: AsyncClient, database: Database, method: str, path: str
) -> None:
    headers = {"authorization": f"Bearer {await token_named(database, 'box')}"}
    answer: Any = await stranger.request(method, path, headers=headers, content=DOCUMENT)
    assert (answer.status_code, answer.json()["error"]) == (403, "WrongScope")


async def test_logs_and_metrics_hold_no_token(
    stranger: AsyncClient, client: AsyncClient, database: Database, capfd: pytest.CaptureFixture[str]
) -> None:
    token = await token_named(database, "box")
    await stranger.post(URL + token, content=DOCUMENT)
    await stranger.post(URL + token, content=b"nonsense")
    secret = token.rsplit("_", 1)[1][5:]
    assert secret not in "".join(capfd.readouterr())
    assert secret not in mask_secrets(f"POST {URL}{token} 201")
    assert secret not in (await client.get("/metrics")).text


async def test_the_page_of_tokens_hands_over_the_address_itself(
    browser: AsyncClient, stranger: AsyncClient
) -> None:
    """Made in the browser: what is copied there is all that yabs.sh needs."""
    made = await browser.post("/api/v1/tokens", json={"name": "box-9", "scope": "yabs"})
    assert made.status_code == 201, made.text
    address = made.json()["address"]
    assert address.endswith(URL + made.json()["token"])
    stored = await stranger.post(address[address.index(URL) :], content=DOCUMENT)
    assert stored.status_code == 201, stored.text
    other = await browser.post("/api/v1/tokens", json={"name": "nightly", "scope": "read"})
    assert other.json()["address"] is None
