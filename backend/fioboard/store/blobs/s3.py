"""An S3 bucket, whoever runs it, as a store of originals: few connections, short limits, an answer or an error."""

import asyncio
import re
from base64 import b64encode
from collections.abc import AsyncIterator
from datetime import datetime
from email.utils import parsedate_to_datetime
from hashlib import sha256 as digest
from time import monotonic
from xml.etree.ElementTree import Element

import structlog
from prometheus_client import Counter, Histogram

from fioboard.core.config import Settings
from fioboard.core.objects import DocumentDamaged, DocumentMissing, DocumentsAway, State, StoredObject
from fioboard.core.store_address import read_store_address
from fioboard.engine.formats.fio.foreign.xml_document import read_xml
from fioboard.engine.formats.fio.model.errors import NotUnderstood, TooDeep, TooMany
from fioboard.engine.formats.fio.model.limits import Limits
from fioboard.store.blobs import sentences
from fioboard.store.blobs.get import most_bytes
from fioboard.store.blobs.s3_requests import CONNECTIONS, Answer, AnswerTooLong, RequestFailed, S3Requests

# Of all tries with the wait for a connection.
OPERATION_S = 15
RETRY_AFTER_S = 30
PAGE = 1000
# A name has at most 1,024 bytes, and what else is said of an object less than that.
MAX_LIST_BYTES = 2 * 1024 * PAGE
LIST_LIMITS = Limits(max_values=32 * PAGE, max_depth=8)
STATE_KEPT_S = 15.0
STATE_S = 3.0
_NAME = re.compile(r"([0-9a-f]{2})/(\1[0-9a-f]{62})\.zst")
_CODE = re.compile(rb"<Code>(\w{1,64})</Code>")
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


def build_object_name(sha256: bytes) -> str:
    """Build the name of a digest's object, below the prefix."""
    digest = sha256.hex()
    return f"{digest[:2]}/{digest}.zst"


class S3Objects:
    """The bucket of the settings. Connects when it is first asked."""

    def __init__(self, settings: Settings) -> None:
        address = read_store_address(settings.documents or "")
        self.shown = str(address)
        secret = settings.documents_key_secret()
        key = (settings.documents_key_id, secret) if settings.documents_key_id and secret else None
        self._requests = S3Requests(address, key, settings.documents_ca_file)
        self._prefix = f"{address.prefix}/" if address.prefix else ""
        self._turns = asyncio.Semaphore(CONNECTIONS)
        self._state: State = "reachable"
        self._asked_at = -STATE_KEPT_S

    async def put(self, sha256: bytes, frame: bytes) -> None:
        """As `Objects` says."""
        checksum = b64encode(digest(frame).digest()).decode()
        headers = {"x-amz-checksum-sha256": checksum}
        await self._ask("put", "PUT", self._object_name(sha256), headers=headers, body=frame)

    async def get(self, sha256: bytes) -> bytes:
        """As `Objects` says."""
        try:
            answer = await self._ask("get", "GET", self._object_name(sha256), max_bytes=most_bytes())
        except AnswerTooLong:
            raise DocumentDamaged from None
        if answer is None:
            raise DocumentMissing
        return answer.content

    async def find(self, sha256: bytes) -> StoredObject | None:
        """As `Objects` says."""
        answer = await self._ask("head", "HEAD", self._object_name(sha256))
        if answer is None:
            return None
        try:
            size_bytes = int(answer.headers["content-length"])
            modified_at = parsedate_to_datetime(answer.headers["last-modified"])
        except (KeyError, ValueError) as error:
            raise self._away("head", "an object without size or date") from error
        return StoredObject(build_object_name(sha256), sha256, size_bytes, modified_at)

    async def delete(self, sha256: bytes) -> None:
        """As `Objects` says."""
        await self._ask("delete", "DELETE", self._object_name(sha256))

    async def list(self) -> AsyncIterator[list[StoredObject]]:
        """As `Objects` says."""
        query = {"list-type": "2", "max-keys": str(PAGE), "prefix": self._prefix}
        while True:
            try:
                answer = await self._ask("list", "GET", "", query=query, max_bytes=MAX_LIST_BYTES)
                page, following = _read_page(answer.content if answer else b"", self._prefix)
            except (AnswerTooLong, NotUnderstood, TooDeep, TooMany, ValueError) as error:
                raise self._away("list", sentences.PAGE_UNREAD(error=repr(error))) from error
            if page:
                yield page
            if following is None:
                return
            query["continuation-token"] = following

    async def close(self) -> None:
        """As `Objects` says."""
        await self._requests.close()

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

    def _object_name(self, sha256: bytes) -> str:
        return self._prefix + build_object_name(sha256)

    async def _ask(
        self,
        operation: str,
        method: str,
        name: str,
        *,
        query: dict[str, str] | None = None,
        headers: dict[str, str] | None = None,
        body: bytes = b"",
        max_bytes: int | None = None,
    ) -> Answer | None:
        """Return the answer, or None where the store says that nothing is there.

        Raises DocumentsAway, AnswerTooLong.
        """
        outcome = "failed"
        began = monotonic()
        try:
            async with asyncio.timeout(OPERATION_S), self._turns:
                answer = await self._requests.send(
                    method, name, query=query, headers=headers, body=body, max_bytes=max_bytes
                )
            code = _read_code(answer)
            # A bucket that is not there is said like an object that is not.
            if answer.status == 404 and code != "NoSuchBucket":
                outcome = "absent"
                return None
            if answer.status >= 400:
                raise self._away(operation, f"status {answer.status}: {code}")
            outcome = "done"
        except (RequestFailed, TimeoutError) as error:
            raise self._away(operation, str(error) or sentences.NO_ANSWER(seconds=OPERATION_S)) from error
        finally:
            REQUESTS.labels(operation, outcome).inc()
            DURATION.labels(operation).observe(monotonic() - began)
        return answer

    def _away(self, operation: str, reason: str) -> DocumentsAway:
        log.warning("store of originals", operation=operation, reason=reason[:MAX_REASON])
        return DocumentsAway(retry_after_s=RETRY_AFTER_S)


def _read_page(content: bytes, prefix: str) -> tuple[list[StoredObject], str | None]:
    """Read one page of a list, and the token of the next. Raises NotUnderstood, TooDeep, TooMany, ValueError."""
    root = read_xml(content, LIST_LIMITS)
    page = [_read_object(entry, prefix) for entry in root.iterfind("{*}Contents")]
    if root.findtext("{*}IsTruncated") != "true":
        return page, None
    following = root.findtext("{*}NextContinuationToken")
    if not following:
        raise ValueError("more pages, and no token of the next")
    return page, following


def _read_object(entry: Element, prefix: str) -> StoredObject:
    name = entry.findtext("{*}Key", "").removeprefix(prefix)
    size, modified = entry.findtext("{*}Size", ""), entry.findtext("{*}LastModified", "")
    ours = _NAME.fullmatch(name)
    return StoredObject(
        name, bytes.fromhex(ours[2]) if ours else None, int(size), datetime.fromisoformat(modified)
    )


def _read_code(answer: Answer) -> str:
    """Return what S3 calls the error; empty where an answer says nothing, as to HEAD."""
    code = _CODE.search(answer.content) if answer.status >= 400 else None
    return code[1].decode() if code else ""
