"""Locks on a cluster, held by the kernel for a process: gone with it, whatever ends it."""

import fcntl
import logging
import os
import time
from contextlib import suppress
from pathlib import Path

from fioboard.store.embedded import sentences
from fioboard.store.embedded.errors import EmbeddedPostgresError

log = logging.getLogger("fioboard.store.embedded")

SERVICE = "fioboard serve"


class DataDirInUse(EmbeddedPostgresError):
    """Another process runs the server of this data folder."""

    def __init__(self, folder: Path, pid: str, purpose: str) -> None:
        super().__init__(sentences.FOLDER_IN_USE(folder=folder, pid=pid, purpose=purpose))
        self.pid = pid
        self.purpose = purpose


class RunLock:
    """The right to run the server of one cluster; the file says who has it."""

    def __init__(self, path: Path, purpose: str) -> None:
        self._path = path
        self._purpose = purpose
        self._fd: int | None = None

    def acquire(self, wait_s: float = 0) -> None:
        """Takes the lock, waiting at most `wait_s` for a command that has it; a service is not waited for.

        Raises DataDirInUse naming the process that has it.
        """
        fd = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        give_up_at = time.monotonic() + wait_s
        is_told = False
        while True:
            try:
                fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                pid, _, purpose = os.pread(fd, 200, 0).decode().strip().partition(" ")
                if purpose == SERVICE or time.monotonic() >= give_up_at:
                    os.close(fd)
                    raise DataDirInUse(self._path.parent, pid, purpose) from None
                if not is_told:
                    is_told = True
                    log.info("waiting for process %s (%s), which uses the data folder", pid, purpose)
                time.sleep(0.05)
        with suppress(OSError):  # a full disk: the lock is held without a name
            os.ftruncate(fd, 0)
            os.pwrite(fd, f"{os.getpid()} {self._purpose}\n".encode(), 0)
        self._fd = fd

    def release(self) -> None:
        """Gives the lock back; nothing happens when it is not held."""
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None


class UsersLock:
    """Shared by the commands that use a server somebody else started, so that a short-lived starter waits for them."""

    def __init__(self, path: Path) -> None:
        self._fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)

    def join(self) -> None:
        """Counts this process among the users."""
        fcntl.flock(self._fd, fcntl.LOCK_SH)

    def wait_for_the_others(self) -> None:
        """Returns when nobody uses the server any more."""
        fcntl.flock(self._fd, fcntl.LOCK_EX)

    def close(self) -> None:
        """Leaves."""
        os.close(self._fd)
