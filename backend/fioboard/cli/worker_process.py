"""One worker as the supervisor sees it: a child process, a lifeline down to it, news up from it."""

import os
import socket
import subprocess
import sys
import time
from contextlib import suppress

READY = b"r"


class WorkerProcess:
    """A running worker. Its standard input is a pipe that only we hold open: when we vanish, it ends."""

    def __init__(
        self,
        listener: socket.socket,
        environment: dict[str, str],
        *,
        failures: int = 0,
        migrates: bool = False,
    ) -> None:
        self.failures = failures  # how many in a row ended before they were ready
        self.is_ready = False
        self.has_ended = False
        self._is_closed = False
        self.news, to_us = os.pipe()
        command = [sys.executable, "-P", "-m", "fioboard.cli.worker", str(listener.fileno()), str(to_us)]
        if migrates:
            command.append("migrate")
        self._process = subprocess.Popen(  # noqa: S603 -- ourselves
            command,
            env=environment,
            stdin=subprocess.PIPE,
            pass_fds=(listener.fileno(), to_us),
            start_new_session=True,  # a Ctrl-C on the terminal reaches the supervisor only, which stops us in order
        )
        os.close(to_us)

    @property
    def pid(self) -> int:
        """Process id."""
        return self._process.pid

    def hear(self) -> None:
        """Reads the news pipe: the worker is ready, or (at the end of the pipe) it is gone."""
        if os.read(self.news, 1) == READY:
            self.is_ready = True
        else:
            self.has_ended = True

    def ask_to_end(self) -> None:
        """SIGTERM: answer what is being answered, take no new connections, end."""
        with suppress(ProcessLookupError):
            self._process.terminate()

    def wait_or_kill(self, deadline: float) -> None:
        """Wait for the end until `deadline` (time.monotonic), then kill."""
        try:
            self._process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            self._process.kill()
        self.close()

    def close(self) -> int:
        """Collects the exit code of an ended worker and closes the pipes; may be called again."""
        code = self._process.wait()
        if not self._is_closed:
            self._is_closed = True
            os.close(self.news)
            if self._process.stdin is not None:
                self._process.stdin.close()
        return code
