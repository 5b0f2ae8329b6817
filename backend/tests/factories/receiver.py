"""Receivers of messages on this machine: what they take, and how they fail."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

Talk = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@asynccontextmanager
async def listening(talk: Talk) -> AsyncIterator[int]:
    """A server on a port of its own; connections that break are nobody's error."""

    async def guarded(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await talk(reader, writer)
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(guarded, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()


class Receiver:
    """An HTTP receiver that honours the idempotency key; `answer` is its status line and headers."""

    def __init__(self, answer: str = "200 OK\r\n", body: bytes = b"") -> None:
        self.answer = answer
        self.body = body
        self.requests: list[tuple[dict[str, str], bytes]] = []
        self.told: dict[str, bytes] = {}
        self.pause_s = 0.0

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One request."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")[1:]
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in head) if name}
        body = await reader.readexactly(int(headers.get("content-length", 0)))
        self.requests.append((headers, body))
        self.told.setdefault(headers.get("idempotency-key", ""), body)
        await self.before_answer()
        length = f"content-length: {len(self.body)}\r\nconnection: close\r\n\r\n"
        writer.write(f"HTTP/1.1 {self.answer}{length}".encode() + self.body)
        await writer.drain()
        await self.after_answer()

    async def before_answer(self) -> None:
        """The message is there, its sender does not know that yet."""
        await asyncio.sleep(self.pause_s)

    async def after_answer(self) -> None:
        """The sender may know it now."""


async def hang(reader: asyncio.StreamReader, _writer: asyncio.StreamWriter) -> None:
    """Takes all and never answers."""
    await reader.read()
