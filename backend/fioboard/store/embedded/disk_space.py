"""Tells a PostgreSQL that stopped because its disk is full from one that stopped for any other reason."""

import errno
import os
import shutil
from pathlib import Path

from fioboard.store.embedded.errors import StartFailed

# Two segments of its log: with less it may come up, but is not going to stay up.
NEEDED_BYTES = 32 * 1024 * 1024
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
# As PostgreSQL and the C library say it; the cluster's messages are English (store/embedded/cluster.py).
_WORDS = tuple(os.strerror(number) for number in _FULL)


def is_nearly_full(folder: Path) -> bool:
    """Whether the disk of a folder has next to no room."""
    try:
        disk = os.statvfs(folder)
    except OSError:
        return False
    return disk.f_bavail * disk.f_frsize < NEEDED_BYTES


def is_of_full_disk(error: BaseException, folder: Path) -> bool:
    """Whether an attempt to start failed for want of room in `folder`.

    A quota of the user's is not in the disk's figures: there only the words tell.
    """
    has_words = any(word in str(error) for word in _WORDS)
    if isinstance(error, shutil.Error):  # copytree's list of what failed: an OSError without a number
        return has_words
    if isinstance(error, OSError):
        return error.errno in _FULL
    return isinstance(error, StartFailed) and (has_words or is_nearly_full(folder))
