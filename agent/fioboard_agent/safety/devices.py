"""A block device, everything that shares its bytes, and what identifies it beyond its changeable name."""

from __future__ import annotations

import os
import re
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

from fioboard_agent.errors import RefusedError
from fioboard_agent.host.paths import Roots
from fioboard_agent.host.sysfs import list_names, list_udev_links, read_number, read_text, read_udev_properties

SECTOR_BYTES = 512  # /sys/block/*/size counts these, whatever the device's own block size


@dataclass(frozen=True)
class Device:
    """One block device by its kernel name, as sysfs describes it. `links`: the names that udev gives its disk in
    /dev/disk/by-id; `md_uuid`: an array's UUID as mdadm spells it."""

    name: str
    number: str
    disk: str
    partitions: tuple[str, ...]
    size_bytes: Optional[int]
    read_only: bool
    model: Optional[str]
    identities: dict[str, str]
    links: tuple[str, ...] = ()
    md_uuid: Optional[str] = None

    def describe(self) -> str:
        """`nvme1n1 (Model X, 3.8 TB, serial ABC)`, for a person who must recognise the drive."""
        size = f"{self.size_bytes / 1e12:.2f} TB" if self.size_bytes else "unknown size"
        known = ", ".join(f"{kind} {value}" for kind, value in self.identities.items()) or "no serial number"
        return f"{self.name} ({self.model or 'unknown model'}, {size}, {known})"


def find_kernel_name(roots: Roots, path: Path) -> Optional[str]:
    """Find the kernel's name of the block device a path leads to, links resolved; None when it is no block device."""
    status = path.stat()
    if not stat.S_ISBLK(status.st_mode):
        return None
    link = roots.locate(f"/sys/dev/block/{os.major(status.st_rdev)}:{os.minor(status.st_rdev)}")
    if not link.exists():
        raise RefusedError(f"{path} is a block device that is not listed in /sys, so it cannot be checked.")
    return link.resolve().name


def find_device_folder(roots: Roots, name: str) -> Path:
    """Find the device's folder in sysfs, links resolved."""
    return roots.locate("/sys/class/block").joinpath(name).resolve()


def read_device(roots: Roots, name: str) -> Device:
    """Read one device; RefusedError when sysfs does not know it."""
    folder = find_device_folder(roots, name)
    number = read_text(folder / "dev")
    if number is None:
        raise RefusedError(f"{name} is not described in /sys, so it cannot be checked.")
    is_partition = (folder / "partition").exists()
    disk_folder = folder.parent if is_partition else folder
    partitions = tuple(part for part in list_names(disk_folder) if (disk_folder / part / "partition").exists())
    sectors = read_number(folder / "size")
    model = read_text(disk_folder / "device" / "model")
    udev = roots.locate(f"/run/udev/data/b{read_text(disk_folder / 'dev')}")
    return Device(
        name=name,
        number=number,
        disk=disk_folder.name,
        partitions=partitions,
        size_bytes=None if sectors is None else sectors * SECTOR_BYTES,
        read_only=read_text(folder / "ro") != "0" or read_text(disk_folder / "ro") != "0",
        model=model,
        identities=_read_identities(roots, disk_folder),
        links=list_udev_links(udev, "disk/by-id/"),
        md_uuid=read_udev_properties(udev).get("MD_UUID"),
    )


def find_holders(roots: Roots, names: set[str]) -> set[str]:
    """Find everything built on these devices: md, dm, bcache …, through every layer."""
    return _follow(roots, names, "holders")


def find_slaves(roots: Roots, names: set[str]) -> set[str]:
    """Find everything these devices are built from."""
    return _follow(roots, names, "slaves")


def find_same_drive(roots: Roots, device: Device) -> set[str]:
    """Find other paths to the same drive (multipath): disks with the same WWID and no different serial number. A WWID
    alone proves nothing when it is filled with zeros: two SSDs that both report 0 are in our test data.

    A WWID alone proves nothing when it is filled with zeros: two SSDs that both say 0 are in our test data.
    """
    wwid = device.identities.get("wwid")
    if not wwid or not re.search("[1-9a-f]", wwid.split(".", 1)[-1].lower()):
        return set()
    others = set()
    for name in list_names(roots.locate("/sys/block")):
        other = _read_identities(roots, find_device_folder(roots, name))
        if name != device.disk and other.get("wwid") == wwid:
            serials = {other.get("serial"), device.identities.get("serial")} - {None}
            if len(serials) <= 1:
                others.add(name)
    return others


def _follow(roots: Roots, names: set[str], link: str) -> set[str]:
    reached: set[str] = set()
    waiting = set(names)
    while waiting:
        next_names = set(list_names(find_device_folder(roots, waiting.pop()) / link)) - reached
        reached |= next_names
        waiting |= next_names
    return reached


def _read_identities(roots: Roots, disk_folder: Path) -> dict[str, str]:
    """Read what binds a confirmation to this drive. Names and numbers of a device move between boots; these do
    not.
    """
    udev = read_udev_properties(roots.locate(f"/run/udev/data/b{read_text(disk_folder / 'dev')}"))
    candidates = {
        "serial": read_text(disk_folder / "device" / "serial")
        or read_text(disk_folder / "serial")
        or udev.get("ID_SCSI_SERIAL")
        or udev.get("ID_SERIAL_SHORT"),
        "wwid": read_text(disk_folder / "wwid") or read_text(disk_folder / "device" / "wwid") or udev.get("ID_WWN"),
        "md uuid": read_text(disk_folder / "md" / "uuid") or udev.get("MD_UUID"),
        "dm uuid": read_text(disk_folder / "dm" / "uuid"),
        "backing file": read_text(disk_folder / "loop" / "backing_file"),
    }
    return {kind: value for kind, value in candidates.items() if value}
