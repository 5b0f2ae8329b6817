"""File systems that join several devices themselves: mounted btrfs and bcachefs, from /sys/fs."""

from __future__ import annotations

import re
from typing import Optional

from fioboard_agent.collectors.pcie.address import split_for_sorting
from fioboard_agent.collectors.volume import make_volume
from fioboard_agent.host.reader import Reader
from fioboard_agent.inventory_types import Volume

BTRFS = "/sys/fs/btrfs"
BCACHEFS = "/sys/fs/bcachefs"
_UUID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_BTRFS_PROFILES = re.compile(r"single|dup|raid[0-9]+(c[0-9])?")


def collect_filesystem_volumes(reader: Reader) -> dict[str, Volume]:
    """Under `btrfs:<first member>`, because the file system's own identifier identifies the host."""
    by_name = {}
    for kind, volumes in (("btrfs", _read_btrfs(reader)), ("bcachefs", _read_bcachefs(reader))):
        for volume in volumes:
            if volume["members"]:
                by_name[f"{kind}:{volume['members'][0]}"] = volume
    return by_name


def _read_btrfs(reader: Reader) -> list[Volume]:
    """Read btrfs volumes. `level` is the data profile; the members of a profile have no order."""
    volumes = []
    for uuid in filter(_UUID.fullmatch, reader.names(BTRFS)):
        folder = f"{BTRFS}/{uuid}"
        members = sorted(reader.names(f"{folder}/devices"), key=split_for_sorting)
        level = _read_profile(reader, f"{folder}/allocation/data")
        options = {
            "metadata_profile": _read_profile(reader, f"{folder}/allocation/metadata"),
            "node_bytes": reader.number(f"{folder}/nodesize"),
            "checksum": reader.text(f"{folder}/checksum"),
        }
        volumes.append(make_volume("btrfs", members, options, uuid=uuid, level=level, width=len(members) or None))
    return volumes


def _read_profile(reader: Reader, folder: str) -> Optional[str]:
    """Read the profiles in use: each is a folder; during a conversion there are two."""
    return ", ".join(name for name in reader.names(folder) if _BTRFS_PROFILES.fullmatch(name)) or None


def _read_bcachefs(reader: Reader) -> list[Volume]:
    volumes = []
    for uuid in filter(_UUID.fullmatch, reader.names(BCACHEFS)):
        folder = f"{BCACHEFS}/{uuid}"
        links = [name for name in reader.names(folder) if re.fullmatch(r"dev-[0-9]+", name)]
        devices = (reader.link_name(f"{folder}/{name}/block") for name in sorted(links, key=split_for_sorting))
        members = [device for device in devices if device]
        options = {
            name: reader.text(f"{folder}/options/{name}")
            for name in ("data_replicas", "metadata_replicas", "compression", "foreground_target")
        }
        volumes.append(make_volume("bcachefs", members, options, uuid=uuid, width=len(members) or None))
    return volumes
