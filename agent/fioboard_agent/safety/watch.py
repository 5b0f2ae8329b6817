"""What fio really has open for writing, read from /proc while it runs: the check behind all checks.

Looks often in the first second, when fio opens its files, then every few seconds: jobs that wait for others open theirs
later. Linux only; elsewhere there is nothing to read.
"""

from __future__ import annotations

import os
import stat
import time
from pathlib import Path
from typing import Iterable, Iterator, Optional

_FIRST_S = 0.01
_MAX_INTERVAL_S = 5.0
_PROC = Path("/proc")
_TIMES_ASKED = 3


class WriteWatch:
    """Finds the first file or block device that fio may write to and nobody confirmed.

    `files` and what is below `folders` are confirmed by path, `devices` by number: the kernel tells the path it really
    opened, links resolved.
    """

    def __init__(self, files: Iterable[Path], folders: Iterable[Path], devices: Iterable[int]) -> None:
        self._files = frozenset(map(str, files))
        self._folders = tuple(f"{folder}/" for folder in folders)
        self._devices = frozenset(devices)
        self._seen: set[tuple[str, str, str]] = set()
        self._interval_s = _FIRST_S
        self._next = time.monotonic()

    def get_wait_s(self) -> float:
        """Return the seconds until the next look."""
        return max(0.0, self._next - time.monotonic())

    def find_unconfirmed(self, pid: int) -> Optional[str]:
        """Return the path of what fio or one of its jobs has open for writing without leave; None when all is
        well.
        """
        self._next = time.monotonic() + self._interval_s
        self._interval_s = min(_MAX_INTERVAL_S, self._interval_s * 2)
        for process in _list_family(pid):
            for number, path in _list_descriptors(process):
                if (process, number, path) in self._seen:
                    continue
                # Path, kind and flags are read one after another, and a file that was opened meanwhile may have taken
                # the number of one that was closed: what is not the same all the time is looked at again later.
                answers = [
                    (self._is_confirmed(process, number, path), _read_path(process, number) == path)
                    for _ in range(_TIMES_ASKED)
                ]
                if all(answer == (False, True) for answer in answers):
                    return path
                if all(answer == (True, True) for answer in answers):
                    self._seen.add((process, number, path))
        return None

    def _is_confirmed(self, process: str, number: str, path: str) -> bool:
        descriptor = _PROC / process / "fd" / number
        try:
            status = descriptor.stat()
            flags = next(
                int(line.split()[1], 8)
                for line in (_PROC / process / "fdinfo" / number).read_text("ascii").splitlines()
                if line.startswith("flags:")
            )
        except (OSError, StopIteration):  # closed meanwhile
            return True
        if flags & os.O_ACCMODE == os.O_RDONLY:
            return True
        if stat.S_ISBLK(status.st_mode):
            return status.st_rdev in self._devices
        # A file without a name (shared memory, one that was deleted) is nobody's any more.
        if not stat.S_ISREG(status.st_mode) or status.st_nlink == 0:
            return True
        return path in self._files or path.startswith(self._folders)


def _list_family(pid: int) -> Iterator[str]:
    """List the process and its descendants: fio forks one for each job. Threads share its descriptors."""
    waiting = [str(pid)]
    while waiting:
        process = waiting.pop()
        yield process
        try:
            threads = list((_PROC / process / "task").iterdir())
        except OSError:
            continue
        for thread in threads:
            try:
                waiting += (thread / "children").read_text("ascii").split()
            except OSError:
                continue


def _list_descriptors(process: str) -> Iterator[tuple[str, str]]:
    try:
        links = list((_PROC / process / "fd").iterdir())
    except OSError:
        return
    for link in links:
        path = _read_path(process, link.name)
        if path is not None:
            yield link.name, path


def _read_path(process: str, number: str) -> Optional[str]:
    try:
        return str((_PROC / process / "fd" / number).readlink())
    except OSError:
        return None
