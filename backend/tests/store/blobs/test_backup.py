"""A backup holds the originals that lie in a bucket; it is restored without one, or into one."""

import asyncio
import hashlib
from pathlib import Path

import pytest
from backports import zstd
from httpx2 import AsyncClient

from fioboard.core.config import Settings
from fioboard.core.database import Database, make_engine
from fioboard.store.backup.create import create_backup
from fioboard.store.backup.refusal import BackupRefused
from fioboard.store.backup.restore import restore_backup
from fioboard.store.blobs.s3 import S3Objects
from tests.app.ingest.test_uploads import send
from tests.cli.conftest import fioboard
from tests.factories.fio_output import job, output
from tests.factories.fresh_database import fresh_database
from tests.factories.s3_server import Bucket, S3Server, proxy_before, refusal
from tests.factories.upload import body
from tests.store.blobs.test_move import variables
from tests.store.blobs.test_put import digest

pytestmark = [pytest.mark.anyio, pytest.mark.nightly]


def quiet(*_: object) -> None:
    """A progress bar nobody looks at."""


async def test_what_is_in_the_bucket_is_in_the_backup(
    client: AsyncClient,
    database: Database,
    objects: S3Objects,
    bucket: Bucket,
    configured: Settings,
    tmp_path: Path,
) -> None:
    contents = [output(job(f"job-{number}", runtime=number)) for number in range(12)]
    for number, content in enumerate(contents):
        # Some here, some there, as after a change of the setting.
        database.objects = objects if number % 3 else None
        assert (await send(client, body({"fio.json": content}))).status_code == 201
    assert len(bucket.files()) == 8
    assert configured.database_url is not None
    url = configured.database_url.get_secret_value()
    await create_backup(url, tmp_path / "whole", quiet, objects)

    for file in bucket.files():
        file.unlink()
    async with fresh_database(url, "restored") as other:
        await restore_backup(other, tmp_path / "whole", quiet)
        restored = Database(make_engine(other, pool_size=1))
        async with restored.driver() as driver:
            rows = await driver.fetch("select sha256, stored_in, body_zstd from document")
        await restored.close()
    assert {row["stored_in"] for row in rows} == {"postgres"}
    originals = {row["sha256"]: zstd.decompress(row["body_zstd"]) for row in rows}
    assert originals == {digest(content): content for content in contents}
    assert all(hashlib.sha256(content).digest() == sha256 for sha256, content in originals.items())

    with pytest.raises(BackupRefused, match="FIOBOARD_DOCUMENTS"):
        await create_backup(url, tmp_path / "partial", quiet)
    assert not (tmp_path / "partial").exists()


async def seeded(client: AsyncClient) -> dict[bytes, bytes]:
    """Twelve originals by their digests, sent to the service."""
    contents = [output(job(f"job-{number}", runtime=number)) for number in range(12)]
    for content in contents:
        assert (await send(client, body({"fio.json": content}))).status_code == 201
    return {digest(content): content for content in contents}


async def test_what_the_store_has_lost_is_named_and_the_others_can_be_backed_up(
    client: AsyncClient, objects: S3Objects, bucket: Bucket, configured: Settings, tmp_path: Path
) -> None:
    contents = await seeded(client)
    lost, damaged, *_ = contents
    bucket.path(lost).unlink()
    bucket.path(damaged).write_bytes(zstd.compress(b"something else"))
    given = variables(configured, bucket)

    def command(*words: str, **more: object) -> tuple[int, str]:
        done = fioboard(*words, **(given | more))
        return done.returncode, done.stdout + done.stderr

    # No smaller backup by itself: no file, and both by name.
    code, text = await asyncio.to_thread(command, "backup", str(tmp_path / "whole"))
    assert code == 1
    assert lost.hex() in text
    assert damaged.hex() in text
    assert "--without-lost" in text
    assert not (tmp_path / "whole").exists()

    code, text = await asyncio.to_thread(command, "backup", str(tmp_path / "rest"), "--without-lost")
    assert code == 0
    assert lost.hex() in text
    assert damaged.hex() in text
    assert configured.database_url is not None
    async with fresh_database(configured.database_url.get_secret_value(), "rest") as other:
        done = await asyncio.to_thread(fioboard, "restore", str(tmp_path / "rest"), database_url=other)
        restored = await held(other)
    # Whoever restores it years later learns of them, too.
    names = ", ".join(sorted(one.hex() for one in (lost, damaged)))
    assert done.returncode == 0
    assert (
        f"the backup lacks originals that the object store had lost; put them back: 2: {names}.\n"
        in done.stderr
    )
    assert restored.pop(lost) == restored.pop(damaged) == ("s3", None)
    assert restored == {
        sha256: ("postgres", content) for sha256, content in contents.items() if sha256 not in {lost, damaged}
    }


@pytest.mark.nightly
async def test_a_backup_is_restored_into_a_bucket(
    client: AsyncClient, server: S3Server, database: Database, configured: Settings, tmp_path: Path
) -> None:
    contents = await seeded(client)
    rotten = next(iter(contents))
    async with database.driver() as driver:
        await driver.execute(
            "update document set body_zstd = $2 where sha256 = $1", rotten, zstd.compress(b"x")
        )
    assert configured.database_url is not None
    url = configured.database_url.get_secret_value()
    await create_backup(url, tmp_path / "file", quiet)
    bucket = Bucket(server, "restored-into")
    async with proxy_before(server) as proxy, fresh_database(url, "restored") as other:
        given = variables(configured, bucket, proxy.port) | {"database_url": other}
        # A store that stops in the middle: nothing is restored, and the next try does it all.
        proxy.answer = lambda *_: (
            refusal("403 Forbidden", "AccessDenied") if len(proxy.requests) > 6 else None
        )
        done = await asyncio.to_thread(lambda: fioboard("restore", str(tmp_path / "file"), **given))
        assert (done.returncode, "Nothing was restored" in done.stderr) == (1, True), done.stderr
        assert bucket.files()
        assert "Traceback" not in done.stderr
        proxy.answer = lambda *_: None
        done = await asyncio.to_thread(lambda: fioboard("restore", str(tmp_path / "file"), **given))
        assert done.returncode == 0, done.stderr
        assert "In the object store, each read back: 11 originals." in done.stdout
        assert rotten.hex() in done.stderr
        restored = await held(other)
    assert restored.pop(rotten) == ("postgres", b"x")
    assert set(restored.values()) == {("s3", None)}
    kept = {digest(content): content for content in contents.values() if digest(content) != rotten}
    assert {sha256: zstd.decompress(bucket.path(sha256).read_bytes()) for sha256 in restored} == kept


async def held(url: str) -> dict[bytes, tuple[str, bytes | None]]:
    """Of each original of a database, where it is, and what its row holds."""
    database = Database(make_engine(url, pool_size=1))
    async with database.driver() as driver:
        rows = await driver.fetch("select sha256, stored_in, body_zstd from document")
    await database.close()
    return {
        row["sha256"]: (row["stored_in"], row["body_zstd"] and zstd.decompress(row["body_zstd"]))
        for row in rows
    }
