"""Linux software RAID (md) from sysfs, with Intel's (IMSM, VROC) and DDF containers."""

from __future__ import annotations

import re
from typing import Optional

from fioboard_agent.collectors.disk_linux import parse_selected, read_udev
from fioboard_agent.collectors.pcie.address import split_for_sorting
from fioboard_agent.collectors.volume import make_volume
from fioboard_agent.host.reader import Reader
from fioboard_agent.inventory_types import Volume

# States that md changes by itself while it works; to the inventory they are one.
_WORKING = {"clean", "active", "active-idle", "write-pending", "read-auto"}
# Levels without redundancy run whole or not at all, and have no file `degraded`.
_NEVER_DEGRADED = {"raid0", "linear"}
_EXPORT = re.compile(r"MD_DEVICE_\w+_DEV")


def read_md(reader: Reader, name: str) -> Volume:
    """One array. `members` by slot, then spares and failed ones (also in `options.spares` and
    `options.failed`); `container` is the name of the array that holds the metadata (`external:/md127/0`), whose own
    level is `container`."""
    folder = f"/sys/block/{name}/md"
    level = reader.text(f"{folder}/level")
    metadata = reader.text(f"{folder}/metadata_version")
    is_container = bool(metadata and re.fullmatch(r"external:\w+", metadata))
    inside = re.fullmatch(r"external:[-/](\w+)/\S+", metadata or "")
    udev = read_udev(reader, f"/sys/block/{name}")
    members, spares = _read_members(reader, name, udev)
    failed = [one for one in spares if "faulty" in (reader.text(f"{folder}/dev-{one}/state") or "").split(",")]
    degraded = reader.number(f"{folder}/degraded")
    level = "container" if is_container else level or udev.get("MD_LEVEL")
    return make_volume(
        "md",
        members,
        {
            "bitmap": reader.text(f"{folder}/bitmap/location"),
            "bitmap_chunk_bytes": reader.number(f"{folder}/bitmap/chunksize"),
            "consistency_policy": reader.text(f"{folder}/consistency_policy"),
            "stripe_cache_entries": reader.number(f"{folder}/stripe_cache_size"),
            "group_threads": reader.number(f"{folder}/group_thread_cnt"),
            "journal_mode": parse_selected(reader.text(f"{folder}/journal_mode")),
            "spares": [one for one in spares if one not in failed] or None,
            "failed": failed or None,
        },
        uuid=reader.text(f"{folder}/uuid") or udev.get("MD_UUID"),
        level=level,
        chunk_bytes=reader.number(f"{folder}/chunk_size") or None,
        layout=reader.text(f"{folder}/layout"),
        width=_read_width(reader, folder, members),
        metadata=metadata or udev.get("MD_METADATA"),
        state=_normalize_state(reader.text(f"{folder}/array_state")),
        is_degraded=degraded > 0 if degraded is not None else False if level in _NEVER_DEGRADED else None,
        container=inside.group(1) if inside else None,
    )


def _read_width(reader: Reader, folder: str, members: list[str]) -> Optional[int]:
    """Read `4` or, during a reshape, `4 (3)`: the new and the old number. Containers report 0."""
    match = re.match(r"[0-9]{1,4}", reader.text(f"{folder}/raid_disks") or "")
    return int(match.group(0)) or len(members) or None if match else None


def _read_members(reader: Reader, name: str, udev: dict[str, str]) -> tuple[list[str], list[str]]:
    """Read members in slot order and the spares among them. Device names in `dev-…` write `/` as `!`."""
    folder = f"/sys/block/{name}/md"
    placed: list[tuple[int, str]] = []
    spares: list[str] = []
    for entry in sorted(reader.names(folder), key=split_for_sorting):
        if not entry.startswith("dev-"):
            continue
        slot = reader.text(f"{folder}/{entry}/slot")
        device = entry[len("dev-") :]
        if slot is not None and re.fullmatch(r"[0-9]{1,4}", slot):
            placed.append((int(slot), device))
        else:
            spares.append(device)
    if not placed and not spares:
        slaves = sorted(reader.names(f"/sys/block/{name}/slaves"), key=split_for_sorting)
        return slaves or _list_udev_members(udev), []
    ordered = [device for _, device in sorted(placed, key=lambda item: item[0])]
    # A container's members have no slots: they are no spares.
    return ordered + spares, spares if ordered else []


def _list_udev_members(udev: dict[str, str]) -> list[str]:
    """List the members by MD_DEVICE_<x>_DEV and _ROLE of mdadm's export, where <x> differs by version (sdb6,
    dev_sdb6, ev_sdb6).
    """
    roles = {key[len("MD_DEVICE_") : -len("_DEV")]: value for key, value in udev.items() if _EXPORT.fullmatch(key)}
    order = {label: udev.get(f"MD_DEVICE_{label}_ROLE", "") for label in roles}
    labels = sorted(roles, key=lambda label: (not order[label].isdigit(), order[label].zfill(4), label))
    return [roles[label].rsplit("/", 1)[-1] for label in labels]


def _normalize_state(state: Optional[str]) -> Optional[str]:
    return "active" if state in _WORKING else state
