"""Where fio may write while it runs: held by the kernel where it can (Landlock), watched in any case."""

from __future__ import annotations

import ctypes
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

from fioboard_agent.errors import RefusedError
from fioboard_agent.safety import landlock
from fioboard_agent.safety.watch import WriteWatch

# fio keeps its buffers in /dev/zero where there is no System V shared memory, and programs expect /dev/null.
_ALWAYS_WRITABLE = (Path("/dev/null"), Path("/dev/zero"))


@dataclass
class Confinement:
    """For one start of fio. `ruleset` is None where the kernel cannot hold fio back, or must not."""

    watch: WriteWatch
    ruleset: Optional[int]

    def enter(self, libc: ctypes.CDLL) -> None:
        """In the child, before it becomes fio."""
        if self.ruleset is not None:
            landlock.restrict_self(libc, self.ruleset)

    def close(self) -> None:
        """fio was started, or will not be: its own copy of the ruleset holds."""
        if self.ruleset is not None:
            os.close(self.ruleset)
            self.ruleset = None


def confine(files: list[Path], devices: list[Path], folders: list[Path], by_kernel: bool) -> Confinement:
    """Files by their folder: fio removes a file and makes it anew when it lays it out (filesetup.c, extend_file)."""
    try:
        watch = WriteWatch(files, folders, [device.stat().st_rdev for device in devices])
        places = [*devices, *folders, *(file.parent for file in files)]
        places += [path for path in _ALWAYS_WRITABLE if path.exists()]
        return Confinement(watch, landlock.make_ruleset(places) if by_kernel else None)
    except OSError as error:
        raise RefusedError(f"{error.filename or 'A target'} is gone since it was checked ({error.strerror}).") from None
