"""The service on a real socket, in the test's own event loop: for what depends on bytes and on their timing."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import uvicorn

from fioboard.cli.connection import BoundedConnection
from fioboard.core.peers import read_proxies


@dataclass(frozen=True, slots=True)
class Served:
    """A running server on the loopback address."""

    port: int
    server: uvicorn.Server

    async def wait_for_requests(self, number: int) -> None:
        """Returns when that many are being answered."""
        while len(self.server.server_state.tasks) < number:  # noqa: ASYNC110 -- no event for it
            await asyncio.sleep(0.01)


@asynccontextmanager
async def served(app: Any, proxies: str = "") -> AsyncIterator[Served]:
    """As cli/worker.py runs it, without lifespan; `proxies` as FIOBOARD_TRUSTED_PROXIES spells them."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=256)
    config = uvicorn.Config(
        app,
        http=BoundedConnection,
        ws="none",
        lifespan="off",
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=read_proxies(proxies),
    )
    server = uvicorn.Server(config)
    config.load()
    server.lifespan = config.lifespan_class(config)
    await server.startup(sockets=[listener])
    try:
        yield Served(int(listener.getsockname()[1]), server)
    finally:
        await server.shutdown(sockets=[listener])


async def exchange(port: int, request: bytes) -> tuple[int, bytes]:
    """Sends these bytes on a connection of their own; status and everything that came back."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(request)
        await writer.drain()
        answer = await reader.read()
    finally:
        writer.close()
    return int(answer.split(b" ", 2)[1]), answer
