"""Originals go into the bucket and back, whatever ends the move half-way; each is whole in one place at any moment."""

import asyncio
import sys
from typing import Any

import pytest
from backports import zstd
from httpx2 import AsyncClient

from fioboard.core.config import Settings
from fioboard.core.database import Database
from fioboard.core.objects import DocumentsAway
from fioboard.store.blobs.move import move
from fioboard.store.blobs.s3 import S3Objects
from fioboard.store.blobs.verify import check
from tests.app.ingest.test_uploads import send
from tests.cli.conftest import environment, fioboard
from tests.factories.fio_output import job, output
from tests.factories.s3_server import KEY, SECRET, Bucket, proxy_before, refusal
from tests.factories.upload import body
from tests.store.blobs.test_put import digest, rows

pytestmark = [pytest.mark.anyio, pytest.mark.nightly]
CONTENTS = {digest(content): content for content in (output(job(f"job-{n}", runtime=n)) for n in range(10))}


def quiet(*_: object) -> None:
    """A progress bar nobody looks at."""


@pytest.fixture
async def seeded(client: AsyncClient, database: Database) -> Database:
    """A database with ten originals in their rows."""
    for content in CONTENTS.values():
        assert (await send(client, body({"fio.json": content}))).status_code == 201
    return database


async def in_rows(database: Database) -> dict[bytes, bytes]:
    """The originals that rows hold, unpacked here."""
    async with database.driver() as driver:
        found = await driver.fetch("select sha256, body_zstd from document where body_zstd is not null")
    return {row["sha256"]: zstd.decompress(row["body_zstd"]) for row in found}


async def wherever(database: Database, bucket: Bucket) -> dict[bytes, bytes]:
    """Every original from where its row says it is, read here."""
    places = await rows(database)
    in_store = {
        sha256: zstd.decompress(bucket.path(sha256).read_bytes())
        for sha256, (place, _) in places.items()
        if place == "s3"
    }
    return await in_rows(database) | in_store


async def test_they_go_there_and_come_back(seeded: Database, objects: S3Objects, bucket: Bucket) -> None:
    told: list[int] = []
    moved = await move(seeded, "s3", lambda moved: told.append(moved.documents))
    assert (moved.documents, moved.refused) == (10, 0)
    assert moved.size_bytes == sum(map(len, CONTENTS.values()))
    assert told == list(range(1, 11))
    assert await in_rows(seeded) == {}
    assert {file.name for file in bucket.files()} == {f"{sha256.hex()}.zst" for sha256 in CONTENTS}
    assert await wherever(seeded, bucket) == CONTENTS
    assert (await move(seeded, "s3", quiet)).documents == 0

    assert (await move(seeded, "postgres", quiet)).documents == 10
    assert await in_rows(seeded) == CONTENTS
    # A reader may have looked at the row just before: what nobody needs is for `clean`.
    assert len(bucket.files()) == 10
    checked = await check(seeded, quiet)
    assert (checked.whole, checked.young) == ({"postgres": 10, "s3": 0}, 10)


async def test_what_is_not_whole_is_named_and_stays(
    seeded: Database, objects: S3Objects, bucket: Bucket
) -> None:
    lost, damaged, rotten, *_ = CONTENTS
    async with seeded.driver() as driver:
        await driver.execute(
            "update document set body_zstd = $2 where sha256 = $1", rotten, zstd.compress(b"x")
        )
    moved = await move(seeded, "s3", quiet)
    assert (moved.documents, moved.refused) == (9, 1)
    assert moved.left[0][0] == rotten.hex()
    bucket.path(lost).unlink()
    bucket.path(damaged).write_bytes(zstd.compress(b"y"))
    (bucket.folder / "notes.txt").write_text("not ours")
    checked = await check(seeded, quiet)
    assert (checked.documents, checked.missing, checked.damaged, checked.foreign) == (10, 1, 2, 1)
    assert dict(checked.named) == {lost.hex(): "missing", damaged.hex(): "damaged", rotten.hex(): "damaged"}
    back = await move(seeded, "postgres", quiet)
    assert (back.documents, back.refused) == (7, 2)
    assert {name for name, _ in back.left} == {lost.hex(), damaged.hex()}


async def test_a_store_that_goes_away_half_way_costs_nothing(seeded: Database, bucket: Bucket) -> None:
    async with proxy_before(bucket.server) as proxy:
        seeded.objects = S3Objects(bucket.settings(proxy.port))
        proxy.answer = lambda *_: (
            refusal("403 Forbidden", "AccessDenied") if len(proxy.requests) > 9 else None
        )
        with pytest.raises(DocumentsAway):
            await move(seeded, "s3", quiet)
        assert 0 < len(await in_rows(seeded)) < 10
        assert await wherever(seeded, bucket) == CONTENTS
        proxy.answer = lambda *_: None
        await move(seeded, "s3", quiet)
    assert await in_rows(seeded) == {}
    assert await wherever(seeded, bucket) == CONTENTS


async def test_an_original_that_cannot_be_read_back_from_the_store_stays_in_its_row(
    seeded: Database, bucket: Bucket
) -> None:
    async with proxy_before(bucket.server) as proxy:
        seeded.objects = S3Objects(bucket.settings(proxy.port))
        # The store acknowledges what it is given and keeps nothing.
        proxy.answer = lambda method, _: (
            b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n" if method == "PUT" else None
        )
        moved = await move(seeded, "s3", quiet)
    assert (moved.documents, moved.refused) == (0, 10)
    assert await in_rows(seeded) == CONTENTS


@pytest.mark.quick(1)
@pytest.mark.parametrize("requests", [(6,), (1, 6, 7)])
async def test_killed_at_any_request_nothing_is_lost_and_the_next_one_goes_on(
    seeded: Database, bucket: Bucket, configured: Settings, requests: tuple[int, ...]
) -> None:
    assert configured.database_url is not None
    async with proxy_before(bucket.server) as proxy:
        given = variables(configured, bucket, proxy.port)
        for request in requests:
            proxy.requests.clear()
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-m", "fioboard.cli", "documents", "move", "--to", "s3"),
                env=environment(**given),
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.STDOUT,
            )

            def kills(*_: object, process: Any = process, request: int = request) -> None:
                if len(proxy.requests) >= request:
                    process.kill()

            proxy.answer = kills
            said, _ = await process.communicate()
            assert process.returncode == -9, said
            assert await wherever(seeded, bucket) == CONTENTS
        proxy.answer = lambda *_: None
        seeded.objects = S3Objects(bucket.settings())
        await move(seeded, "s3", quiet)
    assert await in_rows(seeded) == {}
    assert await wherever(seeded, bucket) == CONTENTS


def variables(configured: Settings, bucket: Bucket, port: int | None = None) -> dict[str, object]:
    """The settings of a command on this database and bucket."""
    assert configured.database_url is not None
    return {
        "database_url": configured.database_url.get_secret_value(),
        "documents": bucket.settings(port).documents,
        "documents_key_id": KEY,
        "documents_secret": SECRET,
    }


async def test_the_commands_say_what_they_did(seeded: Database, bucket: Bucket, configured: Settings) -> None:
    given = variables(configured, bucket)

    async def command(*words: str) -> tuple[int, str]:
        done = await asyncio.to_thread(lambda: fioboard("documents", *words, **given))
        return done.returncode, done.stdout + done.stderr

    code, text = await command("move", "--to", "s3")
    assert (code, text[:20]) == (0, "10 originals moved (")
    gone = bucket.files()[0]
    gone.unlink()
    code, text = await command("check")
    assert code == 1
    assert f"{gone.stem}: missing\n" in text
    assert "10 originals: 0 whole in PostgreSQL, 9 whole in the object store, 1 missing, 0 damaged" in text
    given["documents_secret"] = "wrong"
    code, text = await command("clean")
    assert code == 1
    assert "The store of originals cannot be reached" in text
    assert "Traceback" not in text
    given = {"database_url": given["database_url"]}
    assert (await command("move", "--to", "postgres"))[0] == 2
