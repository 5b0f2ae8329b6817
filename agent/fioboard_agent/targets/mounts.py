"""Which mount a path is on, from /proc/self/mountinfo (proc_pid_mountinfo(5))."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

from fioboard_agent.host.reader import Reader

# Options with a value that say how a file system works. Others can name people, servers and paths, or hold keys.
_KEPT_VALUES = re.compile(
    r"data|commit|stripe|barrier|journal_async_commit|errors|discard|compress(-force)?|space_cache|logbufs|logbsize|sunit"
    r"|swidth|allocsize|size|nr_inodes|vers|proto|[rw]size|nconnect|max_connect|timeo|retrans|sec|cache|actimeo"
    r"|ac(reg|dir)(min|max)|lookupcache|local_lock|max_channels|bsize|redirect_dir|metacopy|fsync_mode|alloc_mode"
    r"|background_gc|thread_pool|max_inline|dax|minorversion|namlen|max_read|blksize|(meta)?data_replicas|compression"
)


@dataclass(frozen=True)
class Mount:
    """One line of mountinfo. `number` is the file system's `major:minor`; major 0 means no single device."""

    id: int
    number: str
    point: str
    options: tuple[str, ...]
    fstype: str
    source: str

    def option(self, name: str) -> Optional[str]:
        """The value of `name=…`; None when it is not set."""
        return next((part[len(name) + 1 :] for part in self.options if part.startswith(name + "=")), None)

    def build_document(self) -> dict[str, object]:
        """Build the target's `filesystem`."""
        return {
            "type": self.fstype,
            "mount_point": self.point,
            "source": self.source,
            "options": [part for part in self.options if _is_kept(part)],
        }


def find_mount(reader: Reader, path: str) -> Optional[Mount]:
    """The mount of an existing path. The kernel's own answer (mnt_id) when the path is on this machine: on btrfs the
    device numbers of stat and of mountinfo differ. Otherwise the longest mount point that contains the path."""
    mounts = parse_mountinfo(_read_mountinfo(reader))
    if reader.roots.is_live:
        number = _read_mount_id(path)
        matching = [mount for mount in mounts if mount.id == number]
        if matching:
            return matching[-1]
    inside = [mount for mount in mounts if path == mount.point or path.startswith(mount.point.rstrip("/") + "/")]
    # Of mounts stacked on one point the last is the one that is seen.
    return max(enumerate(inside), key=lambda item: (len(item[1].point), item[0]))[1] if inside else None


def parse_mountinfo(text: str) -> list[Mount]:
    """Every line that has the form; spaces and the like come as \\040."""
    mounts = []
    for line in text.splitlines():
        left, _, right = line.partition(" - ")
        fields, tail = left.split(" "), right.split(" ")
        if len(fields) < 6 or len(tail) < 2 or not fields[0].isdigit():
            continue
        options = [*fields[5].split(","), *(tail[2].split(",") if len(tail) > 2 else [])]
        mounts.append(
            Mount(
                id=int(fields[0]),
                number=fields[2],
                point=_unescape(fields[4]),
                options=tuple(dict.fromkeys(map(_unescape, options))),
                fstype=tail[0],
                source=_unescape(tail[1]),
            )
        )
    return mounts


def _read_mountinfo(reader: Reader) -> str:
    data = reader.binary("/proc/self/mountinfo", optional=False)
    return (data or b"").decode("utf-8", "surrogateescape")


def _read_mount_id(path: str) -> Optional[int]:
    try:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        text = Path(f"/proc/self/fdinfo/{descriptor}").read_text(encoding="ascii")
        match = re.search(r"^mnt_id:\s*([0-9]+)$", text, re.MULTILINE)
    except OSError:
        return None
    finally:
        os.close(descriptor)
    return int(match.group(1)) if match else None


def _is_kept(option: str) -> bool:
    name, equals, _ = option.partition("=")
    return not equals or _KEPT_VALUES.fullmatch(name) is not None


def _unescape(text: str) -> str:
    return re.sub(r"\\([0-7]{3})", lambda match: chr(int(match.group(1), 8)), text)
