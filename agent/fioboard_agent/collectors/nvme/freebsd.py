"""NVMe on FreeBSD: nvmecontrol(8) as text for what a controller is, its SMART log as bytes; both for root only."""

from __future__ import annotations

import re
from typing import Iterable, Optional

from fioboard_agent.collectors.nvme.structures import parse_smart
from fioboard_agent.host.reader import ABSENT, DENIED, UNPARSED, Reader, drop_filler
from fioboard_agent.inventory_types import Disk, DiskHealth, Function

_FORMAT = re.compile(
    r"^LBA Format #(\d+): Data Size:\s*(\d+)\s+Metadata Size:\s*(\d+)(?:\s+Performance:\s*(\w+))?",
    re.MULTILINE,
)
_PERFORMANCE = {"Best": 0, "Better": 1, "Good": 2, "Degraded": 3}


def add_nvme(
    reader: Reader, disks: dict[str, Disk], names: dict[str, str], functions: dict[str, Function]
) -> dict[str, DiskHealth]:
    """Completes the disks of NVMe controllers (nvd0 and nda0 carry their controller's serial number) and returns their
    health for `moment.disks`."""
    health: dict[str, DiskHealth] = {}
    for controller in sorted(name for name in names if re.fullmatch(r"nvme\d+", name)):
        facts = _identify_controller(reader, controller)
        mine = [name for name, disk in disks.items() if _is_same_drive(name, disk, facts)]
        log = _read_smart(reader, controller) if mine else None
        for name in mine:
            _complete(reader, disks[name], controller, facts, names[controller], functions)
            if log is not None:
                health[name] = {"source": "nvmecontrol", **log}
    return health


def parse_identify_controller(text: str) -> Disk:
    """`serial`, `model`, `firmware`, `max_transfer_bytes` (null for unlimited)."""
    fields = {key.strip(): value.strip() for key, value in re.findall(r"^([^:\n]+):[ \t]+(.*)$", text, re.MULTILINE)}
    transfer = re.match(r"(\d+)", fields.get("Max Data Transfer Size", ""))
    return {
        "serial": drop_filler(fields.get("Serial Number")),
        "model": drop_filler(fields.get("Model Number")),
        "firmware": drop_filler(fields.get("Firmware Version")),
        "max_transfer_bytes": int(transfer[1]) if transfer else None,
    }


def parse_identify_namespace(text: str) -> Disk:
    """`lba_formats` and the one in use."""
    in_use = re.search(r"^Current LBA Format:\s+LBA Format #(\d+)", text, re.MULTILINE)
    return {
        "lba_formats": [
            {
                "index": int(index),
                "data_bytes": int(data),
                "metadata_bytes": int(metadata),
                "relative_performance": _PERFORMANCE.get(word) if word else None,
            }
            for index, data, metadata, word in _FORMAT.findall(text)
        ]
        or None,
        "lba_format_in_use": int(in_use[1]) if in_use else None,
    }


def _is_same_drive(name: str, disk: Disk, facts: Disk) -> bool:
    return name.startswith(("nvd", "nda")) and bool(facts.get("serial")) and disk["serial"] == facts["serial"]


def _complete(
    reader: Reader,
    disk: Disk,
    controller: str,
    facts: Disk,
    address: str,
    functions: dict[str, Function],
) -> None:
    disk["model"] = facts["model"] or disk["model"]
    disk["firmware"] = facts["firmware"] or disk["firmware"]
    disk["max_transfer_bytes"] = facts["max_transfer_bytes"] or disk["max_transfer_bytes"]
    disk.update({"transport": "pcie", "pci": address, "rotational": False})
    disk["controllers"] = [
        {
            "name": controller,
            "pci": address,
            "serial": facts["serial"],
            "model": facts["model"],
            "firmware": facts["firmware"],
            "transport": "pcie",
            "address": address,
            "numa_node": functions.get(address, {}).get("numa_node"),
            "ana_state": None,
        }
    ]
    answer = _ask(reader, ["nvmecontrol", "identify", f"{controller}ns1"])
    if answer is not None:
        disk["nsid"] = 1
        disk.update(parse_identify_namespace(answer.decode("utf-8", "replace")))


def _identify_controller(reader: Reader, controller: str) -> Disk:
    answer = _ask(reader, ["nvmecontrol", "identify", controller])
    facts = parse_identify_controller("" if answer is None else answer.decode("utf-8", "replace"))
    if answer is not None and facts["serial"] is None:
        reader.source.note(UNPARSED, f"nvmecontrol identify {controller} names no serial number")
    return facts


def _read_smart(reader: Reader, controller: str) -> Optional[DiskHealth]:
    page = _ask(reader, ["nvmecontrol", "logpage", "-p", "2", "-b", controller])
    return parse_smart(page) if page else None


def _ask(reader: Reader, argv: Iterable[str]) -> Optional[bytes]:
    words = list(argv)
    answer = reader.ask(words, optional=False)
    if answer is None:
        return None
    if answer.exit_code:
        status = DENIED if "ermission" in answer.stderr else ABSENT
        reader.source.note(status, f"{' '.join(words)}: {answer.stderr.strip()[:80] or answer.exit_code}")
        return None
    return answer.stdout
