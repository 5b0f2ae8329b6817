"""A lean HTTP/1.1 client: requests are bytes made beforehand, so that the client's own time stays small."""

import hashlib
import socket
import time
from collections.abc import Callable
from uuid import uuid4

import orjson

BOUNDARY = "fioboard-bench"


class Connection:
    """One keep-alive connection."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._dial()

    def _dial(self) -> None:
        self._socket = socket.create_connection(("127.0.0.1", self._port), timeout=60)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def ask(self, request: bytes) -> tuple[int, bytes]:
        """Status and body of the answer."""
        self._socket.sendall(request)
        got = b""
        while (end := got.find(b"\r\n\r\n")) < 0:
            got += self._receive()
        head, body = got[:end].lower(), got[end + 4 :]
        length = int(head.partition(b"content-length:")[2].partition(b"\r\n")[0])
        if len(body) < length:
            pieces = [body]
            missing = length - len(body)
            while missing > 0:
                pieces.append(self._receive())
                missing -= len(pieces[-1])
            body = b"".join(pieces)
        return int(head[9:12]), body

    def _receive(self) -> bytes:
        piece = self._socket.recv(262_144)
        if not piece:
            raise ConnectionError("the service closed the connection")
        return piece

    def close(self) -> None:
        """Hangs up."""
        self._socket.close()

    def batch(self, make: Callable[[], bytes], expected: int = 200) -> Callable[[int], list[int]]:
        """A stopwatch batch: requests are made first, then sent one after the other.

        Each batch dials anew, since the service hangs up after 5 idle seconds; the first request is not timed.
        """

        def run(times: int) -> list[int]:
            requests = [make() for _ in range(times)]
            self.close()
            self._dial()
            self.ask(make())
            durations = []
            for request in requests:
                began = time.perf_counter_ns()
                status, body = self.ask(request)
                durations.append(time.perf_counter_ns() - began)
                if status != expected:
                    raise RuntimeError(f"answered {status}: {body[:300]!r}")
            return durations

        return run


def get(path: str, token: str = "") -> bytes:
    """A GET request."""
    credential = f"authorization: Bearer {token}\r\n" if token else ""
    return f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1\r\n{credential}\r\n".encode()


def upload(content: bytes, token: str, host: int = 0, batch: dict[str, object] | None = None) -> bytes:
    """An upload as the agent sends it, with a key of its own; a step of a batch where one is given."""
    about = {
        "schema": 1,
        "upload_key": str(uuid4()),
        "agent": {"name": "bench", "version": "1"},
        "host": {"id": f"bench-{host:04}", "name": f"bench {host}"},
        "started_at": "2026-11-20T13:00:00Z",
        "argv": ["fio", "--output-format=json+", "job.fio"],
        "exit_code": 0,
        "files": [
            {
                "name": "fio.json",
                "kind": "fio_output",
                "sha256": hashlib.sha256(content).hexdigest(),
                "bytes": len(content),
            }
        ],
    }
    if batch is not None:
        about["batch"] = batch
    hardware = {
        "system": {"product": "Example Server"},
        "cpu": {"model": "Example"},
        "os": {"kernel": "6.1.0"},
    }
    body = b"".join(
        (
            _part('name="manifest"', orjson.dumps(about)),
            _part('name="inventory"', orjson.dumps(hardware)),
            _part('name="file"; filename="fio.json"', content),
            f"--{BOUNDARY}--\r\n".encode(),
        )
    )
    head = (
        f"POST /api/v1/uploads HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer {token}\r\n"
        f"content-type: multipart/form-data; boundary={BOUNDARY}\r\ncontent-length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


def _part(name: str, content: bytes) -> bytes:
    return f"--{BOUNDARY}\r\ncontent-disposition: form-data; {name}\r\n\r\n".encode() + content + b"\r\n"
