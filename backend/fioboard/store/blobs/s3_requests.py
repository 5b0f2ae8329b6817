"""Requests to S3, signed by botocore and sent over httpx2, which follows no redirect and reads no further than asked.

An S3 client of a library reads lists and errors whole and goes where a redirect leads; what a store answers is not
ours, so the requests are made here.
"""

import asyncio
import ssl
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import quote, urlencode

import httpx2
from botocore.auth import S3SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials, ReadOnlyCredentials
from botocore.exceptions import BotoCoreError
from botocore.session import Session

from fioboard import __version__
from fioboard.core.store_address import StoreAddress
from fioboard.store.blobs import sentences

CONNECTIONS = 8
CONNECT_S = 3
# Of one try, below what an agent waits for an answer.
ANSWER_S = 8
RETRIES = 2
RETRY_AFTER_S = 0.1
MAX_REMARK_BYTES = 64 * 1024
"""What is read of an error, and of an answer whose content nobody asked for."""
_BUSY: Final = frozenset({429, 500, 502, 503, 504})


class RequestFailed(Exception):
    """The store did not answer, or not as S3 does. The text is for the log and holds no secret."""


class AnswerTooLong(Exception):
    """The store went on beyond what was asked for; the connection was closed there."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A whole answer. Of an error only the beginning."""

    status: int
    headers: httpx2.Headers
    content: bytes


class S3Requests:
    """Sends requests to one bucket. Connects with the first of them."""

    def __init__(
        self, address: StoreAddress, key: tuple[str, str] | None = None, ca_file: Path | None = None
    ) -> None:
        """Take `key` (id and secret), or without one whatever S3 clients usually find: environment, files, role."""
        self._region = address.region
        endpoint = address.endpoint or f"https://s3.{address.region}.amazonaws.com"
        self._url = f"{endpoint.rstrip('/')}/{address.bucket}"
        self._key = ReadOnlyCredentials(*key, token=None) if key else None
        self._machine_key: Credentials | None = None
        self._trusted = _trust(ca_file)
        self._client: httpx2.AsyncClient | None = None

    async def send(
        self,
        method: str,
        name: str = "",
        *,
        query: dict[str, str] | None = None,
        headers: dict[str, str] | None = None,
        body: bytes = b"",
        max_bytes: int | None = None,
    ) -> Answer:
        """Send one request, again if the store is busy. Raises RequestFailed, AnswerTooLong."""
        url = f"{self._url}/{quote(name, safe='/-_.~')}" + (
            f"?{urlencode(query, quote_via=quote)}" if query else ""
        )
        for tries_left in reversed(range(RETRIES + 1)):
            try:
                async with asyncio.timeout(ANSWER_S):
                    answer = await self._try(method, url, headers or {}, body, max_bytes)
            except (httpx2.HTTPError, TimeoutError) as error:
                if tries_left == 0:
                    raise RequestFailed(f"{type(error).__name__}: {error}") from error
            else:
                if answer.status not in _BUSY or tries_left == 0:
                    return answer
            await asyncio.sleep(RETRY_AFTER_S * (RETRIES + 1 - tries_left))
        raise AssertionError("the last try returns or raises")

    async def close(self) -> None:
        """Close the connections; the next request opens new ones."""
        client, self._client = self._client, None
        if client is not None:
            await client.aclose()

    async def _try(
        self, method: str, url: str, headers: dict[str, str], body: bytes, max_bytes: int | None
    ) -> Answer:
        signed = AWSRequest(method, url, headers, body)
        S3SigV4Auth(await self._find_credentials(), "s3", self._region).add_auth(signed)
        sent = dict(signed.headers.items()) | {"accept-encoding": "identity"}
        async with self._open().stream(method, url, headers=sent, content=body) as answer:
            if answer.is_redirect:
                raise RequestFailed(sentences.REDIRECTED(status=answer.status_code))
            content = bytearray()
            async for piece in answer.aiter_raw():
                content += piece
                if max_bytes is None or answer.is_error:
                    if len(content) >= MAX_REMARK_BYTES:
                        break
                elif len(content) > max_bytes:
                    raise AnswerTooLong
        return Answer(answer.status_code, answer.headers, bytes(content))

    async def _find_credentials(self) -> ReadOnlyCredentials:
        """Return the key of the settings, or what the machine has; that is renewed when its time is up."""
        if self._key is not None:
            return self._key
        try:
            if self._machine_key is None:
                self._machine_key = await asyncio.to_thread(Session().get_credentials)
            if self._machine_key is None:
                raise RequestFailed("no key is set, and this machine has none")
            return await asyncio.to_thread(self._machine_key.get_frozen_credentials)
        except BotoCoreError as error:
            raise RequestFailed(f"no key: {type(error).__name__}") from error

    def _open(self) -> httpx2.AsyncClient:
        if self._client is None:
            self._client = httpx2.AsyncClient(
                verify=self._trusted,
                follow_redirects=False,
                timeout=httpx2.Timeout(ANSWER_S, connect=CONNECT_S),
                limits=httpx2.Limits(max_connections=CONNECTIONS, max_keepalive_connections=CONNECTIONS),
                headers={"user-agent": f"fioboard/{__version__}"},
            )
        return self._client


def _trust(ca_file: Path | None) -> ssl.SSLContext:
    """Return the usual authorities and, if it is set, one's own."""
    context = httpx2.create_ssl_context()
    if ca_file is not None:
        context.load_verify_locations(ca_file)
    return context
