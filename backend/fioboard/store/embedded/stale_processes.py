"""What a killed service leaves behind: an orphaned server, its children, a stale postmaster.pid. Clears it safely.

Only ever called with the lock held, so nobody else starts or stops this cluster meanwhile.
"""

import logging
import os
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

from fioboard.store.embedded import sentences
from fioboard.store.embedded.errors import EmbeddedPostgresError

log = logging.getLogger("fioboard.store.embedded")

FAST_SHUTDOWN_S = 30
IMMEDIATE_SHUTDOWN_S = 10
SAY_AFTER_S = 1.0
SAY_EVERY_S = 5.0


def postmaster_pid(cluster: Path) -> int | None:
    """The process id in postmaster.pid; null without the file or when it is unreadable."""
    try:
        return int((cluster / "postmaster.pid").read_text().partition("\n")[0])
    except (OSError, ValueError):
        return None


def is_ready(cluster: Path, pid: int) -> bool:
    """True when the server with that process id takes connections (the eighth line, as pg_ctl reads it)."""
    try:
        lines = (cluster / "postmaster.pid").read_text().splitlines()
    except OSError:
        return False
    return len(lines) >= 8 and lines[0] == str(pid) and lines[7].strip() == "ready"


def _list_processes(cluster: Path) -> set[int] | None:
    """List PostgreSQL's processes of this cluster, which is their working directory; null where /proc cannot tell.

    The program counts too: somebody's shell that stands in the folder is none of ours.
    """
    if not Path("/proc/self/cwd").exists():
        return None
    processes = set()
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError):
                # After an upgrade of the wheel the kernel writes "postgres (deleted)".
                is_postgres = (entry / "exe").readlink().name.partition(" ")[0] == "postgres"
                if is_postgres and (entry / "cwd").readlink() == cluster:
                    processes.add(int(entry.name))
    return processes


def _is_postmaster(cluster: Path, pid: int) -> bool:
    """Tell whether that process is the server of this cluster, and not somebody who got its old number."""
    inside = _list_processes(cluster)
    if inside is not None:
        return pid in inside
    command = ["ps", "-ww", "-o", "args=", "-p", str(pid)]
    shown = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 -- a fixed command
    return f"-D {cluster}" in shown.stdout


class _Waiting:
    """Says now and then what is waited for: who starts a service and hears nothing takes it for dead."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._began = time.monotonic()
        self._say_at = self._began + SAY_AFTER_S

    def pause(self) -> None:
        """Sleep for a moment; log now and then what is waited for."""
        now = time.monotonic()
        if now >= self._say_at:
            log.info("waiting for %s (%.0f s)", self._what, now - self._began)
            self._say_at = now + SAY_EVERY_S
        time.sleep(0.02)


def _gone(cluster: Path, pid: int, within_s: float, waiting: _Waiting) -> bool:
    give_up_at = time.monotonic() + within_s
    while _is_postmaster(cluster, pid):
        if time.monotonic() >= give_up_at:
            return False
        waiting.pause()
    return True


def clear(cluster: Path, sockets: Path) -> None:
    """Stops an orphaned server of this cluster, waits for its last child, removes stale lock files.

    After this a new server may start. The data is safe at every step: PostgreSQL recovers from its log.
    """
    pid = postmaster_pid(cluster)
    if pid is not None and _is_postmaster(cluster, pid):
        waiting = _Waiting(sentences.OLD_POSTGRES_RUNS(pid=pid, cluster=cluster))
        for number, patience_s in (
            (signal.SIGINT, FAST_SHUTDOWN_S),
            (signal.SIGQUIT, IMMEDIATE_SHUTDOWN_S),
            (signal.SIGKILL, 5),
        ):
            with suppress(ProcessLookupError):
                os.kill(pid, number)
            if _gone(cluster, pid, patience_s, waiting):
                break
        else:
            raise EmbeddedPostgresError(sentences.OLD_POSTGRES_STAYS(pid=pid, cluster=cluster))
    _wait_for_children(cluster)
    # PostgreSQL itself refuses to start while the process number in its files lives, be it another program of the same
    # user by now. Removing them is safe: no process of this cluster is left (checked above), and we hold the lock.
    if _list_processes(cluster) == set():
        for file in (cluster / "postmaster.pid", sockets / ".s.PGSQL.5432.lock", sockets / ".s.PGSQL.5432"):
            file.unlink(missing_ok=True)


def _wait_for_children(cluster: Path) -> None:
    """Children of a killed server end by themselves within moments; those that do not are killed."""
    kill_at = time.monotonic() + IMMEDIATE_SHUTDOWN_S
    waiting = _Waiting(sentences.OLD_PROCESSES_RUN(cluster=cluster))
    while left := _list_processes(cluster):
        if time.monotonic() >= kill_at + IMMEDIATE_SHUTDOWN_S:
            raise EmbeddedPostgresError(sentences.OLD_PROCESSES_STAY(cluster=cluster, processes=sorted(left)))
        if time.monotonic() >= kill_at:
            for pid in left:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
        waiting.pause()
