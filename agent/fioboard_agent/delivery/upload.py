"""HTTP to the service: verified TLS, timeouts, no redirects, the token in one header only. Decides about no entry."""

from __future__ import annotations

import contextlib
import copy
import http.client
import json
import platform
import socket
import ssl
import time
import uuid
from dataclasses import dataclass, field, replace
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from functools import partial
from pathlib import Path
from typing import Any, Callable, Iterable, Iterator, Optional, TypeVar
from urllib.parse import quote, urlencode, urlsplit

from fioboard_agent import __version__
from fioboard_agent.delivery.config import Config
from fioboard_agent.delivery.multipart import MultipartBody, Part, compress, read_chunks
from fioboard_agent.delivery.payload import format_timestamp
from fioboard_agent.delivery.proxy import find_proxy
from fioboard_agent.delivery.spool import Entry
from fioboard_agent.errors import SetupError
from fioboard_agent.host.own_command import build_command

# Nothing on a healthy link takes this long between two packets; a whole upload may take as long as it moves.
SILENCE_TIMEOUT_S = 60.0
WORD_TIMEOUT_S = 5.0
# The plan of a folder names up to 20,000 files, each of up to 1,024 characters twice.
MAX_ANSWER_BYTES = 64 << 20
# An answer to the poll of `serve` is one request and some ids.
MAX_POLL_BYTES = 1 << 20
MAX_AGENT_BYTES = 16 << 20

_Read = TypeVar("_Read")


class UnreachableError(Exception):
    """No answer came: refused, cut, timed out, or the certificate did not verify."""


@dataclass(frozen=True)
class Answer:
    """What the service said. `body` is empty when it was not a JSON object, which no fioboard answers."""

    status: int
    body: dict[str, Any] = field(default_factory=dict)
    retry_after_s: Optional[float] = None
    sent_s: Optional[float] = None
    """Of a poll, when it was sent and answered, by the monotonic clock."""
    received_s: Optional[float] = None

    @property
    def is_success(self) -> bool:
        """Any 2xx; whether it confirms an upload is for sending.py to check."""
        return 200 <= self.status < 300

    def list_objects(self, key: str) -> list[dict[str, Any]]:
        """Return the objects of a list in the answer; whatever else is in its place is no service's."""
        value = self.body.get(key)
        return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []

    @property
    def sentence(self) -> str:
        """The service's own words, made fit for a terminal."""
        words = str(self.body.get("detail") or http.client.responses.get(self.status, "no reason given"))
        return make_printable(words)


def make_printable(words: str) -> str:
    """Return words fit for one line of a terminal."""
    return "".join(char if char.isprintable() else " " for char in words)[:300]


@dataclass(frozen=True)
class OfferedAgent:
    """The agent that a service serves."""

    version: str
    sha256: str


class Service:
    """One fioboard service."""

    def __init__(self, config: Config, timeout_s: float = SILENCE_TIMEOUT_S) -> None:
        if config.server is None:
            raise SetupError(f"No service is configured: {build_command('configure --server URL --token-file FILE')}")
        self.url = config.server
        self._parts = urlsplit(config.server)
        self._token = config.token
        self._ca_file = config.ca_file
        self._timeout_s = timeout_s
        self._reply: Optional[tuple[str, str]] = None

    def limit_timeout(self, timeout_s: float) -> Service:
        """Return the same service, given up after so many seconds of silence."""
        hurried = copy.copy(self)
        hurried._timeout_s = timeout_s
        return hurried

    def make_reply_service(self, token: str, code: str) -> Service:
        """Return the same service, to which runs are sent as replies to a share link, with a code and no token."""
        replying = copy.copy(self)
        replying._reply = f"/api/v1/shared/{quote(token, safe='')}/replies", code
        return replying

    def upload(self, entry: Entry) -> Answer:
        """POST /api/v1/uploads: manifest, inventory, then the files as they are."""
        manifest = entry.manifest()
        if "files" not in manifest:
            raise UnreachableError("the result has just been sent by another fioboard-agent")
        manifest["sent_at"] = format_timestamp(datetime.now(timezone.utc))
        body = build_body(entry, manifest)
        headers = {"Content-Type": body.content_type, "Content-Length": str(body.length())}
        if self._reply is not None:
            path, headers["X-Share-Reply-Code"] = self._reply
            return self._exchange("POST", path, headers, body, with_token=False)
        return self._exchange("POST", "/api/v1/uploads", headers, body)

    def attach(self, run_id: str, document: bytes) -> Answer:
        """POST /api/v1/runs/ID/attachments: one document about a run that the service has."""
        headers = {"Content-Type": "application/json", "Content-Length": str(len(document))}
        return self._exchange("POST", f"/api/v1/runs/{run_id}/attachments", headers, [document])

    def get_batch_result(self, batch_id: str, host_id: str) -> Answer:
        """GET what a batch of this host showed, as lines for the terminal. Waits 5 s at most: it is stored anyway."""
        hurried = self.limit_timeout(WORD_TIMEOUT_S)
        return hurried._exchange("GET", f"/api/v1/batches/{batch_id}/result?{urlencode([('host', host_id)])}", {}, [])

    def get_attachable(self, run_id: str, host_id: str) -> Answer:
        """Return which drives a run of this host measured, and when."""
        return self._exchange("GET", f"/api/v1/runs/{run_id}/attachments?{urlencode([('host', host_id)])}", {}, [])

    def import_file(self, path: Path, query: list[tuple[str, str]]) -> Answer:
        """POST /api/v1/import: the output of a tool, unchanged but for transport compression."""
        headers = {
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "gzip",
            "Content-Length": str(sum(len(chunk) for chunk in compress(read_chunks(path)))),
        }
        return self._exchange("POST", f"/api/v1/import?{urlencode(query)}", headers, compress(read_chunks(path)))

    def plan_import(self, folder: dict[str, Any]) -> Answer:
        """POST /api/v1/import/plan: what to send of a folder, by the names of its files."""
        content = _encode_json(folder)
        headers = {"Content-Type": "application/json", "Content-Length": str(len(content))}
        return self._exchange("POST", "/api/v1/import/plan", headers, [content])

    def import_output(self, output: Path, logs: list[Path], query: list[tuple[str, str]]) -> Answer:
        """POST /api/v1/import: an output with fio's logs of it."""
        parts = [Part("output", output, filename=output.name), *(Part("log", log, filename=log.name) for log in logs)]
        body = MultipartBody(parts, f"fioboard-{uuid.uuid4().hex}")
        headers = {"Content-Type": body.content_type, "Content-Length": str(body.length())}
        return self._exchange("POST", f"/api/v1/import?{urlencode(query)}", headers, body)

    def enrol(self, request: dict[str, Any]) -> Answer:
        """Exchange a short-lived enrolment code for this host's own token."""
        content = _encode_json(request)
        headers = {"Content-Type": "application/json", "Content-Length": str(len(content))}
        return self._exchange("POST", "/api/v1/enrolments/exchange", headers, [content], with_token=False)

    def say(self, report: dict[str, Any]) -> Answer:
        """POST /api/v1/agent-reports: how this host's deliveries stand. Waits 5 s at most: nothing depends on it."""
        hurried = self.limit_timeout(WORD_TIMEOUT_S)
        content = _encode_json(report)
        headers = {"Content-Type": "application/json", "Content-Length": str(len(content))}
        return hurried._exchange("POST", "/api/v1/agent-reports", headers, [content])

    def confirmation(self, run_id: str, host_id: str, finding: Optional[str]) -> Answer:
        """What it takes to try a finding of a run that this host measured, and what was tried of it."""
        query = urlencode([("host", host_id), *([("finding", finding)] if finding else [])])
        return self._exchange("GET", f"/api/v1/runs/{run_id}/confirmation?{query}", {}, [])

    def get_spec_jobs(self, model: str, capacity_bytes: Optional[int]) -> Answer:
        """Return what a drive's datasheet promises, as jobs."""
        capacity = [] if capacity_bytes is None else [("capacity_bytes", str(capacity_bytes))]
        return self._exchange("GET", f"/api/v1/spec-jobs?{urlencode([('model', model), *capacity])}", {}, [])

    def get_purpose_jobs(self, purpose: str) -> Answer:
        """Return the jobs that measure whether storage is fast enough for a purpose."""
        return self._exchange("GET", f"/api/v1/purposes/{quote(purpose, safe='')}/jobs", {}, [])

    def poll(self, document: dict[str, Any], timeout_s: float) -> Answer:
        """POST /api/v1/agent/poll: what this host offers, runs and has to report, for what it is asked to run."""
        content = _encode_json(document)
        headers = {"Content-Type": "application/json", "Content-Length": str(len(content))}
        hurried = self.limit_timeout(timeout_s)
        read = partial(_read_answer, most_bytes=MAX_POLL_BYTES)
        sent: list[float] = []

        def build_chunks() -> Iterator[bytes]:
            # The connection is made by now: what that took says nothing of the way.
            sent.append(time.monotonic())
            yield content

        answer = hurried._request("POST", "/api/v1/agent/poll", headers, build_chunks(), True, read)
        return replace(answer, sent_s=sent[0], received_s=time.monotonic())

    def get_job(self, run_id: str) -> Answer:
        """Return the job of a stored run as a job file."""
        return self._exchange("GET", f"/api/v1/runs/{quote(run_id, safe='')}/job", {}, [])

    def get_shared(self, token: str) -> Answer:
        """Return what a share link shows of its runs, as fio prints it. Needs no token of this host."""
        return self._exchange("GET", f"/api/v1/shared/{quote(token, safe='')}/raw", {}, [], with_token=False)

    def health(self) -> Answer:
        """GET /healthz."""
        return self._exchange("GET", "/healthz", {}, [], with_token=False)

    def get_offered_agent(self) -> OfferedAgent:
        """GET /api/v1/info: which agent the service serves. Raises UnreachableError where it serves none."""
        answer = self._exchange("GET", "/api/v1/info", {}, [], with_token=False)
        sha256, version = answer.body.get("agent_sha256"), answer.body.get("version")
        if not answer.is_success or not isinstance(sha256, str) or not isinstance(version, str):
            raise UnreachableError("it offers no agent")
        return OfferedAgent(version, sha256)

    def download_agent(self) -> bytes:
        """GET /agent.pyz. The caller compares it with what was announced. Raises UnreachableError."""
        content = self._download("/agent.pyz")
        if content is None:
            raise UnreachableError("it offers no agent")
        return content

    def download_signature(self) -> Optional[bytes]:
        """GET /agent.pyz.sig; None where the agent is not signed. Raises UnreachableError."""
        return self._download("/agent.pyz.sig")

    def _download(self, path: str) -> Optional[bytes]:
        """Return a file that the service serves; None where it has none."""

        def read(response: http.client.HTTPResponse) -> Optional[bytes]:
            if response.status == http.client.NOT_FOUND:
                return None
            if response.status != http.client.OK:
                raise UnreachableError(f"it answers {response.status}")
            return response.read(MAX_AGENT_BYTES)

        return self._request("GET", path, {}, [], False, read)

    def _exchange(
        self,
        method: str,
        path: str,
        headers: dict[str, str],
        body: Iterable[bytes],
        with_token: bool = True,
    ) -> Answer:
        return self._request(method, path, headers, body, with_token, _read_answer)

    def _request(
        self,
        method: str,
        path: str,
        headers: dict[str, str],
        body: Iterable[bytes],
        with_token: bool,
        read: Callable[[http.client.HTTPResponse], _Read],
    ) -> _Read:
        headers = {
            **headers,
            "Accept": "application/json",
            "User-Agent": _format_user_agent(),
            "Connection": "close",
        }
        if with_token:
            if self._token is None:
                raise SetupError(f"No token is configured: {build_command('configure --server URL --token-file FILE')}")
            headers["Authorization"] = f"Bearer {self._token}"
        connection = self._connect()
        target, of_proxy = self._find_target(path)
        try:
            connection.connect()
            connection.putrequest(method, target, skip_accept_encoding=True)
            for name, value in {**headers, **of_proxy}.items():
                connection.putheader(name, value)
            connection.endheaders()
            # A service that refuses early closes the connection while we still send; its answer is worth reading.
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                for chunk in body:
                    connection.send(chunk)
            return read(connection.getresponse())
        except ssl.SSLCertVerificationError as error:
            raise UnreachableError(f"its certificate is not valid: {error.verify_message}") from None
        except (OSError, http.client.HTTPException) as error:
            raise UnreachableError(_describe_error(error)) from None
        finally:
            connection.close()

    def _connect(self) -> http.client.HTTPConnection:
        host, port = self._parts.hostname or "", self._parts.port
        proxy = find_proxy(self._parts)
        at = (host, port) if proxy is None else (proxy.host, proxy.port)
        if self._parts.scheme == "http":
            return http.client.HTTPConnection(*at, timeout=self._timeout_s)
        context = ssl.create_default_context(cafile=self._ca_file)
        connection = http.client.HTTPSConnection(*at, timeout=self._timeout_s, context=context)
        if proxy is not None:
            connection.set_tunnel(host, port, proxy.headers)
        return connection

    def _find_target(self, path: str) -> tuple[str, dict[str, str]]:
        """Return what a request names, and the headers of its own: all of the address where a proxy passes it on."""
        proxy = find_proxy(self._parts) if self._parts.scheme == "http" else None
        if proxy is None:
            return self._parts.path + path, {}
        return f"http://{self._parts.netloc}{self._parts.path}{path}", proxy.headers


def build_body(entry: Entry, manifest: dict[str, Any]) -> MultipartBody:
    """Build the body of an upload: manifest, inventory, then the files as they are."""
    parts = [
        Part("manifest", _encode_json(manifest), "application/json", gzip=False),
        Part("inventory", entry.folder / "inventory.json", "application/json"),
        *(Part("file", entry.files / file["name"], filename=file["name"]) for file in manifest["files"]),
    ]
    return MultipartBody(parts, boundary=f"fioboard-{uuid.uuid4().hex}")


def get_host_name() -> str:
    """Return this machine's name as it calls itself."""
    return (socket.gethostname() or platform.node() or "unnamed")[:253]


def _read_answer(response: http.client.HTTPResponse, most_bytes: int = MAX_ANSWER_BYTES) -> Answer:
    """Read an answer; what is longer, or nested deeper than Python reads, is no service's."""
    try:
        body = json.loads(response.read(most_bytes))
    except (ValueError, RecursionError):
        body = {}
    return Answer(
        status=response.status,
        body=body if isinstance(body, dict) else {},
        retry_after_s=_parse_retry_delay(response.getheader("Retry-After"), response.getheader("Date")),
    )


def _parse_retry_delay(value: Optional[str], date: Optional[str]) -> Optional[float]:
    """Return seconds, or an HTTP date counted from the service's own clock; None when absent or senseless."""
    if not value:
        return None
    if value.strip().isdigit():
        return float(value)
    try:
        return max(0.0, (parsedate_to_datetime(value) - parsedate_to_datetime(date or "")).total_seconds())
    except (TypeError, ValueError, IndexError):
        return None


def _describe_error(error: Exception) -> str:
    if isinstance(error, socket.timeout):  # TimeoutError since Python 3.10, a class of its own before
        return "it did not answer in time"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return make_printable(str(error)) or type(error).__name__


def _encode_json(document: dict[str, Any]) -> bytes:
    return json.dumps(document).encode("ascii")


def _format_user_agent() -> str:
    return f"fioboard-agent/{__version__}"
