"""What the host does while nothing of ours runs: counters of the kernel, read twice within a moment."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from typing import Iterable, Optional

from fioboard_agent.host.paths import Roots
from fioboard_agent.host.sysfs import read_text

# Long enough for 30 ticks of each processor, short enough for a batch of hundreds of steps.
WINDOW_S = 0.3
_SECTOR_BYTES = 512
_IDLE, _IOWAIT, _CPU_FIELDS = 3, 4, 8
_READ, _WRITTEN = 2, 6


@dataclass(frozen=True)
class Counters:
    """One reading; None where the kernel does not say."""

    cpu: Optional[tuple[int, ...]]
    """Ticks of all processors: user nice system idle iowait irq softirq steal."""
    swapped_pages: Optional[int]
    moved_bytes: dict[str, Optional[int]]
    """By disk: read and written together."""


@dataclass(frozen=True)
class Activity:
    """What happened between two readings; None where that is not known."""

    cpu_busy_pct: Optional[float]
    """Of all processors together."""
    swapped_pages: Optional[int]
    bytes_per_s: dict[str, Optional[float]]
    """By disk."""


def watch(roots: Roots, disks: Iterable[str]) -> Activity:
    """Takes WINDOW_S seconds."""
    names = list(disks)
    before, started = read_counters(roots, names), time.monotonic()
    time.sleep(WINDOW_S)
    return compare_counters(before, read_counters(roots, names), time.monotonic() - started)


def read_counters(roots: Roots, disks: Iterable[str]) -> Counters:
    """The counters now."""
    line = (read_text(roots.locate("/proc/stat")) or "").split("\n", 1)[0]
    ticks = [int(word) for word in line.split()[1 : 1 + _CPU_FIELDS] if word.isdigit()]
    pages = re.findall(r"^pswp(?:in|out) (\d+)$", read_text(roots.locate("/proc/vmstat")) or "", re.MULTILINE)
    return Counters(
        tuple(ticks) if line.startswith("cpu ") and len(ticks) == _CPU_FIELDS else None,
        sum(map(int, pages)) if len(pages) == 2 else None,
        {name: _read_moved(roots, name) for name in disks},
    )


def compare_counters(before: Counters, after: Counters, elapsed_s: float) -> Activity:
    """Return what happened from one reading to the other."""
    busy = None
    if before.cpu is not None and after.cpu is not None:
        grown = [max(0, now - then) for then, now in zip(before.cpu, after.cpu)]
        total = sum(grown)
        busy = 100 * (total - grown[_IDLE] - grown[_IOWAIT]) / total if total else None
    rates = {
        name: None if now is None or then is None or now < then else (now - then) / elapsed_s
        for name, now in after.moved_bytes.items()
        for then in [before.moved_bytes.get(name)]
    }
    swapped = (
        None
        if before.swapped_pages is None or after.swapped_pages is None
        else max(0, after.swapped_pages - before.swapped_pages)
    )
    return Activity(busy, swapped, rates)


def _read_moved(roots: Roots, name: str) -> Optional[int]:
    if read_text(roots.locate(f"/sys/class/block/{name}/queue/iostats")) == "0":
        return None
    fields = (read_text(roots.locate(f"/sys/class/block/{name}/stat")) or "").split()
    return (int(fields[_READ]) + int(fields[_WRITTEN])) * _SECTOR_BYTES if len(fields) > _WRITTEN else None
