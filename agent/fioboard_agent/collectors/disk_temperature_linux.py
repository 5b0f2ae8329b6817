"""Temperatures that the kernel shows to everybody (hwmon): NVMe's composite, and SATA's with the drivetemp module.

Each read of temp1_input is a command to the drive, so it is read once per inventory, and nothing else there is.
"""

from __future__ import annotations

import re
from typing import Optional

from fioboard_agent.collectors.nvme.linux import find_hwmon_folder
from fioboard_agent.host.reader import Reader
from fioboard_agent.inventory_types import Disk, DiskHealth


def find_temperature_file(reader: Reader, name: str, disk: Disk) -> Optional[str]:
    """Find `temp1_input` of a disk (millidegrees Celsius); None when the kernel shows none."""
    for controller in disk["controllers"]:
        folder = find_hwmon_folder(reader, controller["name"])
        if folder:
            return f"{folder}/temp1_input"
    base = f"/sys/block/{name}/device/hwmon"
    for entry in reader.names(base):
        if re.fullmatch(r"hwmon[0-9]+", entry) and reader.exists(f"{base}/{entry}/temp1_input"):
            return f"{base}/{entry}/temp1_input"
    return None


def collect_temperatures(reader: Reader, disks: dict[str, Disk]) -> dict[str, DiskHealth]:
    """`{"source": "hwmon", "temperature_c": 39}` per disk that has a sensor; whole degrees, as drives report."""
    temperatures: dict[str, DiskHealth] = {}
    for name, disk in disks.items():
        path = find_temperature_file(reader, name, disk)
        milli = reader.number(path) if path else None
        if milli is not None and -100_000 < milli < 200_000:
            temperatures[name] = {"source": "hwmon", "temperature_c": milli // 1000}
    return temperatures
