"""The folder around a test file that the agent makes for a batch, which nobody but this user may enter.

fio removes a new file and makes it anew when it lays it out (filesetup.c, extend_file). In a folder that others may
write to, one of them can put a link or a file of their own there in between. Nobody can in this folder, and the kernel
admits fio to it alone (safety/confinement.py).
"""

from __future__ import annotations

import contextlib
import os
import re
import stat
import tempfile
from pathlib import Path

from fioboard_agent.errors import RefusedError

_NAME = re.compile(r"fioboard-[0-9a-f]{8}-[0-9a-f]{4}")
_FLAGS = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


def get_folder_name(run: str) -> str:
    """Return a name that nobody can know beforehand, because it is part of a random UUID."""
    return f"fioboard-{run[:13]}"


def has_private_folder(path: Path) -> bool:
    """Tell by its name whether the folder of a file is one that the agent makes."""
    return _NAME.fullmatch(path.parent.name) is not None


def find_measured_folder(path: Path) -> Path:
    """Return the folder that a file is measured in: its own, or the one that its private folder lies in."""
    return path.parent.parent if has_private_folder(path) else path.parent


def make_test_folder(path: Path) -> None:
    """Make the private folder of a file where it has one and it does not exist. Raises OSError, RefusedError."""
    if not has_private_folder(path):
        return
    with contextlib.suppress(FileExistsError):
        path.parent.mkdir(mode=0o700)
    require_test_folder(path)


def require_test_folder(path: Path) -> None:
    """Raise RefusedError when the private folder of a file exists and is not this user's alone."""
    if has_private_folder(path) and os.path.lexists(path.parent):
        os.close(open_private_folder(path.parent))


def open_private_folder(folder: Path) -> int:
    """Open the folder itself and return its descriptor. Raises RefusedError when it is a link, belongs to another user,
    or lets others in."""
    try:
        descriptor = os.open(folder, _FLAGS)
    except OSError as error:
        raise RefusedError(f"{folder} is not the folder that the agent created: {error.strerror}.") from None
    status = os.fstat(descriptor)
    owner_and_access = (status.st_uid, stat.S_IMODE(status.st_mode) & 0o077)
    if owner_and_access != (os.geteuid(), 0) and owner_and_access != _read_owner_of_new_folder(folder.parent):
        os.close(descriptor)
        raise RefusedError(
            f"{folder} belongs to another user or is accessible to others; the agent creates such folders only for "
            "itself. Remove it and start a new suite."
        )
    return descriptor


def remove_test_folder(path: Path) -> None:
    """Remove the private folder of a file, once nothing is in it."""
    if has_private_folder(path):
        with contextlib.suppress(OSError):
            path.parent.rmdir()


def _read_owner_of_new_folder(folder: Path) -> tuple[int, int]:
    """Return owner and mode of a folder that this user makes here: FAT keeps neither, an NFS server may change them."""
    try:
        with tempfile.TemporaryDirectory(dir=folder, prefix=".fioboard-") as new:
            status = Path(new).stat()
    except OSError:
        return os.geteuid(), 0
    return status.st_uid, stat.S_IMODE(status.st_mode) & 0o077
