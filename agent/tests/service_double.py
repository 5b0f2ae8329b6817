"""A real HTTP server that keeps the upload contract (docs/upload.md) and misbehaves on request.

Each upload takes the next behaviour of the list; an empty list means: behave.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import socket
import struct
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable, Optional, Union

Behaviour = Callable[["_Handler"], None]
Document = tuple[int, dict[str, Any]]


class _Server(ThreadingHTTPServer):
    # Of the usual 5, the kernel resets some of twenty connections at once when the machine is busy.
    request_queue_size = 64
    daemon_threads = True


class ServiceDouble:
    """Start with `with`; read what arrived in `runs` (by upload key) and `requests`. `documents`: status and body of
    what it answers to GET, or what makes them, by path without the query."""

    def __init__(self) -> None:
        self.behaviours: list[Behaviour] = []
        self.runs: dict[str, dict[str, Any]] = {}
        self.requests: list[dict[str, Any]] = []
        self.found: list[dict[str, Any]] = []
        self.plan: dict[str, Any] = {}
        # What the agent says of itself after each round; no part of the upload contract.
        self.words: list[dict[str, Any]] = []
        self.documents: dict[str, Union[Document, Callable[[], Document]]] = {}
        # What it answers to the poll of `serve`.
        self.poll: Callable[[dict[str, Any]], Document] = lambda _: (404, {})
        self.lock = threading.Lock()
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.double = self  # type: ignore[attr-defined]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> ServiceDouble:
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02})
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    @property
    def double(self) -> ServiceDouble:
        return self.server.double  # type: ignore[attr-defined,no-any-return]

    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        path, _, query = self.path.partition("?")
        with self.double.lock:
            self.double.requests.append({"path": path, "query": query, "headers": dict(self.headers)})
            answer = self.double.documents.get(path, (200 if path == "/healthz" else 404, {}))
        self.answer(*(answer() if callable(answer) else answer))

    def do_POST(self) -> None:
        if self.path == "/api/v1/agent-reports":
            with self.double.lock:
                self.double.words.append(json.loads(self.body()))
            self.answer(200, {})
            return
        if self.path == "/api/v1/agent/poll":
            self.answer(*self.double.poll(json.loads(self.body())))
            return
        with self.double.lock:
            self.double.requests.append({"path": self.path, "headers": dict(self.headers)})
            behaviour = self.double.behaviours.pop(0) if self.double.behaviours else behave
        behaviour(self)

    def body(self) -> bytes:
        return self.rfile.read(int(self.headers["Content-Length"]))

    def answer(self, status: int, document: dict[str, Any], headers: Optional[dict[str, str]] = None) -> None:
        content = json.dumps(document).encode()
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **(headers or {})}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def store(self) -> dict[str, Any]:
        """Read, verify every digest, keep; the 201 or 200 body."""
        parts = parse_multipart(self.body(), self.headers["Content-Type"])
        assert [part["name"] for part in parts[:2]] == ["manifest", "inventory"]
        manifest = json.loads(parts[0]["content"])
        files = {part["filename"]: part["content"] for part in parts[2:]}
        assert set(files) == {file["name"] for file in manifest["files"]}
        for file in manifest["files"]:
            assert hashlib.sha256(files[file["name"]]).hexdigest() == file["sha256"]
            assert len(files[file["name"]]) == file["bytes"]
        lines = "".join(sorted_lines(manifest["files"]))
        key = manifest["upload_key"]
        with self.double.lock:
            known = key in self.double.runs
            self.double.runs[key] = {
                "manifest": manifest,
                "inventory": json.loads(parts[1]["content"]),
                "files": files,
            }
        return {
            "id": "1",
            "upload_key": key,
            "url": f"/runs/{key}",
            "status": "duplicate" if known else "created",
            "state": "understood",
            "digest": hashlib.sha256(lines.encode()).hexdigest(),
            "warnings": [],
        }


def sorted_lines(files: list[dict[str, Any]]) -> list[str]:
    return [f"{file['sha256']}  {file['name']}\n" for file in sorted(files, key=lambda file: str(file["name"]))]


def behave(handler: _Handler) -> None:
    """201, or what the other calls answer."""
    if handler.path.startswith("/api/v1/enrolments/exchange"):
        request = json.loads(handler.body())
        good = request["code"] == "GOOD-CODE"
        handler.answer(200, {"token": "fioboard_upload_enrolled"}) if good else handler.answer(*error(403, "BadCode"))
        return
    if handler.path.startswith("/api/v1/import/plan"):
        with handler.double.lock:
            handler.double.requests[-1]["content"] = handler.body()
        handler.answer(200, handler.double.plan)
        return
    if handler.path.startswith("/api/v1/import"):
        is_form = handler.headers.get("Content-Type", "").startswith("multipart/")
        content = handler.body() if is_form else gzip.decompress(handler.body())
        with handler.double.lock:
            handler.double.requests[-1]["content"] = content
        if not content.strip():
            handler.answer(*error(422, "NotUnderstood"))
            return
        runs = [{"id": "1", "url": "/runs/1", "status": "created"}]
        handler.answer(201, {"runs": runs, "warnings": [], "found": handler.double.found})
        return
    stored = handler.store()
    handler.answer(200 if stored["status"] == "duplicate" else 201, stored)


def error(status: int, name: str, retryable: bool = False) -> tuple[int, dict[str, Any]]:
    return status, {
        "error": name,
        "detail": f"{name}.",
        "retryable": retryable,
        "request_id": "r",
        "problems": [],
    }


def refuse(status: int, name: str, headers: Optional[dict[str, str]] = None) -> Behaviour:
    """Read everything, then answer with an error."""

    def behaviour(handler: _Handler) -> None:
        handler.body()
        handler.answer(*error(status, name), headers=headers)

    return behaviour


def refuse_unread(status: int, name: str) -> Behaviour:
    """Answer without reading the body, as a server does with an announced length above its limit."""

    def behaviour(handler: _Handler) -> None:
        handler.answer(*error(status, name), headers={"Connection": "close"})
        handler.close_connection = True

    return behaviour


def reset_in_body(handler: _Handler) -> None:
    """Read a little, then cut the connection with a reset."""
    handler.rfile.read(10)
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    handler.connection.close()
    handler.close_connection = True


def store_then_cut(handler: _Handler) -> None:
    """The worst case: stored and committed, but the answer is lost."""
    handler.store()
    handler.connection.shutdown(socket.SHUT_RDWR)
    handler.close_connection = True


def wrong_digest(handler: _Handler) -> None:
    handler.answer(201, {**handler.store(), "digest": "0" * 64})


def wrong_key(handler: _Handler) -> None:
    handler.answer(201, {**handler.store(), "upload_key": "00000000-0000-0000-0000-000000000001"})


def html(status: int) -> Behaviour:
    """What a proxy in between answers."""

    def behaviour(handler: _Handler) -> None:
        handler.body()
        handler.send_response(status)
        if status == 302:
            handler.send_header("Location", "http://127.0.0.1:9/elsewhere")
        handler.send_header("Content-Length", "6")
        handler.end_headers()
        handler.wfile.write(b"<html>")

    return behaviour


def slow(seconds: float) -> Behaviour:
    """Silence, then a good answer."""

    def behaviour(handler: _Handler) -> None:
        stored = handler.store()
        time.sleep(seconds)
        handler.answer(201, stored)

    return behaviour


def parse_multipart(body: bytes, content_type: str) -> list[dict[str, Any]]:
    boundary = content_type.split("boundary=")[1].encode()
    assert body.endswith(b"--" + boundary + b"--\r\n")
    parts = []
    for raw in body.split(b"--" + boundary + b"\r\n")[1:]:
        head, _, content = raw.partition(b"\r\n\r\n")
        content = content.split(b"\r\n--" + boundary + b"--\r\n")[0] if content.endswith(b"--\r\n") else content[:-2]
        disposition = re.search(rb'name="([^"]*)"(?:; filename="([^"]*)")?', head)
        assert disposition is not None
        if b"Content-Encoding: gzip" in head:
            content = gzip.decompress(content)
        name, filename = disposition.groups()
        parts.append({"name": name.decode(), "filename": (filename or b"").decode(), "content": content})
    return parts
