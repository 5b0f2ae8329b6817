"""Is a block device in use by anything at all? Every kind of use is looked up by itself, because none of the usual
checks sees all of them: the second member of a btrfs has no mount entry and no holder."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
from pathlib import Path
from typing import Callable

from fioboard_agent.errors import RefusedError
from fioboard_agent.host.paths import Roots
from fioboard_agent.host.sysfs import list_names, read_text
from fioboard_agent.safety.devices import Device, find_holders, find_same_drive, find_slaves

OpenExclusively = Callable[[str], int]


def open_exclusively(path: str) -> int:
    """A claim the kernel keeps: EBUSY when the device is mounted, swap, or a member of anything.

    Read-only, because closing a descriptor that could write makes udev probe the device again.
    """
    return os.open(path, os.O_RDONLY | os.O_EXCL | os.O_CLOEXEC)


def require_unused(roots: Roots, device: Device) -> None:
    """Raise RefusedError naming the first use found of the device, its disk, partitions, layers or other paths."""
    own = {device.name, device.disk, *device.partitions}
    above = find_holders(roots, own)
    below = find_slaves(roots, own)
    if above:
        raise RefusedError(f"{device.describe()} is part of {', '.join(sorted(above))}.")
    strangers = find_holders(roots, below) - own
    if strangers:
        raise RefusedError(f"The members of {device.name} are also part of {', '.join(sorted(strangers))}.")
    if device.read_only:
        raise RefusedError(f"{device.describe()} is read-only.")
    if not device.size_bytes:
        raise RefusedError(f"{device.name} has no capacity: no device is attached.")
    family = own | below | find_same_drive(roots, device)
    numbers = {number for name in family if (number := read_text(roots.locate(f"/sys/class/block/{name}/dev")))}
    _require_unmounted(roots, device, family, numbers)
    _require_no_swap(roots, device, family)
    _require_no_btrfs(roots, device, family)
    _require_no_zfs(roots, device, family)


def open_device(roots: Roots, device: Device, opener: OpenExclusively = open_exclusively) -> int:
    """Open every partition exclusively and close it again, then the whole disk: that descriptor is the claim."""
    for partition in device.partitions:
        os.close(_open(roots, partition, opener))
    return _open(roots, device.disk, opener)


def _open(roots: Roots, name: str, opener: OpenExclusively) -> int:
    path = str(roots.locate(f"/dev/{name.replace('!', '/')}"))
    try:
        return opener(path)
    except OSError as error:
        if error.errno == errno.EBUSY:
            raise RefusedError(f"{name} is in use: the kernel refuses to open it exclusively.") from None
        raise RefusedError(
            f"{name} cannot be opened to check that nothing uses it ({error.strerror}), so nothing is written."
        ) from None


def _require_unmounted(roots: Roots, device: Device, family: set[str], numbers: set[str]) -> None:
    text = read_text(roots.locate("/proc/self/mountinfo"))
    if text is None:
        raise RefusedError("The mount table cannot be read, so nothing is written to a device.")
    for line in text.splitlines():
        left, _, right = line.partition(" - ")
        fields, source = left.split(), [*right.split(), "", ""][1]
        if len(fields) < 5:
            continue
        if fields[2] in numbers or _find_name(roots, source) in family:
            raise RefusedError(f"{device.describe()}: {_find_name(roots, source) or source} is mounted on {fields[4]}.")


def _require_no_swap(roots: Roots, device: Device, family: set[str]) -> None:
    for line in (read_text(roots.locate("/proc/swaps")) or "").splitlines()[1:]:
        if line.split() and _find_name(roots, line.split()[0]) in family:
            raise RefusedError(f"{device.describe()}: {line.split()[0]} is swap space in use.")


def _require_no_btrfs(roots: Roots, device: Device, family: set[str]) -> None:
    for filesystem in list_names(roots.locate("/sys/fs/btrfs")):
        members = family & set(list_names(roots.locate(f"/sys/fs/btrfs/{filesystem}/devices")))
        if members:
            raise RefusedError(f"{device.describe()}: {', '.join(sorted(members))} belongs to a mounted btrfs.")


def _require_no_zfs(roots: Roots, device: Device, family: set[str]) -> None:
    """Imported pools claim their members exclusively too, so this only gives the better sentence."""
    zpool = shutil.which("zpool", path="/sbin:/usr/sbin:/usr/local/sbin:/bin:/usr/bin") if roots.is_live else None
    if zpool is None:
        return
    try:
        answer = subprocess.run(
            [zpool, "status", "-P", "-L"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=10,
            check=False,
            env={"LC_ALL": "C", "PATH": "/usr/bin:/bin:/usr/sbin:/sbin"},
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise RefusedError(
            f"ZFS is installed but does not answer ({error}), so nothing is written to a device."
        ) from None
    members = {Path(line.split()[0]).name for line in answer.stdout.splitlines() if line.strip().startswith("/dev/")}
    if members & family:
        raise RefusedError(
            f"{device.describe()}: {', '.join(sorted(members & family))} belongs to an imported ZFS pool."
        )


def _find_name(roots: Roots, source: str) -> str:
    """Find `sda1` of `/dev/disk/by-uuid/…`; empty for sources that are not devices."""
    if not source.startswith("/dev/"):
        return ""
    return roots.locate(source).resolve().name
