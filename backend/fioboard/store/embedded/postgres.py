"""One embedded PostgreSQL: start, watch, stop."""

import logging
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

from fioboard.store.embedded import binaries, cluster, paths, sentences, stale_processes
from fioboard.store.embedded.disk_space import is_of_full_disk
from fioboard.store.embedded.errors import DiskFull, EmbeddedPostgresError, StartFailed
from fioboard.store.embedded.lock import SERVICE, RunLock
from fioboard.store.embedded.owner import clean_environment

log = logging.getLogger("fioboard.store.embedded")

START_S = 600  # recovery after a crash may replay up to max_wal_size
SAY_SO_EVERY_S = 5
WAIT_FOR_COMMAND_S = 30


class EmbeddedPostgres:
    """The server of one data folder. Use it from the main thread: the kernel stops it with the thread that started it.

    `user` is the system user it runs as when the caller is root (unset: the cluster's owner, or nobody).
    """

    def __init__(self, data_dir: Path, user: str | None = None, purpose: str = SERVICE) -> None:
        self._data_dir = Path(data_dir)
        self._user = user
        self._purpose = purpose
        self._places: paths.Places | None = None
        self._lock: RunLock | None = None
        self._server: subprocess.Popen[bytes] | None = None

    @property
    def places(self) -> paths.Places:
        """The paths of this server."""
        if self._places is None:
            self._places = paths.locate(self._data_dir, self._user)
        return self._places

    @property
    def url(self) -> str:
        """`postgresql://fioboard@/fioboard?host=FOLDER_OF_THE_SOCKET`: as the role that owns the tables."""
        return self.places.url

    @property
    def service_url(self) -> str:
        """The same as the role that the service works as."""
        return self.places.service_url

    @property
    def pid(self) -> int | None:
        """Process id of the running server; null when it does not run."""
        return self._server.pid if self._server is not None and self.is_alive() else None

    def is_alive(self) -> bool:
        """Whether the server that `start` launched still runs."""
        return self._server is not None and self._server.poll() is None

    def start(self, wait_s: float = WAIT_FOR_COMMAND_S) -> str:
        """Starts the server, making the cluster when there is none; returns its address when it takes connections.

        Takes the lock of the data folder: DataDirInUse when another process has it (a short-lived command is waited
        for, `wait_s` at most). Clears what a killed service left behind, recovers after a crash. Called again after
        the server died, it starts it anew under the same lock. DiskFull for want of room: call again.
        """
        if self.is_alive():
            return self.url
        is_first = self._lock is None
        if self._lock is None:
            lock = RunLock(self.places.lock, self._purpose)
            lock.acquire(wait_s)
            self._lock = lock
        try:
            self._start()
        except BaseException as error:
            self._end_server()
            if is_first:
                self._release()
            if is_of_full_disk(error, self.places.home):
                raise DiskFull(self.places.home) from error
            raise
        return self.url

    def _start(self) -> None:
        here = self.places
        programs = binaries.readable(binaries.find(), here.owner, here.home)
        if not here.cluster.exists():
            cluster.create(here, programs)
        cluster.require_version(here)
        stale_processes.clear(here.cluster, here.sockets)
        cluster.assign_owner(here)
        cluster.make_folders(here)
        cluster.configure(here)
        with (here.home / "postgres-start.log").open("wb") as start_log:
            self._server = subprocess.Popen(  # noqa: S603 -- our own launcher and programs
                [
                    *(sys.executable, "-I", "-S", str(Path(__file__).with_name("launch.py"))),
                    *(str(os.getpid()), str(here.owner.uid), str(here.owner.gid)),
                    *(programs.program("postgres"), "-D", str(here.cluster)),
                ],
                stdin=subprocess.DEVNULL,
                stdout=start_log,
                stderr=start_log,
                cwd="/",
                env=clean_environment(),
                start_new_session=True,  # a Ctrl-C on the terminal is ours to handle: PostgreSQL stops last
            )
        self._wait_until_ready(self._server)

    def _wait_until_ready(self, server: "subprocess.Popen[bytes]") -> None:
        started_at = time.monotonic()
        say_so_at = started_at + SAY_SO_EVERY_S
        while not stale_processes.is_ready(self.places.cluster, server.pid):
            if server.poll() is not None:
                raise StartFailed(sentences.NOT_STARTED(reason=self._why()))
            now = time.monotonic()
            if now >= started_at + START_S:
                raise EmbeddedPostgresError(sentences.NOT_READY(seconds=START_S, reason=self._why()))
            if now >= say_so_at:
                log.warning(
                    "PostgreSQL is still starting, recovering after a crash (%.0f s)", now - started_at
                )
                say_so_at = now + SAY_SO_EVERY_S
            time.sleep(0.005)

    def _why(self) -> str:
        """The last lines the server wrote, from the file it starts with and from its log."""
        files = [self.places.home / "postgres-start.log", *self.places.log.glob("*.log")]
        newest = sorted(
            (f for f in files if f.exists() and f.stat().st_size), key=lambda f: f.stat().st_mtime
        )
        lines = newest[-1].read_text(errors="replace").splitlines()[-5:] if newest else []
        return " / ".join(line.strip() for line in lines) or "it said nothing"

    def stop(self, *, is_removed: bool = False) -> None:
        """Stops the server (fast shutdown, then immediate, then kill), gives the lock back. Safe to call twice.

        `is_removed`: the cluster goes, too, so that nothing needs to be written out first.
        """
        self._end_server(is_removed=is_removed)
        self._release()

    def _end_server(self, *, is_removed: bool = False) -> None:
        server, self._server = self._server, None
        if server is not None:
            ways: list[tuple[signal.Signals, float | None]] = [
                (signal.SIGINT, stale_processes.FAST_SHUTDOWN_S),
                (signal.SIGQUIT, stale_processes.IMMEDIATE_SHUTDOWN_S),
                (signal.SIGKILL, None),
            ]
            for number, patience_s in ways[1:] if is_removed else ways:
                if server.poll() is None:
                    with suppress(ProcessLookupError):
                        server.send_signal(number)
                try:
                    server.wait(patience_s)
                    break
                except subprocess.TimeoutExpired:
                    log.warning("PostgreSQL (process %d) does not end on %s", server.pid, number.name)

    def _release(self) -> None:
        if self._lock is not None:
            self._lock.release()
            self._lock = None
