"""Asks a management controller over Redfish: one connection, one session, GET only, and nothing but its own host.

BMCs are slow and few-handed: a session is deleted when it is done with, 429 and 503 are waited for, every answer has a
size limit and the whole conversation a time limit.
"""

from __future__ import annotations

import base64
import contextlib
import gzip
import hashlib
import http.client
import json
import socket
import ssl
import time
import zlib
from types import TracebackType
from typing import Any, Callable, Mapping, Optional
from urllib.parse import urlsplit

from fioboard_agent.firmware.redfish_access import RedfishAccess

TIMEOUT_S = 30.0
WHOLE_TIMEOUT_S = 90.0
_GOODBYE_S = 5.0
LARGEST = 8 << 20
_MAX_TRIES = 4
_MAX_REDIRECTS = 3
ROOT = "/redfish/v1/"


class RedfishError(Exception):
    """A sentence for `sources`; `status` is one of the six."""

    def __init__(self, status: str, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


class RedfishClient:
    """Used as a context: logs in at the start, logs out at the end whatever happened."""

    def __init__(self, access: RedfishAccess, sleep: Callable[[float], None] = time.sleep) -> None:
        self._access = access
        self._sleep = sleep
        self._deadline = time.monotonic() + WHOLE_TIMEOUT_S
        self._headers = {
            "Accept": "application/json",
            "OData-Version": "4.0",
            "Accept-Encoding": "gzip, identity",
        }
        self._session: Optional[str] = None
        self._connection: Optional[http.client.HTTPSConnection] = None

    def __enter__(self) -> RedfishClient:
        try:
            self.root = self.get(ROOT)
            self._start_session()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        if self._session:
            self._deadline = max(self._deadline, time.monotonic() + _GOODBYE_S)
            with contextlib.suppress(RedfishError):
                self._request("DELETE", self._session)
        self._close_connection()

    def get(self, path: str) -> dict[str, Any]:
        """The resource at a path of this BMC, as its `@odata.id` gives it. Raises RedfishError."""
        status, _, body = self._request("GET", path)
        if status != 200:
            raise RedfishError("denied" if status in {401, 403} else "error", f"{path} was answered with {status}")
        try:
            document = json.loads(body)
        except (ValueError, RecursionError):
            raise RedfishError("unparsed", f"{path} is not JSON") from None
        if not isinstance(document, dict):
            raise RedfishError("unparsed", f"{path} is not a JSON object")
        return document

    def _start_session(self) -> None:
        """Start a session where the BMC has them, else send the credentials with every request."""
        links = self.root.get("Links")
        sessions = get_reference(links.get("Sessions")) if isinstance(links, Mapping) else None
        secret = {"UserName": self._access.user, "Password": self._access.password}
        if sessions:
            status, headers, _ = self._request("POST", sessions, json.dumps(secret).encode())
            token = headers.get("x-auth-token")
            if status in {200, 201} and token:
                self._headers["X-Auth-Token"] = token
                # Some give the address under which they know themselves; it is this BMC's all the same.
                self._session = urlsplit(headers.get("location") or "").path or None
                return
            if status in {400, 401, 403}:
                raise RedfishError("denied", f"the BMC did not accept the user ({status})")
        pair = f"{self._access.user}:{self._access.password}".encode()
        self._headers["Authorization"] = "Basic " + base64.b64encode(pair).decode("ascii")

    def _request(self, method: str, path: str, body: Optional[bytes] = None) -> tuple[int, dict[str, str], bytes]:
        redirects = 0
        for attempt in range(_MAX_TRIES):
            while True:
                status, headers, content = self._exchange(method, path, body)
                if status not in {301, 302, 307, 308} or method == "POST" or redirects == _MAX_REDIRECTS:
                    break
                redirects += 1
                path = _get_own_path(headers.get("location"), self._access.host) or path
            if status not in {429, 503} or attempt + 1 == _MAX_TRIES:
                break
            self._wait(headers.get("retry-after"), 2.0**attempt)
        return status, headers, content

    def _wait(self, retry_after: Optional[str], otherwise: float) -> None:
        seconds = min(float(retry_after), TIMEOUT_S) if retry_after and retry_after.isdigit() else otherwise
        if time.monotonic() + seconds > self._deadline:
            raise RedfishError("timeout", "the BMC asked to come back later than there is time")
        self._sleep(seconds)

    def _exchange(self, method: str, path: str, body: Optional[bytes]) -> tuple[int, dict[str, str], bytes]:
        if not path.startswith("/redfish/") or any(ord(char) <= 32 for char in path):
            raise RedfishError("unparsed", f"{path[:80]} does not lead to a resource of this BMC")
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise RedfishError("timeout", f"the BMC took longer than {WHOLE_TIMEOUT_S:.0f} s")
        is_reused = self._connection is not None
        connection = self._connect(min(TIMEOUT_S, left))
        headers = {**self._headers, **({"Content-Type": "application/json"} if body else {})}
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            content = self._read(answer)
        except (http.client.RemoteDisconnected, ConnectionError) as error:
            self._close_connection()
            # A BMC may close a connection that was idle for a moment; a fresh one that breaks is a failure.
            if is_reused and method == "GET":
                return self._exchange(method, path, body)
            raise RedfishError("error", f"{self._access.host} broke the connection off: {error}") from None
        except ssl.SSLError as error:
            self._close_connection()
            raise RedfishError("error", f"{self._access.host}: {_describe_tls_error(error)}") from None
        except socket.timeout:  # TimeoutError itself only since 3.10
            self._close_connection()
            raise RedfishError("timeout", f"{path} took longer than {TIMEOUT_S:g} s") from None
        except (OSError, http.client.HTTPException) as error:
            self._close_connection()
            raise RedfishError("error", f"{self._access.host} cannot be asked: {type(error).__name__}") from None
        if answer.will_close or len(content) > LARGEST:
            self._close_connection()
        if len(content) > LARGEST:
            raise RedfishError("error", f"{path} is larger than {LARGEST >> 20} MiB")
        return (
            answer.status,
            {key.lower(): value for key, value in answer.getheaders()},
            _decompress(answer, content),
        )

    def _read(self, answer: http.client.HTTPResponse) -> bytes:
        """Piece by piece: an answer that trickles in must not outlast the whole conversation's time."""
        content = bytearray()
        while len(content) <= LARGEST and (piece := answer.read1(65_536)):
            content += piece
            if time.monotonic() > self._deadline:
                raise socket.timeout
        answer.close()  # read1 does not see that it was the last piece, and the connection waits for that
        return bytes(content)

    def _close_connection(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _connect(self, timeout_s: float) -> http.client.HTTPSConnection:
        """Connect, checking the certificate before the first byte of a request leaves."""
        if self._connection is not None:
            return self._connection
        access = self._access
        context = ssl.create_default_context(cafile=access.ca_file)
        if access.fingerprint:
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE  # the pin below is the check
        connection = http.client.HTTPSConnection(access.host, access.port, timeout=timeout_s, context=context)
        self._connection = connection
        try:
            connection.connect()
        except OSError as error:
            self._close_connection()
            if isinstance(error, ssl.SSLError):
                raise RedfishError("error", f"{access.host}: {_describe_tls_error(error)}") from None
            if isinstance(error, socket.timeout):
                raise RedfishError("timeout", f"{access.host} did not answer within {timeout_s:g} s") from None
            raise RedfishError("error", f"{access.host} cannot be reached: {error.strerror or error}") from None
        if access.fingerprint and isinstance(connection.sock, ssl.SSLSocket):
            shown = hashlib.sha256(connection.sock.getpeercert(binary_form=True) or b"").hexdigest()
            if shown != access.fingerprint:
                self._close_connection()
                raise RedfishError("error", f"{access.host} shows another certificate than the pinned one: {shown}")
        return connection


def get_reference(link: object) -> Optional[str]:
    """Return `@odata.id` of a link; links are followed, never built: case and trailing slashes differ between
    makers.
    """
    path = link.get("@odata.id") if isinstance(link, Mapping) else None
    return path if isinstance(path, str) and path else None


def _get_own_path(location: Optional[str], host: str) -> Optional[str]:
    """Return the path of an address on this BMC; None for one elsewhere, which would get the session's token."""
    parts = urlsplit(location or "")
    return parts.path if parts.path and parts.hostname in {None, host} else None


def _decompress(answer: http.client.HTTPResponse, content: bytes) -> bytes:
    """Decompress an answer: HPE's registries come compressed whatever was asked for."""
    if answer.getheader("Content-Encoding") != "gzip" and content[:2] != b"\x1f\x8b":
        return content
    try:
        plain = zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(content, LARGEST + 1)
    except (zlib.error, gzip.BadGzipFile):
        raise RedfishError("unparsed", "the BMC's answer is not the gzip it claims to be") from None
    if len(plain) > LARGEST:
        raise RedfishError("error", f"the BMC's answer is larger than {LARGEST >> 20} MiB")
    return plain


def _describe_tls_error(error: ssl.SSLError) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return (
            f"its certificate is not trusted ({error.verify_message}); set FIOBOARD_AGENT_REDFISH_FINGERPRINT to the "
            "SHA-256 fingerprint of a self-signed one"
        )
    return f"no TLS: {error.reason or error}"
