"""One benchmark at a time per host: two at once measure each other (H6)."""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
from pathlib import Path
from typing import Iterator

from fioboard_agent.errors import BusyError, SetupError
from fioboard_agent.host.paths import Folders, make_private_folder

_MAX_OWNER = 32
# The process that has it, or had it.
_OWNER = re.compile(rb"\d*\s*")


@contextlib.contextmanager
def hold_run_lock(folders: Folders) -> Iterator[None]:
    """Hold the host's lock, or raise BusyError naming who has it. The kernel frees it when the process dies."""
    with take_lock(folders.run_lock, "Another fioboard-agent benchmark"):
        yield


@contextlib.contextmanager
def take_lock(path: Path, holder: str) -> Iterator[None]:
    """Hold a lock, or raise BusyError that calls its holder so."""
    if not path.parent.exists():
        make_private_folder(path.parent)
    try:
        descriptor = _open(str(path))
    except OSError as error:
        raise SetupError(
            f"The lock {path} cannot be opened: {error.strerror} (FIOBOARD_AGENT_LOCK moves it)."
        ) from None
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            owner = os.pread(descriptor, _MAX_OWNER, 0).decode("ascii", "replace").strip() or "unknown"
            raise BusyError(f"{holder} is running (PID {owner}).") from None
        if not _OWNER.fullmatch(os.pread(descriptor, _MAX_OWNER + 1, 0)):
            raise SetupError(
                f"{path} is not a lock of the agent and is left unchanged (FIOBOARD_AGENT_LOCK names another)."
            )
        with contextlib.suppress(OSError):
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, f"{os.getpid()}\n".encode("ascii"), 0)
        yield
    finally:
        os.close(descriptor)


def _open(path: str) -> int:
    """Every user must be able to lock the same file; O_CREAT on another user's file in a sticky folder is refused."""
    flags = os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK
    try:
        return os.open(path, flags)
    except FileNotFoundError:
        descriptor = os.open(path, flags | os.O_CREAT, 0o666)
        with contextlib.suppress(PermissionError):
            os.fchmod(descriptor, 0o666)
        return descriptor
