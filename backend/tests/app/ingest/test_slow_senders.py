"""Whoever sends slowly waits for nobody but himself (S6 of the field report; B8)."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from httpx2 import AsyncClient

from fioboard.app.ingest import body as request_body
from fioboard.app.ingest import upload_limiter
from fioboard.core.database import Database
from fioboard.core.errors import SlowBody
from tests.conftest import token_for
from tests.factories.real_server import served
from tests.factories.upload import body, manifest

pytestmark = pytest.mark.anyio
SLOW = 60
HONEST = 12
URL = "/api/v1/uploads"


@asynccontextmanager
async def half_sent(port: int, token: str, number: int) -> AsyncIterator[list[asyncio.StreamReader]]:
    """That many uploads whose bodies have begun and do not come to an end."""
    data, headers = body()
    # The server says 100 when it begins to take the body.
    lines = {"host": "testserver", "authorization": f"Bearer {token}", "expect": "100-continue", **headers}
    lines["content-length"] = str(len(data))
    head = f"POST {URL} HTTP/1.1\r\n" + "".join(f"{k}: {v}\r\n" for k, v in lines.items()) + "\r\n"
    connections = [await asyncio.open_connection("127.0.0.1", port) for _ in range(number)]
    try:
        for _, writer in connections:
            writer.write(head.encode() + data[:100])
        yield [reader for reader, _ in connections]
    finally:
        for _, writer in connections:
            writer.close()
            await writer.wait_closed()


async def send(address: str, token: str, host: str) -> int:
    """One honest upload; its status."""
    files = {"fio.json": b"{}"}
    data, headers = body(files, manifest(files, host={"id": f"host-{host:0>8}", "name": host}))
    async with AsyncClient(base_url=address) as client:
        answer = await client.post(
            URL,
            content=data,
            headers=headers | {"authorization": f"Bearer {token}", "host": "testserver"},
            timeout=60,
        )
    return answer.status_code


@pytest.mark.nightly
async def test_sixty_slow_uploads_with_a_valid_token_starve_nobody_else(app: Any, database: Database) -> None:
    slow, honest = await token_for(database, "upload"), await token_for(database, "upload")
    async with served(app) as service, half_sent(service.port, slow, SLOW) as unanswered:
        await service.wait_for_requests(SLOW)
        address = f"http://127.0.0.1:{service.port}"
        statuses = await asyncio.gather(*(send(address, honest, str(number)) for number in range(HONEST)))
        assert statuses == [201] * HONEST
        assert not any(reader.at_eof() for reader in unanswered)  # they were at it all the while


async def test_more_than_a_callers_turns_are_refused_not_kept_waiting_for_ever(
    app: Any, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upload_limiter, "MAX_WAIT_S", 0.2)
    token = await token_for(database, "upload")
    async with (
        served(app) as service,
        half_sent(service.port, token, upload_limiter.MAX_BODIES_PER_CALLER) as begun,
    ):
        for reader in begun:
            await reader.readuntil(b"100 Continue\r\n\r\n")
        assert await send(f"http://127.0.0.1:{service.port}", token, "late") == 429


async def test_a_body_that_would_take_for_ever_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    class Trickle:
        async def stream(self) -> AsyncIterator[bytes]:
            while True:
                await asyncio.sleep(0)
                yield b"x" * 100_000

    monkeypatch.setattr(request_body, "MAX_BODY_S", 0.05)
    with pytest.raises(SlowBody):
        async for _ in request_body.pieces(Trickle(), 10**12):  # type: ignore[arg-type] # only its stream is read
            pass
