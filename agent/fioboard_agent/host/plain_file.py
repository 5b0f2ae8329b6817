"""Reads files that a person named: never a device, a pipe or a folder, and never more than such a file can hold."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from fioboard_agent.errors import UsageError

_PART_BYTES = 1 << 20
_KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


def read_plain_file(path: Path, what: str, limit: int) -> bytes:
    """Return the content of a regular file; `what` names it in errors, as `The job file`.

    Raises UsageError for anything else and for more than `limit` bytes, OSError when it cannot be opened. Never waits
    for another process, as opening a pipe does.
    """
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY)
    try:
        _require_plain(os.fstat(descriptor).st_mode, path, what)
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            # In parts: Python takes the memory for as much as is asked for, whatever there is.
            content = b""
            while len(content) <= limit and (part := file.read(min(_PART_BYTES, limit + 1 - len(content)))):
                content += part
    finally:
        os.close(descriptor)
    if len(content) > limit:
        raise UsageError(f"{what} {path} has more than {limit:,} bytes.")
    return content


def require_plain_file(path: Path, what: str) -> None:
    """Raise UsageError unless the path leads to a regular file, OSError when it leads nowhere."""
    _require_plain(path.stat().st_mode, path, what)


def _require_plain(mode: int, path: Path, what: str) -> None:
    kind = next((words for is_kind, words in _KINDS if is_kind(mode)), None)
    if kind is not None:
        raise UsageError(f"{what} {path} is {kind}, not a regular file.")
