"""The whole service as a child process, as `fioboard serve` starts it."""

import os
import signal
import socket
import subprocess
import sys
import time
import traceback
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import pytest
from typer.testing import CliRunner

from fioboard.cli.program import app
from fioboard.core import config
from fioboard.store.embedded.throwaway import throwaway_folder
from tests.factories.clusters import give_cluster

# Only a bound: on quiet processors it takes three seconds, beside browsers and other suites many more.
START_S = 180


def environment(**settings: object) -> dict[str, str]:
    """A clean environment with these settings, e.g. port=8001."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith("FIOBOARD_")}
    return ours | {f"FIOBOARD_{name.upper()}": str(value) for name, value in settings.items()}


Done = subprocess.CompletedProcess[str]


def fioboard(*arguments: str, **settings: object) -> Done:
    """Run one command in this process, with these settings and no others: starting Python for it costs two seconds."""
    variables: dict[str, str | None] = {name: None for name in os.environ if name.startswith("FIOBOARD_")}
    config.settings.cache_clear()
    try:
        done = CliRunner().invoke(
            app, arguments, prog_name="fioboard", env=variables | environment(**settings)
        )
    finally:
        config.settings.cache_clear()
    errors = done.stderr
    if done.exc_info is not None and done.exc_info[0] is not SystemExit:
        errors += "".join(traceback.format_exception(*done.exc_info))
    return Done(arguments, done.exit_code, done.stdout, errors)


def start_fioboard(*arguments: str, **settings: object) -> Done:
    """Run one command as a program, to its end: for what is about the process itself."""
    return subprocess.run(
        [sys.executable, "-P", "-m", "fioboard.cli", *arguments],
        env=environment(**settings),
        capture_output=True,
        text=True,
        timeout=START_S,
        check=False,
    )


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Serving:
    """A `fioboard serve` of the tests. It ends with them, also when they are killed: the kernel closes its input."""

    def __init__(
        self, folder: Path, *options: str, variables: Mapping[str, str] | None = None, **settings: object
    ) -> None:
        self.port = free_port()
        self.settings = {"data_dir": folder / "data", "port": self.port, **settings}
        self.log = folder / "serve.log"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-m", "fioboard.cli", "serve", "--until-stdin-closes", *options],
                env=environment(**self.settings) | dict(variables or {}),
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def said(self) -> str:
        """Everything on its terminal so far."""
        return self.log.read_text()

    def status(self, path: str = "/readyz") -> int | None:
        """Status of a GET; None when nobody answers."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=5) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            return error.code
        except OSError:
            return None

    def wait_until_ready(self) -> None:
        """Returns when /readyz says yes; fails the test with what the service said when it does not."""
        self._wait_for({200})

    def wait_until_answering(self) -> None:
        """Returns when somebody answers, ready or not."""
        self._wait_for({200, 503})

    def _wait_for(self, statuses: set[int]) -> None:
        give_up_at = time.monotonic() + START_S
        while self.status() not in statuses:
            assert self.process.poll() is None, self.said()
            assert time.monotonic() < give_up_at, self.said()
            time.sleep(0.05)

    def wait_for_words(self, words: str, times: int = 1) -> None:
        """Returns when its terminal shows these words, that many times."""
        give_up_at = time.monotonic() + START_S
        while self.said().count(words) < times:
            assert time.monotonic() < give_up_at, self.said()
            time.sleep(0.05)

    def tree(self) -> set[int]:
        """Process ids of the supervisor and everything below it."""
        found, frontier = {self.process.pid}, [self.process.pid]
        while frontier:
            listed = Path(f"/proc/{frontier.pop()}/task")
            for children in listed.glob("*/children"):
                with suppress(OSError):
                    for pid in map(int, children.read_text().split()):
                        found.add(pid)
                        frontier.append(pid)
        return found

    def workers(self) -> list[int]:
        """Process ids of the workers."""
        return [pid for pid in self.tree() if "fioboard.cli.worker" in command_line(pid)]

    def postmaster(self) -> int:
        """Process id of PostgreSQL."""
        found = {pid for pid in self.tree() if f"-D {self.settings['data_dir']}" in command_line(pid)}
        # A process that it has just started is called as it is, for a moment.
        [pid] = [pid for pid in found if psutil.Process(pid).ppid() not in found]
        return pid

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Sends a signal and returns the exit code."""
        self.process.send_signal(number)
        return self.process.wait(60)


def command_line(pid: int) -> str:
    """Arguments of a process, with spaces; empty when it is gone."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
    except OSError:
        return ""


def still_running(pids: set[int], within_s: float = 20) -> set[int]:
    """Those of the processes that have not ended (zombies have) when the time is over."""
    give_up_at = time.monotonic() + within_s
    while left := {pid for pid in pids if command_line(pid)}:
        if time.monotonic() >= give_up_at:
            return left
        time.sleep(0.05)
    return set()


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder for data and log."""
    with throwaway_folder() as made:
        yield made


@pytest.fixture
def serving(folder: Path) -> Iterator[Serving]:
    """A service that is ready, of this test alone."""
    with ready(Serving(folder)) as service:
        yield service


@pytest.fixture(scope="session")
def shared_service() -> Iterator[Serving]:
    """A service with two workers for tests that ask it, add to it and leave it running."""
    with throwaway_folder() as folder:
        give_cluster(folder / "data", is_migrated=True)
        with ready(Serving(folder)) as service:
            yield service
            stop_cleanly(service, signal.SIGTERM)


def stop_cleanly(service: Serving, number: signal.Signals) -> None:
    """Stop a service with a signal; nothing of it is left, and PostgreSQL has written everything out."""
    tree = service.tree()
    assert service.stop(number) == 0
    assert still_running(tree, 2) == set()
    assert service.said().rstrip().endswith("fioboard: stopped")
    log = Path(str(service.settings["data_dir"]), "postgres-log")
    assert "database system is shut down" in "".join(path.read_text() for path in log.iterdir())


@contextmanager
def ready(service: Serving) -> Iterator[Serving]:
    """Waits until it is ready, and stops it at the end unless it has ended."""
    try:
        service.wait_until_ready()
        yield service
    finally:
        if service.process.poll() is None:
            service.stop()
        service.process.communicate()
