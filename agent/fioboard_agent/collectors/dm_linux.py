"""Device-mapper volumes from sysfs (LVM, crypt, multipath, partitions), and what `lvs` adds about LVM as root."""

from __future__ import annotations

import json
import re
from typing import Any, Optional, TypedDict

from fioboard_agent.collectors.pcie.address import split_for_sorting
from fioboard_agent.collectors.volume import make_volume
from fioboard_agent.host.reader import DENIED, ERROR, UNPARSED, Reader
from fioboard_agent.inventory_types import Volume

_KINDS = (("LVM-", "lvm"), ("CRYPT-", "crypt"), ("mpath-", "multipath"), ("part", "dm"))
_LVS_FIELDS = "lv_name,vg_name,lv_attr,segtype,stripes,stripe_size,chunk_size,devices"
_LVS = ("lvs", "--reportformat", "json", "--units", "b", "--nosuffix", "-a", "-o", _LVS_FIELDS)


def read_dm(reader: Reader, name: str) -> Volume:
    """One dm device under its kernel name. `options.name` is the mapper's; of a logical volume `options.vg` and
    `options.lv`. `members` are what the kernel says it is built on; their order says nothing but for LVM, where `lvs`
    may set it."""
    dm_name = reader.text(f"/sys/block/{name}/dm/name")
    uuid = reader.text(f"/sys/block/{name}/dm/uuid")
    kind = next((kind for prefix, kind in _KINDS if (uuid or "").startswith(prefix)), "dm")
    members = sorted(reader.names(f"/sys/block/{name}/slaves"), key=split_for_sorting)
    group, volume = split_lvm_name(dm_name) if kind == "lvm" and dm_name else (None, None)
    return make_volume(
        kind,
        members,
        {"name": dm_name, "vg": group, "lv": volume},
        uuid=uuid,
        width=len(members) if kind == "multipath" else None,
    )


def split_lvm_name(dm_name: str) -> tuple[Optional[str], Optional[str]]:
    """Group and volume of `my--vg-my--lv`: a dash that stands alone separates, two are one dash of a name."""
    parts = re.split(r"(?<!-)-(?!-)", dm_name.replace("--", "\0"))
    names = [part.replace("\0", "-") for part in parts]
    return (names[0], "-".join(names[1:])) if len(names) > 1 else (None, names[0])


def add_lvs(reader: Reader, volumes: dict[str, Volume]) -> None:
    """Level, stripe size, width and order of members from `lvs` (root). Without it they stay null."""
    logical = {
        (volume["options"].get("vg"), volume["options"].get("lv")): volume
        for volume in volumes.values()
        if volume["kind"] == "lvm"
    }
    if not logical:
        return
    answer = reader.ask(_LVS, optional=False)
    if answer is None:
        return
    if answer.exit_code != 0:
        # lvs says "Running as a non-root user" and fails on the lock or the devices.
        is_denied = "root" in answer.stderr or "denied" in answer.stderr
        reader.source.note(DENIED if is_denied else ERROR, f"lvs: {answer.stderr.strip()[:80]}")
        return
    try:
        rows = parse_lvs(answer.text)
    except (ValueError, KeyError, TypeError, AttributeError):
        reader.source.note(UNPARSED, f"lvs: {answer.text[:60]}")
        return
    for row in rows:
        volume = logical.get((row["vg"], row["lv"]))
        if volume is not None:
            volume["level"], volume["is_degraded"] = row["level"], row["is_degraded"]
            volume["chunk_bytes"], volume["width"] = row["chunk_bytes"], row["width"]
            if set(row["members"]) == set(volume["members"]):
                volume["members"] = row["members"]


class LogicalVolume(TypedDict):
    """What `lvs` says of a volume; of the document's Volume, and the group and name that it is found by."""

    vg: str
    lv: str
    level: Optional[str]
    width: Optional[int]
    chunk_bytes: Optional[int]
    is_degraded: Optional[bool]
    members: list[str]


def parse_lvs(text: str) -> list[LogicalVolume]:
    """`vg`, `lv`, `level` (segment type), `width` (stripes), `chunk_bytes` (null for 0), `is_degraded`, `members` of
    each volume.

    All numbers of the report are text; hidden volumes stand in brackets. A volume of several segments has several
    rows: the first decides."""
    rows: dict[tuple[str, str], LogicalVolume] = {}
    for report in json.loads(text)["report"]:
        for entry in report.get("lv", []):
            name = str(entry["lv_name"]).strip("[]")
            size = _parse_bytes(entry.get("stripe_size"))
            devices = [part for part in str(entry.get("devices") or "").split(",") if part]
            row: LogicalVolume = {
                "vg": entry["vg_name"],
                "lv": name,
                "level": entry.get("segtype") or None,
                "width": _parse_bytes(entry.get("stripes")),
                "chunk_bytes": size or None,
                "is_degraded": _is_degraded(entry),
                "members": [re.sub(r"\([0-9]+\)$", "", device).rsplit("/", 1)[-1] for device in devices],
            }
            rows.setdefault((row["vg"], name), row)
    return list(rows.values())


def _is_degraded(entry: dict[str, Any]) -> Optional[bool]:
    """Read the health of an array in `lv_attr`: p(artial) lacks a member, r(efresh) has one that failed."""
    attributes = str(entry.get("lv_attr") or "")
    has_redundancy = re.match(r"raid(?!0)|mirror", entry.get("segtype") or "") is not None
    return attributes[8] in "pr" if has_redundancy and len(attributes) > 8 else None


def _parse_bytes(value: Any) -> Optional[int]:
    """Parse 65536 of "65536", "65536B" and "65536.00"."""
    match = re.fullmatch(r"([0-9]{1,18})(?:\.0*)?B?", str(value or "").strip())
    return int(match.group(1)) if match else None
