"""How full the file system of a target is, and how far the kernel reads ahead on it, before fio makes its files."""

from __future__ import annotations

import os
from typing import Optional

from fioboard_agent.host.reader import Reader
from fioboard_agent.targets.mounts import Mount


def describe_space(reader: Reader, mount: Mount, path: str) -> dict[str, Optional[int]]:
    """`size_bytes`, `free_bytes`, `available_bytes` (to users other than root) of the file system that the existing
    `path` is on, `read_ahead_kb` of its backing device.

    Sizes are null where it has none (size 0), does not answer, or is not this machine's. Read-ahead is null where the
    device number of the mount is not that of a backing device (btrfs, ZFS, overlay)."""
    return {**_read_space(reader, path), "read_ahead_kb": reader.number(f"/sys/class/bdi/{mount.number}/read_ahead_kb")}


def _read_space(reader: Reader, path: str) -> dict[str, Optional[int]]:
    unknown: dict[str, Optional[int]] = dict.fromkeys(("size_bytes", "free_bytes", "available_bytes"))
    if not reader.roots.is_live:
        return unknown
    try:
        space = os.statvfs(path)
    except OSError:
        return unknown
    if not space.f_blocks:
        return unknown
    return {
        "size_bytes": space.f_blocks * space.f_frsize,
        "free_bytes": space.f_bfree * space.f_frsize,
        "available_bytes": space.f_bavail * space.f_frsize,
    }
