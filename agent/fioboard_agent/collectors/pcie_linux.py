"""PCIe functions that disks hang on: link now and at most, NUMA node, driver. Reads link state; does not judge it."""

from __future__ import annotations

import re
from typing import Any, Iterable, Optional

from fioboard_agent.collectors.frame import Reader


def collect_pci(reader: Reader, addresses: Iterable[str]) -> dict[str, Any]:
    """One entry per address. `numa_node` -1 means the firmware did not say: null. Link values are null unless the
    function is in power state D0, because a sleeping function answers nonsense."""
    return {address: _function(reader, f"/sys/bus/pci/devices/{address}") for address in sorted(set(addresses))}


def _function(reader: Reader, folder: str) -> dict[str, Any]:
    node = reader.number(f"{folder}/numa_node")
    awake = reader.text(f"{folder}/power_state") in {None, "D0", "unknown"}
    return {
        "ids": {
            name: reader.text(f"{folder}/{name}")
            for name in ("class", "vendor", "device", "subsystem_vendor", "subsystem_device")
        },
        "driver": reader.link_name(f"{folder}/driver"),
        "numa_node": node if node is not None and node >= 0 else None,
        "link": {
            "current_gts": _leading_number(reader.text(f"{folder}/current_link_speed")) if awake else None,
            "current_lanes": _lanes(reader.text(f"{folder}/current_link_width")) if awake else None,
            "max_gts": _leading_number(reader.text(f"{folder}/max_link_speed")) if awake else None,
            "max_lanes": _lanes(reader.text(f"{folder}/max_link_width")) if awake else None,
        },
    }


def _leading_number(text: Optional[str]) -> Optional[float]:
    """8.0 of `8 GT/s`, `8.0 GT/s` and `8.0 GT/s PCIe`; null for `Unknown`."""
    match = re.match(r"(\d{1,4}(?:\.\d{1,4})?)\s*GT/s", text or "")
    return float(match.group(1)) if match else None


def _lanes(text: Optional[str]) -> Optional[int]:
    """0 (an empty port) and 255 (a function that does not answer) are not widths."""
    return int(text) if text and re.fullmatch(r"\d{1,2}", text) and 0 < int(text) <= 32 else None
