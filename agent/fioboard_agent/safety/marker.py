"""The mark on files that the agent made: only these may ever be overwritten or removed by it.

An extended attribute is best: it lives and dies with the file itself. Where there are none, a file beside it says the
same. Both name device and inode: another file in the same place is not ours, nor is a copy that `cp -a` has given the
attribute too.

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

from fioboard_agent.safety.private_folder import remove_test_folder

ATTRIBUTE = "user.fioboard.run"
SUFFIX = ".fioboard"


def create_marked(path: Path, run: str) -> None:
    """Make an empty file that did not exist (never follows a link) and mark it as this run's."""
    descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_NOFOLLOW, 0o600)
    try:
        _write_mark(path, descriptor, run)
    except BaseException:
        path.unlink()
        raise
    finally:
        os.close(descriptor)


def restore_mark(path: Path, run: str) -> None:
    """Mark what fio made under a name that this run had reserved; a link or another user's file is left alone."""
    if find_maker(path) == run:
        return
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
    except OSError:
        return
    try:
        status = os.fstat(descriptor)
        if stat.S_ISREG(status.st_mode) and status.st_uid == os.geteuid() and status.st_nlink == 1:
            _find_note_path(path).unlink(missing_ok=True)
            _write_mark(path, descriptor, run)
    finally:
        os.close(descriptor)


def test_file_name(run: str) -> str:
    """A name that nobody else uses, because it is part of a random UUID."""
    return f"fioboard-{run[:13]}.dat"


def find_maker(path: Path) -> Optional[str]:
    """Return the upload key of the run that made the file; None when the agent did not make it or cannot tell."""
    try:
        attribute = os.getxattr(path, ATTRIBUTE) if hasattr(os, "getxattr") else None
    except OSError:
        attribute = None
    return _read_maker(path, attribute) if attribute else _read_maker(path, _read_note(path))


def remove_marked(path: Path, run: str) -> bool:
    """Remove the file if this very run made it, and its private folder; False when it is gone or not this run's.

    A test file of this run's own random name needs no mark: the agent may have been killed before it could mark it.
    """
    is_removed = path.is_file() and not path.is_symlink() and _is_run_file(path, run)
    if is_removed:
        path.unlink()
        _find_note_path(path).unlink(missing_ok=True)
    remove_test_folder(path)
    return is_removed


def _is_run_file(path: Path, run: str) -> bool:
    maker = find_maker(path)
    return maker == run or (maker is None and path.name == test_file_name(run))


def _write_mark(path: Path, descriptor: int, run: str) -> None:
    status = os.fstat(descriptor)
    text = json.dumps({"run": run, **_build_identity(status)}).encode("ascii")
    try:
        _set_attribute(descriptor, text)
    except OSError as error:
        if error.errno not in {errno.ENOTSUP, errno.EPERM, errno.EACCES, errno.ENOSPC, errno.EINVAL}:
            raise
        _write_note(path, text)


def _set_attribute(descriptor: int, text: bytes) -> None:
    if not hasattr(os, "setxattr"):
        raise OSError(errno.ENOTSUP, "no extended attributes in this Python")
    os.setxattr(descriptor, ATTRIBUTE, text)


def _find_note_path(path: Path) -> Path:
    return path.with_name(path.name + SUFFIX)


def _build_identity(status: os.stat_result) -> dict[str, object]:
    return {"device": status.st_dev, "inode": status.st_ino, "birth": getattr(status, "st_birthtime", None)}


def _write_note(path: Path, text: bytes) -> None:
    note = os.open(_find_note_path(path), os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_NOFOLLOW, 0o600)
    with os.fdopen(note, "wb") as file:
        file.write(text + b"\n")


def _read_note(path: Path) -> Optional[bytes]:
    try:
        return _find_note_path(path).read_bytes()
    except OSError:
        return None


def _read_maker(path: Path, mark: Optional[bytes]) -> Optional[str]:
    """Return the run that a mark names, if it is the mark of this very file."""
    if mark is None:
        return None
    try:
        fields = json.loads(mark)
        is_same = all(fields.get(key) == value for key, value in _build_identity(path.stat()).items())
        return str(fields["run"]) if is_same else None
    except (OSError, ValueError, KeyError, AttributeError):
        return None
