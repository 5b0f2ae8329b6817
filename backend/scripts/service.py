"""`fioboard serve` as a child process, for the scripts that need the whole service. Standard library only."""

import json
import os
import socket
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
FIOBOARD = CHECKOUT / "backend" / ".venv" / "bin" / "fioboard"
EVERY_ADDRESS = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}  # noqa: S104 -- compared with, not listened on
START_S = 300  # a first start with a long crash recovery
STOP_S = 90


class ServiceFailed(Exception):
    """The service did not start, or ended by itself; it has said why on standard error."""


class Service:
    """The service of one environment (FIOBOARD_* variables). It ends with us, whatever ends us."""

    def __init__(
        self, environment: dict[str, str], program: Path = FIOBOARD, folder: Path = CHECKOUT
    ) -> None:
        self.environment = environment
        self._program = str(program)
        self._folder = folder
        host = environment.get("FIOBOARD_HOST", "127.0.0.1")
        self.url = f"http://{EVERY_ADDRESS.get(host, host)}:{environment.get('FIOBOARD_PORT', '8000')}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Starts the service and returns when /readyz says yes, however long it brings its tables up to date."""
        self._process = subprocess.Popen(
            [self._program, "serve", "--until-stdin-closes"],
            env=self.environment,
            cwd=self._folder,
            stdin=subprocess.PIPE,  # closed by the kernel when we end
            start_new_session=True,  # a Ctrl-C is ours to handle
        )
        give_up_at = time.monotonic() + START_S
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        while time.monotonic() < give_up_at:
            if self._process.poll() is not None:
                raise ServiceFailed(f"the service ended with code {self._process.returncode}")
            try:
                with opener.open(f"{self.url}/readyz", timeout=5):
                    return
            except urllib.error.HTTPError as error:
                if json.load(error)["error"] == "Upgrading":
                    give_up_at = time.monotonic() + START_S
                time.sleep(0.05)
            except OSError:
                time.sleep(0.05)
        raise ServiceFailed(f"the service was not ready after {START_S} s")

    @property
    def process_id(self) -> int:
        """Of the supervisor, the parent of workers and PostgreSQL. Raises ServiceFailed before the start."""
        if self._process is None:
            raise ServiceFailed("the service was not started")
        return self._process.pid

    def command(self, *arguments: str) -> str:
        """What `fioboard ARGUMENTS` prints; raises subprocess.CalledProcessError when it fails."""
        done = subprocess.run(
            [self._program, *arguments],
            env=self.environment,
            cwd=self._folder,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        return done.stdout.strip()

    def wait(self) -> int:
        """Waits for the end of the service; its exit code."""
        if self._process is None:
            return 0
        return self._process.wait()

    def stop(self) -> int:
        """Stops it cleanly, PostgreSQL included; its exit code."""
        if self._process is None:
            return 0
        self._process.terminate()
        try:
            return self._process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()
        finally:
            self.let_go()

    def let_go(self) -> None:
        """Closes our end of its standard input, which also tells a service that still runs to stop."""
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()


def plain_environment() -> dict[str, str]:
    """Our environment without any FIOBOARD_ setting: for tests, which must not meet somebody's real service."""
    return {name: value for name, value in os.environ.items() if not name.startswith("FIOBOARD_")}


def free_port() -> int:
    """A port nobody listens on at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
