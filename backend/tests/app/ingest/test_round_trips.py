"""What an upload asks PostgreSQL, and what is answered where there is no room."""

from typing import Any

import pytest
from asyncpg import Connection
from httpx2 import AsyncClient

from fioboard.core.database import Database
from fioboard.core.errors import StorageFull
from fioboard.core.storage import Storage
from tests.app.ingest.test_uploads import send
from tests.factories.fio_output import output
from tests.factories.upload import body, manifest

pytestmark = pytest.mark.anyio


FILES = {"fio.json": output()}


def an_upload() -> tuple[bytes, dict[str, str]]:
    return body(FILES, manifest(FILES))


async def test_an_upload_of_a_known_host_is_two_questions(
    client: AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (await send(client, an_upload())).status_code == 201
    asked: list[str] = []

    def counting(name: str) -> None:
        plain = getattr(Connection, name)

        async def counted(connection: Any, query: str, *values: Any, **options: Any) -> Any:
            asked.append(" ".join(query.split())[:60])
            return await plain(connection, query, *values, **options)

        monkeypatch.setattr(Connection, name, counted)

    for name in ("fetch", "fetchrow", "fetchval", "execute"):
        counting(name)
    assert (await send(client, an_upload())).status_code == 201
    # Whose token it is; the upload with all its rows.
    assert len(asked) == 2, asked


async def test_what_is_stored_is_answered_for_without_room_and_nothing_else_is(
    client: AsyncClient, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored, new = an_upload(), an_upload()
    first = await send(client, stored)
    assert first.status_code == 201

    def full(_self: Storage, more_bytes: int = 0) -> None:
        raise StorageFull("full", retry_after_s=1)

    monkeypatch.setattr(Storage, "require_room", full)
    again = await send(client, stored)
    assert (again.status_code, again.json()["id"]) == (200, first.json()["id"])
    refused = await send(client, new)
    assert (refused.status_code, refused.json()["error"]) == (507, "StorageFull")
    other = {"fio.json": b"{}"}
    key = str(again.json()["upload_key"])
    reused = await send(client, body(other, manifest(other, upload_key=key)))
    assert (reused.status_code, reused.json()["error"]) == (409, "UploadKeyReused")
    async with database.driver() as driver:
        assert await driver.fetchval("select count(*) from upload") == 1
