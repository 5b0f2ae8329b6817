"""Folders in which another user may rename files, and so put another file where fio makes its own.

fio removes a new file and makes it anew when it lays it out (filesetup.c, extend_file), so the kernel has to admit the
whole folder for that step (safety/confinement.py).
"""

from __future__ import annotations

import errno
import grp
import os
import pwd
import stat
from pathlib import Path
from typing import Optional

from fioboard_agent.errors import RefusedError
from fioboard_agent.host.paths import Roots
from fioboard_agent.host.sysfs import read_text

_ACCESS_LIST = "system.posix_acl_access"


def require_own_folder(roots: Roots, folder: Path) -> None:
    """Raise RefusedError when anybody but this user and root may rename files in the folder, or the folder itself.

    `folder` has its links resolved already.
    """
    reason = find_other_writer(roots, folder)
    if reason is not None:
        raise RefusedError(
            f"{reason}, and could replace the new file in {folder} while fio creates it. Use a "
            "folder that only you can write to, or allow it with --in-shared-folder"
        )


def find_other_writer(roots: Roots, folder: Path) -> Optional[str]:
    """Say who else may rename files in a folder, or one above it; None when nobody but this user and root may."""
    for place in (folder, *folder.parents):
        try:
            status = place.stat()
        except OSError:
            return f"{place} cannot be checked"
        owners = _list_own_users()
        if status.st_uid not in owners:
            return f"{place} belongs to {_get_user_name(status.st_uid)}, who can rename files there"
        # With the sticky bit nobody renames files of others; but a link could be made between two steps of fio.
        is_sticky = bool(status.st_mode & stat.S_ISVTX)
        if is_sticky and (place != folder or _has_protected_links(roots)):
            continue
        if status.st_mode & stat.S_IWOTH:
            return f"Every user can create and rename files in {place}"
        if status.st_mode & stat.S_IWGRP and _has_other_members(place, status.st_gid, owners):
            group = _get_group_name(status.st_gid)
            return f"Other users can rename files in {place} (group {group} or an access list)"
    return None


def _list_own_users() -> set[int]:
    """Return this user, root, and who called sudo: their files are theirs to risk."""
    caller = os.environ.get("SUDO_UID", "")
    return {0, os.geteuid()} | ({int(caller)} if os.geteuid() == 0 and caller.isdigit() else set())


def _has_protected_links(roots: Roots) -> bool:
    """Return whether the kernel follows no link that another user made in a sticky folder (Linux, if switched on)."""
    names = ("protected_symlinks", "protected_hardlinks")
    return all((read_text(roots.locate(f"/proc/sys/fs/{name}")) or "").strip() not in {"", "0"} for name in names)


def _has_other_members(place: Path, group_id: int, users: set[int]) -> bool:
    """Return whether anybody but these users is in the group; True as well where an access list names others."""
    try:
        if _ACCESS_LIST in getattr(os, "listxattr", lambda _: [])(place):
            return True
    except OSError as error:
        # Where the file system has no attributes it has no access lists; whatever else happens, there may be one.
        if error.errno != errno.ENOTSUP:
            return True
    try:
        names = set(grp.getgrgid(group_id).gr_mem)
    except KeyError:
        names = set()
    members = {user.pw_uid for user in pwd.getpwall() if user.pw_gid == group_id or user.pw_name in names}
    known = {user.pw_name for user in pwd.getpwall()}
    return bool(members - users) or bool(names - known)


def _get_user_name(user_id: int) -> str:
    try:
        return pwd.getpwuid(user_id).pw_name
    except KeyError:
        return f"user {user_id}"


def _get_group_name(group_id: int) -> str:
    try:
        return grp.getgrgid(group_id).gr_name
    except KeyError:
        return str(group_id)
