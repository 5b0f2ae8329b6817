"""Connections that never send their headers end, and keep nobody else out."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from fioboard.cli import connection
from fioboard.cli.connection import half_open
from tests.factories.real_server import exchange, served

pytestmark = pytest.mark.anyio
HEALTH = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"
BEGUN = b"GET /healthz HTTP/1.1\r\nhost: local"


@asynccontextmanager
async def begun(port: int, number: int) -> AsyncIterator[list[asyncio.StreamReader]]:
    """That many connections which have sent half of their headers."""
    pairs = [await asyncio.open_connection("127.0.0.1", port) for _ in range(number)]
    for _, writer in pairs:
        writer.write(BEGUN)
    try:
        yield [reader for reader, _ in pairs]
    finally:
        for _, writer in pairs:
            writer.close()


async def is_ended(reader: asyncio.StreamReader) -> bool:
    try:
        return await asyncio.wait_for(reader.read(), 60) == b""
    except ConnectionError:
        return True


async def test_headers_that_do_not_come_end_the_connection(app: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "HEADERS_S", 0.3)
    async with served(app) as service:
        async with begun(service.port, 3) as readers:
            assert [await is_ended(reader) for reader in readers] == [True] * 3
        reader, writer = await asyncio.open_connection("127.0.0.1", service.port)
        assert await is_ended(reader)  # of one that sent nothing at all, too
        writer.close()
        assert len(half_open) == 0


async def test_the_second_request_of_a_connection_has_no_longer(
    app: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "HEADERS_S", 0.5)
    async with served(app) as service:
        reader, writer = await asyncio.open_connection("127.0.0.1", service.port)
        writer.write(HEALTH.replace(b"connection: close\r\n", b""))
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200")
        writer.write(BEGUN)
        assert b"HTTP" not in await asyncio.wait_for(reader.read(), 60)
        writer.close()


@pytest.mark.nightly
async def test_many_of_one_address_leave_health_checks_served(
    app: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "MAX_OF_NETWORK", 20)
    async with served(app) as service, begun(service.port, 300):
        for _ in range(20):
            status, _ = await asyncio.wait_for(exchange(service.port, HEALTH), 60)
            assert status == 200
        assert len(half_open) <= 20


async def test_the_oldest_ends_when_all_networks_together_are_too_many(
    app: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "MAX_IN_ALL", 5)
    async with served(app) as service, begun(service.port, 8) as readers:
        assert [await is_ended(reader) for reader in readers[:3]] == [True] * 3
        assert len(half_open) == 5


async def test_headers_without_an_end_are_cut_off(app: Any) -> None:
    async with served(app) as service:
        reader, writer = await asyncio.open_connection("127.0.0.1", service.port)
        writer.write(b"GET / HTTP/1.1\r\n" + b"x: " + b"y" * 200_000)
        assert await is_ended(reader)
        writer.close()


async def test_fifty_that_wait_for_their_answers_are_not_counted(app: Any) -> None:
    upload = (
        b"POST /api/v1/uploads HTTP/1.1\r\nhost: localhost\r\ncontent-type: multipart/form-data; boundary=x\r\n"
        b"content-length: 100000\r\n\r\n"
    )
    async with served(app) as service:
        pairs = [await asyncio.open_connection("127.0.0.1", service.port) for _ in range(50)]
        for _, writer in pairs:
            writer.write(upload)
        status, _ = await exchange(service.port, HEALTH)
        assert status == 200
        assert len(half_open) == 0
        for _, writer in pairs:
            writer.close()
