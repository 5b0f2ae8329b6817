"""Linux's Landlock: from here on the kernel itself refuses fio every write outside the places given.

A rule holds for an inode and what is below it, not for a name: a link that is swapped after the check leads nowhere.
Absent before Linux 5.13, where a kernel switches it off, and elsewhere; then safety/watch.py is all there is.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import stat
import struct
import sys
from pathlib import Path
from typing import Iterable, Optional

# include/uapi/linux/landlock.h; the numbers of the calls are the same on every architecture but alpha.
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_VERSION_FLAG = 1
_PATH_BENEATH = 1
_PR_SET_NO_NEW_PRIVS = 38
_WRITE_FILE = 1 << 1
_TRUNCATE = 1 << 14
# Removing and making files, folders, links, sockets, pipes and nodes; moving between folders (since version 2).
_IN_FOLDERS = sum(1 << bit for bit in range(4, 13))
_REFER = 1 << 13


def make_ruleset(writable: Iterable[Path]) -> Optional[int]:
    """Descriptor of a ruleset that admits writing to these files and nodes and below these folders; None when the
    kernel has none to offer. Raises OSError when one of the paths is gone."""
    if not sys.platform.startswith("linux"):
        return None
    libc = ctypes.CDLL(None, use_errno=True)
    version = libc.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), _VERSION_FLAG)
    if version < 1:
        return None
    of_files = _WRITE_FILE | (_TRUNCATE if version >= 3 else 0)
    handled = of_files | _IN_FOLDERS | (_REFER if version >= 2 else 0)
    attributes = struct.pack("=Q", handled)
    ruleset: int = libc.syscall(_CREATE_RULESET, attributes, ctypes.c_size_t(len(attributes)), 0)
    if ruleset < 0:
        return None
    try:
        for path in dict.fromkeys(writable):
            _admit(libc, ruleset, path, handled, of_files)
    except BaseException:
        os.close(ruleset)
        raise
    return ruleset


def restrict_self(libc: ctypes.CDLL, ruleset: int) -> None:
    """In the child, before it becomes fio. No setuid program regains what was given up (the kernel asks for that)."""
    if libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) or libc.syscall(_RESTRICT_SELF, ruleset, 0):
        raise OSError("Landlock could not be applied")


def _admit(libc: ctypes.CDLL, ruleset: int, path: Path, handled: int, of_files: int) -> None:
    descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    with contextlib.ExitStack() as closing:
        closing.callback(os.close, descriptor)
        is_folder = stat.S_ISDIR(os.fstat(descriptor).st_mode)
        rule = struct.pack("=Qi", handled if is_folder else of_files, descriptor)
        if libc.syscall(_ADD_RULE, ruleset, _PATH_BENEATH, rule, 0):
            raise OSError(ctypes.get_errno(), "Landlock refuses a rule", str(path))
