"""Originals in a bucket: kept before the commit, read back after it, read by everything that reads originals.

The oracle is the server's folder: the files that it holds, unpacked and digested here.
"""

import hashlib
from typing import Any

import pytest
from backports import zstd
from httpx2 import AsyncClient

from fioboard.app.system.reparse.work import work
from fioboard.core.database import Database
from fioboard.store.blobs.s3 import S3Objects
from fioboard.store.queries import ingest as ingest_queries
from tests.app.hosts.machines.test_hardware import attach as attach_hardware
from tests.app.hosts.machines.test_hardware import imported, run_of
from tests.app.ingest.test_uploads import send
from tests.app.runs.history.test_support import send as put_beside
from tests.app.runs.history.test_support import uploaded
from tests.factories.fio_output import job, output
from tests.factories.measured_machine import samples, upload
from tests.factories.s3_server import Bucket, free_port
from tests.factories.shares import of_run, share
from tests.factories.support import kernel_log
from tests.factories.upload import body, manifest

# The S3 server is built for two minutes.
pytestmark = [pytest.mark.anyio, pytest.mark.nightly]
ONE, OTHER = output(job("one")), output(job("other"))


def digest(content: bytes) -> bytes:
    return hashlib.sha256(content).digest()


async def rows(database: Database) -> dict[bytes, tuple[str, bool]]:
    """Where each document says that it is, and whether its row holds bytes."""
    async with database.driver() as driver:
        found = await driver.fetch(
            "select sha256, stored_in, body_zstd is not null as has_body from document"
        )
    return {row["sha256"]: (row["stored_in"], row["has_body"]) for row in found}


async def raw(client: AsyncClient, answer: Any) -> Any:
    return await client.get(f"/api/v1/runs/{answer.json()['id']}/raw")


async def test_an_upload_lies_in_the_bucket_by_its_digest_and_its_row_says_so(
    client: AsyncClient, database: Database, objects: S3Objects, bucket: Bucket
) -> None:
    stored = await send(client, body({"fio.json": ONE}))
    assert stored.status_code == 201, stored.text
    assert await rows(database) == {digest(ONE): ("s3", False)}
    [file] = bucket.files()
    assert file == bucket.path(digest(ONE))
    assert zstd.decompress(file.read_bytes()) == ONE
    answer = await raw(client, stored)
    assert (answer.status_code, answer.content) == (200, ONE)


async def test_the_same_bytes_again_are_not_sent_again(
    client: AsyncClient, database: Database, objects: S3Objects, bucket: Bucket
) -> None:
    about = manifest({"fio.json": ONE})
    assert (await send(client, body({"fio.json": ONE}, about))).status_code == 201
    written = bucket.path(digest(ONE)).stat().st_mtime_ns
    assert (await send(client, body({"fio.json": ONE}, about))).status_code == 200
    assert (await send(client, body({"fio.json": ONE}))).status_code == 201
    assert bucket.path(digest(ONE)).stat().st_mtime_ns == written
    assert len(await rows(database)) == 1


async def test_a_document_is_where_its_row_says_whatever_the_setting_says_now(
    client: AsyncClient, database: Database, objects: S3Objects, bucket: Bucket
) -> None:
    database.objects = None
    first = await send(client, body({"fio.json": ONE}))
    database.objects = objects
    second = await send(client, body({"fio.json": OTHER}))
    assert await rows(database) == {digest(ONE): ("postgres", True), digest(OTHER): ("s3", False)}
    # A known one stays where it is.
    assert (await send(client, body({"fio.json": ONE}))).status_code == 201
    assert bucket.files() == [bucket.path(digest(OTHER))]
    for answer, content in ((first, ONE), (second, OTHER)):
        assert (await raw(client, answer)).content == content

    database.objects = None
    assert (await raw(client, first)).content == ONE
    refused = await raw(client, second)
    assert (refused.status_code, refused.json()["error"]) == (503, "DocumentsAway")
    # What comes again while the store is unknown is kept with its row.
    assert (await send(client, body({"fio.json": OTHER}))).status_code == 201
    assert (await rows(database))[digest(OTHER)] == ("postgres", True)
    assert (await raw(client, second)).content == OTHER


async def test_everything_that_reads_originals_reads_them_from_the_bucket(
    client: AsyncClient, browser: AsyncClient, database: Database, objects: S3Objects
) -> None:
    request, headers = upload("epyc-nps4", sampled=samples(["nvme0n1", "nvme1n1"]))
    stored = await client.post("/api/v1/uploads", content=request, headers=headers)
    run_id = stored.json()["id"]
    assert {place for place, _ in (await rows(database)).values()} == {"s3"}
    detail = (await client.get(f"/api/v1/runs/{run_id}")).json()

    moments = await client.get(f"/api/v1/runs/{run_id}/moments")
    assert moments.status_code == 200, moments.text
    machine = await client.get(f"/api/v1/inventories/{detail['inventory_id']}/machine?run={run_id}")
    assert machine.json()["run"]["id"] == run_id
    link = await share(browser, of_run(run_id))
    assert (await client.get(link.path)).status_code == 200

    async with database.driver() as driver:
        await driver.execute("update result set iops = 1")
    again = await client.post("/api/v1/reparse", json={"everything": True})
    assert again.status_code == 202, again.text
    await work(database)
    assert (await client.get(f"/api/v1/runs/{run_id}")).json()["results"] == detail["results"]


async def test_an_object_that_vanishes_between_write_and_commit_is_sent_again(
    client: AsyncClient, objects: S3Objects, bucket: Bucket, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = ingest_queries.store
    gone = []

    async def vanishing(*given: Any) -> Any:
        gone.extend(bucket.files())
        for file in bucket.files():
            file.unlink()
        return await store(*given)

    monkeypatch.setattr(ingest_queries, "store", vanishing)
    stored = await send(client, body({"fio.json": ONE}))
    assert stored.status_code == 201
    assert gone == bucket.files() == [bucket.path(digest(ONE))]
    assert (await raw(client, stored)).content == ONE


async def test_a_read_says_what_is_missing_and_what_is_damaged(
    client: AsyncClient, objects: S3Objects, bucket: Bucket
) -> None:
    stored = await send(client, body({"fio.json": ONE}))
    file = bucket.path(digest(ONE))
    for content in (b"", b"junk", zstd.compress(OTHER)):
        file.write_bytes(content)
        damaged = await raw(client, stored)
        assert (damaged.status_code, damaged.json()["error"]) == (500, "DocumentDamaged"), content
    file.unlink()
    missing = await raw(client, stored)
    assert (missing.status_code, missing.json()["error"]) == (500, "DocumentMissing")
    assert not missing.json()["retryable"]
    assert (await client.get(f"/api/v1/runs/{stored.json()['id']}")).status_code == 200
    # The host still has it: what comes again makes it whole.
    assert (await send(client, body({"fio.json": ONE}))).status_code == 201
    assert (await raw(client, stored)).content == ONE


async def test_what_comes_beside_a_run_lies_in_the_bucket_too(
    client: AsyncClient, database: Database, objects: S3Objects, bucket: Bucket
) -> None:
    run_id = await uploaded(client)
    sent = await put_beside(client, run_id, kernel_log())
    assert sent.status_code == 201, sent.text
    assert {place for place, _ in (await rows(database)).values()} == {"s3"}
    [log] = [file for file in bucket.files() if file.stem == sent.json()["sha256"]]
    log.unlink()
    assert (await client.get(f"/api/v1/runs/{run_id}/support")).status_code == 500
    again = await put_beside(client, run_id, kernel_log())
    assert (again.status_code, log.exists()) == (200, True), "read back before it is acknowledged"
    assert (await client.get(f"/api/v1/runs/{run_id}/support")).json()["kernel_log"]["line_count"] == 5


async def test_hardware_that_a_person_pastes_lies_in_the_bucket_too(
    client: AsyncClient, database: Database, objects: S3Objects, bucket: Bucket
) -> None:
    run = await run_of(client, await imported(client, "bare", 1000))
    stated = await attach_hardware(client, run["host"]["id"])
    assert stated.status_code == 200, stated.text
    assert {place for place, _ in (await rows(database)).values()} == {"s3"}
    address = f"/api/v1/hosts/{run['host']['id']}/hardware/{stated.json()['id']}/raw"
    assert (await client.get(address)).status_code == 200


async def test_a_store_that_is_away_takes_nothing_beside_a_run(
    client: AsyncClient, database: Database, objects: S3Objects, bucket: Bucket
) -> None:
    run_id = await uploaded(client)
    database.objects = S3Objects(bucket.settings(free_port()))
    before = await rows(database)
    assert (await put_beside(client, run_id, kernel_log())).status_code == 503
    assert await rows(database) == before
