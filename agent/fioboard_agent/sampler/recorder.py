"""The loop of the sampler: re-reads kept descriptors on time and keeps plain counters in memory. Computes nothing but
the busiest processor: to keep the counters of each would fill the memory of a machine with hundreds of them.

Works from a plan (plan.py) and nothing else, so that the process is small and starts fast.
"""

from __future__ import annotations

import contextlib
import errno
import math
import os
import select
import time
from array import array
from datetime import datetime, timezone
from typing import Any, Callable, Optional

from fioboard_agent import __version__
from fioboard_agent.sampler.power import Meter, build_power_series
from fioboard_agent.sampler.series import (
    CPU_FIELDS,
    DISK_FIELDS,
    IDLE,
    IOWAIT,
    build_block_series,
    build_busiest_cpu_series,
    build_cpu_series,
    build_temperature_series,
    compute_busy_pct,
)

SCHEMA = 1
FIRST_LINK_MS, LINK_EVERY_MS = 2_000, 10_000
# Two days at 1 Hz. Beyond it only the abort conditions are watched, and `notes` says so.
MAX_SAMPLES = 172_800
# A step of the clock shorter than this at the end of the run would make rates of a handful of requests.
SHORTEST_STEP_NS = 200_000_000
_GONE = {errno.ENODEV, errno.ENOENT, errno.ENXIO}


class KeptFile:
    """A file of /sys or /proc that stays open: re-reading costs a third of opening and reading."""

    def __init__(self, path: str) -> None:
        self._descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)

    def read(self, most: int = 4096) -> bytes:
        """The whole content as it is now; raises OSError as the kernel says it."""
        return os.pread(self._descriptor, most, 0)


class Recorder:
    """Counters of one run. `plan` is the document of plan.py."""

    def __init__(self, plan: dict[str, Any]) -> None:
        self._plan = plan
        self._interval_ns = plan["interval_ms"] * 1_000_000
        self._notes: list[str] = list(plan["notes"])
        self._events: list[dict[str, Any]] = []
        self._links: list[dict[str, Any]] = []
        self._times = array("q")
        self._missed = 0
        self._cpu_ns = 0
        self._started_at = ""
        self._zero_ns = 0
        self._next_link_ms = FIRST_LINK_MS
        self._last_link: dict[str, tuple[Optional[float], Optional[int]]] = {}
        self._blocks = [(block, self._open(block["stat"]), array("q")) for block in plan["blocks"]]
        self._sensors = [(sensor, self._open(sensor["path"]), array("d")) for sensor in plan["temperatures"]]
        self._meters = [Meter(meter, self._notes) for meter in plan["power"]]
        self._arrays = [(md, self._open(md["path"])) for md in plan["arrays"]]
        self._ports = [
            (link["function"], *(self._open(f"{link['folder']}/{name}") for name in _LINK_FILES))
            for link in plan["links"]
        ]
        self._stat = self._open(plan["stat"])
        self._groups = {group: array("q") for group in plan["cpu_groups"]}
        self._busiest = {group: array("d") for group in plan["cpu_groups"]}
        self._last_of_cpu: dict[bytes, tuple[int, int]] = {}
        self._members: dict[bytes, list[str]] = {}
        for group, cpus in plan["cpu_groups"].items():
            for cpu in cpus:
                self._members.setdefault(b"cpu%d" % cpu, []).append(group)

    def _open(self, path: str) -> Optional[KeptFile]:
        try:
            return KeptFile(path)
        except OSError as error:
            if error.errno != errno.ENOENT:
                self._notes.append(f"{path}: {error.strerror}")
            return None

    def run(self, control: int, tell: Callable[[dict[str, Any]], None]) -> None:
        """Sample until `control` has something to read. `tell` gets the first event that should stop fio."""
        self._zero_ns = time.monotonic_ns()
        self._started_at = datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        cpu_at_start = time.process_time_ns()
        self._read_all(0)
        due = self._zero_ns + self._interval_ns
        while True:
            wait_s = max(0.0, (due - time.monotonic_ns()) / 1e9)
            ready, _, _ = select.select([control], [], [], wait_s)
            now = time.monotonic_ns()
            if ready:
                os.read(control, len(b"stop\n"))
                break
            reported = len(self._events)
            self._read_all(now - self._zero_ns)
            if reported == 0 and self._events:
                tell(self._events[0])
            late = (now - due) // self._interval_ns
            self._missed += late
            due += (1 + late) * self._interval_ns
        if time.monotonic_ns() - self._zero_ns - self._times[-1] >= SHORTEST_STEP_NS:
            self._read_all(time.monotonic_ns() - self._zero_ns)
        for meter in self._meters:
            meter.close()
        self._cpu_ns = time.process_time_ns() - cpu_at_start

    def document(self, after: Optional[dict[str, Any]]) -> dict[str, Any]:
        """samples.json (docs/upload.md)."""
        times = list(self._times)
        series = [line for block, _, rows in self._blocks for line in build_block_series(block["subject"], times, rows)]
        series += [line for group, rows in self._groups.items() for line in build_cpu_series(group, rows)]
        series += [line for group, shares in self._busiest.items() for line in build_busiest_cpu_series(group, shares)]
        series += [line for sensor, _, values in self._sensors for line in build_temperature_series(sensor, values)]
        series += [line for meter in self._meters for line in build_power_series(meter.subject, meter.watts)]
        return {
            "schema": SCHEMA,
            "interval_ms": self._plan["interval_ms"],
            "started_at": self._started_at,
            "sampler": {
                "cpu_ms": round(self._cpu_ns / 1e6, 3),
                "missed": self._missed,
                "version": __version__,
                "notes": self._notes,
            },
            # A rate needs two readings: the first, at 0, has no value of its own.
            "t_ms": [since // 1_000_000 for since in times[1:]],
            "series": series,
            "links": self._links,
            "before": self._plan["before"],
            "after": after,
            "events": self._events,
        }

    def _read_all(self, since_ns: int) -> None:
        is_kept = len(self._times) < MAX_SAMPLES
        if is_kept:
            self._times.append(since_ns)
        elif not any(note.startswith("samples end") for note in self._notes):
            self._notes.append(f"samples end after {MAX_SAMPLES}")
        for block, file, rows in self._blocks:
            row = self._read_disk(block, file, since_ns)
            if is_kept:
                rows.extend(row)
        if is_kept:
            self._read_cpus()
        self._read_temperatures(since_ns, is_kept)
        for meter in self._meters if is_kept else ():
            meter.read()
        for md, file in self._arrays:
            degraded = _read_number(file)
            if degraded is not None and degraded > md["degraded_before"]:
                detail = f"{md['name']} is degraded; members missing: {degraded}"
                self._record_event(since_ns, "md_degraded", f"volume:{md['name']}", detail)
        if since_ns >= self._next_link_ms * 1_000_000:
            self._read_links(since_ns)
            self._next_link_ms += LINK_EVERY_MS

    def _read_disk(self, block: dict[str, Any], file: Optional[KeptFile], since_ns: int) -> list[int]:
        missing = [-1] * DISK_FIELDS
        if file is None:
            return missing
        try:
            fields = file.read().split()
        except OSError as error:
            if error.errno in _GONE:
                detail = f"{block['subject']} disappeared: {error.strerror}"
                self._record_event(since_ns, "device_gone", block["subject"], detail)
            return missing
        return [int(field) for field in fields[:DISK_FIELDS]] if len(fields) >= DISK_FIELDS else missing

    def _read_cpus(self) -> None:
        read: dict[str, list[list[int]]] = {group: [] for group in self._groups}
        shares: dict[str, list[float]] = {group: [] for group in self._groups}
        content = b""
        if self._stat is not None:
            with contextlib.suppress(OSError):
                content = self._stat.read(1 << 20)
        for line in content[: content.find(b"\nintr")].split(b"\n"):
            name, _, numbers = line.partition(b" ")
            groups = self._members.get(name)
            if groups:
                values = [int(number) for number in numbers.split()[:CPU_FIELDS]]
                total, idle = sum(values), values[IDLE] + values[IOWAIT]
                last = self._last_of_cpu.get(name)
                self._last_of_cpu[name] = total, idle
                for group in groups:
                    read[group].append(values)
                # A processor on which no time passed (or that was just read for the first time) has no share.
                if last is not None and total > last[0]:
                    share = compute_busy_pct(total - last[0], idle - last[1])
                    for group in groups:
                        shares[group].append(share)
        for group, rows in self._groups.items():
            rows.extend(map(sum, zip(*read[group])) if read[group] else [0] * CPU_FIELDS)
            self._busiest[group].append(max(shares[group], default=math.nan))

    def _read_temperatures(self, since_ns: int, is_kept: bool) -> None:
        turn = len(self._times) - 1
        for sensor, file, values in self._sensors:
            is_due = turn % sensor["every"] == 0
            millidegrees = _read_number(file) if is_due else None
            if is_kept:
                values.append(float("nan") if millidegrees is None else millidegrees / 1000)
            limit = sensor["stop_at_c"]
            if limit is None or millidegrees is None:
                continue
            # One reading alone may be a slip of the sensor.
            sensor["hot"] = sensor.get("hot", 0) + 1 if millidegrees >= limit * 1000 else 0
            if sensor["hot"] == 2:
                detail = f"{sensor['subject']} is at {millidegrees / 1000:g} °C; its limit here is {limit:g} °C"
                self._record_event(since_ns, "temperature_abort", sensor["subject"], detail)

    def _read_links(self, since_ns: int) -> None:
        """Read links, kept when they differ from the reading before: a link rarely changes."""
        for function, power, speed, width in self._ports:
            if _read_text(power) not in {None, "D0", "unknown"}:
                continue
            link = (_parse_speed(_read_text(speed)), _parse_lanes(_read_text(width)))
            if link != (None, None) and self._last_link.get(function) != link:
                self._last_link[function] = link
                self._links.append(
                    {"t_ms": since_ns // 1_000_000, "function": function, "gts": link[0], "lanes": link[1]}
                )

    def _record_event(self, since_ns: int, kind: str, subject: str, detail: str) -> None:
        """Record an event once per kind and subject: the first time is what matters."""
        if all((event["kind"], event["subject"]) != (kind, subject) for event in self._events):
            self._events.append({"t_ms": since_ns // 1_000_000, "kind": kind, "subject": subject, "detail": detail})


_LINK_FILES = ("power_state", "current_link_speed", "current_link_width")


def _read_text(file: Optional[KeptFile]) -> Optional[str]:
    if file is None:
        return None
    try:
        return file.read().decode("ascii", "replace").strip() or None
    except OSError:
        return None


def _read_number(file: Optional[KeptFile]) -> Optional[int]:
    text = _read_text(file)
    try:
        return int(text) if text is not None else None
    except ValueError:
        return None


def _parse_speed(text: Optional[str]) -> Optional[float]:
    """Return 8.0 of `8.0 GT/s PCIe`; null for `Unknown`."""
    try:
        return float((text or "").split()[0])
    except (ValueError, IndexError):
        return None


def _parse_lanes(text: Optional[str]) -> Optional[int]:
    """Parse a link's width: 0 (an empty port) and 255 (no answer) are none."""
    return int(text) if text and text.isdigit() and 0 < int(text) <= 32 else None
