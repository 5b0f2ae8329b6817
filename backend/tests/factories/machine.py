"""Machines for tests: the documents that the agent's tests keep of the five users' machines, a laptop and a VM, and
small ones made by hand."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

MACHINES = Path(__file__).parents[3] / "agent" / "tests" / "data" / "machines"
NAMES = sorted(path.stem for path in MACHINES.glob("*.json"))


def machine(name: str) -> dict[str, Any]:
    """`inventory`, `targets` and `fio_cpus` of one machine; a copy that a test may change."""
    found: dict[str, Any] = json.loads((MACHINES / f"{name}.json").read_text())
    return found


def function(
    parent: str | None = None,
    gts: float | None = 16.0,
    lanes: int | None = 4,
    max_gts: float | None = None,
    max_lanes: int | None = None,
    **fields: Any,
) -> dict[str, Any]:
    """One PCIe function; trained as well as it can unless said otherwise."""
    return {
        "ids": {"class": "0x060400", "vendor": None, "device": None},
        "parent": parent,
        "port_type": None,
        "link": {
            "current_gts": gts,
            "current_lanes": lanes,
            "max_gts": max_gts or gts,
            "max_lanes": max_lanes or lanes,
        },
    } | fields


def drive(
    parent: str | None, gts: float | None = 16.0, lanes: int | None = 4, **fields: Any
) -> dict[str, Any]:
    """The PCIe function of an NVMe drive."""
    ids = {"class": "0x010802", "vendor": "0x144d", "device": "0xa80a"}
    return function(parent, gts, lanes, **({"ids": ids, "port_type": "endpoint"} | fields))


def document(pci: dict[str, Any], **parts: Any) -> dict[str, Any]:
    """An inventory with these functions, and one disk for each function of a drive: nvme0n1, nvme1n1, …"""
    addresses = [a for a, f in pci.items() if f["ids"]["class"].startswith("0x01")]
    disks = {
        f"nvme{i}n1": {"model": "Example SSD", "serial": f"S{i}", "transport": "pcie", "pci": address}
        for i, address in enumerate(addresses)
    }
    return deepcopy({"schema": 1, "pci": pci, "disks": disks, "volumes": {}, "network": []} | parts)


def targets(*disks: str) -> list[dict[str, Any]]:
    """One target that lies on these disks."""
    return [
        {"path": "/mnt/x", "kind": "file", "members": list(disks), "graph": {"root": "file", "nodes": {}}}
    ]
