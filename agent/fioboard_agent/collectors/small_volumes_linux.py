"""Volumes of few facts: bcache, loop, zram, and the network's block devices."""

from __future__ import annotations

import re
from typing import Optional

from fioboard_agent.collectors.disk_linux import parse_selected
from fioboard_agent.collectors.pcie.address import split_for_sorting
from fioboard_agent.collectors.volume import make_volume
from fioboard_agent.host.reader import Reader
from fioboard_agent.inventory_types import Volume


def read_bcache(reader: Reader, name: str) -> Volume:
    """The backing device first, then the cache devices of its set."""
    folder = f"/sys/block/{name}/bcache"
    caches = _list_cache_devices(reader, folder)
    backing = [slave for slave in reader.names(f"/sys/block/{name}/slaves") if slave not in caches]
    return make_volume(
        "bcache",
        sorted(backing, key=split_for_sorting) + caches,
        {
            "cache_mode": parse_selected(reader.text(f"{folder}/cache_mode")),
            "sequential_cutoff": reader.text(f"{folder}/sequential_cutoff"),
        },
        uuid=reader.text(f"{folder}/backing_dev_uuid"),
        width=len(backing) or None,
    )


def read_loop(reader: Reader, name: str) -> Optional[Volume]:
    """None for a loop device without a file: the kernel makes eight of those for nobody."""
    backing = reader.text(f"/sys/block/{name}/loop/backing_file")
    if backing is None:
        return None
    direct = reader.flag(f"/sys/block/{name}/loop/dio")
    return make_volume("loop", [], {"backing_file": backing, "is_direct": direct})


def read_zram(reader: Reader, name: str) -> Optional[Volume]:
    """Compressed memory; None while it has no size."""
    size = reader.number(f"/sys/block/{name}/disksize")
    if not size:
        return None
    algorithm = parse_selected(reader.text(f"/sys/block/{name}/comp_algorithm"))
    return make_volume("zram", [], {"algorithm": algorithm, "size_bytes": size})


def read_network_block(reader: Reader, name: str) -> Optional[Volume]:
    """nbd, rbd, drbd: remote, or partly. None for a device that is not connected (size 0)."""
    kind = re.match(r"[a-z]+", name)
    if kind is None or not reader.number(f"/sys/block/{name}/size"):
        return None
    slaves = sorted(reader.names(f"/sys/block/{name}/slaves"), key=split_for_sorting)
    return make_volume(kind.group(0), slaves, {"pool": reader.text(f"/sys/block/{name}/device/pool")})


def _list_cache_devices(reader: Reader, folder: str) -> list[str]:
    """List the cache devices of a set: its folder has links cache0, cache1, … to <device>/bcache."""
    devices = []
    for entry in sorted(reader.names(f"{folder}/cache"), key=split_for_sorting):
        if re.fullmatch(r"cache[0-9]+", entry):
            devices.append(reader.real_path(f"{folder}/cache/{entry}").split("/")[-2])
    return devices
