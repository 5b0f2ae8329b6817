"""An S3 bucket, whoever runs it, as a store of originals: few connections, short limits, an answer or an error."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import timedelta
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

import obstore
import structlog
from obstore.exceptions import BaseError
from obstore.store import S3Store
from prometheus_client import Counter, Histogram

from fioboard import __version__
from fioboard.core.config import Settings
from fioboard.core.objects import DocumentDamaged, DocumentMissing, DocumentsAway, State, StoredObject
from fioboard.core.store_address import read_store_address
from fioboard.documents.originals import most_bytes

if TYPE_CHECKING:
    from obstore import ObjectMeta  # there for type checkers only

T = TypeVar("T")
CONNECTIONS = 8
CONNECT_S = 3
# Of one try, and of all tries with the wait for a connection: below what an agent waits for an answer.
ANSWER_S = 8
OPERATION_S = 15
RETRIES = 2
RETRY_AFTER_S = 30
PAGE = 1000
STATE_KEPT_S = 15.0
STATE_S = 3.0
_NAME = re.compile(r"([0-9a-f]{2})/(\1[0-9a-f]{62})\.zst")
# What another's error says in its first line; the lines after it are for programmers.
MAX_REASON = 300

REQUESTS = Counter(
    "fioboard_document_store_requests",
    "Requests to the store of originals, by what became of them",
    ["operation", "outcome"],
)
DURATION = Histogram(
    "fioboard_document_store_seconds",
    "How long the store of originals took, failed requests too",
    ["operation"],
)
# From the beginning, so that the first failure is a step from 0, and not a line that begins at 1.
for _operation in ("put", "get", "head", "delete", "list"):
    DURATION.labels(_operation)
    for _outcome in ("done", "absent", "failed"):
        REQUESTS.labels(_operation, _outcome)
log = structlog.get_logger()


def name_of(sha256: bytes) -> str:
    """What the object of a digest is called, below the prefix."""
    digest = sha256.hex()
    return f"{digest[:2]}/{digest}.zst"


class S3Objects:
    """The bucket of the settings. Connects when it is first asked."""

    def __init__(self, settings: Settings) -> None:
        address = read_store_address(settings.documents or "")
        self.shown = str(address)
        ca_file = settings.documents_ca_file
        self._store = S3Store(
            address.bucket,
            prefix=address.prefix or None,
            config={
                "region": address.region,
                "checksum_algorithm": "SHA256",
                "disable_bulk_delete": True,
                **({"endpoint": address.endpoint} if address.endpoint else {}),
                **({"access_key_id": settings.documents_key_id} if settings.documents_key_id else {}),
                **({"secret_access_key": secret} if (secret := settings.documents_key_secret()) else {}),
            },
            client_options={
                # Which ones may be http was decided with the settings.
                "allow_http": (address.endpoint or "").startswith("http:"),
                "connect_timeout": timedelta(seconds=CONNECT_S),
                "timeout": timedelta(seconds=ANSWER_S),
                "pool_max_idle_per_host": str(CONNECTIONS),
                "user_agent": f"fioboard/{__version__}",
                **({"root_certificate": ca_file.read_bytes()} if ca_file else {}),
            },
            retry_config={"max_retries": RETRIES, "retry_timeout": timedelta(seconds=ANSWER_S)},
        )
        self._turns = asyncio.Semaphore(CONNECTIONS)
        self._state: State = "reachable"
        self._asked_at = -STATE_KEPT_S

    async def put(self, sha256: bytes, frame: bytes) -> None:
        """As `Objects` says."""
        await self._ask(
            "put", lambda: obstore.put_async(self._store, name_of(sha256), frame, use_multipart=False)
        )

    async def get(self, sha256: bytes) -> bytes:
        """As `Objects` says."""

        async def read() -> bytes:
            answer = await obstore.get_async(self._store, name_of(sha256))
            if answer.meta["size"] > most_bytes():
                raise DocumentDamaged
            frame = bytearray()
            async for piece in answer.stream():
                frame += piece
                if len(frame) > most_bytes():
                    raise DocumentDamaged
            return bytes(frame)

        try:
            return await self._ask("get", read)
        except FileNotFoundError:
            raise DocumentMissing from None

    async def find(self, sha256: bytes) -> StoredObject | None:
        """As `Objects` says."""
        try:
            meta = await self._ask("head", lambda: obstore.head_async(self._store, name_of(sha256)))
        except FileNotFoundError:
            return None
        return _stored(meta)

    async def delete(self, sha256: bytes) -> None:
        """As `Objects` says."""
        try:
            await self._ask("delete", lambda: obstore.delete_async(self._store, name_of(sha256)))
        except FileNotFoundError:
            return

    async def list(self) -> AsyncIterator[list[StoredObject]]:
        """As `Objects` says."""
        pages = obstore.list(self._store, chunk_size=PAGE)
        while page := await self._ask("list", lambda: anext(pages, None)):
            yield [_stored(meta) for meta in page]

    async def state(self) -> State:
        """As `Objects` says: a HEAD of an object that never is there."""
        if monotonic() - self._asked_at >= STATE_KEPT_S:
            self._asked_at = monotonic()
            try:
                async with asyncio.timeout(STATE_S):
                    await self.find(bytes(32))
                self._state = "reachable"
            except (DocumentsAway, TimeoutError):
                self._state = "away"
        return self._state

    async def _ask(self, operation: str, request: Callable[[], Awaitable[T]]) -> T:
        """Raises DocumentsAway, and FileNotFoundError where the store answers that nothing is there."""
        outcome = "failed"
        began = monotonic()
        try:
            async with asyncio.timeout(OPERATION_S), self._turns:
                answer = await request()
            outcome = "done"
        except FileNotFoundError as error:
            # A bucket that is not there is said like an object that is not.
            if "NoSuchBucket" in str(error):
                raise self._away(operation, error) from error
            outcome = "absent"
            raise
        except (BaseError, OSError, ValueError) as error:  # TimeoutError is an OSError
            raise self._away(operation, error) from error
        finally:
            REQUESTS.labels(operation, outcome).inc()
            DURATION.labels(operation).observe(monotonic() - began)
        return answer

    def _away(self, operation: str, error: Exception) -> DocumentsAway:
        reason = (str(error).partition("\n")[0] or f"no answer within {OPERATION_S} s")[:MAX_REASON]
        log.warning("store of originals", operation=operation, error=type(error).__name__, reason=reason)
        return DocumentsAway(retry_after_s=RETRY_AFTER_S)


def _stored(meta: "ObjectMeta") -> StoredObject:
    name = _NAME.fullmatch(meta["path"])
    sha256 = bytes.fromhex(name[2]) if name else None
    return StoredObject(meta["path"], sha256, meta["size"], meta["last_modified"])
