"""All volumes of a host, each by the collector of its kind."""

from __future__ import annotations

from typing import Callable, Optional

from fioboard_agent.collectors.dm_linux import read_dm
from fioboard_agent.collectors.filesystem_volumes_linux import collect_filesystem_volumes
from fioboard_agent.collectors.md_linux import read_md
from fioboard_agent.collectors.pcie.address import split_for_sorting
from fioboard_agent.collectors.small_volumes_linux import (
    read_bcache,
    read_loop,
    read_network_block,
    read_zram,
)
from fioboard_agent.host.reader import Reader
from fioboard_agent.inventory_types import Volume

_KINDS: tuple[tuple[str, Callable[[Reader, str], Optional[Volume]]], ...] = (
    ("md", read_md),
    ("dm-", read_dm),
    ("bcache", read_bcache),
    ("loop", read_loop),
    ("zram", read_zram),
    ("nbd", read_network_block),
    ("rbd", read_network_block),
    ("drbd", read_network_block),
)


def collect_volumes(reader: Reader) -> dict[str, Volume]:
    """Under their kernel names; what only programs know (LVM's stripes, ZFS, RAID controllers) is added by others."""
    volumes: dict[str, Volume] = {}
    for name in sorted(reader.names("/sys/block"), key=split_for_sorting):
        read = next((read for prefix, read in _KINDS if name.startswith(prefix)), None)
        volume = read(reader, name) if read else None
        if volume is not None:
            volumes[name] = volume
    volumes.update(collect_filesystem_volumes(reader))
    return volumes
