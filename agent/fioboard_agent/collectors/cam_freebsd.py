"""SATA and SAS on FreeBSD: camcontrol(8) for the bus a drive hangs on and for its firmware."""

from __future__ import annotations

import re
from typing import Optional

from fioboard_agent.collectors.sysctl_tree import Tree
from fioboard_agent.host.reader import Reader, drop_filler
from fioboard_agent.inventory_types import Disk

DEVLIST = ["camcontrol", "devlist", "-v"]
_BUS = re.compile(r"^scbus(\d+) on (\w+?)(\d+) bus \d+")
_DEVICE = re.compile(r"^<(.*)>\s+at scbus(\d+) target \d+ lun \d+ \(([^)]*)\)")
_SATA = frozenset({"ahcich", "ata", "mvsch", "siisch"})
_SAS = frozenset({"mps", "mpr", "mrsas", "mfi", "ciss", "smartpqi", "isci"})


def add_cam(reader: Reader, disks: dict[str, Disk], names: dict[str, str], sysctl: Tree) -> None:
    """Transport, PCI function and firmware of the disks that CAM knows."""
    answer = reader.ask(DEVLIST, optional=False)
    for name, (driver, unit) in parse_devlist(answer.text if answer else "").items():
        disk = disks.get(name)
        if disk is None or driver.startswith("nvme"):
            continue
        disk["pci"] = _find_function(driver, unit, names, sysctl)
        disk["transport"] = "sata" if driver in _SATA else "sas" if driver in _SAS else None
        if disk["transport"] is not None:
            identity = reader.ask(["camcontrol", "identify", name])
            if identity is not None and identity.exit_code == 0:
                disk["transport"] = "sata"
                disk["firmware"] = parse_firmware(identity.text)


def parse_devlist(text: str) -> dict[str, tuple[str, str]]:
    """Driver and unit of the controller of each disk, such as `ada0: ("ahcich", "2")`."""
    buses: dict[str, tuple[str, str]] = {}
    controllers: dict[str, tuple[str, str]] = {}
    for line in text.splitlines():
        bus, device = _BUS.match(line), _DEVICE.match(line)
        if bus:
            buses[bus[1]] = (bus[2], bus[3])
        elif device and device[2] in buses:
            for name in device[3].split(","):
                if re.fullmatch(r"(ada|da|nda)\d+", name):
                    controllers[name] = buses[device[2]]
    return controllers


def parse_firmware(text: str) -> Optional[str]:
    """Of `camcontrol identify`: `firmware revision     EXT0CB6Q`."""
    match = re.search(r"^firmware revision\s+(\S.*)$", text, re.MULTILINE)
    return drop_filler(match[1].strip()) if match else None


def _find_function(driver: str, unit: str, names: dict[str, str], sysctl: Tree) -> Optional[str]:
    """Find the device itself or the nearest of its parents that is a PCI function: ahcich2 hangs on ahci0."""
    name = f"{driver}{unit}"
    for _ in range(8):
        if name in names:
            return names[name]
        match = re.fullmatch(r"(\w+?)(\d+)", name)
        parent = sysctl.get(f"dev.{match[1]}.{match[2]}.%parent") if match else None
        if not parent:
            return None
        name = parent
    return None
