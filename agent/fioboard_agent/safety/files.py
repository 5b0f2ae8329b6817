"""File targets: a benchmark may only write to files that the agent made, where there is room for them."""

from __future__ import annotations

import os
import shutil
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

from fioboard_agent.errors import RefusedError
from fioboard_agent.safety import marker
from fioboard_agent.safety.private_folder import find_measured_folder

# Rule P6: what stays free on a file system a benchmark writes to.
KEPT_FREE_BYTES = 2 << 30
KEPT_FREE_RATIO = 0.10

_KERNEL_FOLDERS = ("/dev", "/proc", "/sys")
# A new file in these is read by the system itself: a service, a user's shell, the next boot.
_SYSTEM_FOLDERS = ("/bin", "/boot", "/etc", "/lib", "/lib32", "/lib64", "/libx32", "/sbin", "/usr", "/var/spool")
_USERS_FOLDERS = ("/usr/home",)  # FreeBSD
_MEMORY_FOLDERS = ("/dev/shm",)  # noqa: S108 a file system on purpose, unlike the rest of /dev


@dataclass(frozen=True)
class NewFile:
    """A file that does not exist and that fio would create."""

    path: Path
    size_bytes: int


def require_writable_file(path: Path, job: str, size_bytes: Optional[int]) -> Optional[NewFile]:
    """Refuses unless the path is a file of ours, or free to be created; `path` has its links resolved already.

    Returns the file to create, or None when it exists and carries the agent's mark.
    """
    require_outside_kernel_folders(path, job)
    if path.exists():
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise RefusedError(f"Job {job}: {path} is neither a file nor a block device; it is not written to.")
        if marker.find_maker(path) is None:
            raise RefusedError(
                f"Job {job}: {path} exists and was not created by this agent. Writing would destroy its contents; "
                "give another name, or remove the file yourself."
            )
        if status.st_nlink > 1:
            raise RefusedError(f"Job {job}: {path} has other names (hard links); it is not written to.")
        return None
    return require_new_file(path, job, size_bytes)


def require_new_file(path: Path, job: str, size_bytes: Optional[int]) -> NewFile:
    """A file that fio would lay out, also for a job that only reads: folder and size must be known."""
    require_outside_kernel_folders(path, job)
    folder = path.parent if path.parent.exists() else find_measured_folder(path)
    if not folder.is_dir():
        raise RefusedError(f"Job {job}: the folder {path.parent} does not exist; fio would create it. Check the path.")
    if _is_inside(path, _SYSTEM_FOLDERS) and not _is_inside(path, _USERS_FOLDERS):
        raise RefusedError(
            f"Job {job}: {path.parent} belongs to the system, so no file is created there. Choose another folder."
        )
    if not os.access(folder, os.W_OK):
        raise RefusedError(f"Job {job}: the folder {folder} cannot be written to.")
    if size_bytes is None:
        raise RefusedError(
            f"Job {job}: give {path} a plain size (such as size=1g), so that the free space can be checked."
        )
    return NewFile(path, size_bytes)


def require_outside_kernel_folders(path: Path, job: str) -> None:
    """A regular file in /dev is in memory: fio measures 400,000 IOPS of a drive that does not exist."""
    if _is_inside(path, _MEMORY_FOLDERS):
        return
    if _is_inside(path, _KERNEL_FOLDERS):
        what = "does not exist" if not path.exists() else "is not a block device"
        raise RefusedError(f"Job {job}: {path} {what}; fio would measure a file in memory. Check the device name.")


def _is_inside(path: Path, folders: tuple[str, ...]) -> bool:
    return any(str(path).startswith(folder + "/") for folder in folders)


def require_room(new_files: list[NewFile], keep_free_bytes: Optional[int]) -> None:
    """Refuses when the new files, 10 % more, would not leave the kept space free on each file system."""
    sizes: dict[int, int] = {}
    folders: dict[int, Path] = {}
    for file in {new_file.path: new_file for new_file in new_files}.values():
        folder = find_measured_folder(file.path)
        device = folder.stat().st_dev
        sizes[device] = sizes.get(device, 0) + file.size_bytes
        folders[device] = folder
    for device, needed in sizes.items():
        usage = shutil.disk_usage(folders[device])
        keep = _find_kept_bytes(usage.total, keep_free_bytes)
        if usage.free - needed * 11 // 10 < keep:
            raise RefusedError(
                f"{folders[device]} has {usage.free / 1e9:.1f} GB free; the job's files need {needed / 1e9:.1f} GB "
                f"and {keep / 1e9:.1f} GB must stay free (--keep-free changes that)."
            )


def find_room(folder: Path, keep_free_bytes: Optional[int]) -> int:
    """Return how many bytes a new file in a folder may have."""
    usage = shutil.disk_usage(folder)
    return max(0, (usage.free - _find_kept_bytes(usage.total, keep_free_bytes)) * 10 // 11)


def _find_kept_bytes(total_bytes: int, keep_free_bytes: Optional[int]) -> int:
    return max(KEPT_FREE_BYTES, int(total_bytes * KEPT_FREE_RATIO)) if keep_free_bytes is None else keep_free_bytes


def is_on_root_file_system(path: Path) -> bool:
    """Return whether the benchmark would load the disk the system itself runs on."""
    return find_measured_folder(path).stat().st_dev == Path("/").stat().st_dev
