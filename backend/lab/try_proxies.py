"""Tries FIOBOARD_TRUSTED_PROXIES through the installed nginx and Caddy, with the lines of docs/proxy.md.

Usage: python lab/try_proxies.py, where `nginx` and `caddy` may be started. Everything is in a temporary folder, and
both speak plain http. For each proxy: ten wrong passwords from 127.0.0.2, each with a forged header, are refused, the
eleventh must wait, and another address, 127.0.0.3, is still asked for its password.
"""

import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2

DOCS = Path(__file__).resolve().parents[2] / "docs" / "proxy.md"
START_S = 180
TRIES = 10


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(command: list[str], url: str, environment: dict[str, str] | None = None) -> Iterator[None]:
    """A program that answers at `url`, for the length of the block."""
    process = subprocess.Popen(command, env=os.environ | (environment or {}))
    try:
        give_up_at = time.monotonic() + START_S
        while True:
            try:
                if httpx2.get(url, timeout=5).status_code < 500:
                    break
            except httpx2.HTTPError:
                pass
            if process.poll() is not None or time.monotonic() > give_up_at:
                raise SystemExit(f"{command[0]} does not answer at {url}")
            time.sleep(0.2)
        yield
    finally:
        process.terminate()
        process.wait()


def of_docs(language: str) -> str:
    """The lines of docs/proxy.md for one proxy."""
    found = re.search(rf"```{language}\n(.*?)```", DOCS.read_text(), re.DOTALL)
    if found is None:
        raise SystemExit(f"docs/proxy.md has no {language}")
    return found[1]


def nginx(folder: Path, port: int, service: int) -> list[str]:
    return write_nginx(folder, f"127.0.0.1:{port}", service)


def write_nginx(
    folder: Path, listen: str, service: int, certificate: tuple[Path, Path] | None = None
) -> list[str]:
    """Write a configuration with the lines of the page, and return the command that starts nginx with it.

    `listen`: as nginx has it; `certificate` and its key: for TLS.
    """
    lines = of_docs("nginx").replace("listen 443 ssl;", f"listen {listen};")
    lines = lines.replace("127.0.0.1:8000", f"127.0.0.1:{service}")
    if certificate is None:
        lines = re.sub(r"^\s*ssl_certificate.*\n", "", lines, flags=re.MULTILINE)
    else:
        lines = lines.replace("/etc/ssl/bench.pem", str(certificate[0])).replace(
            "/etc/ssl/bench.key", str(certificate[1])
        )
    file = folder / "nginx.conf"
    file.write_text(
        f"daemon off;\npid {folder}/nginx.pid;\nerror_log stderr warn;\nevents {{}}\nhttp {{\naccess_log off;\n"
        f"client_body_temp_path {folder};\nproxy_temp_path {folder};\n{lines}}}\n"
    )
    return ["nginx", "-p", str(folder), "-c", str(file)]


def caddy(folder: Path, port: int, service: int) -> list[str]:
    lines = of_docs("caddy").replace("bench.example.org", f"http://127.0.0.1:{port}")
    file = folder / "Caddyfile"
    file.write_text(
        "{\n admin off\n auto_https off\n}\n" + lines.replace("127.0.0.1:8000", f"127.0.0.1:{service}")
    )
    return ["caddy", "run", "--config", str(file), "--adapter", "caddyfile"]


def statuses(port: int, source: str, tries: int) -> list[int]:
    """What that many wrong passwords from an address are answered with; each writes a header of its own."""
    transport = httpx2.HTTPTransport(local_address=source)
    with httpx2.Client(transport=transport, base_url=f"http://127.0.0.1:{port}") as client:
        return [
            client.post(
                "/api/v1/session",
                json={"name": "admin", "password": "a wrong password"},
                headers={"sec-fetch-site": "same-origin", "x-forwarded-for": f"203.0.113.{n}"},
            ).status_code
            for n in range(tries)
        ]


def main() -> None:
    """Exits with 1 when a proxy does not do what docs/proxy.md says."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)  # root's PostgreSQL runs as another user
    failed = False
    try:
        for number, (name, made) in enumerate({"nginx": nginx, "caddy": caddy}.items()):
            if shutil.which(name) is None:
                sys.stdout.write(f"{name}: not installed\n")
                continue
            service, port = free_port(), free_port()
            settings = {
                "FIOBOARD_PORT": str(service),
                "FIOBOARD_DATA_DIR": str(folder / f"data{number}"),
                "FIOBOARD_TRUSTED_PROXIES": "127.0.0.1",
                "FIOBOARD_WORKERS": "1",
            }
            fioboard = [sys.executable, "-m", "fioboard.cli", "serve"]
            with (
                running(fioboard, f"http://127.0.0.1:{service}/readyz", settings),
                running(made(folder, port, service), f"http://127.0.0.1:{port}/healthz"),
            ):
                guesses = statuses(port, "127.0.0.2", TRIES + 1)
                other = statuses(port, "127.0.0.3", 1)
            right = guesses == [401] * TRIES + [429] and other == [401]
            failed = failed or not right
            sys.stdout.write(
                f"{name}: {guesses} from one address, {other} from another: {'ok' if right else 'WRONG'}\n"
            )
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    raise SystemExit(int(failed))


if __name__ == "__main__":
    main()
