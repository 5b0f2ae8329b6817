"""A store that is slow, refuses, is full or gone: an upload is refused so that it comes again, and is whole then."""

import asyncio
from collections.abc import AsyncIterator
from time import monotonic

import pytest
from httpx2 import AsyncClient

from fioboard.core.database import Database
from fioboard.store.blobs import s3
from fioboard.store.blobs.s3 import S3Objects
from tests.app.ingest.test_uploads import send
from tests.factories.s3_server import Answer, Bucket, Proxy, proxy_before, refusal, s3_server
from tests.factories.upload import body, manifest
from tests.store.blobs.test_put import ONE, digest, raw, rows

pytestmark = [pytest.mark.anyio, pytest.mark.nightly]
REFUSALS: dict[str, Answer] = {
    "busy": refusal("503 Slow Down", "SlowDown"),
    "broken": refusal("500 Internal Server Error", "InternalError"),
    "full": refusal("507 Insufficient Storage", "XMinioStorageFull"),
    "over its quota": refusal("403 Forbidden", "QuotaExceeded"),
    "breaking off": b"",
}


@pytest.fixture
async def proxy(bucket: Bucket, database: Database) -> AsyncIterator[Proxy]:
    """The service reaches its bucket through this."""
    async with proxy_before(bucket.server) as proxy:
        database.objects = S3Objects(bucket.settings(proxy.port))
        yield proxy


async def is_refused(client: AsyncClient, request: tuple[bytes, dict[str, str]], bucket: Bucket) -> None:
    """503 with a time to wait, and nothing told of where the store is."""
    refused = await send(client, request)
    assert refused.status_code == 503, refused.text
    assert refused.json()["error"] == "DocumentsAway"
    assert refused.json()["retryable"] is True
    assert int(refused.headers["retry-after"]) > 0
    assert "127.0.0.1" not in refused.text
    assert bucket.name not in refused.text


@pytest.mark.parametrize("how", REFUSALS)
async def test_what_the_store_refuses_is_stored_nowhere_and_comes_again(
    client: AsyncClient, database: Database, bucket: Bucket, proxy: Proxy, how: str
) -> None:
    request = body({"fio.json": ONE}, manifest({"fio.json": ONE}))
    proxy.answer = lambda *_: REFUSALS[how]
    await is_refused(client, request, bucket)
    assert await rows(database) == {}
    assert (await client.get("/api/v1/runs")).json()["items"] == []
    proxy.answer = lambda *_: None
    stored = await send(client, request)
    assert stored.status_code == 201
    assert (await raw(client, stored)).content == ONE


@pytest.mark.parametrize("what", ["wrong secret", "no such bucket", "nobody there"])
async def test_a_store_that_cannot_be_used_at_all(
    client: AsyncClient, database: Database, bucket: Bucket, what: str
) -> None:
    if what == "wrong secret":
        database.objects = S3Objects(bucket.settings(documents_secret="wrong"))
    elif what == "no such bucket":
        (bucket.server.folder / bucket.name).rmdir()
        database.objects = S3Objects(bucket.settings())
    else:
        database.objects = S3Objects(bucket.settings(port=1))
    await is_refused(client, body({"fio.json": ONE}), bucket)
    assert await rows(database) == {}
    ready = await client.get("/readyz")
    if what != "no such bucket":  # a HEAD has no body that tells a bucket that is not there
        assert ready.json()["documents"] == "away"
        assert any("does not answer" in remark for remark in ready.json()["remarks"])
    assert ready.status_code == 200


async def test_a_store_that_says_nothing_holds_up_nobody_else(
    client: AsyncClient, database: Database, bucket: Bucket, proxy: Proxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(s3, "OPERATION_S", 2)
    proxy.is_silent = True
    began = monotonic()
    uploads = [
        asyncio.create_task(send(client, body({"fio.json": ONE + b" " * number}))) for number in range(12)
    ]
    while not proxy.requests:  # noqa: ASYNC110 -- no event for it
        await asyncio.sleep(0.01)
    assert (await client.get("/api/v1/runs")).status_code == 200
    assert not any(upload.done() for upload in uploads)
    assert {(await upload).status_code for upload in uploads} == {503}
    assert monotonic() - began < 60
    assert proxy.most_open <= s3.CONNECTIONS
    assert await rows(database) == {}


async def test_what_could_not_be_read_back_is_not_acknowledged_until_it_could(
    client: AsyncClient, database: Database, bucket: Bucket, proxy: Proxy
) -> None:
    request = body({"fio.json": ONE}, manifest({"fio.json": ONE}))
    proxy.answer = lambda method, _: refusal("503 Slow Down", "SlowDown") if method == "GET" else None
    await is_refused(client, request, bucket)
    # It is committed, and its sender does not know.
    assert await rows(database) == {digest(ONE): ("s3", False)}
    await is_refused(client, request, bucket)
    bucket.path(digest(ONE)).unlink()
    proxy.answer = lambda *_: None
    stored = await send(client, request)
    assert (stored.status_code, stored.json()["status"]) == (200, "duplicate")
    assert (await raw(client, stored)).content == ONE


async def test_a_server_that_is_killed_and_comes_back(
    client: AsyncClient, database: Database, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with s3_server(tmp_path_factory.mktemp("killed")) as server:
        bucket = Bucket(server, "bucket")
        database.objects = S3Objects(bucket.settings())
        first = await send(client, body({"fio.json": ONE}))
        request = body({"fio.json": ONE + b" "}, manifest({"fio.json": ONE + b" "}))
        server.kill()
        await is_refused(client, request, bucket)
        read = await raw(client, first)
        assert (read.status_code, read.json()["error"]) == (503, "DocumentsAway")
        server.start()
        assert (await send(client, request)).status_code == 201
        assert (await raw(client, first)).content == ONE
