"""Folders where a disk is usually mounted and none is: what is measured there is the system's own disk."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Optional

from fioboard_agent.errors import RefusedError
from fioboard_agent.host.paths import Roots
from fioboard_agent.host.sysfs import read_text
from fioboard_agent.safety import marker

# People and desktops mount disks below these.
_PARENTS_OF_MOUNTS = (Path("/mnt"), Path("/media"))
_OWN_FILE = re.compile(r"fioboard-[0-9a-f-]{13}(\.dat(\.fioboard)?)?")


def require_mounted(roots: Roots, folder: Path, job: str) -> None:
    """Raise RefusedError when the folder, links resolved, or one above it looks like a mount point without a mount."""
    reason = find_missing_mount(roots, folder)
    if reason is not None:
        raise RefusedError(
            f"Job {job}: {reason}, so {folder} is on the system disk. Mount the disk, or check the path; to use the "
            "system disk anyway: --on-system-disk"
        )


def find_missing_mount(roots: Roots, folder: Path) -> Optional[str]:
    """Say which mount is missing at or above the folder; None when none seems to be."""
    mounted, expected = _list_mount_points(roots), _list_fstab_places(roots)
    for place in (folder, *folder.parents):
        if str(place) in mounted or place == Path("/"):
            return None
        if str(place) in expected:
            return f"{place} is a mount point in /etc/fstab, but nothing is mounted there"
        if place in _PARENTS_OF_MOUNTS and place == folder:
            return f"the file would be in {place} itself, below which disks are mounted"
        if (place.parent in _PARENTS_OF_MOUNTS) and not _has_foreign_files(roots.locate(str(place))):
            return f"{place} is an empty folder where disks are usually mounted, and nothing is mounted there"
    return None


def _list_mount_points(roots: Roots) -> set[str]:
    lines = (read_text(roots.locate("/proc/self/mountinfo")) or "").splitlines()
    return {_unescape(fields[4]) for fields in map(str.split, lines) if len(fields) > 4}


def _list_fstab_places(roots: Roots) -> set[str]:
    lines = (read_text(roots.locate("/etc/fstab")) or "").splitlines()
    entries = [line.split() for line in lines if not line.lstrip().startswith("#")]
    return {_unescape(fields[1]).rstrip("/") for fields in entries if len(fields) > 1 and fields[1] != "/"}


def _unescape(text: str) -> str:
    """Unescape blanks and the like, which both files write as `\040`."""
    return re.sub(r"\\([0-7]{3})", lambda match: chr(int(match.group(1), 8)), text)


def _has_foreign_files(folder: Path) -> bool:
    """Whether anything is there besides what the agent made, perhaps by the same mistake."""
    try:
        with os.scandir(folder) as entries:
            return any(
                _OWN_FILE.fullmatch(entry.name) is None and marker.find_maker(Path(entry.path)) is None
                for entry in entries
            )
    except OSError:
        return True
