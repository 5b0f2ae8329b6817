"""APFS containers of macOS and what they lie on, from `diskutil list -plist`."""

from __future__ import annotations

from typing import Any

from fioboard_agent.collectors.profiler_macos import read_plist
from fioboard_agent.collectors.volume import make_volume
from fioboard_agent.host.reader import Reader
from fioboard_agent.inventory_types import Volume

DISKUTIL = ["diskutil", "list", "-plist"]
_TIMEOUT_S = 30.0


def collect_containers(reader: Reader) -> dict[str, Volume]:
    """`volumes` of kind `apfs`: members are the partitions that a container is stored on."""
    answer = reader.ask(DISKUTIL, _TIMEOUT_S, optional=False)
    return parse_list(read_plist(reader, "diskutil", answer.stdout if answer else None))


def parse_list(document: Any) -> dict[str, Volume]:
    """Disks that are no container are left to the reports of their controllers."""
    disks = document.get("AllDisksAndPartitions", []) if isinstance(document, dict) else []
    volumes: dict[str, Volume] = {}
    for disk in disks:
        stores = [one["DeviceIdentifier"] for one in disk.get("APFSPhysicalStores", []) if "DeviceIdentifier" in one]
        name = disk.get("DeviceIdentifier")
        if name and stores:
            volumes[name] = make_volume("apfs", stores, width=len(stores))
    return volumes
