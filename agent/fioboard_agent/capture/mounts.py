"""Mount tables without the names that people gave to folders, servers and shares."""

from __future__ import annotations

import re
from typing import Callable

MOUNT_TABLES = frozenset({"/proc/self/mountinfo", "/proc/mounts", "/proc/self/mounts"})
# Folders of the file hierarchy standard and of the kernel: nobody's choice.
_STANDARD = frozenset(
    [
        "bin",
        "boot",
        "dev",
        "efi",
        "etc",
        "home",
        "lib",
        "lib64",
        "media",
        "mnt",
        "opt",
        "proc",
        "root",
        "run",
        "sbin",
        "srv",
        "sys",
        "tmp",
        "usr",
        "var",
        "log",
        "cache",
        "local",
        "share",
        "shm",
        "pts",
        "mqueue",
        "hugepages",
        "cgroup",
        "unified",
        "fs",
        "bpf",
        "pstore",
        "kernel",
        "debug",
        "tracing",
        "config",
        "fuse",
        "connections",
        "security",
        "firmware",
        "efivars",
        "user",
        "lock",
        "systemd",
        "spool",
        "tmp",
        "snap",
        "docker",
        "containers",
        "overlay2",
        "merged",
        "mapper",
        "disk",
        "by-id",
        "by-uuid",
        "net",
        "nfsd",
        "rpc_pipefs",
        "binfmt_misc",
        "xarfs",
        "misc",
    ]
)
_DEVICE = re.compile(r"/dev/[\w./-]+")
_PLAIN_OPTION = re.compile(
    r"(rw|ro|vers|minorversion|proto|mountproto|sec|timeo|retrans|[rw]size|nconnect|namlen|acregmin|acregmax|acdirmin|"
    r"acdirmax|local_lock|errors|data|commit|compress|space_cache|logbufs|logbsize|sunit|swidth|subvolid|mode|size|"
    r"nr_inodes|uid|gid|fmask|dmask|codepage|iocharset|shortname|lookupcache|discard|nodelalloc|max_read|blksize)(=[\w.:-]*)?"
)


def scrub_names(table: str, word: Callable[[str], str]) -> str:
    """Return a mount table with every chosen name replaced; lines that are none are dropped."""
    return "".join(line + "\n" for line in (_scrub_line(line.split(" "), word) for line in table.splitlines()) if line)


def _scrub_line(fields: list[str], word: Callable[[str], str]) -> str:
    """Return a line of a mount table with pseudonyms; empty when it is none."""
    if "-" in fields and len(fields) >= 9:  # mountinfo: id parent maj:min root point options [tags] - type source super
        dash = fields.index("-", 5)
        if len(fields) < dash + 4:
            return ""
        fields[3], fields[4] = _scrub_path(fields[3], word), _scrub_path(fields[4], word)
        fields[dash + 2] = _scrub_source(fields[dash + 2], word)
        fields[dash + 3] = _scrub_options(fields[dash + 3], word)
        return " ".join(fields)
    if len(fields) < 4:
        return ""
    fields[0], fields[1], fields[3] = (
        _scrub_source(fields[0], word),
        _scrub_path(fields[1], word),
        _scrub_options(fields[3], word),
    )
    return " ".join(fields)


def _scrub_path(path: str, word: Callable[[str], str]) -> str:
    """Return a path with pseudonyms for all but standard folders."""
    return "/".join(part if part in _STANDARD or not part else word(part) for part in path.split("/"))


def _scrub_source(source: str, word: Callable[[str], str]) -> str:
    """Return a mount's source with pseudonyms, unless it is a device or a kind of file system."""
    if _DEVICE.fullmatch(source) or re.fullmatch(r"\w{1,20}", source):
        return source
    server, colon, path = source.partition(":/")
    return word(server) + colon + _scrub_path(path, word) if colon else _scrub_path(source, word)


def _scrub_options(options: str, word: Callable[[str], str]) -> str:
    """Return mount options with pseudonyms for their values."""
    return ",".join(
        one if _PLAIN_OPTION.fullmatch(one) or "=" not in one else "{}={}".format(*_scrub_option(one, word))
        for one in options.split(",")
    )


def _scrub_option(option: str, word: Callable[[str], str]) -> tuple[str, str]:
    """Return an option's key, and its value with pseudonyms."""
    key, _, value = option.partition("=")
    return key, _scrub_path(value, word)
