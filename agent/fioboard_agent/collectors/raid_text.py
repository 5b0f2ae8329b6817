"""Arrays of RAID controllers whose tools only print text: ssacli (HPE), arcconf (Adaptec), megacli (old LSI), mvcli
(Marvell). Each parser takes a whole output; lines it does not know are passed over.
"""

from __future__ import annotations

import re
from typing import Any, Optional

from fioboard_agent.collectors.raid_units import parse_bytes
from fioboard_agent.collectors.volume import make_volume
from fioboard_agent.inventory_types import Volume

_MEGACLI_LEVELS = {("1", "0"): "raid1", ("0", "0"): "raid0", ("5", "0"): "raid5", ("6", "0"): "raid6"}


def parse_ssacli(text: str) -> dict[str, Volume]:
    """`ssacli ctrl all show config detail`: controllers at the margin, arrays, then logical drives and drives."""
    volumes: dict[str, Volume] = {}
    for slot, block in _split_ssacli_controllers(text):
        model = re.sub(r" in Slot .*", "", block.splitlines()[0]).strip()
        pci = _parse_field(block, r"PCI Address \(Domain:Bus:Device.Function\)")
        for array in re.split(r"^ {3}Array: ", block, flags=re.MULTILINE)[1:]:
            drives = [
                _parse_ssacli_drive(part) for part in re.split(r"^ {6}physicaldrive ", array, flags=re.MULTILINE)[1:]
            ]
            logical = re.split(r"^ {6}Logical Drive: ", array, flags=re.MULTILINE)[1:]
            for part in logical:
                own = re.split(r"^ {6}\S", part, maxsplit=1, flags=re.MULTILINE)[0]
                tolerance, device = _parse_field(own, "Fault Tolerance"), _parse_field(own, "Disk Name")
                status = _parse_field(own, "Status")
                volumes[f"raid:slot{slot}/v{part.split(None, 1)[0]}"] = make_volume(
                    "hardware_raid",
                    [],
                    {
                        "controller_model": model or None,
                        "controller_firmware": _parse_field(block, "Firmware Version"),
                        "cache": _parse_field(own, "LD Acceleration Method") or _parse_field(own, "Caching"),
                        "os_device": device.rsplit("/", 1)[-1] if device else None,
                        "drives": drives,
                    },
                    level=f"raid{tolerance}" if tolerance else None,
                    chunk_bytes=parse_bytes(_parse_field(own, "Strip Size")),
                    width=len(drives) or None,
                    state=status,
                    is_degraded=None if status is None else status != "OK",
                    controller_pci=pci.lower() if pci else None,
                )
    return volumes


def parse_arcconf(text: str) -> dict[str, Volume]:
    """`arcconf getconfig N LD`: one block per logical device, its segments with the place of each drive."""
    volumes: dict[str, Volume] = {}
    for block in re.split(r"^Logical [Dd]evice number ", text, flags=re.MULTILINE)[1:]:
        segments = re.findall(
            r"^ *(?:Group \d+, )?Segment \d+ +: (\w+) \((.*?Connector:\d+.*?Device:\d+)\)",
            block,
            re.MULTILINE,
        )
        drives = [{"state": state, "slot": _parse_arcconf_place(place)} for state, place in segments]
        level, status = _parse_field(block, "RAID level"), _parse_field(block, "Status of Logical Device")
        volumes[f"raid:ld{block.split(None, 1)[0]}"] = make_volume(
            "hardware_raid",
            [],
            {
                "cache": _parse_field(block, "Write-cache status"),
                "name": _parse_field(block, "Logical Device name"),
                "drives": drives,
            },
            level=f"raid{level}" if level and level.isdigit() else level,
            chunk_bytes=parse_bytes(_parse_field(block, "Stripe-unit size")),
            width=len(drives) or None,
            state=status,
            is_degraded=None if status is None else status != "Optimal",
        )
    return volumes


def parse_megacli(text: str) -> dict[str, Volume]:
    """`megacli -LdPdInfo -aALL`. A level over several spans is a raid 10, 50 or 60 of them."""
    volumes: dict[str, Volume] = {}
    for block in re.split(r"^Adapter #", text, flags=re.MULTILINE)[1:]:
        adapter = block.split(None, 1)[0]
        for array in re.split(r"^Virtual Drive: ", block, flags=re.MULTILINE)[1:]:
            drives = [
                {
                    "slot": f"{_parse_field(part, 'Enclosure Device ID')}:{_parse_field(part, 'Slot Number')}",
                    "state": _parse_field(part, "Firmware state"),
                    "interface": _parse_field(part, "PD Type"),
                    "medium": _parse_field(part, "Media Type"),
                }
                for part in re.split(r"^PD: \d+ Information", array, flags=re.MULTILINE)[1:]
            ]
            state = _parse_field(array, "State")
            volumes[f"raid:c{adapter}/v{array.split(None, 1)[0]}"] = make_volume(
                "hardware_raid",
                [],
                {
                    "name": _parse_field(array, "Name"),
                    "cache": _parse_field(array, "Current Cache Policy"),
                    "drives": drives,
                },
                level=_parse_megacli_level(array),
                chunk_bytes=parse_bytes(_parse_field(array, "Strip Size")),
                width=len(drives) or None,
                state=state,
                is_degraded=None if state is None else state != "Optimal",
            )
    return volumes


def parse_mvcli(text: str) -> dict[str, Volume]:
    """`mvcli info -o vd`: blocks of `id:`, `name:`, `status:`, … in Dell's boot RAID (BOSS). Stripe sizes are KiB."""
    volumes: dict[str, Volume] = {}
    for block in re.split(r"^(?=id:)", text, flags=re.MULTILINE)[1:]:
        stripe, status, level = (_parse_field(block, name) for name in ("Stripe size", "status", "RAID mode"))
        count = _parse_field(block, "# of PDs")
        volumes[f"raid:boss/v{_parse_field(block, 'id')}"] = make_volume(
            "hardware_raid",
            [],
            {"name": _parse_field(block, "name")},
            level=level.lower() if level else None,
            chunk_bytes=int(stripe) * 1024 if stripe and stripe.isdigit() else None,
            width=int(count) if count and count.isdigit() else None,
            state=status,
            is_degraded=None if status is None else status != "functional",
        )
    return volumes


def _split_ssacli_controllers(text: str) -> list[tuple[str, str]]:
    """Return slot number and text of each controller."""
    starts = [match.start() for match in re.finditer(r"^\S.* in Slot ", text, re.MULTILINE)]
    blocks = [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)])]
    return [(match.group(1), block) for block in blocks if (match := re.search(r" in Slot (\w+)", block))]


def _parse_ssacli_drive(block: str) -> dict[str, Any]:
    return {
        "slot": block.split(None, 1)[0],
        "model": " ".join((_parse_field(block, "Model") or "").split()) or None,
        "state": _parse_field(block, "Status"),
        "interface": _parse_field(block, "Interface Type"),
    }


def _parse_arcconf_place(place: str) -> str:
    numbers = re.findall(r"(?:Connector|Device):(\d+)", place)
    return ":".join(numbers)


def _parse_megacli_level(block: str) -> Optional[str]:
    match = re.search(r"RAID Level\s*: Primary-(\d+), Secondary-(\d+)", block)
    if match is None:
        return None
    depth = _parse_field(block, "Span Depth")
    level = _MEGACLI_LEVELS.get((match.group(1), "0"))
    if level is not None and depth and depth.isdigit() and int(depth) > 1:
        return level + "0"
    return level


def _parse_field(block: str, name: str) -> Optional[str]:
    match = re.search(rf"^ *{name} *: *(\S.*?) *$", block, re.MULTILINE)
    return match.group(1) if match else None
