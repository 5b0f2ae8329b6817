"""Reading a request's body: bounded in size and time, decompressed in steps, never more in memory than allowed."""

import asyncio
import time
from collections.abc import AsyncIterator

from fastapi import Request
from starlette.requests import ClientDisconnect

from fioboard.app.ingest import sentences
from fioboard.core.block_size import describe_size
from fioboard.core.compression import inflater
from fioboard.core.errors import SlowBody, TooLarge

# A body may take 60 s, and up to ten minutes while it keeps coming at 1 KiB/s or more; no single wait beyond 30 s.
FREE_S = 60.0
MIN_BYTES_PER_S = 1024
MAX_BODY_S = 600.0
MAX_WAIT_S = 30.0
# Compressed bytes allowed: a quarter of the decompressed limit.
COMPRESSED_SHARE = 4


def require_length(request: Request, limit_bytes: int) -> None:
    """Refuses at once what announces itself as too large (B4)."""
    announced = request.headers.get("content-length", "")
    if announced.isdigit() and int(announced) > limit_bytes:
        raise TooLarge(
            sentences.BODY_TOO_LARGE(announced=describe_size(int(announced)), most=describe_size(limit_bytes))
        )


async def pieces(request: Request, limit_bytes: int) -> AsyncIterator[bytes]:
    """The raw body as it arrives. Raises TooLarge beyond the limit, SlowBody when it crawls or breaks off."""
    started = time.monotonic()
    received = 0
    stream = request.stream()
    while True:
        try:
            async with asyncio.timeout(MAX_WAIT_S):
                piece = await anext(stream)
        except StopAsyncIteration:
            return
        except (TimeoutError, ClientDisconnect):
            raise SlowBody from None
        received += len(piece)
        if received > limit_bytes:
            raise TooLarge
        elapsed = time.monotonic() - started
        if elapsed > MAX_BODY_S or (elapsed > FREE_S and received < elapsed * MIN_BYTES_PER_S):
            raise SlowBody
        yield piece


async def whole(request: Request, limit_bytes: int) -> bytes:
    """The decoded body of an import: Content-Encoding undone, both sizes limited."""
    encoding = request.headers.get("content-encoding")
    decoder = inflater(encoding, limit_bytes)
    wire_limit = limit_bytes if encoding is None else limit_bytes // COMPRESSED_SHARE
    require_length(request, wire_limit)
    out = bytearray()
    async for piece in pieces(request, wire_limit):
        for got in decoder.feed(piece):
            out += got
    decoder.finish()
    return bytes(out)
