"""What a run shows while it lasts, one sample a second: the rates of fio's own progress line, how long the drives took,
their temperature and how busy the processors are. Nothing of it becomes a result; reading it costs less than 0.1 ms a
second.
"""

from __future__ import annotations

import contextlib
import json
import re
import sys
import time
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, Callable, NamedTuple, Optional, TextIO, Union

from fioboard_agent.delivery.payload import format_timestamp
from fioboard_agent.fio.progress import Progress
from fioboard_agent.sampler.series import DISK_FIELDS, IDLE, IOWAIT, compute_step
from fioboard_agent.terminal import ProgressLine

Sample = dict[str, Union[str, int, float, None]]

SAMPLE_EVERY_S = 0.9
_POWERS = ("", "k", "m", "g", "t", "p")
_RATE = re.compile(r"([rwt])=([0-9.]+)([kKMGTP]?)(i?)(?:B/s)?")
_CPU_FIELDS = 8


class Drives(NamedTuple):
    """Files of the drives behind the target."""

    temperatures: tuple[Path, ...]
    """Of each drive; none where one of them has no sensor: the hottest may be that one."""
    stats: tuple[Path, ...]
    """Their counters, as /sys/block/*/stat; none where a drive keeps none."""


class LiveProgress(ProgressLine):
    """Writes a line of JSON a second to `samples`, for the process that talks to the service.

    `on_written` gets the bytes that fio has written since the last sample, by its own rate."""

    def __init__(self, samples: TextIO, drives: Drives, on_written: Callable[[float], None] = lambda _: None) -> None:
        super().__init__(sys.stderr)
        self._samples = samples
        self._drives = drives
        self._on_written = on_written
        self._last_at = time.monotonic()
        self._last_cpu = _read_cpu_times()
        self._last_waits = _add_up_counters(drives.stats)

    def start_step(self, step: int, label: str) -> None:
        """A new fio invocation begins."""
        super().start_step(step, label)
        self._last_at = time.monotonic()
        self._last_waits = _add_up_counters(self._drives.stats)
        self._write({"step": self._step, "steps": self._steps, "workload": label, "left_s": self._estimate_left_s()})

    def show(self, progress: Progress) -> None:
        """Write a sample unless the last one is younger than a second."""
        super().show(progress)
        now = time.monotonic()
        if progress.iops is None or now - self._last_at < SAMPLE_EVERY_S:
            return
        sample = self._read_sample(progress, now - self._last_at)
        bandwidth = sample["write_bw"]
        if isinstance(bandwidth, float):
            self._on_written(bandwidth * (now - self._last_at))
        self._last_at = now
        self._write({"left_s": self._estimate_left_s(), "sample": sample})

    def take_checks(self, checks: list[dict[str, Any]]) -> None:
        """Pass on what was checked before fio starts."""
        self.send_message({"checks": checks})

    def send_message(self, message: dict[str, Any]) -> None:
        """Write a message that is no sample."""
        self._write({"left_s": self._estimate_left_s(), **message})

    def _read_sample(self, progress: Progress, elapsed_s: float) -> Sample:
        iops, bandwidth = parse_rates(progress.iops), parse_rates(progress.bandwidth)
        before, self._last_waits = self._last_waits, _add_up_counters(self._drives.stats)
        # fio states no latency before its result: the kernel does.
        drives = compute_step(round(elapsed_s * 1e9), before, self._last_waits)
        return {
            "at": format_timestamp(datetime.now(timezone.utc)),
            "step": self._step,
            "read_iops": iops.get("r"),
            "write_iops": iops.get("w"),
            "read_bw": bandwidth.get("r"),
            "write_bw": bandwidth.get("w"),
            "read_lat_mean_ns": drives.get(("await_ns", "read")),
            "write_lat_mean_ns": drives.get(("await_ns", "write")),
            "temperature_c": self._read_temperature(),
            "cpu_percent": self._read_cpu_percent(),
        }

    def _read_temperature(self) -> Optional[float]:
        try:
            degrees = [int(sensor.read_text(encoding="ascii")) / 1_000 for sensor in self._drives.temperatures]
        except (OSError, ValueError):
            return None
        return max(degrees, default=None)

    def _read_cpu_percent(self) -> Optional[float]:
        before, self._last_cpu = self._last_cpu, _read_cpu_times()
        if before is None or self._last_cpu is None:
            return None
        spent = [now - then for now, then in zip(self._last_cpu, before)]
        total = sum(spent)
        return round(100 * (total - spent[IDLE] - spent[IOWAIT]) / total, 1) if total > 0 else None

    def _write(self, document: dict[str, object]) -> None:
        # Whoever listened may be gone; that costs no measurement.
        with contextlib.suppress(OSError, ValueError):
            self._samples.write(json.dumps(document) + "\n")
            self._samples.flush()


def parse_rates(text: Optional[str]) -> dict[str, float]:
    """Parse rates of fio's progress line, `r=26.1k w=8700` or `r=104MiB/s`, by direction; a direction that the line
    leaves out is not there."""
    rates: dict[str, float] = {}
    for direction, number, suffix, binary in _RATE.findall(text or ""):
        with contextlib.suppress(ValueError):
            rates[direction] = float(number) * float((1024 if binary else 1000) ** _POWERS.index(suffix.lower()))
    return rates


def _add_up_counters(stats: tuple[Path, ...]) -> list[int]:
    """Add up the counters of drives; all -1 without any, or where one cannot be read: the others alone say nothing."""
    try:
        rows = [[int(field) for field in file.read_text(encoding="ascii").split()[:DISK_FIELDS]] for file in stats]
    except (OSError, ValueError):
        rows = []
    return [sum(column) for column in zip(*rows)] or [-1]


def _read_cpu_times() -> Optional[list[int]]:
    """Read what all processors together did so far; None where the system does not say."""
    try:
        with Path("/proc/stat").open(encoding="ascii") as file:
            return [int(value) for value in file.readline().split()[1 : 1 + _CPU_FIELDS]]
    except (OSError, ValueError):
        return None
