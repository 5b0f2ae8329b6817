"""What is read once before and once after a run, because reading it during the run would cost too much or say nothing.

The shape is that of the inventory's `moment`, with the state of the whole host beside it (docs/upload.md).
"""

from __future__ import annotations

import copy
import re
from typing import Any, Iterable, Optional

from fioboard_agent.collectors.cgroup_linux import collect_cgroup
from fioboard_agent.collectors.disk_temperature_linux import collect_temperatures
from fioboard_agent.collectors.interrupts_linux import collect_interrupts
from fioboard_agent.collectors.nvme.details_linux import collect_nvme_details
from fioboard_agent.collectors.pcie.aer_linux import collect_aer
from fioboard_agent.host.paths import Roots
from fioboard_agent.host.reader import Reader
from fioboard_agent.host.sysfs import list_names, read_number, read_text
from fioboard_agent.inventory_types import Disk

_SAMPLE_CPUS = 3


def collect_moment(roots: Roots, disks: dict[str, Disk], functions: Iterable[str]) -> dict[str, Any]:
    """Health of the members (`disks` as in the inventory), error counters of the functions on the way to them, and the
    host's arrays, memory, pressure and clocks, interrupts of the members' controllers, and the limits of the group that
    fio runs in. What cannot be read is absent or null."""
    reader = Reader(roots)
    # The collector completes the disks that it is given; the inventory of the run is written already.
    members = copy.deepcopy(disks)
    return {
        "disks": {**collect_temperatures(reader, members), **collect_nvme_details(reader, members)},
        "aer": collect_aer(reader, functions),
        "interrupts": collect_interrupts(reader, _list_controllers(disks)),
        "cgroup": collect_cgroup(reader),
        "mdstat_resync": _is_resyncing(roots),
        "dirty_bytes": _read_dirty_bytes(roots),
        "pressure": {kind: reading for kind in ("io", "cpu", "memory") if (reading := _read_pressure(roots, kind))},
        "cpu_khz": _read_frequencies(roots),
    }


def _list_controllers(disks: dict[str, Disk]) -> list[str]:
    """List PCI functions that the members hang on; with NVMe multipath there are several to one drive."""
    ways = [
        way
        for disk in disks.values()
        for way in (disk.get("pci"), *(one.get("pci") for one in disk.get("controllers") or []))
    ]
    return list(dict.fromkeys(way for way in ways if way))


def _is_resyncing(roots: Roots) -> Optional[bool]:
    """Return whether an array is rebuilt, checked or reshaped now; null when md is not there."""
    text = read_text(roots.locate("/proc/mdstat"))
    return None if text is None else re.search(r"\b(resync|recovery|reshape|check)\s*=", text) is not None


def _read_dirty_bytes(roots: Roots) -> Optional[int]:
    text = read_text(roots.locate("/proc/meminfo")) or ""
    kilobytes = {key: int(value) for key, value in re.findall(r"^(Dirty|Writeback):\s+(\d+) kB$", text, re.MULTILINE)}
    return None if "Dirty" not in kilobytes else sum(kilobytes.values()) * 1024


def _read_pressure(roots: Roots, kind: str) -> dict[str, dict[str, float]]:
    """Read `some` and `full`: shares of time in per cent over 10, 60, 300 s, `total_us` since the boot."""
    text = read_text(roots.locate(f"/proc/pressure/{kind}")) or ""
    shares: dict[str, dict[str, float]] = {}
    for line in text.splitlines():
        word, _, rest = line.partition(" ")
        pairs = dict(re.findall(r"(avg10|avg60|avg300|total)=([\d.]+)", rest))
        if word in {"some", "full"} and "total" in pairs:
            total = int(float(pairs.pop("total")))
            shares[word] = {
                **{f"{name}_pct": float(value) for name, value in pairs.items()},
                "total_us": total,
            }
    return shares


def _read_frequencies(roots: Roots) -> dict[str, int]:
    """Read the clock of the first, the middle and the last processor: enough to see a power limit."""
    folder = "/sys/devices/system/cpu"
    cpus = sorted(int(name[3:]) for name in list_names(roots.locate(folder)) if re.fullmatch(r"cpu\d+", name))
    if not cpus:
        return {}
    chosen = sorted({cpus[0], cpus[len(cpus) // 2], cpus[-1]})[:_SAMPLE_CPUS]
    readings = {f"cpu{cpu}": read_number(roots.locate(f"{folder}/cpu{cpu}/cpufreq/scaling_cur_freq")) for cpu in chosen}
    return {cpu: khz for cpu, khz in readings.items() if khz is not None}
