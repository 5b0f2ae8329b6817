"""What the sampler shall read for one run: the members of its targets, their hops, processors and sensors. Linux only.

Looks once, before fio starts; the sampler itself gets paths and reads them.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any, Iterable, Optional

from fioboard_agent.collectors.cpu_sets import parse_cpu_list
from fioboard_agent.collectors.disk_temperature_linux import find_temperature_file
from fioboard_agent.host.paths import Roots
from fioboard_agent.host.reader import Reader
from fioboard_agent.host.sysfs import list_names, read_number, read_text
from fioboard_agent.inventory_types import Disk, Document
from fioboard_agent.sampler.power_plan import plan_power

INTERVAL_MS = 1_000
SLOW_SENSOR_EVERY = 10
MAX_SENSORS = 32
# A drive throttles or shuts down at its critical temperature; it is not ours to bring it there.
KEPT_BELOW_CRITICAL_C = 5.0
# Drives that do not say have been seen to report 0 or absurd limits.
_CREDIBLE_CRITICAL_C = (50.0, 130.0)
_PCI_ADDRESS = re.compile(r"[0-9a-f]{4,8}:[0-9a-f]{2}:[01][0-9a-f]\.[0-7]")
_OF_DRIVES = frozenset({"nvme", "drivetemp"})


def make_plan(
    roots: Roots,
    inventory: Document,
    targets: Iterable[dict[str, Any]],
    fio_cpus: Optional[str],
    before: dict[str, Any],
    output: Path,
) -> dict[str, Any]:
    """The plan as JSON. Paths in it are of this machine, below the root that is looked at."""
    known = list(targets)
    members = list(dict.fromkeys(name for target in known for name in target.get("members") or []))
    volumes = list(dict.fromkeys(name for target in known for name in list_volume_names(target)))
    notes: list[str] = []
    return {
        "interval_ms": INTERVAL_MS,
        "output": str(output),
        "cpus_left": _list_cpus_left(fio_cpus),
        "blocks": plan_blocks(roots, [("disk", members), ("volume", volumes)], notes),
        "temperatures": [*plan_drive_sensors(roots, inventory, members), *_plan_other_sensors(roots)],
        "power": plan_power(roots, notes),
        "arrays": _plan_arrays(roots, volumes),
        "links": [
            {"function": function, "folder": str(roots.locate(f"/sys/bus/pci/devices/{function}"))}
            for function in list_hops(roots, inventory, members)
        ],
        "cpu_groups": _plan_cpu_groups(inventory),
        "stat": str(roots.locate("/proc/stat")),
        "before": before,
        "notes": notes,
    }


def list_volume_names(target: dict[str, Any]) -> list[str]:
    """List names of the md arrays, logical volumes and so on between a target and its members."""
    nodes = (target.get("graph") or {}).get("nodes") or {}
    return [node["name"] for node in nodes.values() if node.get("kind") == "volume" and node.get("name")]


def list_hops(roots: Roots, inventory: Document, members: Iterable[str]) -> list[str]:
    """List every PCIe function between the members and their host bridges, the upper ones first: the components of
    the real path of a function in /sys/devices that are PCI addresses.
    """
    addresses: dict[str, None] = {}
    for disk in (_get_disk(inventory, name) for name in members):
        ways = [disk.get("pci"), *(controller.get("pci") for controller in disk.get("controllers") or [])]
        for function in filter(None, ways):
            real = os.path.realpath(roots.locate(f"/sys/bus/pci/devices/{function}"))
            addresses.update(dict.fromkeys(part for part in real.split("/") if _PCI_ADDRESS.fullmatch(part)))
    return list(addresses)


def _get_disk(inventory: Document, name: str) -> Disk:
    return (inventory.get("disks") or {}).get(name) or {}


def plan_blocks(roots: Roots, kinds: list[tuple[str, list[str]]], notes: list[str]) -> list[dict[str, Any]]:
    """Plan the counters of disks and volumes; of those that keep none, a note says so."""
    blocks = []
    for kind, names in kinds:
        for name in names:
            folder = roots.locate(f"/sys/class/block/{name}")
            if not (folder / "stat").exists():
                continue
            if read_number(folder / "queue" / "iostats") == 0:
                notes.append(f"{kind}:{name} keeps no counters (queue/iostats is 0)")
                continue
            blocks.append({"subject": f"{kind}:{name}", "stat": str(folder / "stat")})
    return blocks


def plan_drive_sensors(roots: Roots, inventory: Document, members: list[str]) -> list[dict[str, Any]]:
    """Plan the temperature sensors of the measured drives that have one."""
    sensors = []
    reader = Reader(roots)
    for name in members:
        disk = _get_disk(inventory, name)
        path = find_temperature_file(reader, name, {"controllers": disk.get("controllers") or []})
        if path is None:
            continue
        critical: Optional[float] = disk.get("temperature_critical_c")
        if critical is None:
            millidegrees = read_number(roots.locate(path.replace("_input", "_crit")))
            critical = None if millidegrees is None else millidegrees / 1000
        sensors.append(
            {
                "subject": f"disk:{name}",
                "path": str(roots.locate(path)),
                "every": 1,
                "stop_at_c": stop_temperature_c(critical),
            }
        )
    return sensors


def stop_temperature_c(critical_c: Optional[float]) -> Optional[float]:
    """5 K below the drive's own critical temperature; null when it names none, or none that can be true."""
    low, high = _CREDIBLE_CRITICAL_C
    return critical_c - KEPT_BELOW_CRITICAL_C if critical_c is not None and low <= critical_c <= high else None


def _plan_other_sensors(roots: Roots) -> list[dict[str, Any]]:
    """Plan sensors of processor packages and the board; not the single cores, and not the drives that are not
    measured.
    """
    sensors: list[dict[str, Any]] = []
    for hwmon in list_names(roots.locate("/sys/class/hwmon")):
        folder = roots.locate(f"/sys/class/hwmon/{hwmon}")
        chip = read_text(folder / "name") or hwmon
        if chip in _OF_DRIVES:
            continue
        for name in list_names(folder):
            if re.fullmatch(r"temp\d+_input", name) is None:
                continue
            label = read_text(folder / name.replace("_input", "_label")) or name[: -len("_input")]
            if chip == "coretemp" and not label.startswith("Package"):
                continue
            subject = f"sensor:{chip} {label}"
            if any(sensor["subject"] == subject for sensor in sensors):
                subject = f"{subject} {hwmon}"
            sensors.append(
                {
                    "subject": subject,
                    "path": str(folder / name),
                    "every": SLOW_SENSOR_EVERY,
                    "stop_at_c": None,
                }
            )
    return sensors[:MAX_SENSORS]


def _plan_arrays(roots: Roots, volumes: list[str]) -> list[dict[str, Any]]:
    """Plan md arrays with redundancy. One that was degraded before may be measured; one that becomes so ends the
    run.
    """
    arrays = []
    for name in volumes:
        path = roots.locate(f"/sys/class/block/{name}/md/degraded")
        degraded = read_number(path)
        if degraded is not None:
            arrays.append({"name": name, "path": str(path), "degraded_before": degraded})
    return arrays


def _plan_cpu_groups(inventory: Document) -> dict[str, list[int]]:
    cpu = inventory.get("cpu") or {}
    kinds = (("node", (cpu.get("numa") or {}).get("nodes")), ("socket", cpu.get("packages")))
    groups = {}
    for kind, places in kinds:
        for place in places or []:
            cpus = _parse_cpu_list(place.get("cpus"))
            if cpus and place.get("id") is not None:
                groups[f"{kind}:{place['id']}"] = cpus
    return groups


def _list_cpus_left(fio_cpus: Optional[str]) -> list[int]:
    """List processors that fio was not given, when it was given some and not all."""
    if fio_cpus is None or not hasattr(os, "sched_getaffinity"):
        return []
    return sorted(os.sched_getaffinity(0) - set(_parse_cpu_list(fio_cpus)))


def _parse_cpu_list(text: Optional[str]) -> list[int]:
    try:
        return parse_cpu_list(text)
    except ValueError:
        return []
