"""A reply from its code to the page: kept apart from everything until the share's sender accepts it."""

import asyncio
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any
from uuid import uuid4

import orjson
import pytest
from httpx2 import AsyncClient

from fioboard.app.sharing.replies import codes, receiving
from fioboard.app.sharing.replies.comparing import open_trial
from fioboard.core.database import Database
from fioboard.core.storage import Storage
from fioboard.store.queries.configurations import load_configurations
from tests.app.sharing.replies.conftest import HOST, get_code, reply, send_reply
from tests.factories.fio_output import output
from tests.factories.shares import SHARES, Link, of_run, share
from tests.factories.upload import body, manifest
from tests.loops import check_each

pytestmark = pytest.mark.anyio
# What the service knows of runs, as pages and exports say it.
KNOWN = ("runs", "hosts", "facets", "runs/export?format=csv", "fleet", "changes")


async def receive(client: AsyncClient, stranger: AsyncClient, link: Link, **about: Any) -> str:
    """The address of a reply that waits."""
    answer = await send_reply(stranger, link, await get_code(stranger, link), reply(**about))
    assert answer.status_code == 201, answer.text
    listed = (await client.get(f"{SHARES}/{link.id}/replies")).json()["items"]
    return f"{SHARES}/{link.id}/replies/{listed[0]['id']}"


async def list_shown(stranger: AsyncClient, link: Link) -> list[dict[str, Any]]:
    answer = await stranger.get(f"{link.path}/replies")
    assert answer.status_code == 200, answer.text
    items: list[dict[str, Any]] = answer.json()["items"]
    return items


async def read_tables(database: Database) -> dict[str, list[str]]:
    """All rows of every table that is not about shares."""
    async with database.driver() as driver:
        tables = await driver.fetch("select tablename from pg_tables where schemaname = 'public'")
        names = {row[0] for row in tables} - {"share", "share_view", "share_reply", "audit_event"}
        return {
            name: sorted(row[0] for row in await driver.fetch(f'select x::text from "{name}" x'))
            for name in names
        }


async def test_a_reply_is_seen_by_the_sender_first_and_by_the_page_once_it_is_accepted(
    client: AsyncClient, stranger: AsyncClient, link: Link
) -> None:
    url = await receive(client, stranger, link)
    assert (await client.get(f"{SHARES}/{link.id}")).json()["replies_waiting"] == 1
    assert await list_shown(stranger, link) == []
    preview = (await client.get(url)).json()
    assert preview["leaks"] == []
    assert (await client.patch(url, json={"state": "accepted"})).json()["state"] == "accepted"
    [shown] = await list_shown(stranger, link)
    # All of it that was seen, but for the seeds of its resampling.
    compare, seen = shown["document"]["compare"], preview["document"]["compare"]
    own = {"created_at": "", "compare": {}}
    assert shown["document"] | own == preview["document"] | own
    rest = compare.keys() - {"workloads"}
    assert {key: compare[key] for key in rest} == {key: seen[key] for key in rest}
    assert compare["sentence"].startswith("New gives 7.00 GB/s where base gave 9.00 GB/s")
    assert "host" in {change["key"] for change in compare["factors_changed"]}
    assert HOST not in str(shown)
    assert (await stranger.get(link.path)).json()["replies"] == 1
    assert (await client.get(f"{SHARES}/{link.id}")).json()["replies_waiting"] == 0
    # Taken off the page again, and then for good: its code stays used.
    assert (await client.patch(url, json={"state": "rejected"})).json()["state"] == "rejected"
    assert await list_shown(stranger, link) == []
    assert (await client.delete(url)).status_code == 204
    assert (await client.get(url)).json()["error"] == "ReplyNotFound"
    actions = (await client.get("/api/v1/audit", params={"subject": link.id})).json()["items"]
    assert [item["action"] for item in reversed(actions)][1:] == [
        "reply_code.create", "reply.receive", "reply.accept", "share.first_view",
        "reply.reject", "reply.delete",
    ]  # fmt: skip


async def test_nothing_that_the_service_knows_changes_by_a_reply(
    client: AsyncClient, stranger: AsyncClient, link: Link, database: Database
) -> None:
    async def read_pages() -> list[str]:
        return [(await client.get(f"/api/v1/{path}")).text for path in KNOWN]

    async def read_while_compared() -> list[str]:
        """Asked while the comparison is under way: what it stored for itself is nobody else's."""
        pages: list[str] = []
        while not compared.done():
            pages.append((await client.get("/api/v1/facets")).text)
            await asyncio.sleep(0)
        return pages

    before, pages = await read_tables(database), await read_pages()
    url = await receive(client, stranger, link)
    compared = asyncio.create_task(client.get(url))
    seen = await read_while_compared()
    assert compared.result().status_code == 200
    assert set(seen) == {pages[KNOWN.index("facets")]}
    assert (await client.patch(url, json={"state": "accepted"})).status_code == 200
    assert await read_tables(database) == before
    assert await read_pages() == pages


async def test_what_a_transaction_wrote_and_undid_is_in_no_copy_of_the_process(
    run_id: str, database: Database
) -> None:
    async with database.driver() as driver, database.driver() as other:
        before = (await load_configurations(other)).counts
        async with open_trial(driver):
            await driver.execute("update configuration set run_count = run_count + 7")
            seen = (await load_configurations(driver)).counts
            meanwhile = (await load_configurations(other)).counts
        after = (await load_configurations(other)).counts
    assert (list(meanwhile), list(after)) == (list(before), list(before))
    assert list(seen) == [count + 7 for count in before]


async def test_the_same_reply_again_gets_the_same_answer_and_another_one_changes_nothing(
    client: AsyncClient, stranger: AsyncClient, link: Link
) -> None:
    code = await get_code(stranger, link)
    key = str(uuid4())
    sent = reply(upload_key=key)
    answers = await asyncio.gather(*(send_reply(stranger, link, code, sent) for _ in range(3)))
    assert {(one.status_code, one.text) for one in answers} == {(201, answers[0].text)}
    assert answers[0].json()["upload_key"] == key
    other = await send_reply(stranger, link, code, reply())
    assert (other.status_code, other.json()["error"]) == (409, "ReplyCodeUsed")
    [listed] = (await client.get(f"{SHARES}/{link.id}/replies")).json()["items"]
    url = f"{SHARES}/{link.id}/replies/{listed['id']}"
    # Whatever became of it, its sender is told the same.
    for act in (client.patch(url, json={"state": "rejected"}), client.delete(url)):
        await act
        again = await send_reply(stranger, link, code, sent)
        assert (again.status_code, again.text) == (201, answers[0].text)
    assert (await client.get(f"{SHARES}/{link.id}/replies")).json()["items"] == []


def no_fio() -> tuple[bytes, dict[str, str]]:
    files = {"fio.json": b"hello"}
    return body(files, manifest(files))


def too_large() -> tuple[bytes, dict[str, str]]:
    return body({"fio.json": b" " * (receiving.MAX_REPLY_BYTES + 1)})


def bomb() -> tuple[bytes, dict[str, str]]:
    return body({"fio.json": b" " * (receiving.MAX_REPLY_BYTES + 1)}, compressed=True)


def wrong_digest() -> tuple[bytes, dict[str, str]]:
    return body({"fio.json": output()}, manifest({"fio.json": b"other"}))


@pytest.mark.nightly
@check_each(
    "make, status, error",
    [
        (no_fio, 422, "NotUnderstood"),
        (too_large, 413, "TooLarge"),
        (bomb, 413, "TooLarge"),
        (wrong_digest, 400, "DigestMismatch"),
        (lambda: (b"{}", {"content-type": "application/json"}), 415, "UnsupportedMediaType"),
        (lambda: (b"", {}), 415, "UnsupportedMediaType"),
        (lambda: body({"fio.json": output()}, {"schema": 1}), 422, "BadManifest"),
    ],
)
async def test_what_is_no_result_leaves_its_code_open(
    client: AsyncClient, stranger: AsyncClient, run_id: str, make: Any, status: int, error: str
) -> None:
    link = await share(client, of_run(run_id, takes_replies=True))
    code = await get_code(stranger, link)
    refused = await send_reply(stranger, link, code, make())
    assert (refused.status_code, refused.json()["error"]) == (status, error)
    assert (await client.get(f"{SHARES}/{link.id}/replies")).json()["items"] == []
    assert (await send_reply(stranger, link, code, reply())).status_code == 201


async def test_a_code_opens_one_reply_to_its_own_link_in_time_and_nothing_else(
    client: AsyncClient, stranger: AsyncClient, link: Link, run_id: str, database: Database
) -> None:
    async def refusal(of: Link, code: str) -> tuple[int, str]:
        answer = await send_reply(stranger, of, code, reply())
        return answer.status_code, answer.json()["error"]

    code = await get_code(stranger, link)
    other = await share(client, of_run(run_id, takes_replies=True))
    for wrong in (code[:-1] + ("a" if code[-1] != "a" else "b"), "x", link.token):
        assert await refusal(link, wrong) == (410, "ReplyCodeUnknown")
    assert await refusal(other, code) == (410, "ReplyCodeUnknown")
    bare = await stranger.post(f"{link.path}/replies", content=reply()[0], headers=reply()[1])
    assert (bare.status_code, bare.json()["error"]) == (422, "Invalid")
    for header in ({"authorization": f"Bearer {code}"}, {"x-share-passphrase": code}):
        assert (await stranger.get("/api/v1/runs", headers=header)).status_code == 401
    async with database.driver() as driver:
        assert (
            await driver.fetchval("select count(*) from share_reply where code_sha256 = $1", code.encode())
            == 0
        )
        await driver.execute("update share_reply set expires_at = now()")
    assert await refusal(link, code) == (410, "ReplyCodeUnknown")


@check_each(
    "change, error",
    [
        ({"takes_replies": False}, "RepliesOff"),
        ({"is_paused": True}, "SharePaused"),
        (None, "ShareRevoked"),
    ],
)
async def test_what_ends_a_link_ends_its_codes(
    client: AsyncClient, stranger: AsyncClient, run_id: str, change: dict[str, Any] | None, error: str
) -> None:
    link = await share(client, of_run(run_id, takes_replies=True))
    code, url = await get_code(stranger, link), f"{SHARES}/{link.id}"
    ended = await (client.delete(url) if change is None else client.patch(url, json=change))
    assert ended.status_code in {200, 204}
    for answer in (
        await send_reply(stranger, link, code, reply()),
        await stranger.post(f"{link.path}/reply-codes"),
    ):
        assert (answer.status_code, answer.json()["error"]) == (410, error)
    if error == "RepliesOff":
        # Turned on again it has new codes; the old one stays ended.
        await client.patch(url, json={"takes_replies": True})
        assert (await send_reply(stranger, link, code, reply())).json()["error"] == "ReplyCodeUnknown"


async def test_a_link_takes_no_replies_unless_its_sender_said_so_and_only_where_they_can_be_measured(
    client: AsyncClient, stranger: AsyncClient, run_id: str
) -> None:
    usual = await share(client, of_run(run_id))
    assert (await stranger.get(usual.path)).json()["takes_replies"] is False
    assert (await stranger.post(f"{usual.path}/reply-codes")).json()["error"] == "RepliesOff"
    assert (await send_reply(stranger, usual, "x", reply())).json()["error"] == "RepliesOff"
    for unfit in ({"passphrase": "twelve letters"}, {"hide": ["job_options"]}):
        answer = await client.post(SHARES, json=of_run(run_id, takes_replies=True, **unfit))
        assert (answer.status_code, answer.json()["problems"][0]["where"]) == (422, "/body/takes_replies")
        made = await share(client, of_run(run_id, **unfit))
        turned = await client.patch(f"{SHARES}/{made.id}", json={"takes_replies": True})
        assert turned.status_code == 422
    assert (await client.patch(f"{SHARES}/{usual.id}", json={"takes_replies": True})).status_code == 200
    assert await get_code(stranger, usual)


async def test_codes_and_replies_of_a_link_are_few(
    client: AsyncClient,
    stranger: AsyncClient,
    link: Link,
    monkeypatch: pytest.MonkeyPatch,
    database: Database,
) -> None:
    asked = [await stranger.post(f"{link.path}/reply-codes") for _ in range(codes.MAX_CODES + 1)]
    assert [one.status_code for one in asked] == [201] * codes.MAX_CODES + [409]
    assert asked[-1].json()["error"] == "TooManyReplies"
    monkeypatch.setattr(codes, "MAX_REPLIES", 1)
    async with database.driver() as driver:
        await driver.execute("update share_reply set expires_at = now()")
    url = await receive(client, stranger, link)
    assert (await stranger.post(f"{link.path}/reply-codes")).status_code == 409
    await client.delete(url)
    assert (await stranger.post(f"{link.path}/reply-codes")).status_code == 201


async def test_a_reply_brings_no_words_and_no_ties_and_hides_what_the_share_hides(
    client: AsyncClient, stranger: AsyncClient, run_id: str
) -> None:
    link = await share(client, of_run(run_id, takes_replies=True, hide=["cpu.model"], reveal=["host.name"]))
    batch = {"id": str(uuid4()), "name": "canary-batch", "step": 1, "steps": 1}
    words = {"title": "canary title", "labels": {"rack": "canary-rack"}, "tags": ["canary-tag"]}
    url = await receive(client, stranger, link, batch=batch, **words)
    document = (await client.get(url)).text
    for canary in ("canary", HOST, "EPYC 7", "S5XYZ"):
        assert canary not in document, canary
    # A host of the service with the same name is another one.
    named = await receive(client, stranger, link, host={"id": "recipient-0002", "name": "epyc-nps4"})
    assert {"host 1", "host 2"} <= {
        one["label"] for one in (await client.get(named)).json()["document"]["hosts"]
    }


async def test_the_sender_downloads_the_files_of_a_reply_as_they_arrived(
    client: AsyncClient, stranger: AsyncClient, link: Link, run_id: str
) -> None:
    sent = {"fio.json": output(), "../../etc/cron.d/x y": b"\0 log", "é.json": b"{}"}
    listed = manifest(sent)
    for one in listed["files"][1:]:
        one["kind"] = "fio_log"
    upload = body(sent, listed, {"schema": 1}, compressed=True)
    assert (await send_reply(stranger, link, await get_code(stranger, link), upload)).status_code == 201
    [one] = (await client.get(f"{SHARES}/{link.id}/replies")).json()["items"]
    url = f"{SHARES}/{link.id}/replies/{one['id']}"
    # As long as it is kept, whatever became of it and of the run.
    await client.patch(url, json={"state": "rejected"})
    await client.delete(f"/api/v1/runs/{run_id}")
    answer = await client.get(f"{url}/raw")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/octet-stream")
    assert answer.headers["content-disposition"] == f'attachment; filename="reply-{one["id"]}.zip"'
    with zipfile.ZipFile(BytesIO(answer.content)) as packed:
        kept = {name.lstrip("0123456789-"): packed.read(name) for name in packed.namelist()}
    assert orjson.loads(kept.pop("manifest.json")) == listed
    assert orjson.loads(kept.pop("inventory.json")) == {"schema": 1}
    assert kept == {"fio.json": output(), ".._.._etc_cron.d_x_y": b"\0 log", "_.json": b"{}"}
    [event, *_] = (await client.get("/api/v1/audit", params={"subject": link.id})).json()["items"]
    assert (event["action"], event["detail"]) == ("reply.download", {"reply": one["id"]})
    await client.delete(url)
    for share_id, reply_id, error in (
        (link.id, one["id"], "ReplyNotFound"),
        (link.id, uuid4(), "ReplyNotFound"),
        (link.id, "x", "ReplyNotFound"),
        (uuid4(), one["id"], "ShareNotFound"),
    ):
        gone = await client.get(f"{SHARES}/{share_id}/replies/{reply_id}/raw")
        assert (gone.status_code, gone.json()["error"]) == (404, error)


async def test_a_deleted_run_leaves_nothing_to_compare_with(
    client: AsyncClient, stranger: AsyncClient, link: Link, run_id: str
) -> None:
    url = await receive(client, stranger, link)
    await client.delete(f"/api/v1/runs/{run_id}")
    refused = await client.patch(url, json={"state": "accepted"})
    assert (refused.status_code, refused.json()["error"]) == (404, "RunNotFound")
    assert (await client.delete(url)).status_code == 204


async def test_who_may_not_share_sees_no_reply(
    client: AsyncClient, browser: AsyncClient, stranger: AsyncClient, link: Link, database: Database
) -> None:
    url = await receive(client, stranger, link)
    async with database.driver() as driver:
        await driver.execute("update app_user set role = 'viewer'")
    assert (await browser.get(f"{SHARES}/{link.id}/replies")).status_code == 403
    for answer in (
        await browser.get(url),
        await browser.get(f"{url}/raw"),
        await browser.patch(url, json={"state": "accepted"}),
        await browser.delete(url),
    ):
        assert (answer.status_code, answer.json()["error"]) == (403, "WrongScope")
    for method in ("GET", "PATCH", "DELETE"):
        assert (await stranger.request(method, url, json={})).status_code == 401


async def test_a_full_disk_gives_no_code_and_takes_no_reply(
    client: AsyncClient,
    stranger: AsyncClient,
    link: Link,
    database: Database,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    code = await get_code(stranger, link)
    monkeypatch.setattr(database, "storage", Storage(Path("/"), min_free_bytes=2**62))
    assert (await stranger.post(f"{link.path}/reply-codes")).status_code == 507
    assert (await send_reply(stranger, link, code, reply())).status_code == 507
    monkeypatch.setattr(database, "storage", Storage())
    assert (await client.get(f"{SHARES}/{link.id}/replies")).json()["items"] == []
    assert (await send_reply(stranger, link, code, reply())).status_code == 201
