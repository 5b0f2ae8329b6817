"""Everything between the PCI bus and the file systems, in the order in which one subject needs the other: disks, their
PCI functions, volumes, then what changes by itself (`moment`).
"""

from __future__ import annotations

from typing import Callable, Optional, Protocol, TypeVar

from fioboard_agent.collectors import (
    disk_linux,
    disk_temperature_linux,
    dm_linux,
    raid_linux,
    smartctl,
    volume_linux,
    zfs,
)
from fioboard_agent.collectors.nvme import details_linux as nvme_details_linux
from fioboard_agent.collectors.nvme import features_linux as nvme_features_linux
from fioboard_agent.collectors.pcie import aer_linux as pcie_aer_linux
from fioboard_agent.collectors.pcie import linux as pcie_linux
from fioboard_agent.host.reader import Reader
from fioboard_agent.inventory_types import Disk, DiskHealth, Document, Function, Slot

_Collected = TypeVar("_Collected")


class Ask(Protocol):
    """Runs a collector under its subject: a reader of its own, its status kept, None when it failed."""

    def __call__(self, subject: str, collect: Callable[[Reader], _Collected]) -> Optional[_Collected]: ...


def collect_storage(ask: Ask, smbios_slots: list[Slot]) -> Document:
    """`pci`, `disks`, `volumes` and `moment` (`disks`, `aer`, `links`) of the document."""
    disks = ask("disks", disk_linux.collect_disks) or {}
    pci = _collect_pci(ask, disks, smbios_slots)
    volumes = ask("volumes", volume_linux.collect_volumes) or {}
    ask("lvm", lambda reader: dm_linux.add_lvs(reader, volumes))
    volumes.update(ask("zfs", zfs.collect_zfs) or {})
    volumes.update(ask("raid_cli", lambda reader: raid_linux.collect_hardware_raid(reader, pci)) or {})
    busy = {disk["pci"] for disk in disks.values()} | {
        controller["pci"] for disk in disks.values() for controller in disk["controllers"]
    }
    return {
        "pci": pci,
        "disks": disks,
        "volumes": volumes,
        "moment": {
            "disks": _collect_health(ask, disks),
            "aer": ask("aer", lambda reader: pcie_aer_linux.collect_aer(reader, pci)) or {},
            "links": pcie_linux.move_idle_links(pci, busy),
        },
    }


def _collect_pci(ask: Ask, disks: dict[str, Disk], smbios_slots: list[Slot]) -> dict[str, Function]:
    addresses = {disk["pci"] for disk in disks.values() if disk["pci"]}
    configs = ask("pci_config", pcie_linux.read_configs) or {}
    return ask("pci", lambda reader: pcie_linux.collect_pci(reader, addresses, smbios_slots, configs)) or {}


def _collect_health(ask: Ask, disks: dict[str, Disk]) -> dict[str, DiskHealth]:
    """Of several sources the one that knows most: the controller itself, smartctl, the kernel's sensor. What the drives
    say of themselves beside it goes into `disks`."""
    health = ask("hwmon", lambda reader: disk_temperature_linux.collect_temperatures(reader, disks)) or {}
    nvme = ask("nvme_smart", lambda reader: nvme_details_linux.collect_nvme_details(reader, disks)) or {}
    ask("nvme_features", lambda reader: nvme_features_linux.add_features(reader, disks))
    smart = ask("smartctl", lambda reader: smartctl.collect_smartctl(reader, set(nvme), disks)) or {}
    return {**health, **smart, **nvme}
