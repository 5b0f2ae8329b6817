"""The parent of the process tree: PostgreSQL first, then the workers; stops them in reverse.

    fioboard serve ─┬─ postgres                    (unless FIOBOARD_DATABASE_URL is set)
                    └─ worker × FIOBOARD_WORKERS   (migrate first, then accept from one listening socket)

Started by cli/serve.py, which has checked the settings. Imports the standard library and fioboard.store.embedded only.
"""

import json
import logging
import os
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import NoReturn

from fioboard.cli import sentences
from fioboard.cli.worker_process import WorkerProcess
from fioboard.store.embedded import DiskFull, EmbeddedPostgres, EmbeddedPostgresError
from fioboard.store.embedded.disk_space import is_nearly_full

log = logging.getLogger("fioboard")

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
WATCH_EVERY_S = 0.5
BACKLOG = 2048
MAX_POSTGRES_RESTARTS = 3
RESTART_WINDOW_S = 60
TRY_AGAIN_S = 3
MEMORY = Path("/dev/shm")  # noqa: S108 -- a folder of this process's number, private to its user
METRICS = "fioboard-metrics-"
WORKER_GRACE_S = 12
MAX_DELAY_S = 5


class CannotServe(Exception):
    """The service cannot start or go on; the text is one sentence for the terminal."""


class StopRequested(BaseException):
    """Raised by the signal handler, once, wherever the supervisor is."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The settings the supervisor needs, as cli/serve.py hands them over."""

    host: str
    port: int
    public_url: str
    workers: int
    data_dir: str
    postgres_user: str | None
    until_stdin_closes: bool
    opens: bool


class Supervisor:
    """Starts, watches, restarts and stops everything that `fioboard serve` consists of."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._postgres: EmbeddedPostgres | None = None
        self._postgres_restarts: list[float] = []
        self._waits_for_room = False
        self._try_again_at = 0.0
        self._metrics: Path | None = None
        self._workers: list[WorkerProcess] = []
        self._selector = selectors.DefaultSelector()
        self._environment = dict(os.environ)
        self._stopping = False
        self._was_ready = False
        self._began = time.monotonic()
        self._opener: subprocess.Popen[bytes] | None = None

    def run(self) -> int:
        """Serves until a signal; returns the exit code: 0 when asked to stop, 1 when something failed."""
        for number in STOP_SIGNALS:
            signal.signal(number, self._handle_signal)
        if self._plan.until_stdin_closes:
            self._selector.register(sys.stdin.fileno(), selectors.EVENT_READ, None)
        try:
            with self._bind() as listener:
                self._start_postgres()
                self._make_metrics_folder()
                self._listen(listener)
                for _ in range(self._plan.workers):
                    self._workers.append(self._spawn(listener, migrates=True))
                self._watch(listener)
        except StopRequested:
            return 0
        except (CannotServe, EmbeddedPostgresError) as error:
            log.error("%s", error)
            return 1
        finally:
            self._stopping = True
            self._stop()

    def _handle_signal(self, number: int, _frame: FrameType | None) -> None:
        # Once: a second Ctrl-C must not cut the clean stop short. Whatever was being started at this moment
        # notices our end by itself (the workers by their lifeline, PostgreSQL by its parent-death signal).
        if not self._stopping:
            self._stopping = True
            log.info("stopping")
            raise StopRequested(number)

    # --- the port ---------------------------------------------------------------------------------------------------

    def _bind(self) -> socket.socket:
        """Takes the port before anything else is started, so that the sentence about it comes at once."""
        host, port = self._plan.host, self._plan.port
        try:
            family, kind, protocol, _, address = socket.getaddrinfo(
                host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
            )[0]
        except OSError as error:
            raise CannotServe(sentences.NO_ADDRESS_HERE(host=host, reason=error.strerror)) from None
        listener = socket.socket(family, kind, protocol)
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
        except OSError as error:
            listener.close()
            raise self._port_problem(error) from None
        return listener

    def _listen(self, listener: socket.socket) -> None:
        try:
            listener.listen(BACKLOG)
        except OSError as error:
            raise self._port_problem(error) from None

    def _port_problem(self, error: OSError) -> CannotServe:
        host, port = self._plan.host, self._plan.port
        return CannotServe(
            sentences.CANNOT_LISTEN(
                host=host, port=port, reason=error.strerror, free=port + 1 if port < 65535 else 8000
            )
        )

    def _make_metrics_folder(self) -> None:
        """Where the workers add their counters up, so that /metrics speaks for all of them.

        In memory where there is such a place: the counters are mapped files, and whoever writes into one of those on a
        full disk is killed (SIGBUS).
        """
        parent = MEMORY if os.access(MEMORY, os.W_OK | os.X_OK) else Path(self._plan.data_dir).absolute()
        for left in parent.glob(f"{METRICS}*"):
            if not Path(f"/proc/{left.name.removeprefix(METRICS)}").exists():
                shutil.rmtree(left, ignore_errors=True)  # of a supervisor that was killed
        self._metrics = parent / f"{METRICS}{os.getpid()}"
        try:
            self._metrics.mkdir(mode=0o700, parents=True)
        except OSError as error:
            raise CannotServe(sentences.CANNOT_WRITE(folder=parent, reason=error.strerror)) from None
        self._environment["PROMETHEUS_MULTIPROC_DIR"] = str(self._metrics)

    # --- the database -----------------------------------------------------------------------------------------------

    def _start_postgres(self) -> None:
        if self._environment.get("FIOBOARD_DATABASE_URL"):
            log.info("database: the one of FIOBOARD_DATABASE_URL")
            return
        self._postgres = EmbeddedPostgres(Path(self._plan.data_dir), self._plan.postgres_user)
        began = time.monotonic()
        while not self._start_or_wait(self._postgres):
            self._pause(TRY_AGAIN_S)
        self._environment["FIOBOARD_OWNER_DATABASE_URL"] = self._postgres.url
        self._environment["FIOBOARD_DATABASE_URL"] = self._postgres.service_url
        self._environment["FIOBOARD_DATABASE_DIR"] = str(self._postgres.places.home)
        log.info(
            "database: PostgreSQL in %s (%.1f s)", self._postgres.places.cluster, time.monotonic() - began
        )

    def _watch_postgres(self) -> None:
        """Starts PostgreSQL again when it died; gives up when it keeps dying for other reasons than a full disk."""
        now = time.monotonic()
        if self._postgres is None or self._postgres.is_alive() or now < self._try_again_at:
            return
        if not self._waits_for_room:
            self._note_death(self._postgres, now)
        if self._start_or_wait(self._postgres):
            log.info("PostgreSQL is back (%.1f s)", time.monotonic() - now)
        else:
            self._try_again_at = time.monotonic() + TRY_AGAIN_S

    def _start_or_wait(self, postgres: EmbeddedPostgres) -> bool:
        """Starts PostgreSQL; False, and one sentence for as long as it lasts, when its disk has no room for it."""
        try:
            postgres.start()
        except DiskFull as error:
            if not self._waits_for_room:
                log.error("disk full: %s Trying again every %d s.", error, TRY_AGAIN_S)
            self._waits_for_room = True
            return False
        self._waits_for_room = False
        return True

    def _pause(self, seconds: float) -> None:
        """Waits, but not with its ears closed."""
        for key, _ in self._selector.select(seconds):
            if key.data is None:
                self._hear_stdin()

    def _note_death(self, postgres: EmbeddedPostgres, now: float) -> None:
        """Raises CannotServe when it dies again and again; deaths for want of room do not count."""
        if is_nearly_full(postgres.places.home):
            return
        self._postgres_restarts = [at for at in self._postgres_restarts if at > now - RESTART_WINDOW_S]
        if len(self._postgres_restarts) >= MAX_POSTGRES_RESTARTS:
            raise CannotServe(
                sentences.DATABASE_DIED(times=MAX_POSTGRES_RESTARTS + 1, seconds=RESTART_WINDOW_S)
            )
        self._postgres_restarts.append(now)
        log.error("PostgreSQL died; starting it again")

    # --- the workers ------------------------------------------------------------------------------------------------

    def _spawn(self, listener: socket.socket, *, failures: int = 0, migrates: bool = False) -> WorkerProcess:
        worker = WorkerProcess(listener, self._environment, failures=failures, migrates=migrates)
        self._selector.register(worker.news, selectors.EVENT_READ, worker)
        return worker

    def _watch(self, listener: socket.socket) -> NoReturn:
        while True:
            for key, _ in self._selector.select(WATCH_EVERY_S):
                if key.data is None:
                    self._hear_stdin()
                else:
                    self._hear(key.data)
            self._watch_postgres()
            self._replace_ended(listener)

    def _hear_stdin(self) -> None:
        if os.read(sys.stdin.fileno(), 4096) == b"":
            log.info("standard input closed: stopping")
            raise StopRequested

    def _hear(self, worker: WorkerProcess) -> None:
        worker.hear()
        if worker.has_ended:
            self._selector.unregister(worker.news)
        elif not self._was_ready:
            self._was_ready = True
            log.info("ready on %s (%.1f s)", self._plan.public_url, time.monotonic() - self._began)
            if self._plan.opens:
                # A process of its own: the libraries that a link takes are not needed here afterwards.
                self._opener = subprocess.Popen(
                    [sys.executable, "-P", "-m", "fioboard.cli", "login-link", "--open"]
                )

    def _replace_ended(self, listener: socket.socket) -> None:
        for position, worker in enumerate(self._workers):
            if not worker.has_ended:
                continue
            code = worker.close()
            if not self._was_ready:
                raise CannotServe(sentences.WORKER_ENDED(code=code))
            failures = 0 if worker.is_ready else worker.failures + 1
            log.error("worker %d ended with code %s; starting another", worker.pid, code)
            self._forget_gauges(worker.pid)
            time.sleep(min(MAX_DELAY_S, 0.1 * 2**failures) if failures else 0)
            self._workers[position] = self._spawn(listener, failures=failures)

    def _forget_gauges(self, pid: int) -> None:
        """What a dead worker said of itself is so no more; what it counted stays."""
        if self._metrics is not None:
            for file in self._metrics.glob(f"gauge_live*_{pid}.db"):
                file.unlink(missing_ok=True)

    def _stop(self) -> None:
        """Workers first, so that they finish what they answer; PostgreSQL last."""
        try:
            for worker in self._workers:
                worker.ask_to_end()
            give_up_at = time.monotonic() + WORKER_GRACE_S
            for worker in self._workers:
                worker.wait_or_kill(give_up_at)
        finally:
            if self._metrics is not None:
                shutil.rmtree(self._metrics, ignore_errors=True)
            if self._postgres is not None:
                self._postgres.stop()
                log.info("stopped")


def main() -> None:
    """`python -m fioboard.cli.supervisor PLAN`, where PLAN is JSON."""
    logging.basicConfig(level=logging.INFO, format="fioboard: %(message)s")
    sys.exit(Supervisor(Plan(**json.loads(sys.argv[1]))).run())


if __name__ == "__main__":
    main()
