"""What the process of chat_process.py gives up before Apprise reads an address that somebody gave.

Files: those of Python, its packages, the system's libraries and the resolver's settings are read, nothing is written.
The kernel enforces it where it has Landlock (Linux 5.13 and later, also for code in C), Python's audit hook everywhere.
Connections: only to addresses that `socket.getaddrinfo` gave, and it gives none of private networks unless allowed.
"""

import contextlib
import ctypes
import os
import socket
import stat
import struct
import sys
import sysconfig
from collections.abc import Iterable
from pathlib import Path
from typing import Protocol, cast

import fioboard
from fioboard.app.notifications.public_address import PRIVATE, is_public

_OF_SYSTEM = (
    *("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache"),
    *(
        "/usr/share/ca-certificates",
        "/etc/ssl/certs",
        "/etc/ssl/openssl.cnf",
        "/etc/pki/tls",
        "/etc/crypto-policies",
    ),
    *(
        "/etc/resolv.conf",
        "/etc/hosts",
        "/etc/host.conf",
        "/etc/nsswitch.conf",
        "/etc/gai.conf",
        "/etc/services",
    ),
    *("/usr/share/zoneinfo", "/etc/localtime", "/run/systemd/resolve", "/dev/null", "/dev/urandom"),
)
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
_STARTS = frozenset({"subprocess.Popen", "os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.system"})
# include/uapi/linux/landlock.h; version 1 knows the first 13 rights. agent/fioboard_agent/safety/landlock.py explains.
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_PR_SET_NO_NEW_PRIVS = 38
_EXECUTE, _READ_FILE, _READ_DIR = 1, 1 << 2, 1 << 3
_ALL_RIGHTS = (1 << 13) - 1


class Lookup(Protocol):
    """socket.getaddrinfo; of each of its answers the last part begins with the address."""

    def __call__(
        self, *args: object, **kwargs: object
    ) -> list[tuple[int, int, int, str, tuple[str | int, ...]]]: ...


def confine(*, is_private_allowed: bool) -> list[str]:
    """Confines this process for good. Returns the list that gains a sentence for each refused address."""
    refused: list[str] = []
    looked_up = cast(Lookup, socket.getaddrinfo)
    checked_addresses: set[str] = set()

    def checked(*args: object, **kwargs: object) -> object:
        known = looked_up(*args, **kwargs)
        addresses = {str(one[4][0]) for one in known}
        if not is_private_allowed and not all(is_public(one) for one in addresses):
            refused.append(PRIVATE)
            raise OSError(PRIVATE)
        checked_addresses.update(addresses)
        return known

    vars(socket)["getaddrinfo"] = checked
    places = readable_places()
    _restrict_by_kernel(places)
    allowed = tuple(str(place) for place in places)

    def check(event: str, args: tuple[object, ...]) -> None:
        if event == "open":
            _check_open(args, allowed)
        elif event == "socket.connect":
            _check_connect(args, checked_addresses)
        elif event in _STARTS:
            raise PermissionError("This process starts no other.")

    sys.addaudithook(check)
    return refused


def readable_places() -> list[Path]:
    """Files and folders, by the names that links lead to, that Python itself needs: no folder of data is among them."""
    of_python = [sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")]
    own = str(Path(fioboard.__file__).parent)
    existing = (Path(one).resolve() for one in (*of_python, own, *_OF_SYSTEM) if Path(one).exists())
    return list(dict.fromkeys(existing))


def is_enforced_by_kernel() -> bool:
    """Whether this kernel has Landlock."""
    if not sys.platform.startswith("linux"):
        return False
    version: int = ctypes.CDLL(None).syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), 1)
    return version >= 1


def _check_open(args: tuple[object, ...], allowed: tuple[str, ...]) -> None:
    path, _, flags = args
    if isinstance(path, int):
        return
    name = os.path.realpath(os.fsdecode(cast(str, path)))
    is_inside = any(name == place or name.startswith(place + "/") for place in allowed)
    if not is_inside or (isinstance(flags, int) and flags & _WRITES and name != os.devnull):
        raise PermissionError("This process opens no other files.")


def _check_connect(args: tuple[object, ...], checked_addresses: set[str]) -> None:
    target = args[1]
    if not isinstance(target, tuple) or target[0] not in checked_addresses:
        raise PermissionError("This process connects to checked addresses only.")


def _restrict_by_kernel(places: Iterable[Path]) -> None:
    if not is_enforced_by_kernel():
        return
    libc = ctypes.CDLL(None, use_errno=True)
    attributes = struct.pack("=Q", _ALL_RIGHTS)
    ruleset: int = libc.syscall(_CREATE_RULESET, attributes, ctypes.c_size_t(len(attributes)), 0)
    if ruleset < 0:
        raise OSError(ctypes.get_errno(), "Landlock could not be applied")
    with contextlib.ExitStack() as closing:
        closing.callback(os.close, ruleset)
        for place in places:
            _admit(libc, ruleset, place)
        if libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) or libc.syscall(_RESTRICT_SELF, ruleset, 0):
            raise OSError(ctypes.get_errno(), "Landlock could not be applied")


def _admit(libc: ctypes.CDLL, ruleset: int, place: Path) -> None:
    descriptor = os.open(place, os.O_PATH | os.O_CLOEXEC)
    try:
        is_folder = stat.S_ISDIR(os.fstat(descriptor).st_mode)
        rights = _EXECUTE | _READ_FILE | (_READ_DIR if is_folder else 0)
        rule = struct.pack("=Qi", rights, descriptor)
        if libc.syscall(_ADD_RULE, ruleset, 1, rule, 0):
            raise OSError(ctypes.get_errno(), "Landlock refuses a rule", str(place))
    finally:
        os.close(descriptor)
