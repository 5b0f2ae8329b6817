"""The service of a rehearsal, and what stands between it and hosts: TLS by a CA of our own, and a proxy."""

import contextlib
import os
import re
import socket
import ssl
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from scripts.service import Service

ADDRESS, ADDRESS_6, NAME = "10.77.0.1", "fd77::1", "fioboard.test"
PORT, TLS_PORT, PROXY_PORT = 8742, 8743, 3128


@contextlib.contextmanager
def serve(folder: Path, url: str) -> Iterator[Service]:
    """Run the service at an address, with the data of this rehearsal."""
    service = Service(
        {
            **{key: value for key, value in os.environ.items() if not key.lower().endswith("_proxy")},
            "FIOBOARD_DATA_DIR": str(folder / "data"),
            "FIOBOARD_HOST": "::",
            "FIOBOARD_PORT": str(PORT),
            "FIOBOARD_BASE_URL": url,
        }
    )
    with (folder / "service.log").open("a") as log, redirect_output(log):
        service.start()
    try:
        yield service
    finally:
        service.stop()


@contextlib.contextmanager
def redirect_output(log: TextIO) -> Iterator[None]:
    """Have what is started in the block write to a log: the service says there what it does of each request."""
    saved = {number: os.dup(number) for number in (1, 2)}
    for number in saved:
        os.dup2(log.fileno(), number)
    try:
        yield
    finally:
        for number, before in saved.items():
            os.dup2(before, number)
            os.close(before)


def make_code(service: Service, hosts: int = 1) -> str:
    """Make an enrolment code."""
    printed = service.command("enrolment", "create", "--hosts", str(hosts), "--minutes", "120")
    return re.search(r"--code (\S+)", printed)[1]


class Forwarder:
    """Accepts connections and copies their bytes to another address, in threads that end with us."""

    def __init__(self, port: int) -> None:
        self.count = 0
        self._listener = socket.create_server((ADDRESS, port))
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            client, _ = self._listener.accept()
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with contextlib.suppress(OSError), contextlib.closing(client):
            opened, server = self.open(client)
            self.count += 1
            back = threading.Thread(target=_copy, args=(server, opened), daemon=True)
            back.start()
            _copy(opened, server)
            back.join()

    def open(self, client: socket.socket) -> tuple[socket.socket, socket.socket]:
        """Return both ends; overridden."""
        raise NotImplementedError


def _copy(source: socket.socket, target: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while content := source.recv(65_536):
            target.sendall(content)
        target.shutdown(socket.SHUT_WR)


class TlsFront(Forwarder):
    """TLS by a certificate of a CA of our own, in front of the service."""

    def __init__(self, folder: Path) -> None:
        make = [
            "openssl",
            "req",
            "-x509",
            "-newkey",
            "rsa:2048",
            "-nodes",
            "-days",
            "2",
            "-subj",
            f"/CN={NAME}",
        ]
        make += [
            "-addext",
            f"subjectAltName=DNS:{NAME}",
            "-keyout",
            folder / "key.pem",
            "-out",
            folder / "ca.pem",
        ]
        subprocess.run(make, capture_output=True, check=True)
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.load_cert_chain(folder / "ca.pem", folder / "key.pem")
        super().__init__(TLS_PORT)

    def open(self, client: socket.socket) -> tuple[socket.socket, socket.socket]:
        """Speak TLS with the client, and plainly with the service."""
        return self._context.wrap_socket(client, server_side=True), socket.create_connection((ADDRESS, PORT))


class Proxy(Forwarder):
    """A proxy for CONNECT; it alone knows the name of the service."""

    def __init__(self) -> None:
        super().__init__(PROXY_PORT)

    def open(self, client: socket.socket) -> tuple[socket.socket, socket.socket]:
        """Read the request and connect."""
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += client.recv(1)
        host, port = head.split()[1].decode().split(":")
        server = socket.create_connection((ADDRESS if host == NAME else host, int(port)))
        client.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
        return client, server
