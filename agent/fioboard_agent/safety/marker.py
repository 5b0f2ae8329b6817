"""The mark on files that the agent made: only these may ever be overwritten or removed by it.

An extended attribute is best: it lives and dies with the file itself. Where there are none, a file beside it names
the inode, so that another file put in the same place is not mistaken for ours.

fio removes an empty file and makes a new one when it lays it out (filesetup.c, extend_file), and the mark goes with the
old one. So the name is reserved before fio starts, and the file marked again when fio has ended.
"""

from __future__ import annotations

import errno
import json
import os
import stat
from pathlib import Path
from typing import Optional

ATTRIBUTE = "user.fioboard.run"
SUFFIX = ".fioboard"


def create_marked(path: Path, run: str) -> None:
    """Make an empty file that did not exist (never follows a link) and mark it as this run's."""
    descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_NOFOLLOW, 0o600)
    try:
        _mark(path, descriptor, run)
    except BaseException:
        path.unlink()
        raise
    finally:
        os.close(descriptor)


def mark_again(path: Path, run: str) -> None:
    """Mark what fio made under a name that this run had reserved; a link or another user's file is left alone."""
    if made_by(path) == run:
        return
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
    except OSError:
        return
    try:
        found = os.fstat(descriptor)
        if stat.S_ISREG(found.st_mode) and found.st_uid == os.geteuid() and found.st_nlink == 1:
            _note(path).unlink(missing_ok=True)
            _mark(path, descriptor, run)
    finally:
        os.close(descriptor)


def test_file_name(run: str) -> str:
    """A name that nobody else uses, because it is part of a random UUID."""
    return f"fioboard-{run[:13]}.dat"


def made_by(path: Path) -> Optional[str]:
    """The upload key of the run that made the file; None when the agent did not make it or cannot tell."""
    try:
        attribute = os.getxattr(path, ATTRIBUTE) if hasattr(os, "getxattr") else None
    except OSError:
        attribute = None
    if attribute:
        return attribute.decode("ascii", "replace")
    return _read_note(path)


def remove_marked(path: Path, run: str) -> bool:
    """Remove the file if this very run made it; False when it is gone or not this run's.

    A test file of this run's own random name needs no mark: the agent may have been killed before it could mark it.
    """
    if not path.is_file() or path.is_symlink():
        return False
    maker = made_by(path)
    if maker != run and not (maker is None and path.name == test_file_name(run)):
        return False
    path.unlink()
    _note(path).unlink(missing_ok=True)
    return True


def _mark(path: Path, descriptor: int, run: str) -> None:
    try:
        _set_attribute(descriptor, run)
    except OSError as error:
        if error.errno not in {errno.ENOTSUP, errno.EPERM, errno.EACCES, errno.ENOSPC, errno.EINVAL}:
            raise
        _write_note(path, descriptor, run)


def _set_attribute(descriptor: int, run: str) -> None:
    if not hasattr(os, "setxattr"):
        raise OSError(errno.ENOTSUP, "no extended attributes in this Python")
    os.setxattr(descriptor, ATTRIBUTE, run.encode("ascii"))


def _note(path: Path) -> Path:
    return path.with_name(path.name + SUFFIX)


def _identity(found: os.stat_result) -> dict[str, object]:
    return {"device": found.st_dev, "inode": found.st_ino, "birth": getattr(found, "st_birthtime", None)}


def _write_note(path: Path, descriptor: int, run: str) -> None:
    text = json.dumps({"run": run, **_identity(os.fstat(descriptor))})
    note = os.open(_note(path), os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_NOFOLLOW, 0o600)
    with os.fdopen(note, "w", encoding="ascii") as file:
        file.write(text + "\n")


def _read_note(path: Path) -> Optional[str]:
    try:
        note = json.loads(_note(path).read_text(encoding="ascii"))
        same = all(note.get(key) == value for key, value in _identity(path.stat()).items())
        return str(note["run"]) if same else None
    except (OSError, ValueError, KeyError, AttributeError):
        return None
