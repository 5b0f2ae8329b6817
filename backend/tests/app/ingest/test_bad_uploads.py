"""Bad uploads: each gets the stated answer and changes nothing (threat-model section 6; ids in the test names)."""

import gzip
import hashlib
from functools import cache
from typing import Any

import orjson
import pytest
from backports import zstd
from httpx2 import AsyncClient

from fioboard.core.config import Settings
from fioboard.core.database import Database
from tests.app.ingest.test_uploads import counts, send
from tests.factories.fio_output import output
from tests.factories.upload import BOUNDARY, body, inventory, manifest, part
from tests.loops import check_each

pytestmark = pytest.mark.anyio
MIB = 1024 * 1024
END = f"--{BOUNDARY}--\r\n".encode()
MULTIPART = {"content-type": f"multipart/form-data; boundary={BOUNDARY}"}


def about(**fields: Any) -> bytes:
    return orjson.dumps(manifest({"fio.json": output()}, **fields))


GOOD_FILE = part("file", output(), "fio.json")


@cache
def bad_uploads() -> dict[str, tuple[bytes, dict[str, str], int, str]]:
    """Content, headers, and the status and error of the answer; made when a test runs, as two of them are large."""
    return {
        "B2_not_multipart": (b"{}", {"content-type": "application/json"}, 415, "UnsupportedMediaType"),
        "B3_whole_body_encoded": (
            b"x", MULTIPART | {"content-encoding": "gzip"}, 415, "UnsupportedEncoding",
        ),
        "B3_part_in_unknown_encoding": (
            part("manifest", about()) + part("file", b"x", "fio.json", "br") + END, MULTIPART, 415, "UnsupportedEncoding",
        ),
        "B5_gzip_bomb": (
            part("manifest", about()) + part("file", gzip.compress(bytes(200 * MIB)), "fio.json", "gzip") + END,
            MULTIPART, 413, "TooLarge",
        ),
        "B5_zstd_bomb": (
            part("manifest", about()) + part("file", zstd.compress(bytes(1024 * MIB)), "fio.json", "zstd") + END,
            MULTIPART, 413, "TooLarge",
        ),
        "B6_truncated_gzip": (
            part("manifest", about()) + part("file", gzip.compress(output())[:-9], "fio.json", "gzip") + END,
            MULTIPART, 400, "BadEncoding",
        ),
        "B6_bytes_behind_gzip": (
            part("manifest", about()) + part("file", gzip.compress(output()) + b"x", "fio.json", "gzip") + END,
            MULTIPART, 400, "BadEncoding",
        ),
        "B6_corrupt_zstd": (
            part("manifest", about()) + part("file", b"\x28\xb5\x2f\xfdjunk", "fio.json", "zstd") + END,
            MULTIPART, 400, "BadEncoding",
        ),
        "B6_truncated_zstd": (
            part("manifest", about()) + part("file", zstd.compress(output())[:-3], "fio.json", "zstd") + END,
            MULTIPART, 400, "BadEncoding",
        ),
        "B9_no_manifest": (GOOD_FILE + END, MULTIPART, 422, "BadManifest"),
        "B9_two_manifests": (
            part("manifest", about()) * 2 + GOOD_FILE + END, MULTIPART, 422, "BadManifest",
        ),
        "B9_unclosed": (part("manifest", about()) + GOOD_FILE, MULTIPART, 400, "BadMultipart"),
        "B9_listed_but_missing": (part("manifest", about()) + END, MULTIPART, 422, "BadManifest"),
        "B9_sent_but_not_listed": (
            part("manifest", about()) + GOOD_FILE + part("file", b"x", "more.json") + END, MULTIPART, 422, "BadManifest",
        ),
        "B9_file_twice": (
            part("manifest", about()) + GOOD_FILE * 2 + END, MULTIPART, 422, "BadManifest",
        ),
        "B9_five_thousand_parts": (part("file", b"x", "f") * 5000 + END, MULTIPART, 413, "TooMany"),
        "B9_manifest_not_json": (part("manifest", b"hello") + GOOD_FILE + END, MULTIPART, 422, "BadManifest"),
        "B30_key_not_a_uuid": (
            part("manifest", about(upload_key="1")) + GOOD_FILE + END, MULTIPART, 422, "BadManifest",
        ),
        "B30_key_nil": (
            part("manifest", about(upload_key="00000000-0000-0000-0000-000000000000")) + GOOD_FILE + END,
            MULTIPART, 422, "BadManifest",
        ),
        "B30_label_too_long": (
            part("manifest", about(labels={"a": "x" * 257})) + GOOD_FILE + END, MULTIPART, 422, "BadManifest",
        ),
        "B30_label_key_with_space": (
            part("manifest", about(labels={"a b": "x"})) + GOOD_FILE + END, MULTIPART, 422, "BadManifest",
        ),
        "B34_huge_number_in_manifest": (
            part("manifest", about().replace(b'"exit_code":0', b'"exit_code":1e131071')) + GOOD_FILE + END,
            MULTIPART, 422, "BadManifest",
        ),
        "B34_huge_number_in_inventory": (
            part("manifest", about()) + part("inventory", b'{"a":1e131071}') + GOOD_FILE + END,
            MULTIPART, 422, "BadManifest",
        ),
        "B18_deep_inventory": (
            part("manifest", about()) + part("inventory", b'{"a":' + b"[" * 200 + b"]" * 200 + b"}") + GOOD_FILE + END,
            MULTIPART, 422, "BadManifest",
        ),
        "inventory_not_an_object": (
            part("manifest", about()) + part("inventory", b"[]") + GOOD_FILE + END, MULTIPART, 422, "BadManifest",
        ),
    }  # fmt: skip


@check_each("name", bad_uploads)
async def test_bad_upload(name: str, client: AsyncClient, database: Database) -> None:
    content, headers, status, error = bad_uploads()[name]
    before = await counts(database)
    answer = await send(client, (content, headers))
    assert (answer.status_code, answer.json()["error"]) == (status, error), answer.text
    said = answer.json()
    assert set(said) == {"error", "detail", "retryable", "request_id", "problems"}
    assert len(answer.content) < 16 * 1024
    after = await counts(database)
    after.pop("refused_upload"), before.pop("refused_upload")
    assert after == before


async def test_wrong_digest_is_refused_for_now(client: AsyncClient, database: Database) -> None:
    before = await counts(database)
    content, headers = body({"fio.json": output()})
    damaged = content.replace(b"randread", b"randreaD")
    answer = await send(client, (damaged, headers))
    assert (answer.status_code, answer.json()["error"], answer.json()["retryable"]) == (
        400,
        "DigestMismatch",
        True,
    )
    assert await counts(database) == before


async def test_announced_size_beyond_the_limit_is_refused_at_once(
    client: AsyncClient, configured: Settings
) -> None:
    answer = await client.post(
        "/api/v1/uploads",
        content=b"",
        headers=MULTIPART | {"content-length": str(configured.max_upload_bytes * 3)},
    )
    assert (answer.status_code, answer.json()["error"]) == (413, "TooLarge")


async def test_strings_that_postgresql_cannot_hold_are_made_harmless(client: AsyncClient) -> None:
    files = {"fio\x00.json": output()}
    listed = manifest({"fio.json": files["fio\x00.json"]}, title="nul \x00 and \ud83d", labels={"a": "\x00"})
    encoded = orjson.dumps(listed | {"title": "nul \x00"})
    content = (
        part("manifest", encoded) + part("inventory", orjson.dumps(inventory(note="\x00"))) + GOOD_FILE + END
    )
    answer = await send(client, (content, MULTIPART))
    assert answer.status_code == 201, answer.text
    run = (await client.get(f"/api/v1/runs/{answer.json()['id']}")).json()
    assert run["title"] == "nul \ufffd"
    assert run["labels"] == {"a": "\ufffd"}


async def test_refusals_are_told_on_the_hosts_page(client: AsyncClient) -> None:
    files = {"fio.json": output()}
    await send(client, body(files))
    unlisted = part("file", b"x", "more.json")
    content = part("manifest", orjson.dumps(manifest(files))) + GOOD_FILE + unlisted + END
    assert (await send(client, (content, MULTIPART))).status_code == 422
    [host] = (await client.get("/api/v1/hosts")).json()["items"]
    assert host["refused_uploads"] == 1


async def test_unknown_fields_of_newer_agents_are_kept(client: AsyncClient, database: Database) -> None:
    files = {"fio.json": output()}
    answer = await send(client, body(files, manifest(files, weather="fine")))
    assert answer.status_code == 201
    async with database.driver() as driver:
        stored = orjson.loads(await driver.fetchval("select manifest from upload"))
    assert stored["weather"] == "fine"
    assert stored["files"][0]["sha256"] == hashlib.sha256(files["fio.json"]).hexdigest()
