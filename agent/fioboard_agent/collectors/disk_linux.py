"""Disks from /sys/block: what they are and how the kernel drives them. Layers on top (md, dm, loop) are not disks."""

from __future__ import annotations

import os
import re
from typing import Any, Optional

from fioboard_agent.collectors.frame import ABSENT, Reader, without_filler
from fioboard_agent.sysfs import udev_properties

SECTOR_BYTES = 512  # /sys/block/*/size counts these, whatever the disk's own block size
_NOT_DISKS = re.compile(r"^(loop|ram|zram|dm-|md|sr|fd|nbd|drbd|bcache)\d*")


def collect_disks(reader: Reader) -> dict[str, Any]:
    """One entry per disk under its kernel name; a value that a disk does not offer is null."""
    names = [name for name in reader.names("/sys/block") if not _NOT_DISKS.match(name)]
    if not names:
        reader.source.note(ABSENT, "/sys/block lists no disk")
    return {name: _disk(reader, f"/sys/block/{name}") for name in names}


def _disk(reader: Reader, folder: str) -> dict[str, Any]:
    sectors = reader.number(f"{folder}/size")
    udev = udev_properties(reader.roots.at(f"/run/udev/data/b{reader.text(f'{folder}/dev')}"))
    return {
        "model": without_filler(reader.text(f"{folder}/device/model")),
        "vendor": without_filler(reader.text(f"{folder}/device/vendor")) if _is_scsi(reader, folder) else None,
        "serial": without_filler(
            reader.text(f"{folder}/device/serial")
            or reader.text(f"{folder}/serial")
            or udev.get("ID_SCSI_SERIAL")
            or udev.get("ID_SERIAL_SHORT")
        ),
        "firmware": without_filler(
            reader.text(f"{folder}/device/firmware_rev")
            or reader.text(f"{folder}/device/rev")
            or udev.get("ID_REVISION")
        ),
        "size_bytes": None if sectors is None else sectors * SECTOR_BYTES,
        "logical_block_bytes": reader.number(f"{folder}/queue/logical_block_size"),
        "physical_block_bytes": reader.number(f"{folder}/queue/physical_block_size"),
        "rotational": _flag(reader, f"{folder}/queue/rotational"),
        "write_cache": reader.text(f"{folder}/queue/write_cache"),
        "scheduler": _selected(reader.text(f"{folder}/queue/scheduler")),
        "nr_requests": reader.number(f"{folder}/queue/nr_requests"),
        "max_sectors_kb": reader.number(f"{folder}/queue/max_sectors_kb"),
        "read_ahead_kb": reader.number(f"{folder}/queue/read_ahead_kb"),
        "transport": _transport(reader, folder),
        "pci": pci_address(reader, folder),
    }


def pci_address(reader: Reader, folder: str) -> Optional[str]:
    """The PCI function nearest to a disk: the last PCI address in its real path; null when there is none."""
    real = os.path.realpath(reader.roots.at(folder))
    addresses = [
        part for part in real.split("/") if re.fullmatch(r"[0-9a-f]{4,8}:[0-9a-f]{2}:[01][0-9a-f]\.[0-7]", part)
    ]
    if addresses:
        return addresses[-1]
    # NVMe with native multipath lives below a virtual subsystem; its controller knows the address.
    controller = re.fullmatch(r"(nvme\d+)n\d+", folder.rsplit("/", 1)[-1])
    address = reader.text(f"/sys/class/nvme/{controller.group(1)}/address") if controller else None
    return address if address and re.fullmatch(r"[0-9a-f]{4,8}:[0-9a-f]{2}:[01][0-9a-f]\.[0-7]", address) else None


def _transport(reader: Reader, folder: str) -> Optional[str]:
    """`pcie`, `tcp`, … as NVMe says; `sata`, `sas`, `usb`, `virtio`, … by the path; null when neither does."""
    said = reader.text(f"{folder}/device/transport")
    if said is not None:
        return said
    real = os.path.realpath(reader.roots.at(folder))
    for mark, transport in (
        ("/usb", "usb"),
        ("/virtio", "virtio"),
        ("/ata", "sata"),
        ("/end_device-", "sas"),
        ("/mmc", "mmc"),
        ("/session", "iscsi"),
        ("/rport-", "fc"),
    ):
        if mark in real:
            return transport
    return None


def _is_scsi(reader: Reader, folder: str) -> bool:
    """SCSI devices have a vendor of their own; elsewhere `device/vendor` is a PCI or virtio number."""
    return reader.exists(f"{folder}/device/scsi_disk") or reader.exists(f"{folder}/device/scsi_level")


def _flag(reader: Reader, path: str) -> Optional[bool]:
    value = reader.number(path)
    return None if value is None else bool(value)


def _selected(text: Optional[str]) -> Optional[str]:
    """`none` of `[none] mq-deadline`; a file with one word and no brackets is that word."""
    if text is None:
        return None
    match = re.search(r"\[([^\]]+)\]", text)
    return match.group(1) if match else (text if " " not in text else None)
