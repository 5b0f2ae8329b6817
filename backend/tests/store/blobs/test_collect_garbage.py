"""Objects of no row are dropped when they are old, and never one that an upload is about to rely on."""

import asyncio
import os
import time
from datetime import timedelta

import pytest
from backports import zstd
from httpx2 import AsyncClient

from fioboard.core.database import Database
from fioboard.core.times import now
from fioboard.store.blobs.collect_garbage import clean, drop
from fioboard.store.blobs.s3 import S3Objects
from tests.app.ingest.test_uploads import send
from tests.factories.s3_server import Bucket
from tests.factories.upload import body
from tests.store.blobs.test_move import quiet
from tests.store.blobs.test_put import ONE, OTHER, digest, raw

pytestmark = [pytest.mark.anyio, pytest.mark.nightly]
DAY = timedelta(hours=24)


def make_old(bucket: Bucket) -> None:
    """Two days older, by the server's own files."""
    moment = time.time() - 2 * 24 * 3600
    for file in bucket.files():
        os.utime(file, (moment, moment))


async def test_old_objects_of_no_row_are_dropped_and_nothing_else(
    client: AsyncClient, database: Database, objects: S3Objects, bucket: Bucket
) -> None:
    stored = await send(client, body({"fio.json": ONE}))
    await objects.put(digest(OTHER), zstd.compress(OTHER))
    (bucket.folder / "notes.txt").write_text("not ours")
    make_old(bucket)
    young = digest(b"young")
    await objects.put(young, zstd.compress(b"young"))
    would = await clean(database, DAY, quiet, is_dry_run=True)
    assert (would.seen, would.dropped, len(bucket.files())) == (4, 1, 4)
    assert (await clean(database, DAY, quiet)).dropped == 1
    assert set(bucket.files()) == {
        bucket.path(digest(ONE)),
        bucket.path(young),
        bucket.folder / "notes.txt",
    }
    assert (await raw(client, stored)).content == ONE


async def test_one_that_an_upload_writes_again_is_young(
    client: AsyncClient,
    database: Database,
    objects: S3Objects,
    bucket: Bucket,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    await objects.put(digest(ONE), zstd.compress(ONE))
    make_old(bucket)
    find = objects.find

    async def found_after_an_upload_wrote(sha256: bytes) -> object:
        # Its row is not there yet.
        await objects.put(sha256, zstd.compress(ONE))
        return await find(sha256)

    monkeypatch.setattr(objects, "find", found_after_an_upload_wrote)
    assert (await clean(database, DAY, quiet)).dropped == 0
    assert bucket.files() == [bucket.path(digest(ONE))]


async def test_one_whose_row_came_after_it_was_listed_stays(
    client: AsyncClient, database: Database, objects: S3Objects, bucket: Bucket
) -> None:
    assert (await send(client, body({"fio.json": ONE}))).status_code == 201
    make_old(bucket)
    async with database.driver() as driver:
        assert not await drop(driver, objects, digest(ONE), now() - DAY)
    assert bucket.files() == [bucket.path(digest(ONE))]


async def test_an_upload_of_what_is_just_being_dropped_is_whole_when_it_is_acknowledged(
    client: AsyncClient,
    database: Database,
    objects: S3Objects,
    bucket: Bucket,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    await objects.put(digest(ONE), zstd.compress(ONE))
    make_old(bucket)
    delete, about_to, may = objects.delete, asyncio.Event(), asyncio.Event()

    async def waits(sha256: bytes) -> None:
        about_to.set()
        await may.wait()
        await delete(sha256)

    monkeypatch.setattr(objects, "delete", waits)
    cleaning = asyncio.create_task(clean(database, DAY, quiet))
    await about_to.wait()
    # No row, and old: it will be dropped. Now comes an upload, which writes it, and commits its row.
    uploading = asyncio.create_task(send(client, body({"fio.json": ONE})))
    async with database.driver() as driver:
        while not await driver.fetchval(
            "select exists (select from pg_locks where locktype = 'advisory' and not granted)"
        ):
            assert not uploading.done(), "acknowledged while its object was being dropped"
            await asyncio.sleep(0.01)
        assert await driver.fetchval("select count(*) from document") == 1
    may.set()
    assert (await cleaning).dropped == 1
    stored = await uploading
    assert stored.status_code == 201
    assert (await raw(client, stored)).content == ONE
    assert zstd.decompress(bucket.path(digest(ONE)).read_bytes()) == ONE
