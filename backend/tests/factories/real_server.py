"""The service on a real socket, in the test's own event loop: for what depends on bytes and on their timing."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import uvicorn


@asynccontextmanager
async def served(app: Any) -> AsyncIterator[int]:
    """Yields the port on the loopback address; as commands/worker.py runs it, without lifespan."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=256)
    config = uvicorn.Config(
        app,
        http="httptools",
        ws="none",
        lifespan="off",
        access_log=False,
        log_config=None,
        server_header=False,
    )
    server = uvicorn.Server(config)
    config.load()
    server.lifespan = config.lifespan_class(config)
    await server.startup(sockets=[listener])
    try:
        yield int(listener.getsockname()[1])
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
