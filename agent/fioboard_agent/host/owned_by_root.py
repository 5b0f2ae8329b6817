"""Whether root alone can change a file that decides what may run."""

from __future__ import annotations

import stat
from pathlib import Path

from fioboard_agent.errors import SetupError


def require_owned_by_root(path: Path) -> None:
    """Raise SetupError unless root alone can change a file: it, and every folder above it, belong to root, are no links
    and are not writable by others."""
    for place in (path, *path.absolute().parents):
        status = place.lstat()
        if stat.S_ISLNK(status.st_mode):
            raise SetupError(
                f"{place} is a link; {path} decides what may run here and must not be reached through a link."
            )
        if status.st_uid != 0:
            raise SetupError(f"{place} belongs to another user than root (uid {status.st_uid}): chown root {place}")
        # In a folder such as /tmp, nobody can replace what belongs to root.
        is_sticky = stat.S_ISDIR(status.st_mode) and status.st_mode & stat.S_ISVTX
        if status.st_mode & 0o022 and not is_sticky:
            raise SetupError(f"{place} can be changed by other users than root: chmod go-w {place}")
