"""The service as something to be killed: a real `fioboard serve` with its embedded PostgreSQL, process by process."""

import os
import random
import signal
import time
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import psutil

from scripts.service import Service, ServiceFailed, free_port, plain_environment
from tests.cli.conftest import fioboard
from tests.factories.clusters import give_cluster

# After kill -9 of the supervisor its workers take a moment to notice and to give the port back.
RESTART_S = 30
KINDS = ("worker", "supervisor", "postmaster", "backend")


class Victim(Service):
    """A service whose processes can be killed one by one, and which is started again when it is gone."""

    def __init__(self, data_dir: Path, workers: int = 2, restart_s: float = RESTART_S) -> None:
        self._restart_s = restart_s
        give_cluster(data_dir, is_migrated=True)
        port = free_port()
        super().__init__(
            plain_environment()
            | {
                "FIOBOARD_DATA_DIR": str(data_dir),
                "FIOBOARD_PORT": str(port),
                "FIOBOARD_WORKERS": str(workers),
                "FIOBOARD_LOG_LEVEL": "error",
            }
        )
        self.address = ("127.0.0.1", port)
        self.database_url = f"postgresql://fioboard@/fioboard?host={data_dir}/socket"

    def kill(self, kind: str, chance: random.Random) -> bool:
        """kill -9 of one process of this kind. False when there was none at this moment."""
        pids = self._pids(kind)
        if not pids:
            return False
        pid = chance.choice(pids)
        os.kill(pid, signal.SIGKILL)
        # The postmaster takes connections until it has noticed, and then ends them: whoever asks meanwhile is cut off.
        while kind == "backend" and psutil.pid_exists(pid):
            time.sleep(0.001)
        return True

    def _pids(self, kind: str) -> list[int]:
        if self._process is None or self._process.poll() is not None:
            return []
        if kind == "supervisor":
            return [self._process.pid]
        try:
            family = psutil.Process(self._process.pid).children(recursive=True)
            commands = {process.pid: " ".join(process.cmdline()) for process in family}
        except psutil.NoSuchProcess:
            return []
        mark = {"worker": "fioboard.cli.worker", "postmaster": "/postgres -D", "backend": "[local]"}[kind]
        return sorted(pid for pid, command in commands.items() if mark in command)

    def command(self, *arguments: str) -> str:
        """What `fioboard ARGUMENTS` prints, run in this process: starting Python for it costs two seconds."""
        settings = {
            name.removeprefix("FIOBOARD_").lower(): value
            for name, value in self.environment.items()
            if name.startswith("FIOBOARD_")
        }
        done = fioboard(*arguments, **settings)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def revive(self) -> None:
        """Returns when the service is ready again, started anew when it has ended, as an init system would do."""
        give_up_at = time.monotonic() + self._restart_s
        while True:
            try:
                if self._process is None or self._process.poll() is not None:
                    self.let_go()
                    self.start()
                self.wait_until_ready(give_up_at)
            except (ServiceFailed, OSError):
                if time.monotonic() > give_up_at:
                    raise
                time.sleep(0.1)
            else:
                return

    def wait_until_ready(self, give_up_at: float) -> None:
        """Returns when /readyz says yes; raises ServiceFailed when the service ends or `give_up_at` passes."""
        while self.ask("/readyz") != 200:
            if self._process is None or self._process.poll() is not None:
                raise ServiceFailed("the service ended")
            if time.monotonic() > give_up_at:
                raise ServiceFailed(f"the service was not ready after {self._restart_s} s")
            time.sleep(0.02)

    def ask(self, path: str) -> int:
        """The status that one GET is answered with; 0 without an answer."""
        connection = HTTPConnection(*self.address, timeout=10)
        try:
            connection.request("GET", path)
            return connection.getresponse().status
        except (OSError, HTTPException):
            return 0
        finally:
            connection.close()
