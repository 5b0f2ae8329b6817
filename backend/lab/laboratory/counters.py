"""The kernel's own counters, read apart from the product: /sys/block/*/stat and /proc/stat, and what grew between."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Self

SECTOR_BYTES = 512
# Of /sys/block/*/stat (Documentation/admin-guide/iostats.rst); the flush fields came with Linux 5.5.
_READ_IOS, _READ_SECTORS, _READ_MS, _WRITE_IOS, _WRITE_SECTORS, _WRITE_MS = 0, 2, 3, 4, 6, 7
_QUEUE_MS, _FLUSH_IOS = 10, 15
_USER, _NICE, _SYSTEM, _IDLE, _IOWAIT, _IRQ, _SOFTIRQ, _STEAL = range(8)


@dataclass(frozen=True, slots=True)
class Grown:
    """Counters that only grow, or the growth between two readings of them."""

    def __sub__(self, before: Self) -> Self:
        names = [one.name for one in fields(self)]
        return type(self)(*(getattr(self, name) - getattr(before, name) for name in names))


@dataclass(frozen=True, slots=True)
class Disk(Grown):
    """Of one block device."""

    read_ios: int
    read_bytes: int
    read_ms: int
    write_ios: int
    write_bytes: int
    write_ms: int
    queue_ms: int
    """Milliseconds times requests under way."""
    flush_ios: int

    @property
    def read_wait_ms(self) -> float | None:
        """Mean time of a read; None without one."""
        return self.read_ms / self.read_ios if self.read_ios else None


@dataclass(frozen=True, slots=True)
class Cpu(Grown):
    """Ticks of all processors together."""

    busy: int
    steal: int
    idle: int

    @property
    def total(self) -> int:
        """All of them."""
        return self.busy + self.steal + self.idle


def parse_disk(text: str) -> Disk:
    """One line of /sys/block/NAME/stat. Raises ValueError when it is none."""
    values = [int(word) for word in text.split()]
    if len(values) <= _QUEUE_MS:
        raise ValueError(f"not a line of block statistics: {text!r}")
    return Disk(
        values[_READ_IOS],
        values[_READ_SECTORS] * SECTOR_BYTES,
        values[_READ_MS],
        values[_WRITE_IOS],
        values[_WRITE_SECTORS] * SECTOR_BYTES,
        values[_WRITE_MS],
        values[_QUEUE_MS],
        values[_FLUSH_IOS] if len(values) > _FLUSH_IOS else 0,
    )


def parse_cpu(text: str) -> Cpu:
    """The first line of /proc/stat. Time that waits for I/O is idle, stolen time is apart."""
    ticks = [int(word) for word in text.split("\n", 1)[0].split()[1:9]]
    return Cpu(
        busy=sum(ticks[i] for i in (_USER, _NICE, _SYSTEM, _IRQ, _SOFTIRQ)),
        steal=ticks[_STEAL],
        idle=ticks[_IDLE] + ticks[_IOWAIT],
    )


def read_disks(names: tuple[str, ...]) -> Mapping[str, Disk]:
    """By kernel name, now."""
    return {name: parse_disk(Path(f"/sys/block/{name}/stat").read_text()) for name in names}


def read_cpu() -> Cpu:
    """All processors, now."""
    return parse_cpu(Path("/proc/stat").read_text())
