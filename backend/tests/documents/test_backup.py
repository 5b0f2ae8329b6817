"""A backup holds the originals that lie in a bucket, and needs no bucket to be restored."""

import hashlib
from pathlib import Path

import pytest
from backports import zstd
from httpx2 import AsyncClient

from fioboard.backup.create import create_backup
from fioboard.backup.refusal import BackupRefused
from fioboard.backup.restore import restore_backup
from fioboard.core.config import Settings
from fioboard.core.database import Database, make_engine
from fioboard.documents.s3 import S3Objects
from tests.documents.test_keeping import digest
from tests.factories.fio_output import job, output
from tests.factories.fresh_database import fresh_database
from tests.factories.s3_server import Bucket
from tests.factories.upload import body
from tests.features.ingest.test_uploads import send

pytestmark = pytest.mark.anyio


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

    # What cannot be had is no backup: no file, and a sentence.
    with pytest.raises(BackupRefused, match="missing in the store"):
        await create_backup(url, tmp_path / "partial", quiet, objects)
    with pytest.raises(BackupRefused, match="FIOBOARD_DOCUMENTS"):
        await create_backup(url, tmp_path / "partial", quiet)
    assert not (tmp_path / "partial").exists()
