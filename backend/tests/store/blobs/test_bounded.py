"""What a store answers is read to a limit, packed and unpacked."""

import asyncio
import random
import resource
from collections.abc import Awaitable, Callable
from hashlib import sha256
from time import monotonic

import pytest

from fioboard.core.compression import zstd
from fioboard.core.config import Settings
from fioboard.core.objects import DocumentDamaged, DocumentsAway
from fioboard.store.blobs import get, s3, s3_requests
from fioboard.store.blobs.get import fetched
from fioboard.store.blobs.s3 import S3Objects
from tests.factories.receiver import Receiver, listening

pytestmark = pytest.mark.anyio
HEAD = '200 OK\r\nlast-modified: Sat, 28 Nov 2026 09:00:00 GMT\r\netag: "x"\r\n'
LIMIT = 8_000_000


def store(port: int) -> S3Objects:
    address = f"s3://bucket/originals?endpoint=http://127.0.0.1:{port}"
    return S3Objects(Settings(documents=address, documents_key_id="key", documents_secret="secret"))  # type: ignore[arg-type] # as read from an environment, checked by pydantic


@pytest.fixture
def grown_kib(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    monkeypatch.setattr(get, "most_bytes", lambda: LIMIT)
    monkeypatch.setattr(s3, "most_bytes", lambda: LIMIT)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before


@pytest.mark.nightly
async def test_an_answer_that_unpacks_to_far_more_is_unpacked_to_the_limit_only(
    grown_kib: Callable[[], int],
) -> None:
    bomb = Receiver(HEAD, body=_frame_of_zeros(2_200_000_000))
    assert len(bomb.body) < 300_000
    async with listening(bomb.talk) as port:
        with pytest.raises(DocumentDamaged):
            await fetched(store(port), bytes(32))
    assert grown_kib() < 60_000


async def test_an_original_below_the_limit_is_read_whole(grown_kib: Callable[[], int]) -> None:
    content = random.Random(3).randbytes(3_000_000)
    async with listening(Receiver(HEAD, body=zstd.compress(content)).talk) as port:
        frame, read = await fetched(store(port), sha256(content).digest())
    assert (frame, read) == (zstd.compress(content), content)
    assert grown_kib() < 60_000


Ask = Callable[[S3Objects], Awaitable[object]]
ENDLESS: dict[str, tuple[str, Ask, type[Exception]]] = {
    "an object": (HEAD, lambda store: fetched(store, bytes(32)), DocumentDamaged),
    "a list": ("200 OK\r\n", lambda store: anext(store.list()), DocumentsAway),
    "an error": ("403 Forbidden\r\n", lambda store: store.put(bytes(32), b"x"), DocumentsAway),
    "an error of a list": ("500 Internal Server Error\r\n", lambda store: anext(store.list()), DocumentsAway),
}


@pytest.mark.parametrize("what", ENDLESS)
async def test_an_answer_that_is_too_long_is_not_read(grown_kib: Callable[[], int], what: str) -> None:
    head, ask, refusal = ENDLESS[what]
    written = 0

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal written
        await reader.readuntil(b"\r\n\r\n")
        writer.write(f"HTTP/1.1 {head}content-length: 6000000000\r\n\r\n".encode())
        while True:
            writer.write(bytes(65536))
            await writer.drain()
            written += 65536

    began = monotonic()
    async with listening(talk) as port:
        with pytest.raises(refusal):
            await ask(store(port))
    assert monotonic() - began < s3_requests.ANSWER_S
    assert written < 100_000_000
    assert grown_kib() < 60_000


REDIRECTED: dict[str, Ask] = {
    "get": lambda store: store.get(bytes(32)),
    "put": lambda store: store.put(bytes(32), b"an original"),
    "head": lambda store: store.find(bytes(32)),
    "delete": lambda store: store.delete(bytes(32)),
    "list": lambda store: anext(store.list()),
}


@pytest.mark.nightly
async def test_a_redirect_is_not_followed() -> None:
    elsewhere = Receiver(HEAD)
    async with listening(elsewhere.talk) as other:
        for status in ("301 Moved", "307 Temporary Redirect", "308 Permanent Redirect"):
            moved = Receiver(f"{status}\r\nlocation: http://127.0.0.1:{other}/bucket/x\r\n")
            async with listening(moved.talk) as port:
                for ask in REDIRECTED.values():
                    with pytest.raises(DocumentsAway):
                        await ask(store(port))
            assert len(moved.requests) == len(REDIRECTED)
    assert elsewhere.requests == []


def _frame_of_zeros(size_bytes: int) -> bytes:
    """A zstd frame that unpacks to that many zeros, made piece by piece."""
    packer = zstd.ZstdCompressor()
    pieces = [packer.compress(bytes(1_000_000)) for _ in range(size_bytes // 1_000_000)]
    return b"".join([*pieces, packer.flush()])
