"""A real S3 server, versitygw, which keeps objects as files of a folder; and a proxy before it that misbehaves on demand.

`go install` builds it once per checkout (two minutes); without Go there is none, and what needs it is skipped.
"""

import asyncio
import fcntl
import os
import shutil
import socket
import subprocess
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from fioboard.core.config import Settings

PROGRAM = "github.com/versity/versitygw/cmd/versitygw@v1.8.0"
CHECKOUT = Path(__file__).resolve().parents[3]
FOLDER = CHECKOUT / ".cache" / "s3-server"
KEY, SECRET = "fioboard-tests", "not-a-secret-at-all"
START_S = 60


def program() -> Path:
    """The server's program; built if need be, by one of the test processes. Skips the test where it cannot be."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    built = FOLDER / "versitygw"
    with (FOLDER / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not built.exists():
            if shutil.which("go") is None:
                pytest.skip("needs Go, to build the S3 server versitygw")
            done = subprocess.run(
                ["nice", "go", "install", PROGRAM],
                env=os.environ | {"GOBIN": str(FOLDER), "GOTOOLCHAIN": "local", "CGO_ENABLED": "0"},
                capture_output=True,
                text=True,
                check=False,
            )
            if done.returncode:
                pytest.skip(f"the S3 server versitygw cannot be built: {done.stderr.strip()[-200:]}")
    return built


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass(slots=True)
class S3Server:
    """A running server; its folder has a folder per bucket."""

    folder: Path
    port: int = field(default_factory=free_port)
    certificate: tuple[Path, Path] | None = None
    """Of TLS, with its key; None: http."""
    process: "subprocess.Popen[bytes] | None" = None

    def start(self) -> None:
        """Returns when it answers."""
        address = f"127.0.0.1:{self.port}"
        self.process = subprocess.Popen(
            [
                program(),
                "--access",
                KEY,
                "--secret",
                SECRET,
                "--port",
                address,
                "--quiet",
                *(("--cert", self.certificate[0], "--key", self.certificate[1]) if self.certificate else ()),
                "posix",
                self.folder,
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        give_up_at = time.monotonic() + START_S
        while True:
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return
            assert self.process.poll() is None
            assert time.monotonic() < give_up_at
            time.sleep(0.02)

    def kill(self) -> None:
        """At once."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()


@contextmanager
def s3_server(folder: Path, certificate: tuple[Path, Path] | None = None) -> Iterator[S3Server]:
    """A server over this folder, for the length of the block."""
    server = S3Server(folder, certificate=certificate)
    server.start()
    try:
        yield server
    finally:
        server.kill()


@dataclass(slots=True)
class Bucket:
    """A bucket and a prefix in it, as its server keeps them: one file per object."""

    server: S3Server
    name: str
    prefix: str = "originals"

    def __post_init__(self) -> None:
        (self.server.folder / self.name).mkdir()

    def settings(self, port: int | None = None, **others: object) -> Settings:
        """The settings that lead here, through a proxy's port if one is given."""
        scheme = "https" if self.server.certificate else "http"
        endpoint = f"{scheme}://127.0.0.1:{port or self.server.port}"
        given: dict[str, object] = {"documents_key_id": KEY, "documents_secret": SECRET, **others}
        return Settings(documents=f"s3://{self.name}/{self.prefix}?endpoint={endpoint}", **given)  # type: ignore[arg-type] # as read from an environment, checked by pydantic

    @property
    def folder(self) -> Path:
        """Where the server keeps what is below the prefix."""
        return self.server.folder / self.name / self.prefix

    def path(self, sha256: bytes) -> Path:
        """The file of an object."""
        return self.folder / sha256.hex()[:2] / f"{sha256.hex()}.zst"

    def files(self) -> list[Path]:
        """Every object's file."""
        return sorted(path for path in self.folder.rglob("*") if path.is_file())


Answer = bytes | None
"""What the proxy answers by itself; None: what the server says. An empty one: the connection breaks off."""


def refusal(status: str, code: str) -> bytes:
    """An error as S3 says it."""
    body = f"<?xml version='1.0'?><Error><Code>{code}</Code><Message>no</Message></Error>".encode()
    return b"HTTP/1.1 %s\r\ncontent-length: %d\r\nconnection: close\r\n\r\n%s" % (
        status.encode(),
        len(body),
        body,
    )


@dataclass(slots=True)
class Proxy:
    """Between the service and the server; `answer` decides about each request by its method and path."""

    port: int
    answer: Callable[[str, str], Answer] = lambda _method, _path: None
    is_silent: bool = False
    """True: takes requests and says nothing."""
    requests: list[tuple[str, str]] = field(default_factory=list)
    open_now: int = 0
    most_open: int = 0
    """Connections at once."""


@asynccontextmanager
async def proxy_before(server: S3Server) -> AsyncIterator[Proxy]:
    """A proxy before the server, for the length of the block."""
    at = Proxy(0)

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        at.open_now += 1
        at.most_open = max(at.most_open, at.open_now)
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            lines = head.split(b"\r\n")
            method, path, _ = lines[0].decode().split(" ")
            lengths = [line for line in lines if line.lower().startswith(b"content-length:")]
            content = await reader.readexactly(int(lengths[0].split(b":")[1]) if lengths else 0)
            at.requests.append((method, path))
            if at.is_silent:
                await reader.read()
                return
            own = at.answer(method, path)
            if own is not None:
                writer.write(own)
                return
            upstream, sending = await asyncio.open_connection("127.0.0.1", server.port)
            try:
                sending.write(head[:-2] + b"connection: close\r\n\r\n" + content)
                while piece := await upstream.read(65536):
                    writer.write(piece)
            finally:
                sending.close()
        except (OSError, asyncio.IncompleteReadError):
            return
        finally:
            at.open_now -= 1
            writer.close()

    listening = await asyncio.start_server(serve, "127.0.0.1", 0)
    at.port = listening.sockets[0].getsockname()[1]
    try:
        yield at
    finally:
        listening.close()
