"""Where fio may write while it runs: held by the kernel where it can (Landlock), watched in any case."""

from __future__ import annotations

import contextlib
import ctypes
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Mapping, Optional

from fioboard_agent.errors import RefusedError
from fioboard_agent.safety import landlock
from fioboard_agent.safety.private_folder import has_private_folder, open_private_folder
from fioboard_agent.safety.watch import WriteWatch

# Device, inode and device number of a file.
Identity = tuple[int, int, int]
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


def confine(
    files: list[Path],
    devices: list[Path],
    folders: list[Path],
    complete: Mapping[Path, Optional[Identity]],
    by_kernel: bool,
) -> Confinement:
    """Let fio write the devices, everything below `folders`, and the files.

    `complete`: files that fio only opens, each with what it was when it was checked. The kernel admits these alone: a
    link that is swapped into their place leads nowhere, also inside their folder. Other files are admitted by their
    folder, for fio removes a file and makes it anew when it lays it out (filesetup.c, extend_file); a private folder is
    admitted as it was opened, whatever stands under its name by then.
    """
    try:
        watch = WriteWatch(files, folders, [device.stat().st_rdev for device in devices])
        places = [*devices, *folders]
        places += [path for path in _ALWAYS_WRITABLE if path.exists()]
        if not by_kernel:
            return Confinement(watch, None)
        with contextlib.ExitStack() as closing:
            places += [_open_folder(path, closing) for path in files if path not in complete]
            places += [_open_checked(path, identity, closing) for path, identity in complete.items()]
            return Confinement(watch, landlock.make_ruleset(places))
    except OSError as error:
        raise RefusedError(
            f"{error.filename or 'A target'} disappeared after it was checked ({error.strerror})."
        ) from None


def _open_folder(file: Path, closing: contextlib.ExitStack) -> Path:
    """Return a name for the folder of a new file. Raises RefusedError for a private one that is another by now."""
    if not has_private_folder(file):
        return file.parent
    descriptor = open_private_folder(file.parent)
    closing.callback(os.close, descriptor)
    return Path(f"/proc/self/fd/{descriptor}") if sys.platform.startswith("linux") else file.parent


def _open_checked(path: Path, identity: Optional[Identity], closing: contextlib.ExitStack) -> Path:
    """A name for the very file that was checked, whatever stands under its path by now. Raises RefusedError."""
    if not sys.platform.startswith("linux"):
        return path
    descriptor = os.open(path, os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC)
    closing.callback(os.close, descriptor)
    status = os.fstat(descriptor)
    if (status.st_dev, status.st_ino, status.st_rdev) != identity:
        raise RefusedError(f"{path} changed while it was being checked.")
    return Path(f"/proc/self/fd/{descriptor}")
