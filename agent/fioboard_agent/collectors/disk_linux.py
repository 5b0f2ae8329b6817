"""Disks from /sys/block: what they are and how the kernel drives them. Layers on top (md, dm, loop) are volumes.

Nothing here changes by itself: temperature is in disk_temperature_linux.py, health in nvme/admin_linux.py.
"""

from __future__ import annotations

import re
from typing import Optional

from fioboard_agent.collectors import scsi_linux
from fioboard_agent.collectors.nvme import linux as nvme_linux
from fioboard_agent.collectors.pcie.address import parse_chain, split_for_sorting
from fioboard_agent.host.reader import ABSENT, Reader, drop_filler
from fioboard_agent.host.sysfs import parse_udev
from fioboard_agent.inventory_types import Controller, Disk, Partition

SECTOR_BYTES = 512  # /sys/block/*/size counts these, whatever the disk's own block size
# Volumes, removable media, eMMC's boot areas (a few MB that look like disks), and NVMe's hidden multipath legs.
_NOT_DISKS = re.compile(
    r"(loop|ram|zram|dm-|md|sr|fd|nbd|rbd|drbd|bcache|zd|mtdblock)[0-9_].*"
    r"|mmcblk[0-9]+(boot[0-9]+|rpmb|gp[0-9]+)|nvme[0-9]+c[0-9]+n[0-9]+"
)
_MARKS = (
    ("/usb", "usb"),
    ("/virtio", "virtio"),
    ("/ata", "sata"),
    ("/end_device-", "sas"),
    ("/mmc", "mmc"),
    ("/session", "iscsi"),
    ("/rport-", "fc"),
    ("/vbd-", "xen"),
    ("/vmbus", "vmbus"),
)


def collect_disks(reader: Reader) -> dict[str, Disk]:
    """One entry per disk under its kernel name; a value that a disk does not offer is null."""
    names = [name for name in reader.names("/sys/block") if is_disk(name)]
    if not names:
        reader.source.note(ABSENT, "/sys/block lists no disk")
    return {name: _read_disk(reader, name) for name in sorted(names, key=split_for_sorting)}


def is_disk(name: str) -> bool:
    """False for what is built on disks and for media that come and go."""
    return _NOT_DISKS.fullmatch(name) is None


def _read_disk(reader: Reader, name: str) -> Disk:
    folder = f"/sys/block/{name}"
    real = reader.real_path(folder)
    udev = read_udev(reader, folder)
    is_scsi = scsi_linux.is_scsi(reader, folder)
    controllers = nvme_linux.read_controllers(reader, name, real)
    first = controllers[0] if controllers else None
    return {
        "model": _choose_first(
            reader.text(f"{folder}/device/model"), first["model"] if first else None, udev.get("ID_MODEL")
        ),
        # Elsewhere device/vendor is a PCI or virtio number.
        "vendor": drop_filler(reader.text(f"{folder}/device/vendor")) if is_scsi else None,
        "serial": _choose_first(
            first["serial"] if first else None,
            reader.text(f"{folder}/device/serial"),
            reader.text(f"{folder}/serial"),
            udev.get("ID_SCSI_SERIAL"),
            udev.get("ID_SERIAL_SHORT"),
            scsi_linux.read_serial(reader, folder) if is_scsi else None,
        ),
        "firmware": _choose_first(
            first["firmware"] if first else None,
            reader.text(f"{folder}/device/firmware_rev"),
            reader.text(f"{folder}/device/rev"),
            udev.get("ID_REVISION"),
        ),
        "wwid": _choose_first(
            reader.text(f"{folder}/wwid"),
            reader.text(f"{folder}/device/wwid"),
            udev.get("ID_WWN_WITH_EXTENSION"),
            udev.get("ID_WWN"),
        ),
        "nqn": nvme_linux.read_nqn(reader, folder),
        "nsid": reader.number(f"{folder}/nsid"),
        "size_bytes": _read_size_bytes(reader, folder),
        **_read_queue(reader, f"{folder}/queue"),
        "has_iostats": reader.flag(f"{folder}/queue/iostats"),
        "transport": _find_transport(reader, folder, real, first),
        "pci": _find_function(real, controllers),
        "controllers": controllers,
        # The next eight come from the controller itself; the collectors of NVMe details and features fill them in when
        # they may ask.
        "lba_formats": None,
        "lba_format_in_use": None,
        "max_transfer_bytes": None,
        "has_apst": None,
        "power_states": None,
        "nvme_features": None,
        "temperature_warning_c": None,
        "temperature_critical_c": nvme_linux.read_critical_temperature(reader, first) if first else None,
        **nvme_linux.read_queues(reader, first),
        "negotiated_link": scsi_linux.read_negotiated_link(reader, real),
        # What the drive itself could have is known to smartctl.
        "capable_link": None,
        "partitions": _read_partitions(reader, folder),
    }


def read_udev(reader: Reader, folder: str) -> dict[str, str]:
    """What udev's database keeps of a block device; empty without udev."""
    number = reader.text(f"{folder}/dev")
    if number is None or re.fullmatch(r"[0-9]+:[0-9]+", number) is None:
        return {}
    return parse_udev(reader.text(f"/run/udev/data/b{number}") or "")


def parse_selected(text: Optional[str]) -> Optional[str]:
    """Return `none` of `[none] mq-deadline`; a file with one word and no brackets is that word."""
    if text is None:
        return None
    match = re.search(r"\[([^\]]+)\]", text)
    return match.group(1) if match else (text if " " not in text else None)


def _read_queue(reader: Reader, queue: str) -> Disk:
    return {
        "logical_block_bytes": reader.number(f"{queue}/logical_block_size"),
        "physical_block_bytes": reader.number(f"{queue}/physical_block_size"),
        "rotational": reader.flag(f"{queue}/rotational"),
        "zoned": reader.text(f"{queue}/zoned"),
        "write_cache": reader.text(f"{queue}/write_cache"),
        "fua": reader.flag(f"{queue}/fua"),
        "scheduler": parse_selected(reader.text(f"{queue}/scheduler")),
        "nr_requests": reader.number(f"{queue}/nr_requests"),
        "max_sectors_kb": reader.number(f"{queue}/max_sectors_kb"),
        "max_hw_sectors_kb": reader.number(f"{queue}/max_hw_sectors_kb"),
        "read_ahead_kb": reader.number(f"{queue}/read_ahead_kb"),
        "nomerges": reader.number(f"{queue}/nomerges"),
        "rq_affinity": reader.number(f"{queue}/rq_affinity"),
        "io_poll": reader.flag(f"{queue}/io_poll"),
        "wbt_lat_us": reader.number(f"{queue}/wbt_lat_usec"),
    }


def _find_function(real: str, controllers: list[Controller]) -> Optional[str]:
    """Find the PCI function nearest to the disk. With native multipath the path is virtual; the first controller
    knows.
    """
    functions = parse_chain(real).functions
    if functions:
        return functions[-1]
    return next((controller["pci"] for controller in controllers if controller["pci"]), None)


def _find_transport(reader: Reader, folder: str, real: str, first: Optional[Controller]) -> Optional[str]:
    """Return `pcie`, `tcp`, … as NVMe reports it; `sata`, `sas`, `usb`, `virtio`, … by the path; null when neither
    does.
    """
    if first is not None:
        return first["transport"] or ("pcie" if first["pci"] else None)
    stated = reader.text(f"{folder}/device/transport")
    return stated or next((transport for mark, transport in _MARKS if mark in real), None)


def _read_partitions(reader: Reader, folder: str) -> list[Partition]:
    disk = folder.rsplit("/", 1)[-1]
    names = [name for name in reader.names(folder) if re.fullmatch(re.escape(disk) + r"p?[0-9]+", name)]
    partitions: list[Partition] = []
    for name in sorted(names, key=split_for_sorting):
        number = reader.number(f"{folder}/{name}/partition")
        start = reader.number(f"{folder}/{name}/start")
        if number is not None:
            partitions.append(
                {
                    "name": name,
                    "number": number,
                    "start_bytes": None if start is None else start * SECTOR_BYTES,
                    "size_bytes": _read_size_bytes(reader, f"{folder}/{name}"),
                }
            )
    return partitions


def _read_size_bytes(reader: Reader, folder: str) -> Optional[int]:
    sectors = reader.number(f"{folder}/size")
    return None if sectors is None else sectors * SECTOR_BYTES


def _choose_first(*candidates: Optional[str]) -> Optional[str]:
    """Return the first candidate that is known."""
    return next((value for value in map(drop_filler, candidates) if value), None)
