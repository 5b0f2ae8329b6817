"""A management controller of our own on a real TLS socket: serves Redfish documents, keeps sessions, misbehaves on demand."""

from __future__ import annotations

import contextlib
import json
import ssl
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Callable, Iterator

USER, PASSWORD, TOKEN = "reader", "s3cret-of-the-bmc", "token-1"


class Bmc:
    """`documents` by path; `answers` by path go first: (status, headers, bytes), one per request, then the document."""

    def __init__(self) -> None:
        self.documents: dict[str, Any] = {}
        self.answers: dict[str, list[tuple[int, dict[str, str], bytes]]] = {}
        self.requests: list[tuple[str, str]] = []
        self.sessions: set[str] = set()
        self.has_sessions = True
        self.own_name = ""
        self.before: Callable[[str], None] = lambda path: None

    def answer(self, method: str, path: str, headers: dict[str, str], body: bytes) -> tuple[int, dict[str, str], bytes]:
        self.requests.append((method, path))
        self.before(path)
        if self.answers.get(path):
            return self.answers[path].pop(0)
        if method == "POST" and path == "/redfish/v1/SessionService/Sessions":
            return self._log_in(json.loads(body))
        if method == "DELETE":
            self.sessions.discard(path)
            return 204, {}, b""
        if path != "/redfish/v1/" and not self._is_known(headers):
            return 401, {}, b"{}"
        document = self.documents.get(path)
        return (404, {}, b"{}") if document is None else (200, {}, json.dumps(document).encode())

    def _log_in(self, given: dict[str, str]) -> tuple[int, dict[str, str], bytes]:
        if not self.has_sessions:
            return 405, {}, b""
        if given != {"UserName": USER, "Password": PASSWORD}:
            return 401, {}, b"{}"
        place = f"/redfish/v1/SessionService/Sessions/{len(self.requests)}"
        self.sessions.add(place)
        return 201, {"X-Auth-Token": TOKEN, "Location": self.own_name + place}, b"{}"

    def _is_known(self, headers: dict[str, str]) -> bool:
        basic = "Basic cmVhZGVyOnMzY3JldC1vZi10aGUtYm1j"
        return bool(self.sessions and headers.get("X-Auth-Token") == TOKEN) or headers.get("Authorization") == basic


@contextlib.contextmanager
def running(bmc: Bmc, key: Path, certificate: Path) -> Iterator[int]:
    """The port on which the BMC listens."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def _serve(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            status, headers, content = bmc.answer(self.command, self.path, dict(self.headers), body)
            self.send_response(status)
            for name, value in {"Content-Length": str(len(content)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_POST = do_DELETE = _serve  # noqa: N815 names of the standard library

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.handle_error = lambda *_: None  # a handshake that the client refused
    server.daemon_threads = True
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
