"""Counters of the kernel → figures per step of time, by the rules of the kernel's iostats.rst and of proc(5). Pure."""

from __future__ import annotations

import math
from typing import Any, Iterable, Optional, Sequence

# Of /sys/block/*/stat: reads, merged, sectors, ms, the same of writes, in flight, ms busy, weighted ms.
DISK_FIELDS = 11
# Of a cpu line: user nice system idle iowait irq softirq steal. `guest` is contained in user already.
CPU_FIELDS = 8
IDLE, IOWAIT = 3, 4
SECTOR_BYTES = 512
_WRAP = 1 << 32
_DIRECTIONS = (("read", 0), ("write", 4))
_WEIGHTED_MS = 10
# The counter of waited time has a resolution of 1 ms: below this a mean is off by more than a tenth. Layers that keep
# no times (some dm and md) stay at 0: unknown, too.
_MIN_WAITED_MS = 10

Values = list[Optional[float]]


def build_block_series(subject: str, times_ns: Sequence[int], rows: Sequence[int]) -> Iterable[dict[str, Any]]:
    """Build bandwidth, IOPS, mean wait and queue depth of a disk or volume between two readings each.

    `rows` holds DISK_FIELDS counters per reading, all -1 where the device could not be read. Yields nothing for a
    device that was never read.
    """
    steps = [
        compute_step(times_ns[at] - times_ns[at - 1], _get_row(rows, at - 1), _get_row(rows, at))
        for at in range(1, len(times_ns))
    ]
    for direction, _ in _DIRECTIONS:
        for metric in ("bw_bytes_per_s", "iops", "await_ns"):
            yield from _build_line(subject, metric, direction, [step.get((metric, direction)) for step in steps])
    yield from _build_line(subject, "queue_depth", None, [step.get(("queue_depth", None)) for step in steps])


def build_cpu_series(subject: str, rows: Sequence[int]) -> Iterable[dict[str, Any]]:
    """Build shares of the time of a group of processors, in per cent: busy is all but idle and iowait; steal,
    which the hypervisor took, is contained in it.
    """
    shares: dict[str, Values] = {"busy": [], "sys": [], "iowait": [], "irq": [], "steal": []}
    for at in range(1, len(rows) // CPU_FIELDS):
        before, now = (rows[CPU_FIELDS * n : CPU_FIELDS * (n + 1)] for n in (at - 1, at))
        # iowait (and on some kernels idle) is known to step back a little.
        user, nice, system, idle, iowait, irq, softirq, steal = (max(0, new - old) for old, new in zip(before, now))
        total = user + nice + system + idle + iowait + irq + softirq + steal
        parts = {
            "busy": total - idle - iowait,
            "sys": system,
            "iowait": iowait,
            "irq": irq + softirq,
            "steal": steal,
        }
        for name, part in parts.items():
            shares[name].append(round(100 * part / total, 1) if total else None)
    for name, values in shares.items():
        yield from _build_line(subject, f"cpu_{name}_pct", None, values)


def build_busiest_cpu_series(subject: str, values: Sequence[float]) -> Iterable[dict[str, Any]]:
    """Build the share of its time, in per cent, that the busiest single processor of a group was busy; null where
    it was not read twice (NaN in `values`).
    """
    shares: Values = [None if math.isnan(value) else round(value, 1) for value in values[1:]]
    return _build_line(subject, "cpu_busy_max_pct", None, shares)


def compute_busy_pct(total: int, idle: int) -> float:
    """Return the busy share of one processor, in per cent, of `total` ticks that passed and `idle` ones of them,
    iowait among those.
    """
    # idle and iowait are known to step back a little.
    return min(100.0, max(0.0, 100 - 100 * idle / total))


def build_temperature_series(sensor: dict[str, Any], values: Sequence[float]) -> Iterable[dict[str, Any]]:
    """Build degrees Celsius; null where the sensor was not due or did not answer (NaN in `values`)."""
    degrees: Values = [None if math.isnan(value) else round(value, 3) for value in values[1:]]
    return _build_line(sensor["subject"], "temperature_c", None, degrees)


def _build_line(subject: str, metric: str, direction: Optional[str], values: Values) -> Iterable[dict[str, Any]]:
    if any(value is not None for value in values):
        yield {"subject": subject, "metric": metric, "direction": direction, "values": values}


def _get_row(rows: Sequence[int], at: int) -> Sequence[int]:
    return rows[DISK_FIELDS * at : DISK_FIELDS * (at + 1)]


def compute_step(
    elapsed_ns: int, before: Sequence[int], now: Sequence[int]
) -> dict[tuple[str, Optional[str]], Optional[float]]:
    """Compute the figures of DISK_FIELDS counters by metric and direction; those of several disks may be summed."""
    if elapsed_ns <= 0 or before[0] < 0 or now[0] < 0:
        return {}
    rates: dict[tuple[str, Optional[str]], Optional[float]] = {}
    for direction, first in _DIRECTIONS:
        requests = _compute_growth(before[first], now[first])
        sectors = _compute_growth(before[first + 2], now[first + 2])
        waited_ms = _compute_growth(before[first + 3], now[first + 3])
        rates["iops", direction] = None if requests is None else round(requests * 1e9 / elapsed_ns, 1)
        rates["bw_bytes_per_s", direction] = (
            None if sectors is None else round(sectors * SECTOR_BYTES * 1e9 / elapsed_ns)
        )
        rates["await_ns", direction] = (
            round(waited_ms * 1e6 / requests) if requests and waited_ms and waited_ms >= _MIN_WAITED_MS else None
        )
    weighted_ms = _compute_growth(before[_WEIGHTED_MS], now[_WEIGHTED_MS])
    rates["queue_depth", None] = None if weighted_ms is None else round(weighted_ms * 1e6 / elapsed_ns, 2)
    return rates


def _compute_growth(before: int, now: int) -> Optional[int]:
    """Return how much a counter grew. Counters of milliseconds have 32 bits and wrap; one that seems to have grown
    by half of that was reset.
    """
    if now >= before:
        return now - before
    grown = (now - before) % _WRAP
    return grown if before < _WRAP and grown < _WRAP // 2 else None
